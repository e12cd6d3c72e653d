import { createHash } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { deviceOf, placeOf } from '../../platform/device-name.ts'
import { invalid, unauthenticated } from '../../platform/errors.ts'
import type { KnownBrowsers } from '../../platform/known-browser.ts'
import { withinTries } from '../../platform/try-limit.ts'
import { isUuid } from '../../platform/uuid.ts'
import { isWrongPassword, tooManyTries, unconfirmed } from '../account/domain.ts'
import type { Answer, Caller, Identity } from '../account/ports.ts'
import type { AccountService } from '../account/service.ts'
import type { Code, OpenSession, SecondFactor } from './contract.ts'
import * as rule from './domain.ts'
import type { CodeDrawer } from './ports.ts'
import * as rows from './repository.ts'

type SecurityDependencies = {
  db: Database
  clock: Clock
  identity: Identity
  accounts: Pick<AccountService, 'get'>
  codes: CodeDrawer
  counts: TryCounts
  browsers: KnownBrowsers
  rateLimitScale: number
}

/** Longer than a code of an app is good for, however wrong its clock may be. */
const CODE_MINUTES = 3

/** What keeps an account its owner's: where it is signed in, and the second step of the sign-in. */
export function createSecurityService({ db, clock, identity, accounts, codes, ...options }: SecurityDependencies) {
  const { browsers, counts, rateLimitScale } = options
  const passwords = counts('password again: account', { tries: 5 * rateLimitScale, seconds: 60 })
  const places = counts('second step: address', { tries: 30 * rateLimitScale, seconds: 60 })

  type Again = { actor: Actor; caller: Caller; password: string }

  /** Asks for the password once more, where nothing is against it; a stolen session is no way to guess it. */
  async function withPassword<T>(
    { actor, caller, password }: Again,
    faultOf: (factor: { isOn: boolean; isConfirmed: boolean }) => Error | null,
    act: () => Promise<T>,
  ): Promise<T> {
    const { accountId } = requireAccount(actor)
    const issues = rule.passwordIssues(password)
    if (issues.length > 0) throw invalid(issues)
    const fault = faultOf(await rows.findFactor(db, accountId))
    if (fault) throw fault
    // The provider acts by the cookie; a call with a bearer token never does.
    if (caller.headers.has('authorization')) throw unauthenticated()
    const decide = { isWrong: isWrongPassword, refuse: tooManyTries }
    return withinTries([{ limit: passwords, key: accountId }], act, decide)
  }

  const unlessOff = ({ isOn }: { isOn: boolean }) => (isOn ? null : rule.factorOff())

  return {
    /** @throws DomainError unauthenticated */
    async sessions(actor: Actor, { headers }: Caller): Promise<OpenSession[]> {
      const { accountId } = requireAccount(actor)
      const own = identity.sessionTokenOf(headers)
      return (await rows.listSessions(db, accountId, clock.now())).map((row) => ({
        id: row.id,
        device: deviceOf(row.user_agent),
        place: placeOf(row.ip_address),
        signedInAt: row.created_at.toISOString(),
        lastUsedAt: (row.last_used_at ?? row.created_at).toISOString(),
        isCurrent: row.token === own,
      }))
    },

    /** At once, in every process, its bearer tokens too. @throws DomainError unauthenticated, not_found */
    async endSession(actor: Actor, id: string): Promise<void> {
      const { accountId } = requireAccount(actor)
      if (!isUuid(id) || !(await rows.deleteOwnSession(db, accountId, id))) throw rule.noSuchSession()
    },

    /** Everywhere, here too. Only from a session: a bearer token does not end its own. @throws DomainError unauthenticated */
    async endAllSessions(actor: Actor, { headers }: Caller): Promise<void> {
      const { accountId } = requireAccount(actor)
      if (headers.has('authorization')) throw unauthenticated()
      await db.transaction().execute((tx) => rows.deleteAllSessions(tx, accountId))
    },

    /** @throws DomainError unauthenticated */
    async factor(actor: Actor): Promise<{ enabled: boolean }> {
      return { enabled: (await rows.findFactor(db, requireAccount(actor).accountId)).isOn }
    },

    /** Begins it; it is on once a code has been entered. @throws DomainError unauthenticated, invalid, conflict, too_many */
    async enable(actor: Actor, caller: Caller, password: string): Promise<Answer<SecondFactor>> {
      const { body, cookies } = await withPassword(
        { actor, caller, password },
        ({ isOn, isConfirmed }) => (isOn ? rule.factorOn() : isConfirmed ? null : unconfirmed()),
        () => identity.enableSecondFactor(caller, password),
      )
      const svg = await codes.svg(body.totpUri)
      return { body: { ...body, qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }, cookies }
    },

    /** @throws DomainError unauthenticated, invalid, conflict, too_many */
    disable: (actor: Actor, caller: Caller, password: string): Promise<Answer<null>> =>
      withPassword({ actor, caller, password }, unlessOff, () => identity.disableSecondFactor(caller, password)),

    /** The ones before are good no more. @throws DomainError unauthenticated, invalid, conflict, too_many */
    renewBackupCodes: (actor: Actor, caller: Caller, password: string): Promise<Answer<{ backupCodes: string[] }>> =>
      withPassword({ actor, caller, password }, unlessOff, () => identity.renewBackupCodes(caller, password)),

    /**
     * A code ends a sign-in that waits for it or, of somebody who is signed in, switches the second step on. The provider
     * counts wrong ones: five end the sign-in, ten in a row lock the second step for a quarter of an hour.
     * @throws DomainError invalid, unauthenticated (the code, or the sign-in took too long), too_many
     */
    async verify(caller: Caller, kind: rule.CodeKind, form: Code) {
      const code = rule.cleanCode(form.code, kind)
      const issues = rule.codeIssues(code, kind)
      if (issues.length > 0) throw invalid(issues)
      const attempt = () => identity.verifySecondFactor(caller, { kind, code, trustDevice: form.trustDevice })
      const decide = { isWrong: rule.isWrongCode, refuse: tooManyTries }
      const { body, cookies } = await withinTries([{ limit: places, key: caller.address }], attempt, decide)
      const hash = createHash('sha256').update(code).digest('base64url')
      const used = { accountId: body.accountId, hash, now: clock.now(), minutes: CODE_MINUTES }
      if (body.isNewSession && kind === 'totp' && !(await rows.takeCode(db, used))) {
        await rows.deleteSessionByToken(db, body.sessionToken)
        throw rule.wrongCode()
      }
      const user = await accounts.get(body.accountId)
      return { body: { user }, cookies: [...cookies, browsers.cookieFor(caller.headers, user.email)] }
    },
  }
}

export type SecurityService = ReturnType<typeof createSecurityService>
