import type { Logger } from 'pino'
import type { Orders, PaymentProvider } from '../../money/area.ts'
import { canMove, MAIL_UPGRADE_CENTS } from '../../money/payment/domain.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { isProductDemo } from '../../property/property/domain.ts'
import { hadNotice, mailsLetter } from './status-domain.ts'
import { planLaterMessages, WITHOUT_NOTICE } from './status-service.ts'
import {
  closeLetterRefund,
  findBooking,
  findLetterRefund,
  isPaidFor,
  listDue,
  listOwedLetters,
  type PaidBookingRow,
  recordDueMoney,
  recordFailure,
  recordLetterRefund,
} from './transition-repository.ts'

type DueMoneyDeps = {
  db: Database
  clock: Clock
  provider: PaymentProvider
  orders: Pick<Orders, 'storeOutsideRefunds' | 'refundAtProvider' | 'refundPart'>
  log: Logger
}

/** Most due payments in one run. */
const SWEEP = 100

/**
 * Moves a booking's money at the provider once a transition has decided that. It calls no vendor inside a transaction.
 */
export const createDueMoneyService = (deps: DueMoneyDeps) =>
  withDeps(deps, { processDuePayment, processDuePayments, refundLetter })

export type DueMoneyService = ReturnType<typeof createDueMoneyService>

/** Captures or refunds a due payment and records it once, no matter how often and how concurrently it runs. */
async function processDuePayment(deps: DueMoneyDeps, bookingId: string): Promise<void> {
  const row = await findBooking(deps.db, { ownerId: null, id: bookingId })
  if (!isPaidFor(row)) return
  // The buyer paid through a vendor that is off. We cannot move this money, so the reconciliation names it.
  if (!canMove(row.payment_provider, deps.provider.name)) return
  if (row.payment_status === 'capture_due') await capture(deps, row, row.intent_id)
  else if (row.payment_status === 'refund_due') await refundOrRelease(deps, row, row.intent_id)
}

async function capture(deps: DueMoneyDeps, row: PaidBookingRow, intentId: string): Promise<void> {
  const { db, clock, provider } = deps
  const outcome = await provider.capture(intentId).catch((error) => {
    // A capture that will never work must not keep a slot. After any other error, we try again.
    if (error instanceof VendorError && error.isPermanent && error.isAboutRequest) return 'refused' as const
    throw error
  })
  const isTaken = outcome === 'captured'
  const amount = row.payment_amount_cents
  const isRecorded = await recordDueMoney(
    db,
    row.payment_id,
    {
      from: 'capture_due',
      to: isTaken ? 'succeeded' : 'refund_due',
      entries: isTaken ? [{ step: 1, kind: 'charge', amount_cents: amount, reference: intentId }] : [],
      cancels: !isTaken,
      event: isTaken ? 'charged' : 'cancelled',
      payload: JSON.stringify(
        isTaken
          ? { amount, reference: row.payment_id }
          : { by: 'system', accountId: null, reason: 'The card could not be charged' },
      ),
      notifications: planLaterMessages(
        isTaken ? 'approved' : 'cancelled',
        row,
        { hadNotice: hadNotice(row, clock.now()), mails: mailsLetter('approve', row, {}, clock.now()) },
        clock.now(),
      ),
    },
    clock.now().toString(),
  )
  // Another run may have captured it first.
  if (!isTaken && isRecorded) await refundOrRelease(deps, row, intentId)
}

