import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/security.ts'

type PasswordFormProps = {
  label: string
  /** Its own on a page that has several. */
  name?: string
  variant?: 'primary' | 'danger'
  /** What it throws is shown at the field. */
  onSubmit: (password: string) => Promise<void>
  onCancel?: () => void
}

/** Asks for the password once more before something is locked or unlocked. */
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
        error={fault}
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
