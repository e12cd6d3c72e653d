import { randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { invalid } from '../../platform/errors.ts'
import type { KnownBrowsers } from '../../platform/known-browser.ts'
import type { Mailer } from '../../platform/mailer.ts'
import { findWeakness } from '../../platform/password-strength.ts'
import type { TryLimit } from '../../platform/try-limit.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { emailIssues, foldEmail, ownWords, weakPasswordMessage } from '../account/domain.ts'
import type { Answer, Caller, Identity } from '../account/ports.ts'
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
import { endEverything, enqueueMail, findByEmail } from './repository.ts'

/** `detail`: what a notice is about. */
type Mail = {
  id: string
  kind: 'confirmation' | 'reset' | 'password_changed' | SecurityNotice
  email: string
  at: string
  detail: string
}

type RecoveryDependencies = {
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

/** A forgotten password, and whether an address is its owner's. Mails go as jobs; their links are made when they leave. */
export function createRecoveryService(options: RecoveryDependencies) {
  const { db, clock, identity, browsers, publicUrl } = options
  const limits = mailLimits(options.rateLimitScale)
  const mails = {
    ofAddress: options.counts('reset mail: address', limits.ofAddress),
    ofKnownBrowser: options.counts('reset mail: known browser', limits.ofKnownBrowser),
    ofConfirmation: options.counts('confirmation mail: account', limits.ofConfirmation),
  }

  const plan = (tx: Database, kind: Mail['kind'], email: string, detail = '') =>
    enqueueMail(tx, { id: randomUUIDv7(), kind, email, at: clock.now().toString(), detail } satisfies Mail)

  async function countMail(limit: TryLimit, key: string, refuse: (waitSeconds: number) => Error) {
    const waitSeconds = await limit.take(key)
    if (waitSeconds !== null) throw refuse(waitSeconds)
  }

  async function compose({ kind, email, at, detail }: Mail): Promise<AccountMail | null> {
    if (kind === 'password_changed')
      return passwordChangedMail({ at: minuteOf(at), link: `${publicUrl}/forgot-password` })
    if (isNotice(kind)) return noticeMail(kind, { at: minuteOf(at), detail, publicUrl })
    const isReset = kind === 'reset'
    const token = await (isReset ? identity.resetToken(email) : identity.confirmationToken(email))
    if (token === null) return null
    const link = `${publicUrl}/${isReset ? 'reset-password' : 'verify-email'}?token=${encodeURIComponent(token)}`
    return isReset ? resetMail(link) : confirmationMail(link)
  }

  return {
    /** The first mail to a new account. */
    welcome: (email: string) => plan(db, 'confirmation', email),

    /** Tells an account's owner of what happened to it, with the transaction that does it. @param detail see `Mail` */
    tell: (tx: Database, notice: { kind: SecurityNotice; email: string; detail: string }) =>
      plan(tx, notice.kind, notice.email, notice.detail),

    /**
     * Asks for a link by mail. What it answers, how it counts, and how long it takes, is the same for every address: whether
     * there is an account is found out by the job. Whoever has to wait has a mail with a link that still works.
     * @throws DomainError invalid, too_many
     */
    async requestReset({ headers }: Caller, form: { email: string }): Promise<void> {
      const issues = emailIssues(form.email)
      if (issues.length > 0) throw invalid(issues)
      const email = foldEmail(form.email)
      const browser = browsers.idOf(headers, email)
      if (browser === null) await countMail(mails.ofAddress, email, resetJustSent)
      else await countMail(mails.ofKnownBrowser, browser, resetJustSent)
      await plan(db, 'reset', email)
    },

    /** Ends every session of the account. Who reads its mail makes this browser known. @throws DomainError invalid, expired */
    async resetPassword({ headers }: Caller, form: ResetForm): Promise<Answer<{ accountId: string }>> {
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
        if (found) await plan(tx, 'password_changed', found)
        return found
      })
      return { body: { accountId }, cookies: email ? [browsers.cookieFor(headers, email)] : [] }
    },

    /** @throws DomainError unauthenticated, conflict, too_many */
    async requestConfirmation(actor: Actor): Promise<void> {
      const { accountId, email } = requireAccount(actor)
      if ((await findByEmail(db, email))?.email_verified) throw alreadyConfirmed()
      await countMail(mails.ofConfirmation, accountId, confirmationJustSent)
      await plan(db, 'confirmation', email)
    },

    /** @throws DomainError expired */
    async confirm({ token }: { token: string }): Promise<void> {
      if (!(await identity.confirmEmail(token))) throw deadLink()
    },

    /** A mail that nobody will ever take is given up; any other fault is the queue's to repeat. */
    async sendMail(mail: Mail): Promise<void> {
      const said = await compose(mail)
      if (!said) return
      const about = { id: mail.id, from: options.mailFrom, to: mail.email, plannedAt: mail.at }
      try {
        await options.breaker.run(() => options.mailer.send({ ...about, ...said }))
      } catch (error) {
        if (!(error instanceof VendorError && error.isPermanent)) throw error
      }
    },
  }
}

/** `November 21, 2026 at 09:00 UTC` */
function minuteOf(at: string): string {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO('UTC')
  const day = local.toPlainDate().toLocaleString('en-US', { dateStyle: 'long' })
  return `${day} at ${local.toPlainTime().toString({ smallestUnit: 'minute' })} UTC`
}

export type RecoveryService = ReturnType<typeof createRecoveryService>
