import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import { markAccount } from '../../../ui/account-mark.tsx'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import type { OpenSession } from '../contract.ts'
import styles from './session-list.module.css'

/** Where the account is signed in. */
export function SessionList({ sessions }: { sessions: OpenSession[] }) {
  const [ending, setEnding] = useState<OpenSession | 'all'>()
  const { revalidate } = useRevalidator()
  const isAlive = useIsAlive()

  async function end() {
    if (ending === 'all' || ending?.isCurrent) {
      if (ending === 'all') await api.POST('/api/auth/revoke-sessions')
      else await api.POST('/api/auth/sign-out')
      markAccount(null)
      return window.location.assign('/login')
    }
    if (ending) await api.POST('/api/auth/revoke-session', { body: { id: ending.id } })
    await revalidate()
  }

  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <p className={styles.device}>
                {session.device}
                {session.isCurrent && <Badge tone="good">This device</Badge>}
              </p>
              <p className={styles.facts}>
                {session.place && `From ${session.place} · `}Signed in <AccountTime at={session.signedInAt} /> · Last
                used <AccountTime at={session.lastUsedAt} />
              </p>
            </div>
            <Button variant="secondary" disabled={!isAlive} onClick={() => setEnding(session)}>
              Sign out<span className="visually-hidden"> {session.device}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.all}>
        <Button variant="danger" disabled={!isAlive} onClick={() => setEnding('all')}>
          Sign out everywhere
        </Button>
      </p>
      {ending && (
        <ConfirmDialog
          title={ending === 'all' ? 'Sign out everywhere?' : `Sign out ${ending.device}?`}
          confirmLabel={ending === 'all' ? 'Sign out everywhere' : 'Sign out'}
          onConfirm={end}
          onClose={() => setEnding(undefined)}
        >
          <p>
            {ending === 'all'
              ? 'Every device is signed out at once, this one too.'
              : 'It is signed out at once. Whoever uses it has to sign in again.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
