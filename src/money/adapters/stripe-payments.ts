import Stripe from 'stripe'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import { retryAfterOf, VendorError } from '../../platform/vendor-error.ts'
import type { StripeSettings } from '../../settings/vendor-settings.ts'
import type { OutsideMovement, PaymentProvider, ProviderEvent, ProviderIntent, SavedCard } from '../payment/ports.ts'
import * as t from '../text/sandbox.ts'

/** Metadata key that marks our refunds, unlike those made in Stripe's dashboard. */
const KEY = 'showingbooker_key'
/** Metadata key, on an intent, for our payment. With it, a person finds the payment in Stripe's dashboard. */
const PAYMENT = 'showingbooker_payment'
/** Metadata key, on an intent, for the saved card that it charges. */
const KEPT = 'showingbooker_kept'
const TIMEOUT_MS = 10_000

/**
 * Takes cards through Stripe (the SDK's API version is 2026-10-28.endive). We accept only cards and the wallets that
 * use them, because a method that settles days later cannot turn a ten-minute hold into a showing. Stripe's intents
 * never expire, so the reconciler cancels those of ended holds.
 */
export function createStripePayments(
  settings: StripeSettings,
  { clock, timeoutMs = TIMEOUT_MS }: { clock: Clock; timeoutMs?: number },
): PaymentProvider {
  const base = new URL(settings.apiBase)
  const stripe = new Stripe(settings.secretKey, {
    host: base.hostname,
    port: base.port || (base.protocol === 'https:' ? 443 : 80),
    protocol: base.protocol === 'https:' ? 'https' : 'http',
    timeout: timeoutMs,
    // We decide who waits and who retries: a buyer waits for seconds, the reconciler forever. The SDK still retries
    // once when a connection breaks, and everything we send is safe to repeat.
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const translated = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error) => {
      throw faultOf(error, clock)
    })

  async function find(intentId: string): Promise<Stripe.PaymentIntent | null> {
    try {
      return await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
    } catch (error) {
      // An intent of another provider, from before we used Stripe, is unknown too.
      if (isCode(error, 'resource_missing')) return null
      throw faultOf(error, clock)
    }
  }

  async function get(intentId: string): Promise<Stripe.PaymentIntent> {
    const intent = await find(intentId)
    if (!intent) throw new VendorError('stripe', `no intent ${intentId}`, { isPermanent: true })
    return intent
  }

  /** Creates a customer without personal data. Stripe stores only the card with it. */
  const newCustomer = async (idempotencyKey: string): Promise<string> =>
    (await translated(stripe.customers.create({ description: 'ShowingBooker studio' }, { idempotencyKey }))).id

  const refundsOf = async (intentId: string) =>
    (await translated(stripe.refunds.list({ payment_intent: intentId, limit: 100 }))).data.filter(
      ({ status }) => status !== 'failed' && status !== 'canceled',
    )

  async function refund(
    wanted: { intentId: string; amountCents?: number },
    { key, idempotencyKey }: { key: string; idempotencyKey: string },
  ): Promise<Stripe.Refund> {
    const made = await translated(
      stripe.refunds.create(
        {
          payment_intent: wanted.intentId,
          ...(wanted.amountCents !== undefined && { amount: wanted.amountCents }),
          metadata: { [KEY]: key },
        },
        { idempotencyKey },
      ),
    )
    if (made.status === 'failed' || made.status === 'canceled') throw new VendorError('stripe', `refund ${made.status}`)
    return made
  }

  /**
   * Returns an intent's outcome after Stripe refused because the card is gone or the intent is over.
   * @throws any other error
   */
  async function missed(error: unknown, intentId: string): Promise<'succeeded' | 'refused'> {
    if (!isCode(error, 'resource_missing') && !isCode(error, 'payment_intent_unexpected_state'))
      throw faultOf(error, clock)
    return (await get(intentId)).status === 'succeeded' ? 'succeeded' : 'refused'
  }

  /** Charges a card while its owner is away. */
  async function confirmAway(asked: { intentId: string; method: string; idempotencyKey: string }) {
    const { intentId, method, idempotencyKey } = asked
    try {
      const how = { payment_method: method, off_session: true }
      const { status } = await stripe.paymentIntents.confirm(intentId, how, { idempotencyKey })
      if (status === 'succeeded') return 'succeeded'
      return status === 'requires_action' ? 'requires_action' : 'refused'
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError)
        return error.code === 'authentication_required' ? 'requires_action' : 'refused'
      return missed(error, intentId)
    }
  }

  return {
    name: 'stripe',
    publishableKey: settings.publishableKey,

    async open({ paymentId, idempotencyKey: key, amountCents, currency, capture, description, keepCard }) {
      const create = (customer: string | undefined, idempotencyKey = key) =>
        stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency,
            description,
            metadata: { [PAYMENT]: paymentId },
            capture_method: capture,
            allowed_payment_method_types: ['card'],
            ...(customer && { customer, setup_future_usage: 'off_session' as const }),
          },
          { idempotencyKey },
        )
      const known = keepCard?.customer ?? undefined
      const customer = keepCard && !known ? await newCustomer(`${key}:customer`) : known
      const intent = await create(customer).catch(async (error) => {
        // Someone deleted the customer in Stripe's dashboard.
        if (!known || !isCode(error, 'resource_missing')) throw faultOf(error, clock)
        return translated(create(await newCustomer(`${key}:customer`), `${key}:anew`))
      })
      if (!intent.client_secret) throw new VendorError('stripe', 'an intent without a secret')
      return { intentId: intent.id, clientSecret: intent.client_secret }
    },

    async changeAmount(intentId, amountCents) {
      const intent = await get(intentId)
      if (statusOf(intent.status) !== 'open' || intent.status === 'processing') return 'too_late'
      if (intent.amount === amountCents) return 'changed'
      try {
        await stripe.paymentIntents.update(intentId, { amount: amountCents })
        return 'changed'
      } catch (error) {
        if (isCode(error, 'payment_intent_unexpected_state')) return 'too_late'
        throw faultOf(error, clock)
      }
    },

    async retrieve(intentId) {
      const intent = await find(intentId)
      return intent && intentOf(intent)
    },

    /** Stripe lists the newest intents first and cannot filter them by status. */
    async listIntents({ since, after }) {
      const page = await translated(
        stripe.paymentIntents.list({
          created: { gte: Math.floor(since.epochMilliseconds / 1000) },
          limit: 100,
          expand: ['data.latest_charge'],
          ...(after && { starting_after: after }),
        }),
      )
      const intents = page.data.map((intent) => ({
        ...intentOf(intent),
        openedAt: Temporal.Instant.fromEpochMilliseconds(intent.created * 1000),
        description: intent.description,
      }))
      return { intents, next: page.has_more ? (page.data.at(-1)?.id ?? null) : null }
    },

    async chargeSaved({ intentId, saved: { customer, method }, idempotencyKey }) {
      let payer: string | null
      try {
        // An intent that saves the payer's card cannot be paid off-session. Stripe refuses the two together.
        const unsaved = { setup_future_usage: '' as const, metadata: { [KEPT]: method } }
        payer = idOf((await stripe.paymentIntents.update(intentId, unsaved)).customer)
      } catch (error) {
        return missed(error, intentId)
      }
      // A deleted customer no longer has cards.
      const answer = payer === customer ? await confirmAway({ intentId, method, idempotencyKey }) : 'refused'
      if (answer === 'succeeded') return answer
      try {
        // A person who pays now saves that card.
        await stripe.paymentIntents.update(intentId, { setup_future_usage: 'off_session' })
        return answer
      } catch (error) {
        return (await missed(error, intentId)) === 'succeeded' ? 'succeeded' : answer
      }
    },

    async forget(customer) {
      try {
        await stripe.customers.del(customer)
      } catch (error) {
        if (!isCode(error, 'resource_missing')) throw faultOf(error, clock)
      }
    },

    async cancel(intentId) {
      const intent = await find(intentId)
      if (!intent || intent.status === 'canceled') return 'cancelled'
      // Stripe would release an authorization here. Only `refundOrRelease` may do that, because it records the release.
      if (intent.status === 'processing' || statusOf(intent.status) !== 'open') return 'too_late'
      try {
        await stripe.paymentIntents.cancel(intentId)
        return 'cancelled'
      } catch (error) {
        if (!isCode(error, 'payment_intent_unexpected_state')) throw faultOf(error, clock)
        return (await get(intentId)).status === 'canceled' ? 'cancelled' : 'too_late'
      }
    },

    async capture(intentId) {
      try {
        await stripe.paymentIntents.capture(intentId)
        return 'captured'
      } catch (error) {
        if (!isCode(error, 'payment_intent_unexpected_state')) throw faultOf(error, clock)
        return (await get(intentId)).status === 'succeeded' ? 'captured' : 'too_late'
      }
    },

    /** Stripe repeats its answer to a key for a day, including failures, so we use a new key every ten minutes. Stripe never refunds more than the charge. */
    async refundOrRelease({ intentId, idempotencyKey, disputedCents = 0 }) {
      const intent = await get(intentId)
      if (intent.status === 'canceled') return { kind: 'release', reference: intentId, amountCents: intent.amount }
      if (intent.status === 'requires_capture') {
        await translated(stripe.paymentIntents.cancel(intentId))
        return { kind: 'release', reference: intentId, amountCents: intent.amount }
      }
      if (intent.status !== 'succeeded') throw new VendorError('stripe', `nothing to refund: ${intent.status}`)
      const amountCents = intent.amount_received
      const made = await refundsOf(intentId)
      const last = made.find(({ metadata }) => metadata?.[KEY] !== undefined) ?? made[0]
      const leftCents = amountCents - disputedCents - made.reduce((sum, { amount }) => sum + amount, 0)
      if (last && leftCents <= 0) return { kind: 'refund', reference: last.id, amountCents }
      const window = Math.floor(clock.now().epochMilliseconds / 600_000)
      // Without an amount, Stripe refunds the whole rest, and refuses if part of it is disputed.
      const part = disputedCents > 0 ? { amountCents: leftCents } : {}
      const { id } = await refund(
        { intentId, ...part },
        { key: idempotencyKey, idempotencyKey: [idempotencyKey, window, ...Object.values(part)].join(':') },
      )
      return { kind: 'refund', reference: id, amountCents }
    },

    /**
     * Each try that follows a failure has its own key, for the same reason. A key that changes with time could refund
     * twice, because Stripe refunds two parts.
     */
    async refund({ intentId, idempotencyKey: key, tries, amountCents }) {
      const before = (await refundsOf(intentId)).find(({ metadata }) => metadata?.[KEY] === key)
      const made = before ?? (await refund({ intentId, amountCents }, { key, idempotencyKey: `${key}:${tries}` }))
      return { reference: made.id, amountCents: made.amount }
    },

    async listRefunds(intentId) {
      // Stripe lists a release, too, as a refund of the charge that was never captured.
      if ((await find(intentId))?.status !== 'succeeded') return []
      return (await refundsOf(intentId)).map(({ id, amount, metadata }) => ({
        reference: id,
        amountCents: amount,
        isOurs: metadata?.[KEY] !== undefined,
        key: metadata?.[KEY] ?? null,
      }))
    },

    listDisputes: async (intentId) =>
      (await translated(stripe.disputes.list({ payment_intent: intentId, limit: 100 }))).data.flatMap(movementsOf),

    readEvent(body, header) {
      try {
        return eventOf(stripe.webhooks.constructEvent(body, header('stripe-signature') ?? '', settings.webhookSecret))
      } catch (cause) {
        throw new DomainError('invalid', 'bad_signature', t.badSignature(), { cause })
      }
    },
  }
}

