import type { AreaDeps, AreaJobs } from '../area.ts'
import { withCircuitBreaker } from '../platform/circuit-breaker.ts'
import { paymentApi } from './payment/api.ts'
import { paymentJobs, paymentSchedule } from './payment/jobs.ts'
import { createOrderService, createOrders, type Fulfillment } from './payment/order-service.ts'
import type { PaymentProvider } from './payment/ports.ts'
import { createWebhookService, type WebhookService } from './payment/webhook-service.ts'
import { moneyReading } from './reconciliation/gauge-service.ts'
import { reconciliationJobs, reconciliationSchedule } from './reconciliation/jobs.ts'
import { createReconciliationService } from './reconciliation/service.ts'
import { sandboxApi } from './sandbox/api.ts'
import { sandboxJobs } from './sandbox/jobs.ts'
import { createSandboxProvider, type Sandbox, withTestPayments } from './sandbox/service.ts'

export type { Orders } from './payment/order-service.ts'
export type { OpenedIntent, PaymentProvider, ProviderIntent } from './payment/ports.ts'
export type { ReconciliationService } from './reconciliation/service.ts'

/** Parts that a test may replace. */
export type MoneySubstitutes = {
  provider?: (real: PaymentProvider) => PaymentProvider
  /** Time limit for a real vendor, in milliseconds. */
  vendorTimeoutMs?: number
}

/** Provider calls whose failures show that it is down. */
const PROVIDER_CALLS: (keyof PaymentProvider & string)[] = [
  'open',
  'changeAmount',
  'retrieve',
  'listIntents',
  'cancel',
  'capture',
  'refundOrRelease',
  'refund',
  'listRefunds',
  'listDisputes',
  'chargeSaved',
  'forget',
]

/** Opens the payment provider whose keys are set, otherwise the embedded one, which finishes test payments in any case. */
export async function openPaymentProvider(
  { db, clock, log, config, openBreaker }: AreaDeps,
  substitutes: MoneySubstitutes,
) {
  const { authSecret: secret, publicUrl } = config
  const { payments } = config.vendors
  const embedded = createSandboxProvider({ db, clock, secret, publicUrl })
  const sandbox = payments ? null : embedded
  const breaker = openBreaker('payments', payments?.vendor ?? null, 'sandbox')
  const real = withCircuitBreaker(sandbox?.provider ?? (await openVendor()), PROVIDER_CALLS, breaker)
  const inUse = substitutes.provider?.(real) ?? real
  // The embedded provider's books are in our database, so a hold and its intent are one transaction (decision 75). A
  // substitute replaces a provider elsewhere.
  const newIntent = inUse === real && sandbox ? sandbox.newIntent : null
  const provider = sandbox ? inUse : withTestPayments(inUse, embedded.provider)
  return { provider, sandbox, newIntent, orders: createOrders({ db, clock, provider, log }) }

  // A vendor's library is large, so load it only if the vendor is on.
  async function openVendor(): Promise<PaymentProvider> {
    if (!payments) throw new Error('No payment provider is set up.')
    const { createStripePayments } = await import('./adapters/stripe-payments.ts')
    const timeoutMs = substitutes.vendorTimeoutMs
    return createStripePayments(payments, { clock, ...(timeoutMs && { timeoutMs }) })
  }
}

export type OpenedProvider = Awaited<ReturnType<typeof openPaymentProvider>>

type MoneyDeps = AreaDeps & {
  opened: OpenedProvider
  /** Fulfills orders for showings. */
  showings: Fulfillment
  /** Fulfills orders for credits. */
  credits: Fulfillment
}

/** Payments, and their reconciliation with the provider. */
export function createMoney({ db, clock, log, opened, showings, credits }: MoneyDeps) {
  const { provider, sandbox } = opened
  const fulfillments = { showing: showings, demo: showings, pack: credits, first_month: credits, renewal: credits }
  const orders = { ...opened.orders, ...createOrderService({ db, clock, provider, log, fulfillments }) }
  const webhooks = createWebhookService({ db, clock, provider, orders })
  const reconciliations = createReconciliationService({ db, clock, provider, orders, log })
  const work: AreaJobs = {
    jobs: {
      ...paymentJobs(webhooks),
      ...reconciliationJobs(reconciliations),
      ...(sandbox && sandboxJobs(sandbox, webhooks)),
    },
    schedule: { ...paymentSchedule, ...reconciliationSchedule },
  }
  return {
    services: { orders, webhooks, reconciliations, provider, sandbox },
    work,
    readings: [moneyReading({ db, clock })],
  }
}

type ApiDeps = { webhooks: WebhookService; sandbox: Sandbox | null }

export const moneyRoutes = ({ webhooks, sandbox }: ApiDeps) => [
  paymentApi({ webhooks }),
  ...(sandbox ? [sandboxApi({ sandbox })] : []),
]