async function refundOrRelease(deps: DueMoneyDeps, row: PaidBookingRow, intentId: string): Promise<void> {
  const { db, clock, provider, orders } = deps
  const { disputed_cents: disputedCents } = row
  const charge = { step: 1, kind: 'charge', amount_cents: row.payment_amount_cents, reference: intentId }
  if (disputedCents > 0 && row.returned_cents >= row.payment_amount_cents) {
    // The buyer's bank took the money back, so we cannot refund it, too. The log has the dispute, and
    // the buyer's page says so.
    const settled = { from: 'refund_due', to: 'refunded', cancels: false, event: null, payload: '{}' } as const
    await recordDueMoney(
      db,
      row.payment_id,
      { ...settled, entries: [charge], notifications: [] },
      clock.now().toString(),
    )
    return
  }
  const back = await orders.refundAtProvider({ id: row.payment_id, intentId, disputedCents })
  // From here on, no one else can refund anything. Refunds that others made before are not ours.
  const refunds = back.kind === 'refund' ? await provider.listRefunds(intentId) : []
  const outside = refunds.filter(({ isOurs }) => !isOurs)
  const letter = refunds.find(({ key }) => key === letterKey(row))
  // A process refunded the letter and died before it recorded that. The message about the whole
  // refund mentions the letter.
  if (letter) await recordLetterRefund(db, row.payment_id, { ...letter, notifications: [] }, clock.now().toString())
  await orders.storeOutsideRefunds(db, intentId, outside, clock.now().toString())
  const returned = { step: 2, kind: back.kind, amount_cents: back.amountCents, reference: back.reference }
  await recordDueMoney(
    db,
    row.payment_id,
    {
      from: 'refund_due',
      to: 'refunded',
      // The charge comes before the refund, even if the answer to the capture got lost.
      entries: back.kind === 'refund' ? [charge, returned] : [returned],
      cancels: false,
      event: back.kind === 'refund' ? 'refunded' : 'released',
      payload: JSON.stringify({ reference: back.reference }),
      // The message that the showing was canceled or declined has already announced the refund.
      notifications:
        row.refund_decision === 'approved' ? planLaterMessages('refunded', row, WITHOUT_NOTICE, clock.now()) : [],
    },
    clock.now().toString(),
  )
}

/**
 * Refunds the price of a letter that we do not mail, once, no matter how often and how concurrently it runs. A refund
 * of the whole payment includes the price. If the buyer's bank took the money back in a dispute, our refund waits until
 * the bank returns it.
 */
async function refundLetter(deps: DueMoneyDeps, bookingId: string): Promise<void> {
  const row = await findBooking(deps.db, { ownerId: null, id: bookingId })
  if (!isPaidFor(row) || row.letter_money !== 'returning') return
  if (!canMove(row.payment_provider, deps.provider.name)) return
  const { db, clock, provider, orders } = deps
  const { payment_id: id, intent_id: intentId } = row
  const { isDue, tries } = await findLetterRefund(db, id)
  if (!isDue) return
  const asked = { id, intentId, idempotencyKey: letterKey(row), tries, amountCents: MAIL_UPGRADE_CENTS }
  const refund = await orders.refundPart(asked).catch(async (error) => {
    // The provider may have made the refund, and only its answer got lost.
    const made = (await provider.listRefunds(intentId)).find(({ key }) => key === asked.idempotencyKey)
    if (made) return made
    // If someone refunded the money at the provider, nothing is left to refund.
    const intent = await provider.retrieve(intentId)
    if (!intent || intent.amountCents - intent.refundedCents >= asked.amountCents) throw error
    return null
  })
  const now = clock.now().toString()
  if (!refund) return closeLetterRefund(db, row.payment_id, now)
  const notifications = isProductDemo(row) ? [] : planLaterMessages('letter_refunded', row, WITHOUT_NOTICE, clock.now())
  await recordLetterRefund(db, row.payment_id, { ...refund, notifications }, now)
}

/** Processes the due payments and letters that their jobs left behind. @returns how many failed again */
async function processDuePayments(deps: DueMoneyDeps): Promise<number> {
  const { db, clock, provider, log } = deps
  let failed = 0
  const now = clock.now().toString()
  const due = { provider: provider.name, before: clock.now().subtract({ seconds: 30 }).toString(), now }
  const tryTo = (bookingId: string, processed: Promise<void>) =>
    processed.catch(async (error) => {
      failed++
      log.error({ err: error, bookingId }, 'money that is due could not be moved yet')
      await recordFailure(db, bookingId, now)
    })
  for (const bookingId of await listDue(db, { ...due, limit: SWEEP }))
    await tryTo(bookingId, processDuePayment(deps, bookingId))
  for (const bookingId of await listOwedLetters(db, { ...due, limit: SWEEP }))
    await tryTo(bookingId, refundLetter(deps, bookingId))
  return failed
}

/** Returns the key under which the provider refunds the price of a letter only once. */
const letterKey = (row: PaidBookingRow) => `letter:${row.payment_id}`
