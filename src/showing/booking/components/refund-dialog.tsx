import { type FormEvent, useState } from 'react'
import { ApiError, api } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import * as t from '../../text/booking.ts'
import type { BuyerPage } from '../contract.ts'

export type BuyerDialogProps = {
  page: BuyerPage
  token: string
  onClose: () => void
  /** Called when the booking is no longer as the page shows it. */
  onStale: () => Promise<void>
  /** @param text text of the toast */
  onDone: (text: string) => Promise<void>
}

/** Asks the buyer why they want a refund. */
export function RefundDialog({ page, token, onClose, onStale, onDone }: BuyerDialogProps) {
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<ApiError>()
  const [fieldFault, setFieldFault] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setFault(undefined)
    setFieldFault(reason.trim() ? undefined : t.enterReason())
    if (!reason.trim()) {
      document.getElementById('reason')?.focus()
      return
    }
    setIsBusy(true)
    try {
      const request = { params: { path: { token } }, body: { reason } }
      await api.POST('/api/showingbooker/public/booking/{token}/refund-request', request)
      await onDone(t.refundAsked())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const atField = error.issues.find(({ path }) => path === 'reason')?.message
      setFieldFault(atField)
      setFault(atField ? undefined : error)
      setIsBusy(false)
      if (error.status === 409) await onStale()
    }
  }
  const isOver = fault?.status === 409
  return (
    <Dialog title={t.askForRefund()} onClose={onClose}>
      <form method="post" noValidate onSubmit={submit}>
        <p>{t.refundIntro({ money: formatMoney(page.stillPaid) })}</p>
        <Field
          name="reason"
          label={t.whatHappened()}
          multiline
          rows={4}
          required
          maxLength={1000}
          hint={t.agentSees()}
          value={reason}
          error={fieldFault}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setFieldFault(undefined)
          }}
        />
        <DialogActions fault={fault?.message}>
          <Button variant="secondary" onClick={onClose}>
            {isOver ? t.closeDialog() : t.notNow()}
          </Button>
          {!isOver && (
            <Button type="submit" busy={isBusy}>
              {t.askForRefund()}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
