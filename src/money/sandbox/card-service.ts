import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import { formatMoney } from '../../platform/money.ts'
import { holdEnded } from '../payment/domain.ts'
import * as t from '../text/sandbox.ts'
import type { SandboxConfirmation, SandboxResult } from './contract.ts'
import { judgeCard, type LaterOutcome, laterOf, paysAtOnce } from './domain.ts'
import { findIntentBySecret, markAction, markDeclined, markPaid, noteLater, type SandboxIntent } from './repository.ts'

/** The buyer requested the same hold again in another tab, at another price. */
const priceChanged = (amountCents: number) =>
  new DomainError('conflict', 'price_changed', t.priceChanged({ amountCents: formatMoney(amountCents) }), {
    details: { amount: amountCents },
  })

const unknownIntent = () => new DomainError('not_found', 'payment_not_found', t.paymentNotFound())

export type SandboxDeps = { db: Database; clock: Clock; secret: string; publicUrl: string }

/**
 * Handles what the card form sends. Confirming a paid intent gives the same answer again. After a decline, another try
 * is possible.
 * @throws DomainError payment_refused (402), expired (410), not_found
 */
export async function confirm(
  deps: SandboxDeps,
  { clientSecret, amount, card }: SandboxConfirmation,
): Promise<SandboxResult> {
  const { db, clock, publicUrl } = deps
  try {
    // Most cards pay whether we save them or not, so we need not read the intent first.
    if (paysAtOnce(card, clock.now())) return await pay(deps, clientSecret, amount, laterOf(card))
    const isKept = Boolean((await findIntentBySecret(db, clientSecret))?.customer)
    const outcome = judgeCard(card, clock.now(), isKept)
    if (outcome === 'paid') return await pay(deps, clientSecret, amount, laterOf(card))
    if (isKept) await noteLater(db, clientSecret, laterOf(card))
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'payment_refused') throw error
    const paid = await payable(deps, clientSecret)
    if (paid) return paidResult(paid)
    await markDeclined(db, clientSecret, error.message)
    throw error
  }
  const paid = await payable(deps, clientSecret)
  if (paid) return paidResult(paid)
  await markAction(db, clientSecret)
  const intent = await findIntentBySecret(db, clientSecret)
  return {
    id: intent?.id ?? '',
    status: 'requires_action',
    actionUrl: `${publicUrl}/showingbooker/pay/confirm/${encodeURIComponent(clientSecret)}`,
  }
}

/** Returns what the test bank's page shows. @throws DomainError not_found */
export async function show({ db }: SandboxDeps, clientSecret: string): Promise<{ amount: number; currency: string }> {
  const intent = /^[\w-]+$/.test(clientSecret) ? await findIntentBySecret(db, clientSecret) : null
  if (!intent) throw unknownIntent()
  return { amount: intent.amount_cents, currency: intent.currency }
}

/** Takes the cardholder's answer to the confirmation step. @throws DomainError as `confirm` */
export async function act(
  deps: SandboxDeps,
  clientSecret: string,
  outcome: 'complete' | 'fail',
): Promise<SandboxResult> {
  const { db } = deps
  const paid = await payable(deps, clientSecret)
  if (paid) return paidResult(paid)
  const intent = await findIntentBySecret(db, clientSecret)
  if (intent?.status !== 'requires_action') {
    throw new DomainError('conflict', 'no_action_needed', t.noActionNeeded())
  }
  if (outcome === 'complete') return pay(deps, clientSecret)
  const message = t.notAuthenticated()
  await markDeclined(db, clientSecret, message)
  throw new DomainError('payment_refused', 'authentication_failed', message, { field: 'number' })
}

export const now = ({ clock }: SandboxDeps) => clock.now().toString()

const paidResult = (intent: SandboxIntent): SandboxResult => ({
  id: intent.id,
  status: intent.status === 'requires_capture' ? 'requires_capture' : 'succeeded',
})

/** @param later what later charges of the card will do, if its owner saves it */
export async function pay(
  deps: SandboxDeps,
  clientSecret: string,
  amountCents?: number,
  later?: LaterOutcome,
): Promise<SandboxResult> {
  const { db } = deps
  const eventId = `evt_sandbox_${randomBytes(12).toString('hex')}`
  const paid = await markPaid(db, { clientSecret, amountCents, later }, eventId, now(deps))
  return paidResult(paid ?? (await refusePayable(deps, clientSecret, amountCents)))
}

/** @returns the intent if it is already paid @throws DomainError if it cannot be paid */
async function refusePayable(
  { db, clock }: SandboxDeps,
  clientSecret: string,
  amountCents?: number,
): Promise<SandboxIntent> {
  const intent = await findIntentBySecret(db, clientSecret)
  if (!intent) throw unknownIntent()
  if (intent.status === 'succeeded' || intent.status === 'requires_capture') return intent
  const isOpen = intent.status !== 'canceled' && intent.expires_at.getTime() > clock.now().epochMilliseconds
  if (isOpen && amountCents !== undefined && amountCents !== intent.amount_cents)
    throw priceChanged(intent.amount_cents)
  throw holdEnded()
}

/** @returns `null` if the intent waits for a card, or the intent if it is paid @throws DomainError otherwise */
async function payable(deps: SandboxDeps, clientSecret: string): Promise<SandboxIntent | null> {
  const { db, clock } = deps
  const intent = await findIntentBySecret(db, clientSecret)
  if (!intent) throw unknownIntent()
  const isOpen = intent.status === 'requires_payment_method' || intent.status === 'requires_action'
  if (isOpen && intent.expires_at.getTime() > clock.now().epochMilliseconds) return null
  return isOpen ? Promise.reject(holdEnded()) : refusePayable(deps, clientSecret)
}
