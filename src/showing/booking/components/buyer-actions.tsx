import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { cancelWords } from '../buyer-page-messages.ts'
import type { BuyerPage } from '../contract.ts'
import styles from './buyer-actions.module.css'
import { type BuyerDialogProps, RefundDialog } from './refund-dialog.tsx'
import { RescheduleDialog } from './reschedule-dialog.tsx'

type Asked = 'cancel' | 'move' | 'refund'

/** What the buyer may do with their showing now, if anything. */
export function BuyerActions({ page }: { page: BuyerPage }) {
  const { booking, can } = page
  const [asked, setAsked] = useState<Asked>()
  const { revalidate } = useRevalidator()
  const token = booking.manageUrl.split('/').pop() ?? ''

  const isDone = useRef(false)
  useEffect(() => {
    // The button that opened the dialog may be gone, and nothing outside can have the focus while it is open.
    if (!asked && isDone.current) document.querySelector<HTMLElement>('h1')?.focus()
    isDone.current = false
  }, [asked])

  async function done(text: string) {
    await revalidate()
    showToast({ kind: 'success', text })
    isDone.current = true
    setAsked(undefined)
  }
  const dialogs = { page, token, onClose: () => setAsked(undefined), onStale: revalidate }
  return (
    <>
      {(can.move || can.cancel || can.requestRefund) && (
        <Card title={can.requestRefund ? 'Was something wrong?' : 'Change of plans?'}>
          <div className={styles.moves}>
            {can.move && (
              <div>
                <Button variant="secondary" wide onClick={() => setAsked('move')}>
                  Move to another time
                </Button>
                <p>Free. You can move once, up to 24 hours before.</p>
              </div>
            )}
            {can.cancel && (
              <div>
                <Button variant="secondary" wide onClick={() => setAsked('cancel')}>
                  Cancel this showing
                </Button>
                <p>{cancelWords(page)}</p>
              </div>
            )}
            {can.requestRefund && (
              <div>
                <Button variant="secondary" wide onClick={() => setAsked('refund')}>
                  Ask for a refund
                </Button>
                <p>If you could not get in at the time. Until 24 hours after the showing.</p>
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
  const [isOver, setIsOver] = useState(false)
  async function cancel() {
    const params = { path: { token } }
    try {
      await api.POST('/api/showingbooker/public/booking/{token}/cancel', { params, body: {} })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        setIsOver(true)
        await onStale()
      }
      throw error
    }
    await onDone('Your showing is cancelled.')
  }
  return (
    <ConfirmDialog
      title="Cancel this showing"
      confirmLabel="Cancel showing"
      closeLabel="Keep showing"
      isOver={isOver}
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>{page.when}</p>
      <p>
        Your showing will be cancelled for good. <strong>{words}</strong>
      </p>
      {page.can.move && (
        <p>
          Need another time? <strong>Moving your showing is free.</strong>{' '}
          <Button variant="quiet" onClick={onMove}>
            Move instead
          </Button>
        </p>
      )}
    </ConfirmDialog>
  )
}