function statusOf(status: Stripe.PaymentIntent.Status): ProviderIntent['status'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'requires_capture') return 'requires_capture'
  return status === 'canceled' ? 'cancelled' : 'open'
}

function intentOf(intent: Stripe.PaymentIntent): ProviderIntent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    intentId: intent.id,
    status: statusOf(intent.status),
    amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    // Stripe records a release as a refund of the charge that was never captured.
    refundedCents: intent.status === 'succeeded' ? (charge?.amount_refunded ?? 0) : 0,
    isDisputed: charge?.disputed ?? false,
    currency: intent.currency,
    ...savedOf(intent),
  }
}

function savedOf({ status, setup_future_usage: usage, customer, payment_method, metadata }: Stripe.PaymentIntent) {
  const saved = { customer: idOf(customer), method: idOf(payment_method) }
  const isKept = usage === 'off_session' || (saved.method !== null && metadata?.[KEPT] === saved.method)
  return status === 'succeeded' && isKept && saved.customer && saved.method ? { saved: saved as SavedCard } : {}
}

const idOf = (value: string | { id: string } | null | undefined) =>
  typeof value === 'string' ? value : (value?.id ?? null)

/** What Stripe took from our balance for a dispute, and what it returned. An inquiry moves no money. */
function movementsOf({ id, amount: amountCents, balance_transactions: moved }: Stripe.Dispute): OutsideMovement[] {
  const movement = (kind: OutsideMovement['kind']) => ({ kind, reference: id, amountCents })
  return [
    ...(moved.some(({ amount }) => amount < 0) ? [movement('dispute')] : []),
    ...(moved.some(({ amount }) => amount > 0) ? [movement('dispute_returned')] : []),
  ]
}

