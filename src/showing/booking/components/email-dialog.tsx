import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { newLinkToken } from '../../../platform/link-token.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/booking.ts'
import type { BuyerPage } from '../contract.ts'

/** A visitor who phoned may have given none. */
const titleOf = ({ booking }: BuyerPage) => (booking.buyerEmail ? t.correctEmail() : t.addEmail())

/** Opens the form in which buyers correct the email that they booked with. */
export function CorrectEmail({ page }: { page: BuyerPage }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {titleOf(page)}
      </Button>
      {isOpen && <EmailDialog page={page} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function EmailDialog({ page, onClose }: { page: BuyerPage; onClose: () => void }) {
  const reload = useReloadAfterAct()
  const navigate = useNavigate()
  const chosen = useRef({ of: '', nextToken: '' })
  const [email, setEmail] = useState(page.booking.buyerEmail)
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<ApiError>()
  const atField = fault?.issues.find(({ path }) => path === 'email')?.message

  async function submit(event: FormEvent) {
    event.preventDefault()
    setFault(undefined)
    setIsBusy(true)
    try {
      const { manageUrl } = page.booking
      const token = manageUrl.split('/').pop() ?? ''
      // If the answer is lost, the same correction by the ended link finds the new one.
      const of = `${token} ${email.trim()}`
      if (chosen.current.of !== of) chosen.current = { of, nextToken: newLinkToken() }
      const answer = await api.POST('/api/showingbooker/public/booking/{token}/email', {
        params: { path: { token } },
        body: { email, nextToken: chosen.current.nextToken },
      })
      // The former email has the link of this page, so it ends.
      const next = bodyOf(answer).booking.manageUrl
      if (next === manageUrl) await reload()
      else {
        const { search } = window.location
        await navigate({ pathname: new URL(next).pathname, search }, { replace: true, preventScrollReset: true })
      }
      if (email.trim() !== page.booking.buyerEmail) showToast({ kind: 'success', text: t.emailCorrected() })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error)
      setIsBusy(false)
      document.getElementById('email')?.focus()
    }
  }
  return (
    <Dialog title={titleOf(page)} onClose={onClose}>
      <form method="post" noValidate onSubmit={submit}>
        <Field
          name="email"
          type="email"
          autoComplete="email"
          label={t.newEmail()}
          hint={page.booking.buyerEmail ? t.correctEmailHow() : undefined}
          required
          maxLength={254}
          value={email}
          error={atField}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setFault(undefined)
          }}
        />
        <DialogActions fault={atField ? undefined : fault?.message}>
          <Button variant="secondary" onClick={onClose}>
            {t.notNow()}
          </Button>
          <Button type="submit" busy={isBusy}>
            {titleOf(page)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
