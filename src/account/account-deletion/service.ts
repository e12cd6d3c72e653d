import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { DomainError, requireValid, unauthenticated } from '../../platform/errors.ts'
import { writeInstant } from '../../platform/instant.ts'
import { language } from '../../platform/language.ts'
import { namesBearer } from '../../platform/request.ts'
import { withinTries } from '../../platform/try-limit.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isWrongPassword, passwordTries, tooManyTries, wrongPassword } from '../account/domain.ts'
import type { Answer, Caller, Identity } from '../account/ports.ts'
import type { AccountService } from '../account/service.ts'
import type { AuditService } from '../audit/service.ts'
import type { ProfileService } from '../profile/service.ts'
import { isWrongCode } from '../security/domain.ts'
import type { SecurityService } from '../security/service.ts'
import type { DeletionForm, DeletionOutlook, DeletionReceipt } from './contract.ts'
import { codeKind, deletionIssues, newReceiptNumber, refusal, upcomingShowings } from './domain.ts'
import {
  callOffDrawings,
  closeAccount,
  countOwn,
  deleteProperties,
  endPlan,
  findDeletionFacts,
  insertDeletion,
  lockAccount,
} from './repository.ts'
import { run, type StepDeps, sweep } from './step-service.ts'

type DeletionOptions = StepDeps & {
  identity: Pick<Identity, 'signIn'>
  accounts: Pick<AccountService, 'signOut' | 'isPassword'>
  security: Pick<SecurityService, 'verify' | 'getFactor'>
  audit: Pick<AuditService, 'record'>
  profiles: Pick<ProfileService, 'rememberRegistration'>
  publicUrl: string
  counts: TryCounts
  rateLimitScale: number
}
type DeletionDeps = DeletionOptions & { tries: ReturnType<typeof deletionTries> }

/** Signs an account out at once, then erases the rest in a job that survives crashes and ends with a receipt. */
export const createAccountDeletionService = (options: DeletionOptions) =>
  withDeps({ ...options, tries: deletionTries(options) }, { getOutlook, request, run, sweep })

export type AccountDeletionService = ReturnType<typeof createAccountDeletionService>

/** @throws DomainError unauthenticated */
async function getOutlook({ db, clock, security }: DeletionDeps, actor: Actor): Promise<DeletionOutlook> {
  const { accountId } = requireAccount(actor)
  const refused = refusal(await findDeletionFacts(db, accountId, clock.now()))
  return {
    ...(await countOwn(db, accountId)),
    asksForCode: (await security.getFactor(actor)).enabled,
    refusal: refused && { code: refused.code, message: refused.message },
  }
}

/**
 * Deletes the account. When this returns, all sessions have ended, its properties are gone, and its email is free
 * again.
 * @throws DomainError unauthenticated (also a wrong code), invalid, conflict, too_many
 */
async function request(
  deps: DeletionDeps,
  actor: Actor,
  caller: Caller,
  form: DeletionForm,
): Promise<Answer<DeletionReceipt>> {
  const { db, clock, accounts, security, profiles, audit, tries } = deps
  const { accountId, email } = requireAccount(actor)
  requireValid(deletionIssues(form, (await security.getFactor(actor)).enabled))
  const opened = await withinTries(
    [
      { limit: tries.ofOne, key: accountId },
      { limit: tries.ofOneInAnHour, key: accountId },
      { limit: tries.ofAnyAtOnePlace, key: caller.address },
    ],
    () => checkIdentity(deps, { accountId, email }, caller, form),
    { isWrong: (error) => isWrongPassword(error) || isWrongCode(error), refuse: tooManyTries },
  )
  const now = clock.now()
  const receiptNumber = newReceiptNumber(randomBytes(12))
  try {
    await db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, accountId)
      if (!account) throw unauthenticated()
      const refused = refusal(await findDeletionFacts(tx, accountId, now))
      if (refused) throw refused
      const { homes } = await countOwn(tx, accountId)
      if (!(await deleteProperties(tx, accountId, now))) {
        const { isUpcomingPaid } = await findDeletionFacts(tx, accountId, now)
        throw upcomingShowings(isUpcomingPaid)
      }
      await callOffDrawings(tx, accountId, now)
      await endPlan(tx, accountId, now)
      await profiles.rememberRegistration(tx, { id: accountId, email: account.email })
      await closeAccount(tx, accountId, account.email, now)
      await insertDeletion(tx, {
        id: randomUUIDv7(),
        accountId,
        receiptNumber,
        email: account.email,
        language: language(),
        now,
      })
      const act = { act: 'account.delete', subjectKind: 'account', subjectId: accountId }
      await audit.record(actor, { ...act, details: { homes, receipt: receiptNumber } }, tx)
    })
  } catch (error) {
    if (opened) await accounts.signOut(opened)
    throw error
  }
  // With a bearer token there is no cookie to clear.
  const isByCookie = !namesBearer(caller.headers.get('authorization'))
  const cookies = isByCookie ? await forgetCookies(deps, caller) : []
  return { body: { receiptNumber, askedAt: writeInstant(now) }, cookies }
}

/** We count only people who are signed in to the account, so strangers cannot use up its tries. */
const deletionTries = ({ counts, rateLimitScale: scale }: DeletionOptions) => ({
  ofOne: passwordTries(counts, scale),
  ofOneInAnHour: counts('deletion: account', { tries: 100 * scale, seconds: 3600 }),
  ofAnyAtOnePlace: counts('deletion: address', { tries: 30 * scale, seconds: 60 }),
})

/** Checks the password and, if it is on, two-step verification, for any kind of sign-in. @returns a sign-in to end */
async function checkIdentity(
  { identity, accounts, security, publicUrl }: DeletionDeps,
  owner: { accountId: string; email: string },
  caller: Caller,
  form: DeletionForm,
): Promise<Caller | null> {
  const isRight = await accounts.isPassword(owner.accountId, form.password)
  // Every account has a password until it is deleted.
  if (isRight === null) throw unauthenticated()
  if (!isRight) throw wrongPassword()
  if (!(await security.getFactor({ kind: 'account', role: 'agent', ...owner })).enabled) return null
  // We run a real sign-in with the code, because the provider counts wrong codes and rejects used ones.
  const credentials = { email: owner.email, password: form.password, rememberMe: false }
  const begun = await identity.signIn(inPlaceOf(caller, [], publicUrl), credentials)
  const answer = { code: form.code.trim(), trustDevice: false }
  const { cookies } = await security.verify(inPlaceOf(caller, begun.cookies, publicUrl), codeKind(form.code), answer)
  return inPlaceOf(caller, cookies, publicUrl)
}

/** Builds a call on the caller's behalf that carries only these cookies. @param cookies `Set-Cookie` values */
function inPlaceOf(caller: Caller, cookies: string[], origin: string): Caller {
  const headers = new Headers({ origin, 'user-agent': caller.headers.get('user-agent') ?? '' })
  const kept = cookies.map((one) => one.split(';')[0] ?? '').filter((one) => !one.endsWith('='))
  if (kept.length > 0) headers.set('cookie', kept.join('; '))
  return { ...caller, headers }
}

/**
 * Signs the browser out. If that fails, the deletion still succeeds, and the browser keeps a cookie that no longer
 * works.
 */
async function forgetCookies({ accounts }: DeletionDeps, caller: Caller): Promise<string[]> {
  try {
    return (await accounts.signOut(caller)).cookies
  } catch (error) {
    if (error instanceof DomainError) return []
    throw error
  }
}
