import { createHmac } from 'node:crypto'
import { startVendor, type VendorAnswer, type VendorRequest } from './vendor-server.ts'

type Intent = {
  id: string
  /** In seconds. */
  created: number
  description: string | null
  amount: number
  status: string
  capture_method: string
  amount_received: number
  client_secret: string
  customer: string | null
  setup_future_usage: string | null
  payment_method: string | null
  metadata: Record<string, string>
}
type Refund = { id: string; amount: number; payment_intent: string; metadata: Record<string, string>; status: string }

type Dispute = { id: string; amount: number; payment_intent: string; balance_transactions: { amount: number }[] }

const ended = new Set(['succeeded', 'canceled', 'processing'])

/**
 * Starts the part of Stripe's payment intents and refunds that the product uses: states, idempotency keys, signed
 * events.
 */
export async function startStripe() {
  const intents = new Map<string, Intent>()
  const refunds: Refund[] = []
  let nextRefund = 'succeeded'
  /** Amounts that banks took back, by intent. */
  const disputed = new Map<string, number>()
  const disputes: Dispute[] = []
  const customers = new Set<string>()
  const cards = new Map<string, { customer: string | null; later: 'paid' | 'declined' | 'action' }>()
  const answered = new Map<string, { body: string; answer: VendorAnswer }>()
  let made = 0

  const refuse = (code: string, status = 400): VendorAnswer => ({
    status,
    body: { error: { type: 'invalid_request_error', code, message: `refused: ${code}` } },
  })
  const refundsOf = (id: string) => refunds.filter((one) => one.payment_intent === id && one.status === 'succeeded')
  const refundedOf = (id: string) => refundsOf(id).reduce((sum, { amount }) => sum + amount, 0)
  const shown = (intent: Intent): VendorAnswer => ({
    status: 200,
    body: {
      object: 'payment_intent',
      currency: 'usd',
      ...intent,
      latest_charge: {
        object: 'charge',
        id: `ch_${intent.id}`,
        amount_refunded: refundedOf(intent.id),
        disputed: disputes.some((one) => one.payment_intent === intent.id),
      },
    },
  })

  function act(request: VendorRequest, form: URLSearchParams): VendorAnswer {
    const [, , resource, id, action] = request.path.split('/')
    if (resource === 'refunds') return request.method === 'POST' ? refund(form) : list(refunds, request.query)
    if (resource === 'disputes') return list(disputes, request.query)
    if (resource === 'customers') return customer(request.method, id)
    if (resource !== 'payment_intents') return refuse('unknown_route', 404)
    if (!id) return request.method === 'POST' ? create(form) : listIntents(request.query)
    const intent = intents.get(id)
    if (!intent) return refuse('resource_missing', 404)
    if (request.method === 'GET') return shown(intent)
    if (action === 'confirm') return confirm(intent, form)
    if (action === 'cancel') return cancel(intent)
    if (action === 'capture') {
      if (intent.status !== 'requires_capture') return refuse('payment_intent_unexpected_state')
      Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    } else {
      if (ended.has(intent.status) || intent.status === 'requires_capture')
        return refuse('payment_intent_unexpected_state')
      if (form.has('amount')) intent.amount = Number(form.get('amount'))
      if (form.has('setup_future_usage')) intent.setup_future_usage = form.get('setup_future_usage') || null
      const kept = form.get('metadata[showingbooker_kept]')
      if (kept) intent.metadata.showingbooker_kept = kept
    }
    return shown(intent)
  }

  function customer(method: string, id: string | undefined): VendorAnswer {
    if (method === 'POST') {
      const one = `cus_fake${++made}`
      customers.add(one)
      return { status: 200, body: { object: 'customer', id: one } }
    }
    if (!id || !customers.delete(id)) return refuse('resource_missing', 404)
    for (const [card, one] of cards) if (one.customer === id) cards.delete(card)
    return { status: 200, body: { object: 'customer', id, deleted: true } }
  }

  /** A saved card, without its owner. */
  function confirm(intent: Intent, form: URLSearchParams): VendorAnswer {
    if (form.get('off_session') !== 'true') return refuse('parameter_missing')
    if (ended.has(intent.status)) return refuse('payment_intent_unexpected_state')
    // "You cannot confirm with the `off_session` parameter when `setup_future_usage` is also set on the PaymentIntent".
    if (intent.setup_future_usage) return refuse('off_session_of_future_usage')
    const card = cards.get(form.get('payment_method') ?? '')
    if (!card || card.customer !== intent.customer) return refuse('resource_missing')
    if (card.later !== 'paid') {
      const code = card.later === 'action' ? 'authentication_required' : 'card_declined'
      return { status: 402, body: { error: { type: 'card_error', code, message: 'Your card was declined.' } } }
    }
    const { amount } = intent
    Object.assign(intent, { status: 'succeeded', amount_received: amount, payment_method: form.get('payment_method') })
    return shown(intent)
  }

  function create(form: URLSearchParams): VendorAnswer {
    const payer = form.get('customer')
    if (payer && !customers.has(payer)) return refuse('resource_missing')
    const id = `pi_fake${++made}`
    const intent: Intent = {
      id,
      created: Math.floor(Date.now() / 1000),
      description: form.get('description'),
      amount: Number(form.get('amount')),
      amount_received: 0,
      status: 'requires_payment_method',
      capture_method: form.get('capture_method') ?? 'automatic',
      client_secret: `${id}_secret_${made}`,
      customer: payer,
      setup_future_usage: form.get('setup_future_usage'),
      payment_method: null,
      metadata: { showingbooker_payment: form.get('metadata[showingbooker_payment]') ?? '' },
    }
    intents.set(id, intent)
    return shown(intent)
  }

  /** A page of them, newest first. Without `expand`, Stripe names a charge by its ID alone. */
  function listIntents(query: URLSearchParams): VendorAnswer {
    const limit = Number(query.get('limit') ?? 10)
    if (!(limit >= 1 && limit <= 100)) return refuse('parameter_invalid_integer')
    const since = Number(query.get('created[gte]') ?? 0)
    const all = [...intents.values()].filter(({ created }) => created >= since).reverse()
    const after = query.get('starting_after')
    const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
    if (after !== null && from === 0) return refuse('resource_missing')
    const isExpanded = query.get('expand[0]') === 'data.latest_charge'
    const data = all.slice(from, from + limit).map((intent) => {
      const body = shown(intent).body as { latest_charge: { id: string } }
      return isExpanded ? body : { ...body, latest_charge: body.latest_charge.id }
    })
    return {
      status: 200,
      body: { object: 'list', url: '/v1/payment_intents', has_more: all.length > from + limit, data },
    }
  }

  function refund(form: URLSearchParams): VendorAnswer {
    const intent = intents.get(form.get('payment_intent') ?? '')
    if (intent?.status !== 'succeeded') return refuse('charge_not_refundable')
    const left = intent.amount_received - refundedOf(intent.id)
    const amount = Number(form.get('amount') ?? left)
    const taken = disputed.get(intent.id) ?? 0
    if (taken > 0 && amount > left - taken) return refuse('charge_disputed')
    if (left === 0) return refuse('charge_already_refunded')
    if (amount > left) return refuse('amount_too_large')
    const key = form.get('metadata[showingbooker_key]')
    const metadata: Record<string, string> = key ? { showingbooker_key: key } : {}
    const one = { id: `re_fake${++made}`, amount, payment_intent: intent.id, metadata, status: nextRefund }
    nextRefund = 'succeeded'
    refunds.push(one)
    return { status: 200, body: { object: 'refund', ...one } }
  }

  /** Stripe releases an authorization by a refund of the charge that was never captured. */
  function cancel(intent: Intent): VendorAnswer {
    const { id, amount, status } = intent
    if (ended.has(status)) return refuse('payment_intent_unexpected_state')
    if (status === 'requires_capture')
      refunds.push({ id: `re_fake${++made}`, amount, payment_intent: id, metadata: {}, status: 'succeeded' })
    intent.status = 'canceled'
    return shown(intent)
  }

  function list(all: { payment_intent: string }[], query: URLSearchParams): VendorAnswer {
    const data = all.filter((one) => one.payment_intent === query.get('payment_intent')).reverse()
    return { status: 200, body: { object: 'list', has_more: false, data } }
  }

  const vendor = await startVendor({
    failure: (status) => ({ error: { type: 'api_error', message: `injected ${status}` } }),
    answer(request) {
      const body = request.body.toString()
      const key = request.headers['idempotency-key'] as string | undefined
      const before = key && request.method === 'POST' ? answered.get(key) : undefined
      if (before) return before.body === body ? before.answer : refuse('idempotency_error')
      const answer = act(request, new URLSearchParams(body))
      if (key) answered.set(key, { body, answer })
      return answer
    },
  })
  const intentOf = (id: string) => {
    const intent = intents.get(id)
    if (!intent) throw new Error(`no intent ${id}`)
    return intent
  }

  return {
    ...vendor,
    env: {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_fake',
      STRIPE_API_BASE: vendor.url,
    },
    intents,
    refunds,
    /** Pays as the cardholder. */
    pay(id: string, later: 'paid' | 'declined' | 'action' = 'paid') {
      const intent = intentOf(id)
      if (ended.has(intent.status)) throw new Error(`${id} is ${intent.status}`)
      intent.payment_method = `pm_fake${++made}`
      if (intent.setup_future_usage) cards.set(intent.payment_method, { customer: intent.customer, later })
      if (intent.capture_method === 'manual') intent.status = 'requires_capture'
      else Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    },
    /** Deletes a customer with the cards, as a person in the dashboard would. */
    deleteCustomer: (id: string) => void customer('DELETE', id),
    /** Lets the bank refuse the next refund at once. */
    failNextRefund() {
      nextRefund = 'failed'
    },
    /** Refunds as a person in the dashboard would. @returns the refund's ID */
    refundOutside(id: string, amount: number): string {
      const { body } = refund(new URLSearchParams({ payment_intent: id, amount: String(amount) }))
      return (body as Refund).id
    },
    /** Cancels an intent as a person in the dashboard would. It releases an authorization. */
    cancelOutside: (id: string) => void cancel(intentOf(id)),
    /** Takes money back as the payer's bank, or with 0, returns it. @returns the event's object */
    dispute(id: string, amount: number, of = `dp_${id}`) {
      disputed.set(id, amount)
      const known = disputes.find((one) => one.id === of)
      if (known) known.balance_transactions.push({ amount: known.amount })
      else disputes.push({ id: of, amount, payment_intent: id, balance_transactions: [{ amount: -amount }] })
      return { object: 'dispute', id: of, amount, payment_intent: id, charge: `ch_${id}` }
    },
    /** Asks about a charge as the payer's bank, which takes no money yet. */
    inquire: (id: string) =>
      void disputes.push({ id: `dp_${id}`, amount: 2500, payment_intent: id, balance_transactions: [] }),
    /** Returns an event as it arrives at the webhook. */
    event(event: { id: string; type: string; object: Record<string, unknown> }, secret = 'whsec_fake') {
      const { id, type, object } = event
      const body = JSON.stringify({ id, object: 'event', type, data: { object } })
      const at = Math.floor(Date.now() / 1000)
      const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
      return { body, headers: { 'stripe-signature': `t=${at},v1=${mac}` } }
    },
  }
}

export type FakeStripe = Awaited<ReturnType<typeof startStripe>>
