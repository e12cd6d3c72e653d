import { type SubmitEvent, useEffect, useRef } from 'react'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import * as kit from '../../../ui/text/kit.ts'
import { useAct } from '../../../ui/use-act.tsx'
import * as t from '../../text/email-change.ts'
import type { EmailChangeForm as Form } from '../contract.ts'
import { changeIssues } from '../domain.ts'
import styles from './email-change.module.css'

type EmailChangeFormProps = {
  /** The current email. */
  email: string
  /** The new email that was typed before. */
  typed: string
  onDone: () => Promise<void>
  onCancel: () => void
}

/** Asks for the new email and the password. */
export function EmailChangeForm({ email, typed, onDone, onCancel }: EmailChangeFormProps) {
  const { act, isBusy, fault, issues } = useAct()
  const form = useRef<HTMLFormElement>(null)
  const faultOf = (path: keyof Form) => spoken(issues.find((issue) => issue.path === path)?.message)
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [fault])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const body = { newEmail: String(fields.get('newEmail')), password: String(fields.get('password')) }
    void act(
      async () => {
        await api.POST('/api/auth/email-change', { body })
        await onDone()
      },
      changeIssues(body, email),
    )
  }
  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={submit}>
      <Field
        name="newEmail"
        label={t.newEmail()}
        type="email"
        autoComplete="email"
        autoFocus
        required
        maxLength={320}
        defaultValue={typed}
        hint={t.newEmailHint()}
        error={faultOf('newEmail')}
      />
      <Field
        name="password"
        label={t.password()}
        type="password"
        autoComplete="current-password"
        required
        maxLength={1000}
        error={faultOf('password')}
      />
      {fault && issues.length === 0 && <Notice kind="error" role="alert" title={fault.message} />}
      <div className={styles.actions}>
        <Button type="submit" busy={isBusy}>
          {t.sendLink()}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {kit.cancel()}
        </Button>
      </div>
    </form>
  )
}
