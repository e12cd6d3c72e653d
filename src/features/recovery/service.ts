import { randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { invalid } from '../../platform/errors.ts'
import { createTryLimit } from '../../platform/try-limit.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { emailIssues, foldEmail } from '../account/domain.ts'
import type { Identity } from '../account/ports.ts'
import type { MessageSender } from '../notification/ports.ts'
import type { ResetForm } from './contract.ts'
import {
  alreadyConfirmed,
  deadLink,
  isNotice,
  MAILS_AN_HOUR,
  resetIssues,
  type SecurityNotice,
  tooManyMails,
} from './domain.ts'
import type { Mail } from './jobs.ts'
import { type AccountMail, confirmationMail, noticeMail, passwordChangedMail, resetMail } from './messages.ts'
import { endEverything, enqueueMail, findByEmail } from './repository.ts'

type RecoveryDependencies = {
  db: Database
  clock: Clock
  identity: Identity
  sender: MessageSender
  breaker: Pick<CircuitBreaker, 'run'>
  mailFrom: string
  publicUrl: string
  rateLimitScale: number
}

/** A forgotten password, and whether an address is its owner's. Mails go as jobs; their links are made when they leave. */
export function createRecoveryService(options: RecoveryDependencies) {
  const { db, clock, identity, publicUrl } = options
  const mails = createTryLimit({ tries: MAILS_AN_HOUR * options.rateLimitScale, seconds: 3600 })

  const plan = (tx: Database, kind: Mail['kind'], email: string, detail = '') =>
    enqueueMail(tx, { id: randomUUIDv7(), kind, email, at: clock.now().toString(), detail } satisfies Mail)

  /** Counted for every address alike, whether or not it has an account. */
  async function countMail(email: string) {
    const waitSeconds = await mails.take(email)
    if (waitSeconds !== null) throw tooManyMails(waitSeconds)
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
     * Asks for a link by mail. What it answers, and how long it takes, is the same for every address: whether there is an
     * account is found out by the job. @throws DomainError invalid, too_many
     */
    async requestReset(form: { email: string }): Promise<void> {
      const issues = emailIssues(form.email)
      if (issues.length > 0) throw invalid(issues)
      const email = foldEmail(form.email)
      await countMail(email)
      await plan(db, 'reset', email)
    },

    /** Ends every session of the account. @throws DomainError invalid, expired */
    async resetPassword(form: ResetForm): Promise<void> {
      const issues = resetIssues(form)
      if (issues.length > 0) throw invalid(issues)
      const accountId = await identity.resetPassword(form)
      if (accountId === null) throw deadLink()
      await db.transaction().execute(async (tx) => {
        const email = await endEverything(tx, accountId, clock.now())
        if (email) await plan(tx, 'password_changed', email)
      })
    },

    /** @throws DomainError unauthenticated, conflict, too_many */
    async requestConfirmation(actor: Actor): Promise<void> {
      const { email } = requireAccount(actor)
      if ((await findByEmail(db, email))?.email_verified) throw alreadyConfirmed()
      await countMail(email)
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
      const about = { id: mail.id, bookingId: null, role: 'account' as const, from: options.mailFrom, to: mail.email }
      const rest = { cc: [], copy: null, calendar: null, attachmentKey: null, plannedAt: mail.at, isRepeat: false }
      try {
        await options.breaker.run(() => options.sender.send({ ...about, ...said, ...rest }))
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
