import { createHash } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { deviceOf, placeOf } from '../../platform/device-name.ts'
import { requireValid, unauthenticated } from '../../platform/errors.ts'
import { namesBearer } from '../../platform/request.ts'
import { withinTries } from '../../platform/try-limit.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { Account } from '../account/contract.ts'
import {
  foldEmail,
  isWrongPassword,
  noSuchAccount,
  passwordTries,
  tooManyTries,
  unconfirmed,
} from '../account/domain.ts'
import type { Answer, Caller, Identity } from '../account/ports.ts'
import type { AccountService } from '../account/service.ts'
import type { RecoveryService } from '../recovery/service.ts'
import type { Code, FactorState, OpenSession, SecondFactor } from './contract.ts'
import {
  type CodeKind,
  cleanCode,
  codeIssues,
  factorOff,
  factorOn,
  isWrongCode,
  noSuchSession,
  passwordIssues,
  wrongCode,
} from './domain.ts'
import type { CodeDrawer } from './ports.ts'
import {
  deleteFactor,
  deleteOwnSession,
  deleteSessionByToken,
  deleteTrustMarks,
  findFactor,
  findOwnerWithoutFactor,
  listOpenSessions,
  takeCode,
} from './repository.ts'

type SecurityOptions = {
  db: Database
  clock: Clock
  identity: Identity
  accounts: Pick<AccountService, 'get' | 'findByEmail' | 'endSessions' | 'cookiesOf'>
  recovery: Pick<RecoveryService, 'notify' | 'announce'>
  codes: CodeDrawer
  counts: TryCounts
  rateLimitScale: number
}
type SecurityDeps = SecurityOptions & { tries: ReturnType<typeof securityTries> }
type PasswordAgain = { actor: Actor; caller: Caller; password: string }

/** An app's code works for less than this many minutes, however wrong its clock is. */
const CODE_MINUTES = 3

/** Shows owners where their account is signed in, and runs two-step verification. */
export const createSecurityService = (options: SecurityOptions) =>
  withDeps(
    { ...options, tries: securityTries(options) },
    {
      listSessions,
      endSession,
      endAllSessions,
      getFactor,
      getFactorState,
      enable,
      disable,
      turnOff,
      renewBackupCodes,
      verify,
    },
  )

export type SecurityService = ReturnType<typeof createSecurityService>

/** @throws DomainError unauthenticated */
async function listSessions(
  { db, clock, identity }: SecurityDeps,
  actor: Actor,
  { headers }: Caller,
): Promise<OpenSession[]> {
  const { accountId } = requireAccount(actor)
  const own = identity.sessionTokenOf(headers)
  return (await listOpenSessions(db, accountId, clock.now())).map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    place: placeOf(row.ip_address),
    signedInAt: row.created_at.toISOString(),
    lastUsedAt: (row.last_used_at ?? row.created_at).toISOString(),
    isCurrent: row.token === own,
  }))
}

/**
 * Ends a session and its bearer tokens at once, in every process. We do not know which mark belongs to its browser, so
 * we ask for a code again in every trusted browser.
 * @throws DomainError unauthenticated, not_found
 */
async function endSession({ db }: SecurityDeps, actor: Actor, id: string): Promise<void> {
  const { accountId } = requireAccount(actor)
  if (!isUuid(id)) throw noSuchSession()
  await db.transaction().execute(async (tx) => {
    if (!(await deleteOwnSession(tx, accountId, id))) throw noSuchSession()
    await deleteTrustMarks(tx, accountId)
  })
}

/** Ends every session, even this one. Needs a cookie, not a bearer token. @throws DomainError unauthenticated */
async function endAllSessions({ db, accounts }: SecurityDeps, actor: Actor, { headers }: Caller): Promise<void> {
  const { accountId } = requireAccount(actor)
  if (namesBearer(headers.get('authorization'))) throw unauthenticated()
  await db.transaction().execute((tx) => accounts.endSessions(tx, accountId))
}

/** @throws DomainError unauthenticated */
const getFactor = async ({ db }: SecurityDeps, actor: Actor): Promise<{ enabled: boolean }> => ({
  enabled: (await findFactor(db, requireAccount(actor).accountId)).isOn,
})

/** Also counts the recovery codes. @throws DomainError unauthenticated */
async function getFactorState(deps: SecurityDeps, actor: Actor): Promise<FactorState> {
  const { enabled } = await getFactor(deps, actor)
  const { accountId } = requireAccount(actor)
  return { enabled, backupCodesLeft: enabled ? await deps.identity.countBackupCodes(accountId) : null }
}

/** Begins two-step setup, which a code completes. @throws DomainError unauthenticated, invalid, conflict, too_many */
async function enable(
  deps: SecurityDeps,
  actor: Actor,
  caller: Caller,
  password: string,
): Promise<Answer<SecondFactor>> {
  const { body, cookies } = await withPassword(
    deps,
    { actor, caller, password },
    ({ isOn, isConfirmed }) => (isOn ? factorOn() : isConfirmed ? null : unconfirmed()),
    () => deps.identity.enableSecondFactor(caller, password),
  )
  const svg = await deps.codes.svg(body.totpUri)
  return { body: { ...body, qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }, cookies }
}

