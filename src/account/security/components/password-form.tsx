import type { SubmitEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import * as kit from '../../../ui/text/kit.ts'
import { useAct } from '../../../ui/use-act.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/security.ts'

type PasswordFormProps = {
  label: string
  /** Name of the field, unique on a page with several of these forms. */
  name?: string
  variant?: 'primary' | 'danger'
  /** If it throws, the field shows the error's message. */
  onSubmit: (password: string) => Promise<void>
  onCancel?: () => void
}

/** Asks for the password again before a change to the account's security. */
export function PasswordForm({ label, name = 'password', variant, onSubmit, onCancel }: PasswordFormProps) {
  const { act, isBusy, fault } = useAct()
  const isAlive = useIsAlive()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get(name))
    void act(() => onSubmit(password))
  }
  return (
    <form method="post" noValidate onSubmit={submit}>
      <Field
        name={name}
        label={t.yourPassword()}
        type="password"
        autoComplete="current-password"
        autoFocus
        required
        maxLength={1000}
        error={spoken(fault?.message)}
      />
      <p>
        <Button type="submit" variant={variant} busy={isBusy} disabled={!isAlive}>
          {label}
        </Button>{' '}
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {kit.cancel()}
          </Button>
        )}
      </p>
    </form>
  )
}
