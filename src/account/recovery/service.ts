import { randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { invalid } from '../../platform/errors.ts'
import type { KnownBrowsers } from '../../platform/known-browser.ts'
import { language, locale } from '../../platform/language.ts'
import type { Mailer } from '../../platform/mailer.ts'
import { findWeakness } from '../../platform/password-strength.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import type { TryLimit } from '../../platform/try-limit.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { emailIssues, foldEmail, ownWords, weakPasswordMessage } from '../account/domain.ts'
import type { Answer, Caller, Identity } from '../account/ports.ts'
import * as t from '../text/recovery.ts'
import type { ResetForm } from './contract.ts'
import {
  alreadyConfirmed,
  confirmationJustSent,
  deadLink,
  isNotice,
  mailLimits,
  resetIssues,
  resetJustSent,
  type SecurityNotice,
} from './domain.ts'
import { type AccountMail, confirmationMail, noticeMail, passwordChangedMail, resetMail } from './messages.ts'
import { endEverything, enqueueMail, findLanguage, isEmailConfirmed } from './repository.ts'

/** `detail` says what a security notice is about. */
type Mail = {
  id: string
  kind: 'confirmation' | 'reset' | 'password_changed' | SecurityNotice
  email: string
  at: string
  detail: string
  /** Language of the request that caused the email, used if the account has chosen none. */
  language: string
}

type RecoveryOptions = {
  db: Database
  clock: Clock
  identity: Identity
  mailer: Mailer
  breaker: Pick<CircuitBreaker, 'run'>
  mailFrom: string
  publicUrl: string
  counts: TryCounts
  browsers: KnownBrowsers
  rateLimitScale: number
}
type RecoveryDeps = RecoveryOptions & { tries: ReturnType<typeof mailTries> }

/** Resets forgotten passwords and confirms emails. Jobs send the emails and create their links. */
export const createRecoveryService = (options: RecoveryOptions) =>
  withDeps(
    { ...options, tries: mailTries(options) },
    { welcome, languageOf, notify, requestReset, resetPassword, requestConfirmation, confirmEmail, sendMail },
  )

export type RecoveryService = ReturnType<typeof createRecoveryService>

/** Sends the first email to a new account. */
const welcome = (deps: RecoveryDeps, email: string) => enqueue(deps, deps.db, 'confirmation', email)

/** Finds the language of an account. @param email folded @returns null if there is no such account, or it chose none */
const languageOf = ({ db }: RecoveryDeps, email: string) => findLanguage(db, email)

/**
 * Tells owners what happened to their account. The identity provider commits its own changes, so their email is stored
 * right after them; for everything else, pass the transaction of the change.
 * @param detail see `Mail`
 */
const notify = (deps: RecoveryDeps, tx: Database, notice: { kind: SecurityNotice; email: string; detail: string }) =>
  enqueue(deps, tx, notice.kind, notice.email, notice.detail)

/**
 * Requests a link by email. Answer, count and duration are the same for every address, because only the job finds out
 * whether there is an account. A person who has to wait has an email with a link that still works.
 * @throws DomainError invalid, too_many
 */
async function requestReset(deps: RecoveryDeps, { headers }: Caller, form: { email: string }): Promise<void> {
  const { db, browsers, tries } = deps
  const issues = emailIssues(form.email)
  if (issues.length > 0) throw invalid(issues)
  const email = foldEmail(form.email)
  const browser = browsers.idOf(headers, email)
  if (browser === null) await countMail(tries.ofAddress, email, resetJustSent)
  else await countMail(tries.ofKnownBrowser, browser, resetJustSent)
  await enqueue(deps, db, 'reset', email)
}

/** Sets a new password, ends every session, and makes this browser known. @throws DomainError invalid, expired */
async function resetPassword(
  deps: RecoveryDeps,
  { headers }: Caller,
  form: ResetForm,
): Promise<Answer<{ accountId: string }>> {
  const { db, clock, identity, browsers } = deps
  const issues = resetIssues(form)
  if (issues.length > 0) throw invalid(issues)
  const owner = await identity.ownerOfReset(form.token)
  if (owner === null) throw deadLink()
  const weakness = await findWeakness(form.newPassword, ownWords(owner))
  if (weakness) throw invalid([{ path: 'newPassword', message: weakPasswordMessage(weakness) }], 'weak_password')
  const accountId = await identity.resetPassword(form)
  if (accountId === null) throw deadLink()
  const email = await db.transaction().execute(async (tx) => {
    const found = await endEverything(tx, accountId, clock.now())
    if (found) await enqueue(deps, tx, 'password_changed', found)
    return found
  })
  return { body: { accountId }, cookies: email ? [browsers.cookieFor(headers, email)] : [] }
}

/** @throws DomainError unauthenticated, conflict, too_many */
async function requestConfirmation(deps: RecoveryDeps, actor: Actor): Promise<void> {
  const { accountId, email } = requireAccount(actor)
  if (await isEmailConfirmed(deps.db, accountId)) throw alreadyConfirmed()
  await countMail(deps.tries.ofConfirmation, accountId, confirmationJustSent)
  await enqueue(deps, deps.db, 'confirmation', email)
}

/** @throws DomainError expired */
async function confirmEmail({ identity }: RecoveryDeps, { token }: { token: string }): Promise<void> {
  if (!(await identity.confirmEmail(token))) throw deadLink()
}

/** Sends an email. Gives up if the server refuses it for good. The queue retries after any other fault. */
async function sendMail(deps: RecoveryDeps, mail: Mail): Promise<void> {
  const { mailer, breaker, mailFrom } = deps
  // The person who caused the email, such as an admin, may read another language.
  const chosen = await languageOf(deps, mail.email)
  const content = await inLanguage(chosen ?? mail.language, () => compose(deps, mail))
  if (!content) return
  const envelope = { id: mail.id, from: mailFrom, to: mail.email, plannedAt: mail.at }
  try {
    await breaker.run(() => mailer.send({ ...envelope, ...content }))
  } catch (error) {
    if (!(error instanceof VendorError && error.isPermanent)) throw error
  }
}

function mailTries({ counts, rateLimitScale }: RecoveryOptions) {
  const limits = mailLimits(rateLimitScale)
  return {
    ofAddress: counts('reset mail: address', limits.ofAddress),
    ofKnownBrowser: counts('reset mail: known browser', limits.ofKnownBrowser),
    ofConfirmation: counts('confirmation mail: account', limits.ofConfirmation),
  }
}

const enqueue = ({ clock }: RecoveryDeps, tx: Database, kind: Mail['kind'], email: string, detail = '') =>
  enqueueMail(tx, {
    id: randomUUIDv7(),
    kind,
    email,
    at: clock.now().toString(),
    detail,
    language: language(),
  } satisfies Mail)

async function countMail(limit: TryLimit, key: string, refuse: (waitSeconds: number) => Error) {
  const waitSeconds = await limit.take(key)
  if (waitSeconds !== null) throw refuse(waitSeconds)
}

async function compose({ identity, publicUrl }: RecoveryDeps, mail: Mail): Promise<AccountMail | null> {
  const { kind, email, detail } = mail
  const at = minuteOf(mail.at)
  if (kind === 'password_changed') return passwordChangedMail({ at, link: `${publicUrl}/forgot-password` })
  if (isNotice(kind)) return noticeMail(kind, { at, detail, publicUrl })
  const isReset = kind === 'reset'
  const token = await (isReset ? identity.resetToken(email) : identity.confirmationToken(email))
  if (token === null) return null
  const link = `${publicUrl}/${isReset ? 'reset-password' : 'verify-email'}?token=${encodeURIComponent(token)}`
  return isReset ? resetMail(link) : confirmationMail(link)
}

/** Formats an instant as `November 21, 2026 at 09:00 UTC`, in the reader's language. */
function minuteOf(at: string): string {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO('UTC')
  const day = local.toPlainDate().toLocaleString(locale(), { dateStyle: 'long' })
  return t.dayAtTime({ day, time: local.toPlainTime().toString({ smallestUnit: 'minute' }) })
}
