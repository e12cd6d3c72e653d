import { type FormEvent, useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useLateAnswer } from '../../../ui/use-late-answer.tsx'
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
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<ApiError>()
  const late = useLateAnswer(t.correctForBuyerTitle())
  const fieldFault = fault?.issues.find(({ path }) => path === 'email')?.message

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    setFault(undefined)
    try {
      const request = { params: { path: { id } }, body: { email } }
      await onChanged(bodyOf(await api.POST('/api/showingbooker/bookings/{id}/email', request)))
      // A visitor who gave no email keeps their link.
      showToast({ kind: 'success', text: showing.buyerEmail ? t.correctedForBuyer() : t.addedForBuyer() })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (late.failed(error.message)) return
      setFault(error)
      setIsBusy(false)
      document.getElementById('email')?.focus()
    }
  }
  return (
    <Dialog title={t.correctForBuyerTitle()} onClose={onClose}>
      <form method="post" noValidate onSubmit={submit}>
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
          error={spoken(fieldFault)}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <DialogActions fault={fieldFault ? undefined : fault?.message}>
          <Button variant="secondary" onClick={onClose}>
            {t.cancelDialog()}
          </Button>
          <Button type="submit" busy={isBusy}>
            {t.correctForBuyer()}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
