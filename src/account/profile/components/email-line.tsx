import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import { useAct } from '../../../ui/use-act.tsx'
import * as t from '../../text/profile.ts'
import styles from './email-line.module.css'

/** Shows the email, which the security page changes, and whether it is confirmed. */
export function EmailLine({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
  const [isSent, setIsSent] = useState(false)
  const { act, isBusy, fault } = useAct()
  const toSecurity = { link: (inner: string) => <a href="/account/security">{inner}</a> }
  async function send() {
    setIsSent(false)
    await api.POST('/api/auth/send-verification-email')
    setIsSent(true)
  }
  return (
    <div className={styles.email}>
      <Field
        name="email"
        label={t.email()}
        type="email"
        readOnly
        value={email}
        hint={rich(isConfirmed ? t.emailConfirmed(toSecurity) : t.emailUnconfirmed(toSecurity))}
      />
      {!isConfirmed && (
        <Button variant="secondary" busy={isBusy} onClick={() => act(send)}>
          {t.sendAgain()}
        </Button>
      )}
      {isSent && (
        <Notice kind="success" role="status">
          <p>{t.linkSent({ email })}</p>
        </Notice>
      )}
      {fault && (
        <Notice kind="error" role="alert">
          <p>{fault.message}</p>
        </Notice>
      )}
    </div>
  )
}
