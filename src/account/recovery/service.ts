import { randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { DomainError, invalid, requireValid } from '../../platform/errors.ts'
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
import {
  dropMail,
  endEverything,
  enqueueMail,
  findLanguage,
  findNoticedState,
  isEmailConfirmed,
  planMail,
  planNextLook,
} from './repository.ts'

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
/** An email that we store before its change, and send only if the account's state later differs from `state`. */
type PlannedMail = Mail & { planned: { accountId: string; state: string; looks: number } }
/** A change that the identity provider commits itself. */
type ProviderNotice = {
  kind: 'password_changed' | 'passkey_added' | 'second_step_on' | 'second_step_off' | 'recovery_codes'
  accountId: string
  email: string
  detail: string
}
type Announcement<T> = [notice: ProviderNotice, change: () => Promise<T>, detailOf?: (result: T) => string | null]

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
export const createRecoveryService = (options: RecoveryOptions) => {
  const deps = { ...options, tries: mailTries(options) }
  return {
    ...withDeps(deps, {
      welcome,
      languageOf,
      notify,
      requestReset,
      resetPassword,
      requestConfirmation,
      confirmEmail,
      deliver,
      sendMail,
      sendPlannedMail,
    }),
    announce: <T>(...request: Announcement<T>) => announce(deps, ...request),
  }
}

export type RecoveryService = ReturnType<typeof createRecoveryService>

/** Sends the first email to a new account. */
const welcome = (deps: RecoveryDeps, email: string) => enqueue(deps, deps.db, 'confirmation', email)

/** Finds the language of an account. @param email folded @returns null if there is no such account, or it chose none */
const languageOf = ({ db }: RecoveryDeps, email: string) => findLanguage(db, email)

/** Tells owners what happened to their account, in the transaction of the change. @param detail see `Mail` */
const notify = (deps: RecoveryDeps, tx: Database, notice: { kind: SecurityNotice; email: string; detail: string }) =>
  enqueue(deps, tx, notice.kind, notice.email, notice.detail)

/**
 * Makes a change that the identity provider commits itself, and tells the owner. We store the email first. If the
 * process dies after the change, the job sends the email as soon as it sees a different state. If the provider refuses
 * and nothing changed, we send nothing.
 * `detailOf` is what the email says (see `Mail`), or null if the provider did something else.
 */
async function announce<T>(
  deps: RecoveryDeps,
  ...[{ accountId, ...notice }, change, detailOf = () => notice.detail]: Announcement<T>
): Promise<T> {
  const { db } = deps
  const mail = mailOf(deps, notice)
  const about = { kind: notice.kind, accountId }
  const state = await findNoticedState(db, about)
  // A deleted account has no state, and the provider refuses every change to it.
  if (state !== null) await planMail(db, { ...mail, planned: { accountId, state, looks: 0 } } satisfies PlannedMail)
  try {
    const result = await change()
    const detail = detailOf(result)
    if (detail !== null) await enqueueMail(db, { ...mail, detail })
    else await dropMail(db, mail.id)
    return result
  } catch (error) {
    // After another kind of error, the change may still happen. And a later step may fail after the change is made.
    if (error instanceof DomainError && (await findNoticedState(db, about)) === state) await dropMail(db, mail.id)
    throw error
  }
}

/**
 * Requests a link by email. The answer, the count, and the time taken are the same for every address, because only the
 * job finds out whether there is an account. A person who has to wait already has an email with a link that still
 * works.
 * @throws DomainError invalid, too_many
 */
async function requestReset(deps: RecoveryDeps, { headers }: Caller, form: { email: string }): Promise<void> {
  const { db, browsers, tries } = deps
  requireValid(emailIssues(form.email))
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
  requireValid(resetIssues(form))
  const owner = await identity.ownerOfReset(form.token)
  if (owner === null) throw deadLink()
  const weakness = await findWeakness(form.newPassword, ownWords(owner))
  if (weakness) throw invalid([{ path: 'newPassword', message: weakPasswordMessage(weakness) }], 'weak_password')
  const notice = { kind: 'password_changed', accountId: owner.id, email: owner.email, detail: '' } as const
  const change = () => identity.resetPassword(form)
  const accountId = await announce(deps, notice, change, (changed) => (changed === null ? null : notice.detail))
  if (accountId === null) throw deadLink()
  const email = await db.transaction().execute((tx) => endEverything(tx, accountId, clock.now()))
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

/**
 * Sends an email in the language of the address's account, otherwise in that of the request that caused the email. Gives
 * up if the server refuses it permanently. The queue retries after any other failure.
 * @param write returns null if there is nothing to send anymore
 */
async function deliver(
  deps: RecoveryDeps,
  mail: Pick<Mail, 'id' | 'email' | 'at' | 'language'>,
  write: () => Promise<AccountMail | null>,
): Promise<void> {
  const { mailer, breaker, mailFrom } = deps
  // The person who caused the email, such as an admin, may read another language.
  const chosen = await languageOf(deps, mail.email)
  const content = await inLanguage(chosen ?? mail.language, write)
  if (!content) return
  const envelope = { id: mail.id, from: mailFrom, to: mail.email, plannedAt: mail.at }
  try {
    await breaker.run(() => mailer.send({ ...envelope, ...content }))
  } catch (error) {
    if (!(error instanceof VendorError && error.isPermanent)) throw error
  }
}

const sendMail = (deps: RecoveryDeps, mail: Mail): Promise<void> => deliver(deps, mail, () => compose(deps, mail))

/**
 * Sends a planned email if its change happened. The change may still be waiting, so the job checks for about an hour.
 */
async function sendPlannedMail(deps: RecoveryDeps, { planned, ...mail }: PlannedMail): Promise<void> {
  const { db } = deps
  const state = await findNoticedState(db, { kind: mail.kind, accountId: planned.accountId })
  if (state === null) return
  if (state !== planned.state) return sendMail(deps, mail)
  const looks = planned.looks + 1
  const next: PlannedMail = { ...mail, planned: { ...planned, looks } }
  await planNextLook(db, next, looks)
}

function mailTries({ counts, rateLimitScale }: RecoveryOptions) {
  const limits = mailLimits(rateLimitScale)
  return {
    ofAddress: counts('reset mail: address', limits.ofAddress),
    ofKnownBrowser: counts('reset mail: known browser', limits.ofKnownBrowser),
    ofConfirmation: counts('confirmation mail: account', limits.ofConfirmation),
  }
}

const enqueue = (deps: RecoveryDeps, tx: Database, kind: Mail['kind'], email: string, detail = '') =>
  enqueueMail(tx, mailOf(deps, { kind, email, detail }))

const mailOf = ({ clock }: RecoveryDeps, mail: Pick<Mail, 'kind' | 'email' | 'detail'>): Mail => ({
  ...mail,
  id: randomUUIDv7(),
  at: clock.now().toString(),
  language: language(),
})

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
