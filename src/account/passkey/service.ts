import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { deviceOf } from '../../platform/device-name.ts'
import { requireValid, unauthenticated } from '../../platform/errors.ts'
import { passkeyOrigin } from '../../platform/passkey-origin.ts'
import { namesBearer } from '../../platform/request.ts'
import { withinTries } from '../../platform/try-limit.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isUuid } from '../../platform/uuid.ts'
import { isWrongPassword, passwordTries, tooManyTries, unconfirmed, wrongPassword } from '../account/domain.ts'
import type { Answer, Caller, CeremonyOptions, Identity } from '../account/ports.ts'
import type { AccountService } from '../account/service.ts'
import type { RecoveryService } from '../recovery/service.ts'
import type { DeviceAnswer, EnteredByPasskey, Passkey } from './contract.ts'
import {
  cleanName,
  isUnknownPasskey,
  nameIssues,
  noNameHere,
  noSuchPasskey,
  PASSKEYS_MAX,
  passwordNeeded,
  RECENT_MINUTES,
  tooManyPasskeys,
} from './domain.ts'
import { deletePasskey, isSessionSince, listPasskeys, noteUse, renamePasskey, sweepChallenges } from './repository.ts'

type PasskeyOptions = {
  db: Database
  clock: Clock
  identity: Pick<Identity, 'passkeys' | 'sessionTokenOf'>
  accounts: Pick<AccountService, 'get' | 'endFormerSession' | 'isPassword' | 'cookiesOf'>
  recovery: Pick<RecoveryService, 'notify' | 'announce'>
  publicUrl: string
  counts: TryCounts
  rateLimitScale: number
}
type PasskeyDeps = PasskeyOptions & { tries: ReturnType<typeof passkeyTries> }

/** Signs people in with their device, which asks for a fingerprint, face, or PIN. That covers both factors at once. */
export const createPasskeyService = (options: PasskeyOptions) =>
  withDeps({ ...options, tries: passkeyTries(options) }, { list, begin, add, rename, remove, createChallenge, signIn })

export type PasskeyService = ReturnType<typeof createPasskeyService>

/** @throws DomainError unauthenticated */
async function list({ db }: PasskeyDeps, actor: Actor): Promise<Passkey[]> {
  return (await listPasskeys(db, requireAccount(actor).accountId)).map((row) => ({
    id: row.id,
    name: row.name ?? 'Passkey',
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    isSynced: row.backed_up,
  }))
}

/**
 * Makes the options with which the browser asks the device for a new passkey.
 * @throws DomainError unauthenticated, conflict (no name, too many, an unconfirmed address), invalid (`password_needed`, or
 * the password), too_many
 */
async function begin(
  deps: PasskeyDeps,
  actor: Actor,
  caller: Caller,
  password: string,
): Promise<Answer<CeremonyOptions>> {
  const { db, accounts, identity } = deps
  const { accountId } = requireAccount(actor)
  requireName(deps)
  if (!(await accounts.get(accountId)).emailVerified) throw unconfirmed()
  if ((await listPasskeys(db, accountId)).length >= PASSKEYS_MAX) throw tooManyPasskeys()
  await requireRecent(deps, actor, caller, password)
  return identity.passkeys.registerOptions(caller)
}

/**
 * Adds a passkey within five minutes of `begin`, whose cookie the call must carry. Its name is that of the password
 * manager that stores it, otherwise the browser's. @throws DomainError unauthenticated, invalid, conflict
 */
async function add(deps: PasskeyDeps, actor: Actor, caller: Caller, answer: DeviceAnswer): Promise<Answer<null>> {
  const { db, identity, recovery } = deps
  const { accountId, email } = requireAccount(actor)
  requireName(deps)
  if (namesBearer(caller.headers.get('authorization'))) throw unauthenticated()
  const device = deviceOf(caller.headers.get('user-agent'))
  const { body, cookies } = await recovery.announce(
    { kind: 'passkey_added', accountId, email, detail: device },
    () => identity.passkeys.register(caller, withoutExtensions(answer)),
    ({ body: { keeper } }) => keeper ?? device,
  )
  await renamePasskey(db, { id: body.id, accountId, name: body.keeper ?? device })
  return { body: null, cookies }
}

