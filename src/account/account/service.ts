import { randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount, visitor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { DomainError, invalid, unauthenticated } from '../../platform/errors.ts'
import type { KnownBrowsers } from '../../platform/known-browser.ts'
import { findWeakness } from '../../platform/password-strength.ts'
import { oneLine } from '../../platform/plain-text.ts'
import { withinTries } from '../../platform/try-limit.ts'
import type {
  Account,
  AgentProfile,
  AgentProfileForm,
  CodeAsked,
  Session,
  SignedIn,
  SignIn,
  SignUp,
} from './contract.ts'
import {
  agentProfileIssues,
  cleanProfile,
  emailIssues,
  emailTaken,
  foldEmail,
  invalidProfile,
  isWrongCredentials,
  noSuchAccount,
  ownWords,
  REGISTRATION_CREDITS,
  signInIssues,
  signInLimits,
  signUpIssues,
  tooManyTries,
  usernameCandidates,
  WRONG_SIGN_IN_MS,
  weakPasswordMessage,
} from './domain.ts'
import type { Answer, Caller, Identity } from './ports.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findAccount,
  findAccountByEmail,
  findAccountBySession,
  findAccountByToken,
  findAgentProfile,
  findPasswordHash,
  findSession,
  grantCredits,
  insertAccount,
  insertProfile,
  noteUse,
  replaceHash,
  retireKeys,
  updateRole,
  upsertAgentProfile,
  upsertPassword,
} from './repository.ts'

const BEARER = /^bearer +(\S+)$/i

type Also = (tx: Database, account: Account) => Promise<void>
type Seed = { email: string; name: string; role: 'agent' | 'admin'; password: string; isSet: boolean }

export type AccountDependencies = {
  db: Database
  identity: Identity
  clock: Clock
  counts: TryCounts
  browsers: KnownBrowsers
  rateLimitScale: number
  pause: (ms: number) => Promise<unknown>
  /** Asks a new account to confirm its address. */
  welcome: (email: string) => Promise<void>
}

