import { api } from '../../../platform/api-client.ts'
import { keepTime } from '../../../ui/date-time.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as t from '../../text/booking.ts'
import { canLoseLetter, lostLetterWords } from '../buyer-page-messages.ts'
import { isTooSoonForMail, type Start } from './offered-times.tsx'
import type { BuyerDialogProps } from './refund-dialog.tsx'
import styles from './time-choice.module.css'
import { TimeChoice } from './time-choice.tsx'

/** Lets the buyer choose another time. */
export function RescheduleDialog({ page, token, onClose, onStale, onDone }: BuyerDialogProps) {
  async function move({ date, time }: Start) {
    const body = { showingDate: date, showingTime: time }
    await api.POST('/api/showingbooker/public/booking/{token}/move', { params: { path: { token } }, body })
    await onDone(t.showingMoved())
  }
  const hasLetter = canLoseLetter(page)
  return (
    <Dialog title={t.moveToAnotherTime()} onClose={onClose}>
      <div className={styles.body}>
        <p>{t.moveIntro({ when: keepTime(page.when), letter: hasLetter ? 'yes' : 'no' })}</p>
        <TimeChoice
          slug={page.property.slug}
          moving={page.booking.id}
          about={(days, chosen) =>
            hasLetter && (
              <div role="status">
                {isTooSoonForMail(days, chosen) && <Notice kind="warning">{lostLetterWords()}</Notice>}
              </div>
            )
          }
          act={t.moveShowing()}
          send={move}
          onStale={onStale}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}
