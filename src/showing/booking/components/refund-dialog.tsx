import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
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
  async function ask() {
    const request = { params: { path: { token } }, body: { reason } }
    await api.POST('/api/showingbooker/public/booking/{token}/refund-request', request)
    await onDone(t.refundAsked())
  }
  return (
    <FormDialog
      title={t.askForRefund()}
      submitLabel={t.askForRefund()}
      closeLabel={t.notNow()}
      field="reason"
      check={() => (reason.trim() ? null : t.enterReason())}
      onSubmit={ask}
      onStale={onStale}
      onClose={onClose}
    >
      {(error) => (
        <>
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
            error={error}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
