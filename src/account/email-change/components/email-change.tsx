import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import { useAct } from '../../../ui/use-act.tsx'
import { useFocusBack } from '../../../ui/use-focus-back.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/email-change.ts'
import type { EmailChange as Change } from '../contract.ts'
import styles from './email-change.module.css'
import { EmailChangeForm } from './email-change-form.tsx'

/** Shows the email that an account signs in with, and changes it. */
export function EmailChange({ email, change }: { email: string; change: Change | null }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isCancelled, setIsCancelled] = useState(false)
  const { act, isBusy, fault } = useAct()
  const reload = useReloadAfterAct()
  const isAlive = useIsAlive()
  const opener = useFocusBack(isOpen)

  function open() {
    setIsCancelled(false)
    setIsOpen(true)
  }
  async function done() {
    await reload()
    setIsOpen(false)
  }
  async function cancel() {
    await api.DELETE('/api/auth/email-change')
    await reload()
    setIsCancelled(true)
    opener.current?.focus()
  }
  return (
    <div className={styles.change}>
      <p className={styles.email}>{t.current({ email })}</p>
      <div role="status">
        {change && (
          <Notice kind="info" title={t.waiting({ email: change.newEmail })}>
            <p>{rich(t.waitingText({ time: () => <AccountTime at={change.expiresAt} /> }))}</p>
          </Notice>
        )}
        {isCancelled && <Notice kind="success" title={t.cancelled()} />}
      </div>
      {fault && <Notice kind="error" role="alert" title={fault.message} />}
      {isOpen ? (
        <EmailChangeForm email={email} typed={change?.newEmail ?? ''} onDone={done} onCancel={() => setIsOpen(false)} />
      ) : (
        <div className={styles.actions}>
          <Button ref={opener} variant="secondary" disabled={!isAlive} onClick={open}>
            {t.change()}
          </Button>
          {change && (
            <Button variant="secondary" busy={isBusy} disabled={!isAlive} onClick={() => act(cancel)}>
              {t.cancelChange()}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
