import { useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/booking.ts'
import type { BuyerPage } from '../contract.ts'
import { chooseNext, chosenNext, forgetNext, useNextLink } from './use-ended-link.tsx'

/** A visitor who phoned may have given no email. */
const titleOf = ({ booking }: BuyerPage) => (booking.buyerEmail ? t.correctEmail() : t.addEmail())

const tokenOf = ({ manageUrl }: BuyerPage['booking']) => manageUrl.split('/').pop() ?? ''

/** @param isAhead `false` if the showing is canceled, declined, or over, so that we confirm nothing */
type Of = { page: BuyerPage; isAhead: boolean }

/** Opens the form in which buyers correct the email that they booked with. */
export function CorrectEmail(of: Of) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {titleOf(of.page)}
      </Button>
      {isOpen && <EmailDialog {...of} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function EmailDialog({ page, isAhead, onClose }: Of & { onClose: () => void }) {
  const reload = useReloadAfterAct()
  const moveTo = useNextLink()
  const [email, setEmail] = useState(page.booking.buyerEmail)
  async function correct() {
    const token = tokenOf(page.booking)
    const isRepeat = chosenNext(token) !== null
    try {
      // If the answer gets lost, the same correction through the old link finds the new one.
      const answer = await api.POST('/api/showingbooker/public/booking/{token}/email', {
        params: { path: { token } },
        body: { email, nextToken: chooseNext(token) },
      })
      // The link of this page ends, because the old email has it.
      const next = tokenOf(bodyOf(answer).booking)
      await (next === token ? reload() : moveTo(next))
    } catch (error) {
      // A refusal does not say whether an earlier try succeeded.
      if (!isRepeat && error instanceof ApiError && error.status >= 400 && error.status < 500) forgetNext(token)
      throw error
    }
    forgetNext(token)
    if (email.trim() !== page.booking.buyerEmail)
      showToast({ kind: 'success', text: isAhead ? t.emailCorrected() : t.emailCorrectedOff() })
  }
  return (
    <FormDialog
      title={titleOf(page)}
      submitLabel={titleOf(page)}
      closeLabel={t.notNow()}
      field="email"
      onSubmit={correct}
      onClose={onClose}
    >
      {(error) => (
        <Field
          name="email"
          type="email"
          autoComplete="email"
          label={t.newEmail()}
          hint={!page.booking.buyerEmail ? undefined : isAhead ? t.correctEmailHow() : t.correctEmailOff()}
          required
          maxLength={254}
          value={email}
          error={error}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
