import { api, bodyOf } from '../../../platform/api-client.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useUnsentText } from '../../../ui/use-unsent-text.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import { ClosedTimes } from './closed-times.tsx'
import type { Start } from './offered-times.tsx'
import styles from './time-choice.module.css'
import { TimeChoice } from './time-choice.tsx'
import { useElsewhere } from './use-elsewhere.tsx'
import { reloadShowing } from './use-showing-act.tsx'
import { WhichShowing } from './which-showing.tsx'

type ProposeDialogProps = {
  showing: ShowingRecord
  onChanged: (showing: ShowingRecord) => Promise<void>
  onClose: () => void
}

/** Lets the agent propose a new time, to which the buyer agrees with one tap. */
export function ProposeDialog({ showing, onChanged, onClose }: ProposeDialogProps) {
  const { id, property_id, date, time, buyerName } = showing
  const elsewhere = useElsewhere(showing.shownBy ? null : property_id)
  const reason = useUnsentText(`propose:${id}`)
  async function propose(start: Start) {
    const body = { showingDate: start.date, showingTime: start.time, reason: reason.text.trim() || undefined }
    const proposed = await api.POST('/api/showingbooker/bookings/{id}/propose-move', { params: { path: { id } }, body })
    await onChanged(bodyOf(proposed))
    showToast({ kind: 'success', text: t.proposed({ buyer: buyerName }) })
    close()
  }
  function close() {
    reason.drop()
    onClose()
  }
  return (
    <Dialog title={t.proposeMoveTitle()} onClose={close}>
      <div className={styles.body}>
        <WhichShowing showing={showing} />
        <p>{t.proposeMoveIntro()}</p>
        <TimeChoice
          slug={property_id}
          moving={id}
          near={{ date, time }}
          elsewhere={elsewhere}
          about={(days, chosen) => <ClosedTimes propertyId={property_id} days={days} date={chosen.date} />}
          act={t.sendProposal()}
          send={propose}
          onStale={() => reloadShowing(id, onChanged)}
          onClose={close}
        >
          <Field
            name="reason"
            label={t.reason()}
            optional
            multiline
            rows={2}
            maxLength={500}
            hint={t.reasonForBuyer()}
            value={reason.text}
            onChange={(event) => reason.enter(event.currentTarget.value)}
          />
        </TimeChoice>
      </div>
    </Dialog>
  )
}
