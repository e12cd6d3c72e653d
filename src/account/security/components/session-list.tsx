import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { markSignedOut } from '../../../ui/account-mark.tsx'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { focusOn } from '../../../ui/focus-on.ts'
import { hidden, rich } from '../../../ui/rich.ts'
import { useFocusOnNext } from '../../../ui/use-focus-on-next.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/security.ts'
import type { OpenSession } from '../contract.ts'
import styles from './session-list.module.css'

/** Lists where the account is signed in. */
export function SessionList({ sessions }: { sessions: OpenSession[] }) {
  const [ending, setEnding] = useState<OpenSession | 'all'>()
  const reload = useReloadAfterAct()
  const isAlive = useIsAlive()
  const list = useFocusOnNext<HTMLUListElement>(':scope > li', () => focusOn('#sessions h2'))

  async function end() {
    if (ending === 'all' || ending?.isCurrent) {
      if (ending === 'all') await api.POST('/api/auth/revoke-sessions')
      else await api.POST('/api/auth/sign-out')
      markSignedOut()
      return window.location.assign('/login')
    }
    if (ending) await api.POST('/api/auth/revoke-session', { body: { id: ending.id } })
    await reload()
  }

  return (
    <>
      <ul {...list} className={styles.list}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <p className={styles.device}>
                {session.device}
                {session.isCurrent && <Badge tone="good">{t.thisDevice()}</Badge>}
              </p>
              <p className={styles.facts}>
                {session.place && `${t.sessionFrom({ place: session.place })} · `}
                {rich(t.signedInOn({ time: () => <AccountTime at={session.signedInAt} /> }))} ·{' '}
                {rich(t.lastUsedOn({ time: () => <AccountTime at={session.lastUsedAt} /> }))}
              </p>
            </div>
            <Button variant="secondary" disabled={!isAlive} onClick={() => setEnding(session)}>
              {rich(
                t.signOutOf({
                  device: session.device,
                  span: hidden,
                }),
              )}
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.all}>
        <Button variant="danger" disabled={!isAlive} onClick={() => setEnding('all')}>
          {t.signOutAll()}
        </Button>
      </p>
      {ending && (
        <ConfirmDialog
          title={ending === 'all' ? t.signOutAllQuestion() : t.signOutQuestion({ device: ending.device })}
          confirmLabel={ending === 'all' ? t.signOutAll() : t.signOut()}
          onConfirm={end}
          onClose={() => setEnding(undefined)}
        >
          <p>{ending === 'all' ? t.signOutAllDetail() : t.signOutDetail()}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
