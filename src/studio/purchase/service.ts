import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { instantOf } from '../../platform/instant.ts'
import type { Mailer } from '../../platform/mailer.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isUuid } from '../../platform/uuid.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { noSuchPurchase, RETRY_DAYS, SUBSCRIPTION } from '../credit/domain.ts'
import {
  cancelledMail,
  endedMail,
  type PurchaseMail,
  type PurchaseView,
  purchaseDocument,
  receiptMail,
  refundedMail,
  renewalFailedMail,
} from './messages.ts'
import { findPaid, findPlan, type PaidRow } from './repository.ts'

/** @param subject id of the purchase for `receipt` and `refunded`, otherwise id of the plan */
type Mail = {
  id: string
  kind: 'receipt' | 'refunded' | 'renewal_failed' | 'cancelled' | 'ended'
  subject: string
}

type PurchaseDeps = {
  db: Database
  clock: Clock
  pdf: PdfRenderer
  mailer: Mailer
  breaker: Pick<CircuitBreaker, 'run'>
  mailFrom: string
  publicUrl: string
}

/** Receipts and emails about paid credits. */
export const createPurchaseService = (deps: PurchaseDeps) => withDeps(deps, { printReceipt, sendMail })

export type PurchaseService = ReturnType<typeof createPurchaseService>

/** Prints the receipt as it is now; the same state gives the same bytes. @throws DomainError unauthenticated, not_found */
async function printReceipt(deps: PurchaseDeps, actor: Actor, id: string): Promise<{ name: string; pdf: Uint8Array }> {
  const { accountId, email } = requireAccount(actor)
  const row = isUuid(id) ? await findPaid(deps.db, id, accountId) : null
  if (!row) throw noSuchPurchase()
  return { name: `receipt-${row.number}`, pdf: await deps.pdf.render(purchaseDocument(viewOf(deps, row, email))) }
}

/** Sends an email, unless its address can never take it. The queue tries again after any other error. */
async function sendMail(deps: PurchaseDeps, { id, kind, subject }: Mail): Promise<void> {
  const isAboutPurchase = kind === 'receipt' || kind === 'refunded'
  const mail = await (isAboutPurchase ? purchaseMail(deps, kind, subject) : planMail(deps, kind, subject))
  if (!mail) return
  const about = { id, from: deps.mailFrom, plannedAt: deps.clock.now().toString() }
  try {
    await deps.breaker.run(() => deps.mailer.send({ ...about, ...mail }))
  } catch (error) {
    if (!(error instanceof VendorError && error.isPermanent)) throw error
  }
}

async function purchaseMail(deps: PurchaseDeps, kind: 'receipt' | 'refunded', id: string): Promise<Addressed | null> {
  const row = await findPaid(deps.db, id, null)
  if (!row?.email) return null
  const view = viewOf(deps, row, row.email)
  const write = kind === 'receipt' ? receiptMail : refundedMail
  return { to: row.email, ...inLanguage(row.language, () => write(view)) }
}

async function planMail(
  deps: PurchaseDeps,
  kind: 'renewal_failed' | 'cancelled' | 'ended',
  id: string,
): Promise<Addressed | null> {
  const plan = await findPlan(deps.db, id)
  if (!plan?.email) return null
  const to = plan.email
  const view = {
    periodEnd: instantOf(plan.period_end),
    nextTryAt: instantOf(plan.next_try_at),
    link: creditsLink(deps),
    isLastTry: plan.tries >= RETRY_DAYS.length,
    amountCents: SUBSCRIPTION.cents,
  }
  // The account may have paid with another card in the meantime, or resumed the plan.
  if (kind === 'renewal_failed' && plan.status !== 'past_due') return null
  if (kind === 'cancelled' && plan.cancelled_at === null) return null
  const mail = inLanguage(plan.language, () => {
    if (kind === 'cancelled') return cancelledMail(view)
    if (kind === 'ended') return endedMail(view, plan.ended_because === 'unpaid' ? 'unpaid' : 'cancelled')
    return renewalFailedMail(view)
  })
  return { to, ...mail }
}

type Addressed = PurchaseMail & { to: string }

const creditsLink = ({ publicUrl }: PurchaseDeps) => `${publicUrl}/account/credits`

const viewOf = (deps: PurchaseDeps, row: PaidRow, email: string): PurchaseView => ({
  number: row.number,
  kind: row.kind,
  credits: row.credits,
  email,
  link: creditsLink(deps),
  // If an unexpected amount was charged and refunded, the receipt shows that amount.
  amountCents: row.movements.find(({ kind }) => kind === 'charge')?.amountCents ?? row.amount_cents,
  paidAt: instantOf(row.paid_at),
  until: row.period_end && instantOf(row.period_end),
  isRenewing: row.is_renewing,
  movements: row.movements,
  isTestMode: row.provider === 'sandbox',
})
