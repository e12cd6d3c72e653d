import type { PaymentProvider } from '../../money/area.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import { alreadyPaid } from './domain.ts'
import { findByIntent, markReleased } from './hold-repository.ts'
import type { SettlementService } from './settlement-service.ts'
import type { PaidShowingRow, ShowingRow } from './showing-domain.ts'
import { findByClientSecret } from './showing-repository.ts'

/** How to find the hold that a buyer had before. */
export type FormerSearch = {
  /** The secret of that hold, which proves that it is theirs. */
  clientSecret: string | undefined
  propertyId: string
  /** Returns whether the former hold could be the reason that the new hold was refused. */
  isInTheWay: (former: PaidShowingRow) => boolean
}

export type FormerHoldDeps = {
  db: Database
  clock: Clock
  publicUrl: string
  provider: PaymentProvider
  settlements: Pick<SettlementService, 'settle' | 'release'>
}

/**
 * Finds the hold that a buyer leaves for another one.
 * @returns `null` if there is none or the buyer can no longer pay it
 * @throws DomainError conflict (it is booked)
 */
export async function findFormer(
  { db, publicUrl }: FormerHoldDeps,
  { clientSecret, propertyId }: FormerSearch,
): Promise<PaidShowingRow | null> {
  const row = clientSecret && !clientSecret.includes('\0') ? await findByClientSecret(db, clientSecret) : null
  if (row?.property_id !== propertyId) return null
  if (isBooked(row)) throw alreadyPaid(publicUrl, row)
  return row.payment_status === 'open' ? row : null
}

/**
 * Ends a hold that its buyer left, so that no one pays for two. If we cannot cancel its intent, because the provider is
 * down or a charge is in progress, its time is free anyway. The sweep of unsettled orders cancels the intent later, and
 * we refund money that still arrives (`has_rebooked`).
 * @throws DomainError conflict (it is paid and booked)
 */
export async function endFormer(deps: FormerHoldDeps, former: PaidShowingRow, tries = 5): Promise<void> {
  const { db, clock, publicUrl, provider, settlements } = deps
  const { id: bookingId, intent_id: intentId, payment_revision: revision } = former
  if (intentId === null) return
  const cancelled = await provider.cancel(intentId).catch(() => 'unknown' as const)
  const paid = cancelled === 'too_late' ? await settlements.settle(intentId).catch(unlessRefused) : null
  if (paid && isBooked(paid)) throw alreadyPaid(publicUrl, paid)
  const held = { bookingId, intentId, revision }
  const isEnded =
    cancelled === 'cancelled'
      ? await settlements.release(held)
      : await markReleased(db, { ...held, isOver: false }, clock.now().toString())
  if (isEnded) return
  // Another request settled or changed the hold at the same moment. If it is still held, another
  // tab has corrected its form.
  const current = await findByIntent(db, intentId)
  if (current && isBooked(current)) throw alreadyPaid(publicUrl, current)
  if (tries > 1 && current?.status === 'held' && current.payment_status === 'open')
    await endFormer(deps, current, tries - 1)
}

/** Returns `null` for a refusal, which means that the hold is not paid or that we refund its money. */
function unlessRefused(error: unknown): null {
  if (error instanceof DomainError) return null
  throw error
}

const isBooked = ({ status }: ShowingRow) => status === 'pending' || status === 'confirmed'
