import { randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { requireValid, unauthenticated } from '../../platform/errors.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { Account, AgentProfile, AgentProfileForm } from './contract.ts'
import {
  agentProfileIssues,
  cleanProfile,
  emailIssues,
  foldEmail,
  hasContact,
  invalidProfile,
  noSuchAccount,
  REGISTRATION_CREDITS,
  usernameCandidates,
} from './domain.ts'
import { ownTimeIssues } from './own-time-domain.ts'
import { keepOwnTime } from './own-time-service.ts'
import {
  deleteSessions,
  deleteSessionsAndLinks,
  findAccount,
  findAccountByEmail,
  findAgentProfile,
  findPasswordHash,
  grantCredits,
  insertAccount,
  insertProfile,
  updateRole,
  upsertAgentContact,
  upsertPassword,
} from './repository.ts'
import {
  actorOf,
  createToken,
  endFormerSession,
  forgetSessions,
  getKeySet,
  getSession,
  prepare,
  type SessionDeps,
  sessionOf,
  signOut,
} from './session-service.ts'
import { cookiesOf, type SignInOptions, signIn, signInTries, signUp } from './sign-in-service.ts'

type Role = 'agent' | 'admin'
type Owner = { id: string; email: string }
type Seed = { email: string; name: string; role: Role; password: string; isSet: boolean }

export const createAccountService = (options: SignInOptions) =>
  withDeps(
    { ...options, tries: signInTries(options) },
    {
      actorOf,
      signUp,
      signIn,
      signOut,
      sessionOf,
      getSession,
      createToken,
      endFormerSession,
      cookiesOf,
      endSessions,
      forgetSessions,
      getKeySet,
      prepare,
      get,
      findByEmail,
      isPassword,
      getAgentProfile,
      saveAgentProfile,
      checkAdmin,
      grantAdmin,
      setRole,
      seedAccounts,
    },
  )

export type AccountService = ReturnType<typeof createAccountService>

/** @throws DomainError unauthenticated if the account is gone */
async function get({ db }: SessionDeps, id: string): Promise<Account> {
  const account = await findAccount(db, id)
  if (!account) throw unauthenticated()
  return account
}

/** @param email folded */
const findByEmail = ({ db }: SessionDeps, email: string): Promise<Account | null> => findAccountByEmail(db, email)

/** @returns null if the account has no password because it was deleted */
async function isPassword({ db, identity }: SessionDeps, id: string, password: string): Promise<boolean | null> {
  const hash = await findPasswordHash(db, id)
  return hash === null ? null : identity.isPassword(password, hash)
}

/** Ends all sessions, bearer tokens and links of an account in the caller's transaction. @returns how many sessions */
const endSessions = (_: SessionDeps, tx: Database, id: string): Promise<number> => deleteSessionsAndLinks(tx, id)

/**
 * Returns the contact on an agent's properties, all null until it is saved, and their schedule settings.
 * @throws DomainError unauthenticated
 */
const getAgentProfile = ({ db }: SessionDeps, actor: Actor): Promise<AgentProfile> =>
  profileOf(db, requireAccount(actor).accountId)

const profileOf = async (db: Database, accountId: string): Promise<AgentProfile> =>
  (await findAgentProfile(db, accountId)) ?? { ...cleanProfile({}), shows_alone: false, travel_minutes: 0 }

/** @throws DomainError unauthenticated, invalid, conflict (with the showings that are too close to each other) */
async function saveAgentProfile(
  { db, clock }: SessionDeps,
  actor: Actor,
  form: AgentProfileForm,
): Promise<AgentProfile> {
  const { accountId } = requireAccount(actor)
  const contact = hasContact(form) ? cleanProfile(form) : null
  const issues = [...(contact ? agentProfileIssues(contact) : []), ...ownTimeIssues(form)]
  if (issues.length > 0) throw invalidProfile(issues)
  return db.transaction().execute(async (tx) => {
    // Store the setting first, because its lock comes before the row's.
    if (form.shows_alone !== undefined || form.travel_minutes !== undefined) {
      await keepOwnTime(tx, accountId, form, clock.now())
    }
    if (contact) await upsertAgentContact(tx, accountId, contact, clock.now())
    return profileOf(tx, accountId)
  })
}

/** @throws DomainError unauthenticated */
const checkAdmin = (_: SessionDeps, actor: Actor) => ({ isAdmin: requireAccount(actor).role === 'admin' })

/**
 * Makes an account an admin. Only the command line calls it (decisions.md section 2).
 * @param also runs in the same transaction
 * @throws DomainError invalid, not_found
 */
async function grantAdmin(
  deps: SessionDeps,
  email: string,
  also: (tx: Database, account: Account) => Promise<void> = async () => undefined,
): Promise<Account> {
  const { db } = deps
  requireValid(emailIssues(email))
  const account = await findAccountByEmail(db, foldEmail(email))
  if (!account) throw noSuchAccount(foldEmail(email))
  await db.transaction().execute(async (tx) => {
    await setRole(deps, tx, account, 'admin')
    await also(tx, account)
  })
  return { ...account, role: 'admin' }
}

/** Sets a role in the caller's transaction. The caller has checked that this is allowed. */
async function setRole(deps: SessionDeps, tx: Database, account: Owner, role: Role): Promise<void> {
  if (!(await updateRole(tx, account.id, role))) await createProfile(deps, tx, account, role)
}

/**
 * Creates the sample admin and agent if they are missing. `isSet` means the operator chose the password. It then
 * applies to existing accounts too, and a change ends their sessions.
 */
async function seedAccounts(deps: SessionDeps, chosen: { password: string; isSet: boolean }) {
  const adminId = await seedAccount(deps, { email: 'admin@example.com', name: 'Avery Admin', role: 'admin', ...chosen })
  const agentId = await seedAccount(deps, { email: 'agent@example.com', name: 'Alex Agent', role: 'agent', ...chosen })
  return { adminId, agentId }
}

async function seedAccount(deps: SessionDeps, seed: Seed): Promise<string> {
  const { db, clock, identity } = deps
  const known = await findAccountByEmail(db, seed.email)
  if (known && (!seed.isSet || (await isPassword(deps, known.id, seed.password)))) return known.id
  const hash = await identity.hashPassword(seed.password)
  const id = known?.id ?? randomUUIDv7()
  const at = clock.now()
  const isDone = await db.transaction().execute(async (tx) => {
    if (!known && !(await insertAccount(tx, { id, email: seed.email, name: seed.name, at }))) return false
    if (!known) await createProfile(deps, tx, { id, email: seed.email }, seed.role)
    await upsertPassword(tx, { id: randomUUIDv7(), accountId: id, hash, at })
    if (known) await deleteSessions(tx, id)
    return true
  })
  // If this created nothing, another process seeded the account at the same moment.
  return isDone ? id : seedAccount(deps, { ...seed, isSet: false })
}

async function createProfile({ clock }: SessionDeps, tx: Database, account: Owner, role: Role) {
  for (const username of usernameCandidates(account.email, account.id)) {
    const profile = { accountId: account.id, username, role, at: clock.now() }
    if (await insertProfile(tx, profile))
      return grantCredits(tx, { ...profile, id: randomUUIDv7(), amount: REGISTRATION_CREDITS })
    // Meanwhile the account's own request may have created the profile with its credits.
    if (await updateRole(tx, account.id, role)) return
  }
  throw new Error(`No username was free for account ${account.id}`)
}