export function createAccountService({
  db,
  identity,
  clock,
  browsers,
  welcome,
  pause,
  ...options
}: AccountDependencies) {
  const limits = signInLimits(options.rateLimitScale)
  const tries = {
    ofOneAtOnePlace: options.counts('sign-in: account and address', limits.ofOneAtOnePlace),
    ofOneAnywhere: options.counts('sign-in: account', limits.ofOneAnywhere),
    ofAnyAtOnePlace: options.counts('sign-in: address', limits.ofAnyAtOnePlace),
    ofKnownBrowser: options.counts('sign-in: known browser', limits.ofKnownBrowser),
    ofKnownBrowserInADay: options.counts('sign-in: known browser, longer', limits.ofKnownBrowserInADay),
  }

  /** What strangers try elsewhere does not count for a browser that has signed in to this account before. */
  function limitsOf(email: string, { headers, address }: Caller) {
    const browser = browsers.idOf(headers, email)
    if (browser !== null)
      return [
        { limit: tries.ofKnownBrowser, key: browser },
        { limit: tries.ofKnownBrowserInADay, key: browser },
      ]
    return [
      { limit: tries.ofOneAtOnePlace, key: `${email} ${address}` },
      { limit: tries.ofAnyAtOnePlace, key: address },
      // Last: what a place may not try does not slow down the account.
      { limit: tries.ofOneAnywhere, key: email },
    ]
  }

  async function accountOfSession(headers: Headers): Promise<Account | null> {
    const token = identity.sessionTokenOf(headers)
    const found = token === null ? null : await findAccountBySession(db, token, clock.now())
    if (!token || !found) return null
    if (!found.isFresh) await noteUse(db, token, clock.now())
    return found.account
  }

  async function signedIn({ body, cookies }: Answer<{ id: string }>): Promise<Answer<SignedIn>> {
    const user = await findAccount(db, body.id)
    if (!user) throw unauthenticated()
    return { body: { user }, cookies }
  }

  /** The one that this browser had before a new sign-in: nobody would end it any more. */
  async function endFormerSession(headers: Headers): Promise<void> {
    const token = identity.sessionTokenOf(headers)
    if (token !== null) await deleteSession(db, token)
  }

  async function giveProfile(tx: Database, account: { id: string; email: string }, role: 'agent' | 'admin') {
    for (const username of usernameCandidates(account.email, account.id)) {
      const profile = { accountId: account.id, username, role, at: clock.now() }
      if (await insertProfile(tx, profile))
        return grantCredits(tx, { ...profile, id: randomUUIDv7(), amount: REGISTRATION_CREDITS })
      // The account's own request has made it meanwhile, with its credits.
      if (await updateRole(tx, account.id, role)) return
    }
    throw new Error(`No username was free for account ${account.id}`)
  }

  async function setRole(tx: Database, account: { id: string; email: string }, role: 'agent' | 'admin') {
    if (!(await updateRole(tx, account.id, role))) await giveProfile(tx, account, role)
  }

  async function seedAccount(seed: Seed): Promise<string> {
    const known = await findAccountByEmail(db, seed.email)
    if (known && !seed.isSet) return known.id
    const kept = known && (await findPasswordHash(db, known.id))
    if (known && kept && (await identity.isPassword(seed.password, kept))) return known.id
    const hash = await identity.hashPassword(seed.password)
    const id = known?.id ?? randomUUIDv7()
    const at = clock.now()
    const isDone = await db.transaction().execute(async (tx) => {
      if (!known && !(await insertAccount(tx, { id, email: seed.email, name: seed.name, at }))) return false
      if (!known) await giveProfile(tx, { id, email: seed.email }, seed.role)
      await upsertPassword(tx, { id: randomUUIDv7(), accountId: id, hash, at })
      if (known) await deleteSessionsOf(tx, id)
      return true
    })
    // Otherwise another process seeded it in the same moment.
    return isDone ? id : seedAccount({ ...seed, isSet: false })
  }

  return {
    /**
     * Who asks: by bearer token if there is one, else by the session cookie. A token that does not hold makes a
     * visitor, also beside a good cookie, so that a call with a bearer token never acts by cookie.
     */
    async actorOf({ headers }: { headers: Headers }): Promise<Actor> {
      const bearer = BEARER.exec(headers.get('authorization') ?? '')?.[1]
      if (bearer === undefined) return actorFrom(await accountOfSession(headers))
      const subject = await identity.accountOfToken(bearer)
      return subject === null ? visitor : actorFrom(await findAccountByToken(db, subject, clock.now()))
    },

    /** @throws DomainError invalid, conflict (the e-mail is taken), too_many */
    async signUp(caller: Caller, form: SignUp): Promise<Answer<SignedIn>> {
      const issues = signUpIssues(form)
      if (issues.length > 0) throw invalid(issues)
      const email = foldEmail(form.email)
      const weakness = await findWeakness(form.password, ownWords({ ...form, email }))
      if (weakness) throw invalid([{ path: 'password', message: weakPasswordMessage(weakness) }], 'weak_password')
      const name = oneLine(form.name) || email.slice(0, email.indexOf('@'))
      try {
        const { body, cookies } = await signedIn(
          await identity.signUp(caller, { email, password: form.password, name }),
        )
        await welcome(email)
        await endFormerSession(caller.headers)
        return { body, cookies: [...cookies, browsers.cookieFor(caller.headers, email)] }
      } catch (error) {
        // Of two sign-ups in the same moment the provider tells the second one of a fault.
        if (!(error instanceof DomainError) && (await findAccountByEmail(db, email))) throw emailTaken()
        throw error
      }
    },

    /** @throws DomainError invalid, unauthenticated (whether or not the account exists), too_many */
    async signIn(caller: Caller, form: SignIn): Promise<Answer<SignedIn | CodeAsked>> {
      const issues = signInIssues(form)
      if (issues.length > 0) throw invalid(issues)
      const credentials = { email: foldEmail(form.email), password: form.password, rememberMe: form.rememberMe }
      const { email } = credentials
      const attempt = async () => {
        const { body, cookies } = await sameTime(pause, () => identity.signIn(caller, credentials))
        const { account, oldHash } = body
        if (oldHash !== null)
          await replaceHash(db, { email, oldHash, hash: await identity.hashPassword(form.password) })
        await endFormerSession(caller.headers)
        if (!account) return { body: { twoFactorRedirect: true as const }, cookies }
        return signedIn({ body: account, cookies: [...cookies, browsers.cookieFor(caller.headers, email)] })
      }
      return withinTries(limitsOf(email, caller), attempt, { isWrong: isWrongCredentials, refuse: tooManyTries })
    },

    endFormerSession,

    /** The session that a call acts by, of its bearer token or its cookie; null: by none that lives. */
    async sessionOf(headers: Headers): Promise<{ accountId: string; sessionId: string } | null> {
      const bearer = BEARER.exec(headers.get('authorization') ?? '')?.[1]
      if (bearer === undefined) {
        const token = identity.sessionTokenOf(headers)
        return token === null ? null : findSession(db, token, clock.now())
      }
      const subject = await identity.accountOfToken(bearer)
      return subject && (await findAccountByToken(db, subject, clock.now())) ? subject : null
    },

    /** @throws DomainError unauthenticated: it is gone */
    async get(id: string): Promise<Account> {
      const account = await findAccount(db, id)
      if (!account) throw unauthenticated()
      return account
    },

    /** @param email folded */
    findByEmail: (email: string): Promise<Account | null> => findAccountByEmail(db, email),

    /** Ends the session for every process at once. */
    async signOut(caller: Caller): Promise<Answer<null>> {
      const answer = await identity.signOut(caller)
      const token = identity.sessionTokenOf(caller.headers)
      if (token !== null) await deleteSession(db, token)
      return answer
    },

    /** null: signed out. */
    async session(caller: Caller): Promise<Answer<Session | null>> {
      const user = await accountOfSession(caller.headers)
      const { body, cookies } = await identity.session(caller)
      // The provider would take the cookie of a session that is over. A sign-in in another request may have set a newer one.
      if (!user || !body) return { body: null, cookies: [] }
      return { body: { session: { expiresAt: body.expiresAt.toISOString() }, user }, cookies }
    },

    /** Only for a session: a token does not renew itself. @throws DomainError unauthenticated */
    async token(caller: Caller): Promise<Answer<{ token: string }>> {
      // Asked first because the provider takes a database that is away for a session that is gone.
      if (!(await accountOfSession(caller.headers))) throw unauthenticated()
      const { body, cookies } = await identity.token(caller)
      return { body: { token: body }, cookies }
    },

    keySet: () => identity.keySet(),

    /** The contact on one's public homes; nothing but nulls before it is saved. @throws DomainError unauthenticated */
    async agentProfile(actor: Actor): Promise<AgentProfile> {
      return (await findAgentProfile(db, requireAccount(actor).accountId)) ?? cleanProfile({})
    },

    /** @throws DomainError unauthenticated, invalid */
    async saveAgentProfile(actor: Actor, form: AgentProfileForm): Promise<AgentProfile> {
      const { accountId } = requireAccount(actor)
      const profile = cleanProfile(form)
      const issues = agentProfileIssues(profile)
      if (issues.length > 0) throw invalidProfile(issues)
      return upsertAgentProfile(db, accountId, profile, clock.now())
    },

    /** @throws DomainError unauthenticated */
    checkAdmin: (actor: Actor) => ({ isAdmin: requireAccount(actor).role === 'admin' }),

    /**
     * Makes an account an admin. Only the command line calls it (decisions.md section 2).
     * @param also what is done in the same transaction
     * @throws DomainError invalid, not_found
     */
    async grantAdmin(email: string, also: Also = async () => undefined): Promise<Account> {
      const issues = emailIssues(email)
      if (issues.length > 0) throw invalid(issues)
      const account = await findAccountByEmail(db, foldEmail(email))
      if (!account) throw noSuchAccount(foldEmail(email))
      await db.transaction().execute(async (tx) => {
        await setRole(tx, account, 'admin')
        await also(tx, account)
      })
      return { ...account, role: 'admin' }
    },

    /** For whoever has found out that it may be. */
    setRole,

    /**
     * Makes the sample admin and agent where they are missing. `isSet`: the password was chosen by whoever starts the
     * server, and holds for accounts that exist already; a changed one ends their sessions.
     */
    async seedAccounts(chosen: { password: string; isSet: boolean }) {
      const adminId = await seedAccount({ email: 'admin@example.com', name: 'Avery Admin', role: 'admin', ...chosen })
      const agentId = await seedAccount({ email: 'agent@example.com', name: 'Alex Agent', role: 'agent', ...chosen })
      return { adminId, agentId }
    },

    /**
     * Once at start. The keys that sign tokens are kept encrypted with the server's secret: after that was changed
     * none of them can sign, so a new one takes over.
     */
    async prepare(): Promise<void> {
      if (!(await identity.canSign())) await retireKeys(db, clock.now())
    },
  }
}

/** A wrong sign-in takes as long without an account as with one, however its password is stored. */
async function sameTime<T>(pause: AccountDependencies['pause'], attempt: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await attempt()
  } catch (error) {
    if (isWrongCredentials(error)) await pause(Math.max(0, WRONG_SIGN_IN_MS - (performance.now() - startedAt)))
    throw error
  }
}

export type AccountService = ReturnType<typeof createAccountService>

const actorFrom = (account: Account | null): Actor =>
  account ? { kind: 'account', accountId: account.id, role: account.role, email: account.email } : visitor
