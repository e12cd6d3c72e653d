import { useEffect, useRef, useState } from 'react'
import { ApiError, api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { keepTime } from '../../../ui/date-time.ts'
import { isFocusLost } from '../../../ui/focus-on.ts'
import { rich } from '../../../ui/rich.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/booking.ts'
import { cancelWords, canLoseLetter } from '../buyer-page-messages.ts'
import type { BuyerPage } from '../contract.ts'
import styles from './buyer-actions.module.css'
import { type BuyerDialogProps, RefundDialog } from './refund-dialog.tsx'
import { RescheduleDialog } from './reschedule-dialog.tsx'

type Asked = 'cancel' | 'move' | 'refund'

/** Shows what the buyer can do with their showing now. */
export function BuyerActions({ page }: { page: BuyerPage }) {
  const { booking, can } = page
  const [asked, setAsked] = useState<Asked>()
  const reload = useReloadAfterAct()
  const token = booking.manageUrl.split('/').pop() ?? ''

  const isDone = useRef(false)
  const wasAsked = useRef(false)
  const open = useRef(asked)
  useEffect(() => {
    open.current = asked
    // Nothing outside an open dialog can have focus, and a change
    // here or elsewhere may have removed the button that opened it.
    if (!asked && (isDone.current || (wasAsked.current && isFocusLost())))
      document.querySelector<HTMLElement>('h1')?.focus()
    isDone.current = false
    wasAsked.current = asked !== undefined
  }, [asked])

  async function done(text: string) {
    // Reload first, so that the toast appears as the dialog closes.
    // Screen readers announce nothing behind an open dialog.
    await reload()
    showToast({ kind: 'success', text })
    // If this answer belongs to a dialog that the buyer has closed, leave the next one open.
    if (open.current !== asked) return
    isDone.current = true
    setAsked(undefined)
  }
  const dialogs = {
    page,
    token,
    onClose: () => setAsked((now) => (now === asked ? undefined : now)),
    onStale: reload,
  }
  return (
    <>
      {(can.move || can.cancel || can.requestRefund) && (
        <Card title={can.requestRefund ? t.wasWrong() : t.changeOfPlans()}>
          <div className={styles.moves}>
            {can.move && (
              <div>
                <Button variant="secondary" wide onClick={() => setAsked('move')}>
                  {t.moveToAnotherTime()}
                </Button>
                <p>{t.moveTerms({ letter: canLoseLetter(page) ? 'yes' : 'no' })}</p>
              </div>
            )}
            {can.cancel && (
              <div>
                <Button variant="secondary" wide onClick={() => setAsked('cancel')}>
                  {t.cancelThis()}
                </Button>
                <p>{cancelWords(page)}</p>
              </div>
            )}
            {can.requestRefund && (
              <div>
                <Button variant="secondary" wide onClick={() => setAsked('refund')}>
                  {t.askForRefund()}
                </Button>
                <p>{t.refundTerms()}</p>
              </div>
            )}
          </div>
        </Card>
      )}
      {asked === 'cancel' && <CancelDialog {...dialogs} onDone={done} onMove={() => setAsked('move')} />}
      {asked === 'move' && <RescheduleDialog {...dialogs} onDone={done} />}
      {asked === 'refund' && <RefundDialog {...dialogs} onDone={done} />}
    </>
  )
}

function CancelDialog({ page, token, onClose, onStale, onDone, onMove }: BuyerDialogProps & { onMove: () => void }) {
  const [words] = useState(() => cancelWords(page))
  // The words are true only for the showing as the buyer saw it.
  const [seen] = useState({ status: page.booking.status, startsAt: page.booking.startsAt })
  const [isOver, setIsOver] = useState(false)
  async function cancel() {
    const params = { path: { token } }
    try {
      await api.POST('/api/showingbooker/public/booking/{token}/cancel', { params, body: { seen } })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        setIsOver(true)
        await onStale()
      }
      throw error
    }
    await onDone(t.showingCancelled())
  }
  return (
    <ConfirmDialog
      title={t.cancelThis()}
      confirmLabel={t.cancelShowing()}
      closeLabel={t.keepShowing()}
      isOver={isOver}
      onConfirm={cancel}
      onClose={onClose}
    >
      <p className={styles.when}>{keepTime(page.when)}</p>
      <p>{rich(t.cancelForGood({ words, b: (inner) => <strong>{inner}</strong> }))}</p>
      {page.can.move && (
        <p>
          {rich(
            t.needAnotherTime({ letter: canLoseLetter(page) ? 'yes' : 'no', b: (inner) => <strong>{inner}</strong> }),
          )}
          <Button variant="quiet" onClick={onMove}>
            {t.moveInstead()}
          </Button>
        </p>
      )}
    </ConfirmDialog>
  )
}
