import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import { formatMoney } from '../../platform/money.ts'
import { holdEnded } from '../payment/domain.ts'
import type { PaymentProvider } from '../payment/ports.ts'
import type { SandboxConfirmation, SandboxResult } from './contract.ts'
import { judgeCard, laterOf } from './domain.ts'
import * as intents from './repository.ts'

/** The same hold asked for again, in another tab, with another price. */
const priceChanged = (amountCents: number) =>
  new DomainError(
    'conflict',
    'price_changed',
    `The price of your showing is now ${formatMoney(amountCents)}. Please check it and pay again.`,
    { details: { amount: amountCents } },
  )

const unknownIntent = () => new DomainError('not_found', 'payment_not_found', 'This payment could not be found.')

/**
 * The embedded payment provider: the states and events of the real one, kept in our own database, with test cards only.
 * Card numbers are judged and forgotten.
 */
export function createSandboxProvider(options: { db: Database; clock: Clock; secret: string; publicUrl: string }) {
  const { db, clock, publicUrl } = options
  const now = () => clock.now().toString()

  const paidResult = (intent: intents.SandboxIntent): SandboxResult => ({
    id: intent.id,
    status: intent.status === 'requires_capture' ? 'requires_capture' : 'succeeded',
  })

  async function pay(clientSecret: string, amountCents?: number): Promise<SandboxResult> {
    const eventId = `evt_sandbox_${randomBytes(12).toString('hex')}`
    const paid = await intents.markPaid(db, { clientSecret, amountCents }, eventId, now())
    return paidResult(paid ?? (await refusePayable(clientSecret, amountCents)))
  }

  /** @returns the intent when it has been paid already @throws DomainError when it cannot be paid */
  async function refusePayable(clientSecret: string, amountCents?: number): Promise<intents.SandboxIntent> {
    const intent = await intents.findIntentBySecret(db, clientSecret)
    if (!intent) throw unknownIntent()
    if (intent.status === 'succeeded' || intent.status === 'requires_capture') return intent
    const isOpen = intent.status !== 'canceled' && intent.expires_at.getTime() > clock.now().epochMilliseconds
    if (isOpen && amountCents !== undefined && amountCents !== intent.amount_cents)
      throw priceChanged(intent.amount_cents)
    throw holdEnded()
  }

  const signature = (at: string, body: string) =>
    createHmac('sha256', options.secret).update(`sandbox-webhook.${at}.${body}`).digest()

  const provider: PaymentProvider = {
    name: 'sandbox',
    publishableKey: null,

    async open({ idempotencyKey, amountCents, currency, capture, expiresAt, keepCard }) {
      const id = `pi_sandbox_${randomBytes(12).toString('hex')}`
      const intent = await intents.insertIntent(
        db,
        {
          id,
          client_secret: `${id}_secret_${randomBytes(18).toString('base64url')}`,
          idempotencyKey,
          amount_cents: amountCents,
          currency,
          capture,
          expiresAt: expiresAt.toString(),
          customer: keepCard ? (keepCard.customer ?? `cus_sandbox_${randomBytes(9).toString('hex')}`) : null,
        },
        now(),
      )
      return { intentId: intent.id, clientSecret: intent.client_secret }
    },

    changeAmount: async (intentId, amountCents) =>
      (await intents.updateAmount(db, intentId, amountCents)) ? 'changed' : 'too_late',

    async retrieve(intentId) {
      const intent = await intents.findIntent(db, intentId)
      if (!intent) return null
      const status =
        intent.status === 'succeeded' || intent.status === 'requires_capture'
          ? intent.status
          : intent.status === 'canceled'
            ? 'cancelled'
            : 'open'
      const { amount_cents: amountCents, refunded_cents: refundedCents, currency } = intent
      const { customer, later } = intent
      const isKept = status === 'succeeded' && customer !== null && later !== null
      const saved = isKept && { customer, method: intentId.replace('pi_', 'pm_') }
      return { intentId, status, amountCents, refundedCents, currency, ...(saved && { saved }) }
    },

    async chargeSaved({ intentId, saved: { customer, method } }) {
      const intent = await intents.findIntent(db, intentId)
      if (!intent) throw new Error(`the sandbox knows no intent ${intentId}`)
      if (intent.status === 'succeeded') return 'succeeded'
      const later = await intents.findLater(db, { id: method.replace('pm_', 'pi_'), customer })
      if (later === 'paid') {
        await intents.noteLater(db, intent.client_secret, later)
        await pay(intent.client_secret)
        return 'succeeded'
      }
      await intents.markDeclined(db, intent.client_secret, 'Your card was declined.')
      return later === 'action' ? 'requires_action' : 'refused'
    },

    forget: (customer) => intents.forgetCards(db, customer),

    async cancel(intentId) {
      if (await intents.markCanceled(db, intentId)) return 'cancelled'
      return (await intents.findIntent(db, intentId)) ? 'too_late' : 'cancelled'
    },

    capture: async (intentId) => ((await intents.markCaptured(db, intentId)) ? 'captured' : 'too_late'),

    async giveBack({ intentId }) {
      const returned = await intents.markReturned(db, intentId)
      if (!returned) throw new Error(`the sandbox has no money of ${intentId} to give back`)
      const kind = returned.status === 'succeeded' ? 'refund' : 'release'
      return { kind, reference: returnOf(intentId, kind), amountCents: returned.amount_cents }
    },

    async refund({ intentId, idempotencyKey, amountCents }) {
      const id = `re_sandbox_${randomBytes(12).toString('hex')}`
      const refund = await intents.insertRefund(db, { id, intentId, idempotencyKey, amountCents }, now())
      if (!refund) throw new Error(`the sandbox has not so much of ${intentId} to give back`)
      return { reference: refund.id, amountCents: refund.amount_cents }
    },

    /** Nobody but us gives money of the sandbox back. */
    async listRefunds(intentId) {
      const intent = await intents.findIntent(db, intentId)
      if (!intent || intent.refunded_cents === 0) return []
      const parts = await intents.listParts(db, intentId)
      const rest = intent.refunded_cents - parts.reduce((sum, part) => sum + part.amount_cents, 0)
      return [
        ...(rest > 0 ? [{ reference: returnOf(intentId, 'refund'), amountCents: rest, isOurs: true, key: null }] : []),
        ...parts.map(({ id, idempotency_key: key, amount_cents: amountCents }) => ({
          reference: id,
          amountCents,
          isOurs: true,
          key,
        })),
      ]
    },

    readEvent(body, header) {
      const [at, given] = (header('sandbox-signature') ?? '').split('.')
      const mac = Buffer.from(given ?? '', 'hex')
      if (!at || mac.length !== 32 || !timingSafeEqual(mac, signature(at, body))) {
        throw new DomainError('invalid', 'bad_signature', 'The signature of this event is wrong.')
      }
      const event = JSON.parse(body) as { id: string; type: string; intentId: string | null }
      return { id: event.id, type: event.type, intentId: event.intentId }
    },
  }

  return {
    provider,

    /**
     * What the card form sends. Confirming a paid intent answers the same again; after a decline it can be tried again.
     * @throws DomainError payment_refused (402), expired (410), not_found
     */
    async confirm({ clientSecret, amount, card }: SandboxConfirmation): Promise<SandboxResult> {
      try {
        const isKept = Boolean((await intents.findIntentBySecret(db, clientSecret))?.customer)
        const outcome = judgeCard(card, clock.now(), isKept)
        if (isKept) await intents.noteLater(db, clientSecret, laterOf(card))
        if (outcome === 'paid') return await pay(clientSecret, amount)
      } catch (error) {
        if (!(error instanceof DomainError) || error.kind !== 'payment_refused') throw error
        const paid = await payable(clientSecret)
        if (paid) return paidResult(paid)
        await intents.markDeclined(db, clientSecret, error.message)
        throw error
      }
      const paid = await payable(clientSecret)
      if (paid) return paidResult(paid)
      await intents.markAction(db, clientSecret)
      const intent = await intents.findIntentBySecret(db, clientSecret)
      return {
        id: intent?.id ?? '',
        status: 'requires_action',
        actionUrl: `${publicUrl}/showingbooker/pay/confirm/${encodeURIComponent(clientSecret)}`,
      }
    },

    /** What the page of the test bank shows. @throws DomainError not_found */
    async show(clientSecret: string): Promise<{ amount: number; currency: string }> {
      const intent = /^[\w-]+$/.test(clientSecret) ? await intents.findIntentBySecret(db, clientSecret) : null
      if (!intent) throw unknownIntent()
      return { amount: intent.amount_cents, currency: intent.currency }
    },

    /** The cardholder's answer to the confirmation step. @throws DomainError as `confirm` */
    async act(clientSecret: string, outcome: 'complete' | 'fail'): Promise<SandboxResult> {
      const paid = await payable(clientSecret)
      if (paid) return paidResult(paid)
      const intent = await intents.findIntentBySecret(db, clientSecret)
      if (intent?.status !== 'requires_action') {
        throw new DomainError('conflict', 'no_action_needed', 'This payment does not wait for a confirmation.')
      }
      if (outcome === 'complete') return pay(clientSecret)
      const message =
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
      await intents.markDeclined(db, clientSecret, message)
      throw new DomainError('payment_refused', 'authentication_failed', message, { field: 'number' })
    },

    /** An event as it would arrive at the webhook: raw body and signature header. */
    signedEvent(event: { id: string; type: string; intentId: string | null }) {
      const body = JSON.stringify(event)
      const at = String(clock.now().epochMilliseconds)
      return { body, headers: { 'sandbox-signature': `${at}.${signature(at, body).toString('hex')}` } }
    },
  }

  /** Null: waits for a card. The intent: paid already. @throws DomainError otherwise */
  async function payable(clientSecret: string): Promise<intents.SandboxIntent | null> {
    const intent = await intents.findIntentBySecret(db, clientSecret)
    if (!intent) throw unknownIntent()
    const isOpen = intent.status === 'requires_payment_method' || intent.status === 'requires_action'
    if (isOpen && intent.expires_at.getTime() > clock.now().epochMilliseconds) return null
    return isOpen ? Promise.reject(holdEnded()) : refusePayable(clientSecret)
  }
}

/** What gave an intent's money back: the same each time, and no way to the intent. */
const returnOf = (intentId: string, kind: 'refund' | 'release') =>
  `${kind === 'refund' ? 're' : 'rl'}_sandbox_${createHash('sha256').update(intentId).digest('hex').slice(0, 24)}`

export type Sandbox = ReturnType<typeof createSandboxProvider>
