import { Link } from 'react-router'
import { Dialog } from '../../../ui/dialog.tsx'
import * as t from '../../text/evidence.ts'
import { PostedNow } from './posted-now.tsx'
import type { Posted } from './use-posting.tsx'

type PostedDialogProps = { showing: Posted; onRecorded: () => Promise<void>; onClose: () => void }

/** Opens without the server, because the phone may be offline at the door. */
export function PostedDialog({ showing, onRecorded, onClose }: PostedDialogProps) {
  return (
    <Dialog title={t.iPostedTheNotice()} onClose={onClose}>
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
