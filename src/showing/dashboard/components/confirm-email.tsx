import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** Reminds an agent to confirm the account's email: renters and our own messages may depend on it. */
export function ConfirmEmail({ email }: { email: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const [answer, setAnswer] = useState<{ isSent: boolean; text: string }>()
  async function send() {
    setIsBusy(true)
    try {
      await api.POST('/api/auth/send-verification-email')
      setAnswer({ isSent: true, text: `We sent a link to ${email}. Open it to confirm your email.` })
    } catch (error) {
      setAnswer({ isSent: false, text: (error as Error).message })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Notice kind="warning" title="Confirm your email">
      <p>We send news of your showings to {email}, and renters see it where a property has no other email.</p>
      {!answer?.isSent && (
        <Button variant="secondary" busy={isBusy} onClick={send}>
          Send me the link
        </Button>
      )}
      <p role="status">{answer?.text}</p>
    </Notice>
  )
}
