import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as t from '../../text/profile.ts'
import styles from './email-line.module.css'

/** Shows the email, which cannot be changed, and whether it is confirmed. */
export function EmailLine({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
  const [isBusy, setIsBusy] = useState(false)
  const [answer, setAnswer] = useState<{ kind: 'success' | 'error'; text: string }>()
  async function send() {
    setIsBusy(true)
    try {
      await api.POST('/api/auth/send-verification-email')
      setAnswer({ kind: 'success', text: t.linkSent({ email }) })
    } catch (error) {
      setAnswer({ kind: 'error', text: (error as Error).message })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className={styles.email}>
      <Field
        name="email"
        label={t.email()}
        type="email"
        readOnly
        value={email}
        hint={isConfirmed ? t.emailConfirmed() : t.emailUnconfirmed()}
      />
      {!isConfirmed && (
        <Button variant="secondary" busy={isBusy} onClick={send}>
          {t.sendAgain()}
        </Button>
      )}
      {answer && (
        <Notice kind={answer.kind} role={answer.kind === 'error' ? 'alert' : 'status'}>
          <p>{answer.text}</p>
        </Notice>
      )}
    </div>
  )
}
