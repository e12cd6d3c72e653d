import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { useAccountTime } from '../../../ui/account-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmailText } from '../../../ui/email-text.tsx'
import { focusOn, isFocusLost } from '../../../ui/focus-on.ts'
import { hidden, rich } from '../../../ui/rich.ts'
import { Row, Rows } from '../../../ui/rows.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/user.ts'
import type { User } from '../contract.ts'
import type { UserAct } from '../domain.ts'
import { ACT_WORDS, UserActDialog } from './user-act-dialog.tsx'

/** Lists all users, or those that match these words. */
export const usersOf = (client: ApiClient, q: string) =>
  listOf(client, '/api/showingbooker/admin/users', 'users', { query: { q, limit: 25 } })

type UserListProps = {
  q: string
  first: Page<User>
  ownId: string
  onDone: () => Promise<void>
}

/** Shows accounts, each with its status and the possible actions. */
export function UserList({ q, first, ownId, onDone }: UserListProps) {
  const [asked, setAsked] = useState<{ user: User; act: UserAct }>()
  const isAlive = useIsAlive()
  const { items, ...more } = usePages(usersOf(api, q), first)
  const signedOut = useRef<string>(undefined)
  useEffect(() => {
    if (asked || !signedOut.current || !isFocusLost()) return
    // Without a session, the pressed button is gone.
    focusOn(`[data-user="${signedOut.current}"]`)
    signedOut.current = undefined
  })
  async function done() {
    signedOut.current = asked?.act === 'sign_out' ? asked.user.id : undefined
    await onDone()
  }
  return (
    <>
      <Rows empty={q ? t.nobodyFound({ q }) : t.nobodyYet()} more={more}>
        {items.map((user) => (
          <Row
            key={user.id}
            title={<EmailText text={user.name} />}
            tags={<Tags user={user} isOwn={user.id === ownId} />}
            actions={actsFor(user, ownId).map((act) => (
              <Button
                key={PLACES[act]}
                variant="secondary"
                disabled={!isAlive}
                data-user={user.id}
                onClick={() => {
                  signedOut.current = undefined
                  setAsked({ user, act })
                }}
              >
                {ACT_WORDS[act].name()}
                <span className="visually-hidden"> {user.email}</span>
              </Button>
            ))}
          >
            <UserFacts user={user} />
          </Row>
        ))}
      </Rows>
      {asked && <UserActDialog {...asked} ownId={ownId} onDone={done} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** An action and its opposite share a place, so that the focus stays there. */
const PLACES: Record<UserAct, string> = {
  sign_out: 'sessions',
  grant_admin: 'role',
  revoke_admin: 'role',
  suspend: 'access',
  lift: 'access',
}

/** Returns the actions to offer for this account. The server decides whether they are allowed. */
const actsFor = ({ id, role, suspension, sessions }: User, ownId: string): UserAct[] => [
  ...(sessions > 0 ? (['sign_out'] as const) : []),
  ...(role === 'admin' ? (['revoke_admin'] as const) : suspension ? [] : (['grant_admin'] as const)),
  ...(suspension ? (['lift'] as const) : id === ownId ? [] : (['suspend'] as const)),
]

function Tags({ user: { role, suspension, emailVerified }, isOwn }: { user: User; isOwn: boolean }) {
  return (
    <>
      {role === 'admin' && <Badge tone="info">{t.admin()}</Badge>}
      <Badge tone={suspension ? 'bad' : 'good'}>{suspension ? t.suspended() : t.active()}</Badge>
      {!emailVerified && <Badge>{t.unconfirmed()}</Badge>}
      {isOwn && <Badge>{t.you()}</Badge>}
    </>
  )
}

function UserFacts({ user }: { user: User }) {
  const { id, email, username, suspension, createdAt, lastSignedInAt, sessions, homes, hasSecondFactor } = user
  const timeOf = useAccountTime()
  return (
    <>
      <p>
        <EmailText text={email} />
        {username && ` · ${username}`}
        {hasSecondFactor && ` · ${t.secondStepOn()}`}
      </p>
      <p>
        {[
          t.since({ at: timeOf(createdAt) }),
          lastSignedInAt ? t.lastSignIn({ at: timeOf(lastSignedInAt) }) : t.neverSignedIn(),
          t.activeSessions({ count: sessions }),
        ].join(' · ')}
      </p>
      {suspension && <p>{t.suspendedOn({ at: timeOf(suspension.at), reason: suspension.reason })}</p>}
      <p>
        {homes === 0 ? (
          t.noProperties()
        ) : (
          <Link to={`/properties?agent_id=${id}`}>{t.properties({ count: homes })}</Link>
        )}{' '}
        · <Link to={`/admin/audit?person=${encodeURIComponent(id)}`}>{rich(t.inAudit({ email, span: hidden }))}</Link>
      </p>
      <p>
        <code>{id}</code>
      </p>
    </>
  )
}
