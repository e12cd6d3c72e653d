import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import type { AccountService } from '../account/service.ts'
import type { BookingService } from '../booking/service.ts'
import type { ComplianceService } from '../compliance/service.ts'
import type { PaymentProvider } from '../payment/ports.ts'
import type { PaymentService } from '../payment/service.ts'
import { listDifferences, listPaid, type PaidPayment } from './repository.ts'

const usage = `Usage: bin/admin COMMAND

  grant EMAIL   make an account an admin
  verify-log    prove every property's compliance log, entry by entry
  reconcile     finish every payment that is neither paid nor over, then prove that provider, payments and bookings agree
`

type Books = { db: Database; provider: PaymentProvider; bookings: BookingService; payments: PaymentService }

/** The command line of an operator. @returns the exit code */
export async function runAdmin(
  args: string[],
  services: Books & { accounts: AccountService; compliance: ComplianceService },
): Promise<number> {
  const [command, subject] = args
  try {
    if (command === 'grant' && subject) {
      const account = await services.accounts.grantAdmin(subject)
      console.log(`${account.email} is an admin.`)
      return 0
    }
    if (command === 'verify-log') return await verifyLog(services.compliance)
    if (command === 'reconcile') return await reconcile(services)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    console.error(error.message)
    return 1
  }
  console.error(usage)
  return command === 'help' ? 0 : 2
}

async function verifyLog(compliance: ComplianceService): Promise<number> {
  const results = await compliance.verifyAll()
  const broken = results.filter(({ result }) => !result.valid)
  for (const { propertyId, result } of broken) {
    console.log(`${propertyId}: broken at entry ${result.brokenAt}`)
  }
  const entries = results.reduce((sum, { result }) => sum + result.entries, 0)
  console.log(`${results.length} properties, ${entries} entries proved, ${broken.length} broken`)
  return broken.length > 0 ? 1 : 0
}

const PAGE = 200

/** Finishes what is unfinished, then names every difference between the provider's books and ours, and among ours. */
async function reconcile({ db, provider, bookings, payments }: Books): Promise<number> {
  const { settled, returned, cancelled, failed } = await bookings.reconcile()
  console.log(`${settled} settled, ${returned} given back, ${cancelled} cancelled, ${failed} failed`)
  const differences: { what: string; found: string }[] = []
  let compared = 0
  for (let afterId: string | null = null; ; ) {
    const page: PaidPayment[] = await listPaid(db, { provider: provider.name, afterId, limit: PAGE })
    for (const payment of page) {
      const what = await differenceAtProvider({ provider, payments }, payment)
      if (what) differences.push({ what, found: `payment ${payment.id}` })
    }
    compared += page.length
    if (page.length < PAGE) break
    afterId = page.at(-1)?.id ?? null
  }
  differences.unshift(...(await listDifferences(db)))
  for (const { what, found } of differences) console.log(`${found}: ${what}`)
  console.log(`${compared} paid payments compared with the provider's books, ${differences.length} differences`)
  return failed + differences.length > 0 ? 1 : 0
}

async function differenceAtProvider(
  { provider, payments }: Pick<Books, 'provider' | 'payments'>,
  payment: PaidPayment,
): Promise<string | null> {
  const intent = payment.intent_id ? await provider.retrieve(payment.intent_id) : null
  if (!intent) return 'paid, but unknown to the provider'
  const status = payment.status === 'authorized' ? 'requires_capture' : 'succeeded'
  // No event may have come of it; what is written down now, the differences among our own books name.
  if (payment.intent_id && intent.refundedCents > 0) await payments.recordOutsideRefunds(payment.intent_id)
  if (intent.status !== status) return `${payment.status}, but ${intent.status} at the provider`
  if (intent.amountCents === payment.amount_cents) return null
  return `${payment.amount_cents} cents, but ${intent.amountCents} at the provider`
}