/** @throws DomainError unauthenticated, invalid, not_found */
async function rename({ db }: PasskeyDeps, actor: Actor, { id, name }: { id: string; name: string }): Promise<void> {
  const { accountId } = requireAccount(actor)
  const cleaned = cleanName(name)
  requireValid(nameIssues(cleaned))
  if (!isUuid(id) || !(await renamePasskey(db, { id, accountId, name: cleaned }))) throw noSuchPasskey()
}

/** Removes a passkey, which stops working at once. @throws DomainError unauthenticated, invalid, not_found, too_many */
async function remove(
  deps: PasskeyDeps,
  actor: Actor,
  caller: Caller,
  form: { id: string; password: string },
): Promise<void> {
  const { db, recovery } = deps
  const { accountId, email } = requireAccount(actor)
  const own = (await listPasskeys(db, accountId)).find(({ id }) => id === form.id)
  if (!own) throw noSuchPasskey()
  await requireRecent(deps, actor, caller, form.password)
  await db.transaction().execute(async (tx) => {
    if (!(await deletePasskey(tx, form.id, accountId))) throw noSuchPasskey()
    await recovery.notify(tx, { kind: 'passkey_removed', email, detail: own.name ?? 'Passkey' })
  })
}

/** Makes the options to sign in with. The challenge works once, within five minutes. @throws DomainError conflict */
async function createChallenge(deps: PasskeyDeps, caller: Caller): Promise<Answer<CeremonyOptions>> {
  requireName(deps)
  await sweepChallenges(deps.db, deps.clock.now())
  return deps.identity.passkeys.signInOptions(caller)
}

/** @throws DomainError conflict, unauthenticated (`passkey_unknown`, `passkey_expired`), too_many */
async function signIn(deps: PasskeyDeps, caller: Caller, answer: DeviceAnswer): Promise<Answer<EnteredByPasskey>> {
  const { db, clock, identity, accounts, tries } = deps
  requireName(deps)
  const attempt = () => identity.passkeys.signIn(caller, withoutExtensions(answer))
  const decide = { isWrong: isUnknownPasskey, refuse: tooManyTries }
  const { body, cookies } = await withinTries([{ limit: tries.ofAddress, key: caller.address }], attempt, decide)
  await noteUse(db, answer.response.id, clock.now())
  await accounts.endFormerSession(caller.headers)
  const user = await accounts.get(body.accountId)
  return { body: { user }, cookies: [...cookies, ...(await accounts.cookiesOf(caller.headers, user.email))] }
}

const passkeyTries = ({ counts, rateLimitScale: scale }: PasskeyOptions) => ({
  ofPassword: passwordTries(counts, scale),
  ofAddress: counts('passkey: address', { tries: 30 * scale, seconds: 60 }),
})

function requireName({ publicUrl }: PasskeyDeps) {
  if (!passkeyOrigin(publicUrl)) throw noNameHere()
}

/**
 * Lets people change passkeys only soon after a sign-in or with the password, and only with a cookie. Otherwise, anyone
 * who finds an open browser could add or remove a key to the account.
 */
async function requireRecent(deps: PasskeyDeps, actor: Actor, { headers }: Caller, password: string): Promise<void> {
  const { db, clock, identity, accounts, tries } = deps
  const { accountId } = requireAccount(actor)
  const token = namesBearer(headers.get('authorization')) ? null : identity.sessionTokenOf(headers)
  if (token === null) throw unauthenticated()
  if (await isSessionSince(db, token, clock.now().subtract({ minutes: RECENT_MINUTES }))) return
  if (password === '') throw passwordNeeded()
  const check = async () => {
    if (!(await accounts.isPassword(accountId, password))) throw wrongPassword()
  }
  const decide = { isWrong: isWrongPassword, refuse: tooManyTries }
  await withinTries([{ limit: tries.ofPassword, key: accountId }], check, decide)
}

/** Drops extensions from the answer, because we request none. */
const withoutExtensions = ({ response }: DeviceAnswer) => ({ ...response, clientExtensionResults: {} })
