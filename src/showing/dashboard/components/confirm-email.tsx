import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import phoneHidden from '../../../ui/phone-hidden.module.css'
import * as t from '../../text/dashboard.ts'

/**
 * Reminds an agent to confirm the account's email, because renters and our messages may use it.
 * @param isShort leaves room for tasks
 */
export function ConfirmEmail({ email, isShort }: { email: string; isShort: boolean }) {
  const [isBusy, setIsBusy] = useState(false)
  const [answer, setAnswer] = useState<{ isSent: boolean; text: string }>()
  async function send() {
    setIsBusy(true)
    try {
      await api.POST('/api/auth/send-verification-email')
      setAnswer({ isSent: true, text: t.confirmationSent({ email }) })
    } catch (error) {
      setAnswer({ isSent: false, text: (error as Error).message })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Notice
      kind="warning"
      isSlim={isShort}
      title={t.confirmEmail()}
      action={
        !answer?.isSent && (
          <Button variant={isShort ? 'quiet' : 'secondary'} busy={isBusy} onClick={send}>
            {t.sendLink()}
          </Button>
        )
      }
    >
      <p className={isShort ? phoneHidden.words : undefined}>{t.confirmEmailWhy({ email })}</p>
      <p role="status">{answer?.text}</p>
    </Notice>
  )
}
