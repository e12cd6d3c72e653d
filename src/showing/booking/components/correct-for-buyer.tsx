import { useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import { WhichShowing } from './which-showing.tsx'

type CorrectForBuyerProps = {
  showing: ShowingRecord
  onChanged: (showing: ShowingRecord) => Promise<void>
  onClose: () => void
}

/** Asks an admin for the email of a buyer who called support. */
export function CorrectForBuyer({ showing, onChanged, onClose }: CorrectForBuyerProps) {
  const { id } = showing
  const [email, setEmail] = useState(showing.buyerEmail)
  async function correct() {
    const request = { params: { path: { id } }, body: { email } }
    await onChanged(bodyOf(await api.POST('/api/showingbooker/bookings/{id}/email', request)))
    // A visitor who gave no email keeps their link.
    showToast({ kind: 'success', text: showing.buyerEmail ? t.correctedForBuyer() : t.addedForBuyer() })
  }
  return (
    <FormDialog
      title={t.correctForBuyerTitle()}
      submitLabel={t.correctForBuyer()}
      field="email"
      onSubmit={correct}
      onClose={onClose}
    >
      {(error) => (
        <>
          <WhichShowing showing={showing} />
          <Field
            name="email"
            type="email"
            label={t.newEmail()}
            required
            autoComplete="off"
            maxLength={254}
            hint={showing.buyerEmail ? t.correctForBuyerHint() : t.addForBuyerHint()}
            value={email}
            error={error}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
