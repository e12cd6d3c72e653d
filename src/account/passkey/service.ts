import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { deviceOf } from '../../platform/device-name.ts'
import { invalid, unauthenticated } from '../../platform/errors.ts'
import type { KnownBrowsers } from '../../platform/known-browser.ts'
import { passkeyOrigin } from '../../platform/passkey-origin.ts'
import { withinTries } from '../../platform/try-limit.ts'
import { isUuid } from '../../platform/uuid.ts'
import { isWrongPassword, tooManyTries, unconfirmed, wrongPassword } from '../account/domain.ts'
import type { Answer, Caller, CeremonyOptions, Identity } from '../account/ports.ts'
import type { AccountService } from '../account/service.ts'
import type { RecoveryService } from '../recovery/service.ts'
import type { DeviceAnswer, EnteredByPasskey, Passkey } from './contract.ts'
import * as rule from './domain.ts'
import * as rows from './repository.ts'

type PasskeyDependencies = {
  db: Database
  clock: Clock
  identity: Pick<Identity, 'passkeys' | 'sessionTokenOf' | 'isPassword'>
  accounts: Pick<AccountService, 'get' | 'endFormerSession'>
  recovery: Pick<RecoveryService, 'tell'>
  publicUrl: string
  counts: TryCounts
  browsers: KnownBrowsers
  rateLimitScale: number
}

/** We ask for no extensions. */
const whole = ({ response }: DeviceAnswer) => ({ ...response, clientExtensionResults: {} })

/** A sign-in by the device itself, which asks for finger, face or PIN: both factors at once. */
export function createPasskeyService({ db, clock, identity, accounts, recovery, ...options }: PasskeyDependencies) {
  const { browsers, counts, rateLimitScale } = options
  const passwords = counts('password again: account', { tries: 5 * rateLimitScale, seconds: 60 })
  const places = counts('passkey: address', { tries: 30 * rateLimitScale, seconds: 60 })

  function requireName() {
    if (!passkeyOrigin(options.publicUrl)) throw rule.noNameHere()
  }

  /**
   * Whoever finds a browser open shall not make himself a key to it, nor take one away: only shortly after a sign-in, or
   * with the password. By the cookie alone.
   */
  async function requireRecent(actor: Actor, { headers }: Caller, password: string): Promise<string> {
    const { accountId } = requireAccount(actor)
    const token = headers.has('authorization') ? null : identity.sessionTokenOf(headers)
    if (token === null) throw unauthenticated()
    if (await rows.isSessionSince(db, token, clock.now().subtract({ minutes: rule.RECENT_MINUTES }))) return accountId
    if (password === '') throw rule.passwordNeeded()
    const check = async () => {
      const hash = await rows.findPassword(db, accountId)
      if (!hash || !(await identity.isPassword(password, hash))) throw wrongPassword()
      return accountId
    }
    return withinTries([{ limit: passwords, key: accountId }], check, {
      isWrong: isWrongPassword,
      refuse: tooManyTries,
    })
  }

  return {
    /** @throws DomainError unauthenticated */
    async list(actor: Actor): Promise<Passkey[]> {
      return (await rows.listPasskeys(db, requireAccount(actor).accountId)).map((row) => ({
        id: row.id,
        name: row.name ?? 'Passkey',
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
        isSynced: row.backed_up,
      }))
    },

    /**
     * What the device is asked with for a new one. @throws DomainError unauthenticated, conflict (no name, too many, the
     * address is not confirmed), invalid (`password_needed`, or the password), too_many
     */
    async begin(actor: Actor, caller: Caller, password: string): Promise<Answer<CeremonyOptions>> {
      const { accountId } = requireAccount(actor)
      requireName()
      if (!(await accounts.get(accountId)).emailVerified) throw unconfirmed()
      if ((await rows.listPasskeys(db, accountId)).length >= rule.PASSKEYS_MAX) throw rule.tooManyPasskeys()
      await requireRecent(actor, caller, password)
      return identity.passkeys.registerOptions(caller)
    },

    /**
     * Within five minutes of `begin`, whose cookie must come along. It gets its keeper's name, else the browser's.
     * @throws DomainError unauthenticated, invalid, conflict
     */
    async add(actor: Actor, caller: Caller, answer: DeviceAnswer): Promise<Answer<null>> {
      const { accountId, email } = requireAccount(actor)
      requireName()
      if (caller.headers.has('authorization')) throw unauthenticated()
      const { body, cookies } = await identity.passkeys.register(caller, whole(answer))
      const name = body.keeper ?? deviceOf(caller.headers.get('user-agent'))
      await db.transaction().execute(async (tx) => {
        await rows.renamePasskey(tx, { id: body.id, accountId, name })
        await recovery.tell(tx, { kind: 'passkey_added', email, detail: name })
      })
      return { body: null, cookies }
    },

    /** @throws DomainError unauthenticated, invalid, not_found */
    async rename(actor: Actor, { id, name }: { id: string; name: string }): Promise<void> {
      const { accountId } = requireAccount(actor)
      const cleaned = rule.cleanName(name)
      const issues = rule.nameIssues(cleaned)
      if (issues.length > 0) throw invalid(issues)
      if (!isUuid(id) || !(await rows.renamePasskey(db, { id, accountId, name: cleaned }))) throw rule.noSuchPasskey()
    },

    /** It opens nothing from now on. @throws DomainError unauthenticated, invalid, not_found, too_many */
    async remove(actor: Actor, caller: Caller, form: { id: string; password: string }): Promise<void> {
      const { accountId, email } = requireAccount(actor)
      const own = (await rows.listPasskeys(db, accountId)).find(({ id }) => id === form.id)
      if (!own) throw rule.noSuchPasskey()
      await requireRecent(actor, caller, form.password)
      await db.transaction().execute(async (tx) => {
        if (!(await rows.deletePasskey(tx, form.id, accountId))) throw rule.noSuchPasskey()
        await recovery.tell(tx, { kind: 'passkey_removed', email, detail: own.name ?? 'Passkey' })
      })
    },

    /** What a device is asked with to sign in; the challenge is good once, for five minutes. @throws DomainError conflict */
    async challenge(caller: Caller): Promise<Answer<CeremonyOptions>> {
      requireName()
      await rows.sweepChallenges(db, clock.now())
      return identity.passkeys.signInOptions(caller)
    },

    /** @throws DomainError conflict, unauthenticated (`passkey_unknown`, `passkey_expired`), too_many */
    async signIn(caller: Caller, answer: DeviceAnswer): Promise<Answer<EnteredByPasskey>> {
      requireName()
      const attempt = () => identity.passkeys.signIn(caller, whole(answer))
      const decide = { isWrong: rule.isUnknownPasskey, refuse: tooManyTries }
      const { body, cookies } = await withinTries([{ limit: places, key: caller.address }], attempt, decide)
      await rows.noteUse(db, answer.response.id, clock.now())
      await accounts.endFormerSession(caller.headers)
      const user = await accounts.get(body.accountId)
      return { body: { user }, cookies: [...cookies, browsers.cookieFor(caller.headers, user.email)] }
    },
  }
}

export type PasskeyService = ReturnType<typeof createPasskeyService>
