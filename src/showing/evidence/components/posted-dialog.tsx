import { Link } from 'react-router'
import { nearInstantName } from '../../../ui/date-names.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import * as t from '../../text/evidence.ts'
import { PostedNow } from './posted-now.tsx'
import type { Posted } from './use-posting.tsx'

type PostedDialogProps = {
  showing: Posted & { datetime: string }
  onRecorded: () => Promise<void>
  onClose: () => void
}

/** Records a posted notice. It opens without the server, because the phone may be offline at the door. */
export function PostedDialog({ showing, onRecorded, onClose }: PostedDialogProps) {
  return (
    <Dialog title={t.iPostedTheNotice()} onClose={onClose}>
      <p>
        {showing.propertyAddress}, {nearInstantName(showing.datetime, showing.time_zone)}
      </p>
      <PostedNow
        showing={showing}
        onKept={onClose}
        onRecorded={async () => {
          await onRecorded()
          onClose()
        }}
      />
      <p>
        <Link to={`/overview/${showing.id}/service`} preventScrollReset>
          {t.servedAnotherWay()}
        </Link>
      </p>
    </Dialog>
  )
}
