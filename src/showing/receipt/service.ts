import { MAIL_UPGRADE_CENTS } from '../../money/payment/domain.ts'
import { bookingNotFound } from '../../notice/entry-notice/domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import { instantOf } from '../../platform/instant.ts'
import { isLinkToken } from '../../platform/link-token.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { SUPPORT } from '../../product.ts'
import { fullAddress, isProductDemo } from '../../property/property/domain.ts'
import { receiptStatus } from './domain.ts'
import { receiptDocument } from './messages.ts'
import { findPaid } from './repository.ts'

type ReceiptDeps = { db: Database; pdf: PdfRenderer }

/** Prints receipts of fees for buyers who have the link. */
export const createReceiptService = (deps: ReceiptDeps) => withDeps(deps, { print })

export type ReceiptService = ReturnType<typeof createReceiptService>

/** What we decided about a payment in these states. */
const DUE: Record<string, 'charge' | 'return'> = { capture_due: 'charge', refund_due: 'return' }

/** Prints the current receipt. The same state gives the same bytes. @throws DomainError not_found */
async function print({ db, pdf: renderer }: ReceiptDeps, token: string): Promise<{ name: string; pdf: Uint8Array }> {
  const row = isLinkToken(token) ? await findPaid(db, token) : null
  const movements = (row?.movements ?? []).map(({ kind, amount_cents, at }) => ({
    kind,
    amountCents: amount_cents,
    at: Temporal.Instant.from(at),
  }))
  const status = receiptStatus(movements, DUE[row?.payment_status ?? ''] ?? null)
  if (!row?.confirmation_number || !status) throw bookingNotFound()
  const pdf = await renderer.render(
    receiptDocument({
      confirmationNumber: row.confirmation_number,
      payer: isProductDemo(row) ? null : { name: row.buyer_name, email: row.buyer_email },
      isDemo: row.is_demo,
      address: fullAddress(row),
      startsAt: instantOf(row.starts_at),
      endsAt: instantOf(row.ends_at),
      timeZone: row.time_zone,
      amountCents: row.payment_amount_cents,
      mailUpgradeCents: row.mail_upgrade ? MAIL_UPGRADE_CENTS : 0,
      status,
      movements,
      isTestMode: row.provider === 'sandbox',
      support: SUPPORT,
    }),
  )
  return { name: `receipt-${row.confirmation_number}`, pdf }
}
