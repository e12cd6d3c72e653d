import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { spoken } from '../../../ui/spoken.tsx'
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
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const isAlive = useIsAlive()
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsBusy(true)
    setFault(undefined)
    try {
      await onSubmit(String(new FormData(event.currentTarget).get(name)))
    } catch (error) {
      setFault((error as Error).message)
    } finally {
      setIsBusy(false)
    }
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
        error={spoken(fault)}
      />
      <p>
        <Button type="submit" variant={variant} busy={isBusy} disabled={!isAlive}>
          {label}
        </Button>{' '}
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {t.cancel()}
          </Button>
        )}
      </p>
    </form>
  )
}