/** Also forgets which browsers skip the code. @throws DomainError unauthenticated, invalid, conflict, too_many */
async function disable(deps: SecurityDeps, actor: Actor, caller: Caller, password: string): Promise<Answer<null>> {
  const { accountId, email } = requireAccount(actor)
  const act = () =>
    deps.recovery.announce({ kind: 'second_step_off', accountId, email, detail: '' }, () =>
      deps.identity.disableSecondFactor(caller, password),
    )
  const answer = await withPassword(deps, { actor, caller, password }, unlessOff, act)
  await deleteTrustMarks(deps.db, accountId)
  return answer
}

/**
 * Turns off two-step verification for a person whose codes no longer work. Only the command line calls it.
 * @param also runs in the same transaction
 * @throws DomainError not_found, conflict (it is off)
 */
async function turnOff(
  deps: SecurityDeps,
  email: string,
  also: (tx: Database, account: Account) => Promise<void>,
): Promise<Account> {
  const { db, clock, accounts, recovery } = deps
  const account = await accounts.findByEmail(foldEmail(email))
  if (!account) throw noSuchAccount(foldEmail(email))
  await db.transaction().execute(async (tx) => {
    if (!(await deleteFactor(tx, { id: account.id, now: clock.now() }))) throw factorOff()
    await deleteTrustMarks(tx, account.id)
    await recovery.notify(tx, { kind: 'second_step_off', email: account.email, detail: '' })
    await also(tx, account)
  })
  return account
}

/** Replaces the recovery codes. @throws DomainError unauthenticated, invalid, conflict, too_many */
async function renewBackupCodes(
  deps: SecurityDeps,
  actor: Actor,
  caller: Caller,
  password: string,
): Promise<Answer<{ backupCodes: string[] }>> {
  const { accountId, email } = requireAccount(actor)
  const act = () =>
    deps.recovery.announce({ kind: 'recovery_codes', accountId, email, detail: '' }, () =>
      deps.identity.renewBackupCodes(caller, password),
    )
  return withPassword(deps, { actor, caller, password }, unlessOff, act)
}

/**
 * Finishes a sign-in that waits for a code or, for a signed-in person, turns on two-step verification. The provider
 * counts wrong codes: five end the sign-in, and ten in a row lock two-step verification for 15 minutes.
 * @throws DomainError invalid, unauthenticated (the code, or the sign-in took too long), conflict, too_many
 */
async function verify(deps: SecurityDeps, caller: Caller, kind: CodeKind, form: Code) {
  const { db, clock, identity, accounts, tries } = deps
  const code = cleanCode(form.code, kind)
  requireValid(codeIssues(code, kind))
  const own = identity.sessionTokenOf(caller.headers)
  const owner = own === null ? null : await findOwnerWithoutFactor(db, own)
  const enter = () => identity.verifySecondFactor(caller, { kind, code, trustDevice: form.trustDevice })
  const attempt = () =>
    owner
      ? deps.recovery.announce({ kind: 'second_step_on', ...owner, detail: '' }, enter, ({ body: { isNewSession } }) =>
          isNewSession ? null : '',
        )
      : enter()
  const decide = { isWrong: isWrongCode, refuse: tooManyTries }
  const { body, cookies } = await withinTries([{ limit: tries.ofAddress, key: caller.address }], attempt, decide)
  const hash = createHash('sha256').update(code).digest('base64url')
  const used = { accountId: body.accountId, hash, now: clock.now(), minutes: CODE_MINUTES }
  if (body.isNewSession && kind === 'totp' && !(await takeCode(db, used))) {
    await deleteSessionByToken(db, body.sessionToken)
    throw wrongCode()
  }
  const user = await accounts.get(body.accountId)
  return { body: { user }, cookies: [...cookies, ...(await accounts.cookiesOf(caller.headers, user.email))] }
}

const securityTries = ({ counts, rateLimitScale: scale }: SecurityOptions) => ({
  ofPassword: passwordTries(counts, scale),
  ofAddress: counts('second step: address', { tries: 30 * scale, seconds: 60 }),
})

/** Checks the password again unless something else is wrong, with limits so that a stolen session cannot guess it. */
async function withPassword<T>(
  { db, tries }: SecurityDeps,
  { actor, caller, password }: PasswordAgain,
  refusalOf: (factor: { isOn: boolean; isConfirmed: boolean }) => Error | null,
  act: () => Promise<T>,
): Promise<T> {
  const { accountId } = requireAccount(actor)
  requireValid(passwordIssues(password))
  const refusal = refusalOf(await findFactor(db, accountId))
  if (refusal) throw refusal
  // The provider uses the cookie, and a call with a bearer token must never do that.
  if (namesBearer(caller.headers.get('authorization'))) throw unauthenticated()
  const decide = { isWrong: isWrongPassword, refuse: tooManyTries }
  return withinTries([{ limit: tries.ofPassword, key: accountId }], act, decide)
}

const unlessOff = ({ isOn }: { isOn: boolean }) => (isOn ? null : factorOff())
