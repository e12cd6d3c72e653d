import { useEffect, useRef, useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { isFocusLost } from '../../../ui/focus-on.ts'
import { Notice } from '../../../ui/notice.tsx'
import phoneHidden from '../../../ui/phone-hidden.module.css'
import { rich } from '../../../ui/rich.ts'
import { useAct } from '../../../ui/use-act.tsx'
import * as t from '../../text/dashboard.ts'

/**
 * Reminds an agent to confirm the account's email, because renters and our messages may use it.
 * @param isShort leaves room for tasks
 */
export function ConfirmEmail({ email, isShort }: { email: string; isShort: boolean }) {
  const [isSent, setIsSent] = useState(false)
  const { act, isBusy, fault } = useAct()
  const status = useRef<HTMLParagraphElement>(null)
  // The button disappears.
  useEffect(() => {
    if (isSent && isFocusLost()) status.current?.focus()
  }, [isSent])
  async function send() {
    await api.POST('/api/auth/send-verification-email')
    setIsSent(true)
  }
  return (
    <Notice
      kind="warning"
      isSlim={isShort}
      title={t.confirmEmail()}
      action={
        !isSent && (
          <Button variant={isShort ? 'quiet' : 'secondary'} busy={isBusy} onClick={() => act(send)}>
            {t.sendLink()}
          </Button>
        )
      }
    >
      <p className={isShort ? phoneHidden.words : undefined}>
        {rich(t.confirmEmailWhy({ email, link: (inner) => <a href="/account/security">{inner}</a> }))}
      </p>
      <p ref={status} role="status" tabIndex={-1}>
        {isSent ? t.confirmationSent({ email }) : fault?.message}
      </p>
    </Notice>
  )
}
