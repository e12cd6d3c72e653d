import { createHash, createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../platform/constant-time.ts'
import { DomainError } from '../../platform/errors.ts'
import { instantOf } from '../../platform/instant.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { OpenedIntent, PaymentProvider, ProviderIntent } from '../payment/ports.ts'
import * as t from '../text/sandbox.ts'
import { act, confirm, now, pay, type SandboxDeps, show } from './card-service.ts'
import {
  findIntent,
  findLater,
  forgetCards,
  insertIntent,
  insertPartialRefund,
  listIntents,
  listPartialRefunds,
  markCanceled,
  markCaptured,
  markDeclined,
  markRefundedOrReleased,
  noteLater,
  type SandboxIntent,
  updateAmount,
} from './repository.ts'

/**
 * The embedded payment provider. It has the states and events of a real provider, stores them in our own database, and
 * takes only test cards. It never stores card numbers.
 */
export const createSandboxProvider = (deps: SandboxDeps) => ({
  provider: providerOf(deps),
  newIntent,
  ...withDeps(deps, { confirm, show, act, signedEvent }),
})

export type Sandbox = ReturnType<typeof createSandboxProvider>

/** Builds an event as it arrives at the webhook: raw body and signature header. */
function signedEvent(deps: SandboxDeps, event: { id: string; type: string; intentId: string | null }) {
  const { clock } = deps
  const body = JSON.stringify(event)
  const at = String(clock.now().epochMilliseconds)
  return { body, headers: { 'sandbox-signature': `${at}.${signature(deps, at, body).toString('hex')}` } }
}

const signature = ({ secret }: SandboxDeps, at: string, body: string) =>
  createHmac('sha256', secret).update(`sandbox-webhook.${at}.${body}`).digest()

/** Derives a refund's ID from the intent. It is the same each time and does not reveal the intent. */
const refundReference = (intentId: string, kind: 'refund' | 'release') =>
  `${kind === 'refund' ? 're' : 'rl'}_sandbox_${createHash('sha256').update(intentId).digest('hex').slice(0, 24)}`

/** Chooses the IDs of an intent, which exists once its row does. `open` writes one, and `hold_slot` writes a hold's. */
function newIntent(): OpenedIntent {
  const intentId = `pi_sandbox_${randomBytes(12).toString('hex')}`
  return { intentId, clientSecret: `${intentId}_secret_${randomBytes(18).toString('base64url')}` }
}

function providerIntentOf(intent: SandboxIntent): ProviderIntent {
  const { id: intentId, amount_cents: amountCents, refunded_cents: refundedCents, currency, customer, later } = intent
  const status =
    intent.status === 'succeeded' || intent.status === 'requires_capture'
      ? intent.status
      : intent.status === 'canceled'
        ? 'cancelled'
        : 'open'
  const isKept = status === 'succeeded' && customer !== null && later !== null
  const saved = isKept && { customer, method: intentId.replace('pi_', 'pm_') }
  return { intentId, status, amountCents, refundedCents, isDisputed: false, currency, ...(saved && { saved }) }
}

/**
 * Returns the vendor's provider, which leaves test payments from before the switch to it to the embedded provider. Their
 * IDs tell them apart. It opens and charges no test payment.
 */
export function withTestPayments(vendor: PaymentProvider, test: PaymentProvider): PaymentProvider {
  const of = (id: string) => (/^(pi|cus)_sandbox_/.test(id) ? test : vendor)
  return {
    ...vendor,
    retrieve: (intentId) => of(intentId).retrieve(intentId),
    cancel: (intentId) => of(intentId).cancel(intentId),
    capture: (intentId) => of(intentId).capture(intentId),
    refundOrRelease: (request) => of(request.intentId).refundOrRelease(request),
    refund: (request) => of(request.intentId).refund(request),
    listRefunds: (intentId) => of(intentId).listRefunds(intentId),
    listDisputes: (intentId) => of(intentId).listDisputes(intentId),
    forget: (customer) => of(customer).forget(customer),
  }
}

const providerOf = (deps: SandboxDeps): PaymentProvider => ({
  name: 'sandbox',
  publishableKey: null,

  async open({ idempotencyKey, amountCents, currency, capture, expiresAt, keepCard }) {
    const { intentId, clientSecret } = newIntent()
    const intent = await insertIntent(
      deps.db,
      {
        id: intentId,
        client_secret: clientSecret,
        idempotencyKey,
        amount_cents: amountCents,
        currency,
        capture,
        expiresAt: expiresAt.toString(),
        customer: keepCard ? (keepCard.customer ?? `cus_sandbox_${randomBytes(9).toString('hex')}`) : null,
      },
      now(deps),
    )
    return { intentId: intent.id, clientSecret: intent.client_secret }
  },

  changeAmount: async (intentId, amountCents) =>
    (await updateAmount(deps.db, intentId, amountCents)) ? 'changed' : 'too_late',

  async retrieve(intentId) {
    const intent = await findIntent(deps.db, intentId)
    return intent && providerIntentOf(intent)
  },

  /** Lists them all at once, because they are test payments. */
  async listIntents({ since }) {
    const rows = await listIntents(deps.db, since.toString())
    const intents = rows.map((row) => ({
      ...providerIntentOf(row),
      openedAt: instantOf(row.created_at),
      description: null,
    }))
    return { intents, next: null }
  },

  async chargeSaved({ intentId, saved: { customer, method } }) {
    const intent = await findIntent(deps.db, intentId)
    if (!intent) throw new Error(`the sandbox has no intent ${intentId}`)
    if (intent.status === 'succeeded') return 'succeeded'
    const later = await findLater(deps.db, { id: method.replace('pm_', 'pi_'), customer })
    if (later === 'paid') {
      await noteLater(deps.db, intent.client_secret, later)
      await pay(deps, intent.client_secret)
      return 'succeeded'
    }
    await markDeclined(deps.db, intent.client_secret, t.cardDeclined())
    return later === 'action' ? 'requires_action' : 'refused'
  },

  forget: (customer) => forgetCards(deps.db, customer),

  async cancel(intentId) {
    if (await markCanceled(deps.db, intentId)) return 'cancelled'
    return (await findIntent(deps.db, intentId)) ? 'too_late' : 'cancelled'
  },

  capture: async (intentId) => ((await markCaptured(deps.db, intentId)) ? 'captured' : 'too_late'),

  async refundOrRelease({ intentId }) {
    const returned = await markRefundedOrReleased(deps.db, intentId)
    if (!returned) throw new Error(`the sandbox has no money of ${intentId} to refund`)
    const kind = returned.status === 'succeeded' ? 'refund' : 'release'
    return { kind, reference: refundReference(intentId, kind), amountCents: returned.amount_cents }
  },

  async refund({ intentId, idempotencyKey, amountCents }) {
    const id = `re_sandbox_${randomBytes(12).toString('hex')}`
    const refund = await insertPartialRefund(deps.db, { id, intentId, idempotencyKey, amountCents }, now(deps))
    if (!refund) throw new Error(`the sandbox has less money of ${intentId} than this refund`)
    return { reference: refund.id, amountCents: refund.amount_cents }
  },

  /** Lists only our own refunds, because no one else refunds sandbox money. */
  async listRefunds(intentId) {
    const intent = await findIntent(deps.db, intentId)
    if (!intent || intent.refunded_cents === 0) return []
    const parts = await listPartialRefunds(deps.db, intentId)
    const rest = intent.refunded_cents - parts.reduce((sum, part) => sum + part.amount_cents, 0)
    return [
      ...(rest > 0
        ? [{ reference: refundReference(intentId, 'refund'), amountCents: rest, isOurs: true, key: null }]
        : []),
      ...parts.map(({ id, idempotency_key: key, amount_cents: amountCents }) => ({
        reference: id,
        amountCents,
        isOurs: true,
        key,
      })),
    ]
  },

  /** No bank takes sandbox money back. */
  listDisputes: async () => [],

  readEvent(body, header) {
    const [at, given] = (header('sandbox-signature') ?? '').split('.')
    if (!at || !isSameSecret(Buffer.from(given ?? '', 'hex'), signature(deps, at, body))) {
      throw new DomainError('invalid', 'bad_signature', t.badSignature())
    }
    const event = JSON.parse(body) as { id: string; type: string; intentId: string | null }
    return { id: event.id, type: event.type, intentId: event.intentId }
  },
})
