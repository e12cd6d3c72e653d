import { Link } from 'react-router'
import { Dialog } from '../../../ui/dialog.tsx'
import { WhichShowing } from '../../booking/components/which-showing.tsx'
import type { ShowingRecord } from '../../booking/contract.ts'
import * as t from '../../text/evidence.ts'
import styles from './posted-dialog.module.css'
import { PostedNow } from './posted-now.tsx'

type PostedDialogProps = {
  showing: ShowingRecord
  /** Reloads the page. */
  onRecorded: () => Promise<void>
  onClose: () => void
}

/** Records a posted notice. It opens without the server, because the phone may be offline at the door. */
export function PostedDialog({ showing, onRecorded, onClose }: PostedDialogProps) {
  return (
    <Dialog title={t.iPostedTheNotice()} onClose={onClose}>
      <div className={styles.body}>
        <WhichShowing showing={showing} />
        <PostedNow
          showing={showing}
          onKept={onClose}
          onStale={onRecorded}
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
      </div>
    </Dialog>
  )
}
