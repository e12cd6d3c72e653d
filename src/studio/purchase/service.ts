import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Mailer } from '../../platform/mailer.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import { isUuid } from '../../platform/uuid.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { noSuchPurchase, RETRY_DAYS, SUBSCRIPTION } from '../credit/domain.ts'
import * as words from './messages.ts'
import * as rows from './repository.ts'

/** `subject` is the purchase, or of the others the plan. */
type Mail = {
  id: string
  kind: 'receipt' | 'refunded' | 'renewal_failed' | 'cancelled' | 'ended'
  subject: string
}

type PurchaseDependencies = {
  db: Database
  clock: Clock
  pdf: PdfRenderer
  mailer: Mailer
  breaker: Pick<CircuitBreaker, 'run'>
  mailFrom: string
  publicUrl: string
}

/** What is said about credits that were paid for: receipts to print, and mails. */
export function createPurchaseService(options: PurchaseDependencies) {
  const { db, clock, pdf } = options
  const link = `${options.publicUrl}/account/credits`

  const viewOf = (row: rows.PaidRow, email: string): words.PurchaseView => ({
    number: row.number,
    kind: row.kind,
    credits: row.credits,
    email,
    link,
    // Of another amount than ours that came and went back, that one.
    amountCents: row.movements.find(({ kind }) => kind === 'charge')?.amountCents ?? row.amount_cents,
    paidAt: instantOf(row.paid_at),
    until: row.period_end && instantOf(row.period_end),
    movements: row.movements,
    isTestMode: row.provider === 'sandbox',
  })

  /** null: there is nobody to tell, or nothing any more. */
  async function compose({ kind, subject }: Mail): Promise<(words.PurchaseMail & { to: string }) | null> {
    if (kind === 'receipt' || kind === 'refunded') {
      const row = await rows.findPaid(db, subject, null)
      if (!row?.email) return null
      const view = viewOf(row, row.email)
      return { to: row.email, ...(kind === 'receipt' ? words.receiptMail(view) : words.refundedMail(view)) }
    }
    const plan = await rows.findPlan(db, subject)
    if (!plan?.email) return null
    const view = {
      periodEnd: instantOf(plan.period_end),
      nextTryAt: instantOf(plan.next_try_at),
      link,
      isLastTry: plan.tries >= RETRY_DAYS.length,
      amountCents: SUBSCRIPTION.cents,
    }
    const to = plan.email
    if (kind === 'cancelled') return { to, ...words.cancelledMail(view) }
    if (kind === 'ended')
      return { to, ...words.endedMail(view, plan.ended_because === 'unpaid' ? 'unpaid' : 'cancelled') }
    // Paid meanwhile, with another card.
    return plan.status === 'past_due' ? { to, ...words.renewalFailedMail(view) } : null
  }

  return {
    /** The receipt as it is now; the same state gives the same bytes. @throws DomainError unauthenticated, not_found */
    async pdf(actor: Actor, id: string): Promise<{ name: string; pdf: Uint8Array }> {
      const { accountId, email } = requireAccount(actor)
      const row = isUuid(id) ? await rows.findPaid(db, id, accountId) : null
      if (!row) throw noSuchPurchase()
      return { name: `receipt-${row.number}`, pdf: await pdf.render(words.purchaseDocument(viewOf(row, email))) }
    },

    /** A mail that nobody will ever take is given up; any other fault is the queue's to repeat. */
    async sendMail(mail: Mail): Promise<void> {
      const said = await compose(mail)
      if (!said) return
      const about = { id: mail.id, from: options.mailFrom, plannedAt: clock.now().toString() }
      try {
        await options.breaker.run(() => options.mailer.send({ ...about, ...said }))
      } catch (error) {
        if (!(error instanceof VendorError && error.isPermanent)) throw error
      }
    },
  }
}

export type PurchaseService = ReturnType<typeof createPurchaseService>

const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())