function eventOf(event: Stripe.Event): ProviderEvent {
  const { id, type } = event
  const known = { id, type, intentId: null }
  if (type.startsWith('payment_intent.')) return { ...known, intentId: (event.data.object as Stripe.PaymentIntent).id }
  if (type.startsWith('charge.dispute.')) {
    const dispute = event.data.object as Stripe.Dispute
    const kind = { 'charge.dispute.funds_withdrawn': 'dispute', 'charge.dispute.funds_reinstated': 'dispute_returned' }[
      type as string
    ] as 'dispute' | 'dispute_returned' | undefined
    const movement = kind ? { kind, reference: dispute.id, amountCents: dispute.amount } : null
    return { ...known, intentId: idOf(dispute.payment_intent), movement }
  }
  if (type.startsWith('refund.') || type.startsWith('charge.refund')) {
    const object = event.data.object as Stripe.Refund | Stripe.Charge
    const hasFailed = object.object === 'refund' && object.status === 'failed'
    return {
      ...known,
      intentId: idOf(object.payment_intent),
      isAboutRefunds: true,
      movement: hasFailed ? { kind: 'refund_failed', reference: object.id, amountCents: object.amount } : null,
    }
  }
  if (type.startsWith('charge.')) {
    return { ...known, intentId: idOf((event.data.object as Stripe.Charge).payment_intent) }
  }
  return known
}

const isCode = (error: unknown, code: string) => error instanceof Stripe.errors.StripeError && error.code === code

/** Stripe's messages may quote the request, so the log gets only the kind, the code, and the request's ID. */
function faultOf(error: unknown, clock: Clock): Error {
  if (!(error instanceof Stripe.errors.StripeError)) return new VendorError('stripe', 'unreadable answer')
  const { type, code, statusCode, requestId, headers } = error
  const message = [type, code, statusCode, requestId].filter((part) => part !== undefined).join(' ')
  const isWrongRequest = statusCode !== undefined && statusCode >= 400 && statusCode < 500 && statusCode !== 429
  return new VendorError('stripe', message, {
    isPermanent: isWrongRequest && statusCode !== 409,
    isAboutRequest: isWrongRequest && statusCode !== 401 && statusCode !== 403,
    retryAfterSeconds:
      statusCode === 429 ? retryAfterOf(headers?.['retry-after'], clock.now().epochMilliseconds) : null,
  })
}
