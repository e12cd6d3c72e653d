import type { ProviderName } from './domain.ts'

/** What the product needs from a payment provider. Amounts are US cents. A failed call throws any Error, and the service decides what it means. */
export type PaymentProvider = {
  readonly name: ProviderName
  readonly publishableKey: string | null
  /** Same key and same request: same intent. */
  open(request: {
    idempotencyKey: string
    amountCents: number
    currency: 'usd'
    capture: 'automatic' | 'manual'
    expiresAt: Temporal.Instant
    description: string
    /** We save the paying card for later charges. `customer`: the provider's ID of somebody who saved one before. */
    keepCard?: { customer: string | null }
  }): Promise<OpenedIntent>
  /** `too_late` means that money moved or the intent is over. */
  changeAmount(intentId: string, amountCents: number): Promise<'changed' | 'too_late'>
  retrieve(intentId: string): Promise<ProviderIntent | null>
  /**
   * Charges an open intent to a saved card while its owner is away. An intent takes money once, even if we
   * repeat the call.
   * With `requires_action` the owner's bank wants to ask the owner. After a refusal or `requires_action` the intent
   * stays open for the owner or another try.
   */
  chargeSaved(request: {
    intentId: string
    saved: SavedCard
    idempotencyKey: string
  }): Promise<'succeeded' | 'refused' | 'requires_action'>
  /** Deletes their kept card. Safe to repeat. */
  forget(customer: string): Promise<void>
  /** `too_late` means that money moved. Canceling twice, or a missing intent, is fine. */
  cancel(intentId: string): Promise<'cancelled' | 'too_late'>
  /** Captures the whole authorization. Safe to repeat. `too_late`: it was released or never authorized. */
  capture(intentId: string): Promise<'captured' | 'too_late'>
  /**
   * Refunds what is left of a charge, or releases an authorization. Once per key.
   * @param request `disputedCents`: what a bank took back of the charge, which nobody can refund
   * @returns the whole charge's amount
   */
  refundOrRelease(request: {
    intentId: string
    idempotencyKey: string
    disputedCents?: number
  }): Promise<{ kind: 'refund' | 'release'; reference: string; amountCents: number }>
  /** Refunds part or all of a charge. Once per key. @throws if less than that is left */
  refund(request: {
    intentId: string
    idempotencyKey: string
    amountCents: number
  }): Promise<{ reference: string; amountCents: number }>
  /** Lists every refund of a charge that was not refused, by us or by others. */
  listRefunds(intentId: string): Promise<ProviderRefund[]>
  /** Lists what banks took back of a charge in disputes, and what they returned. */
  listDisputes(intentId: string): Promise<OutsideMovement[]>
  /** Checks the signature of a webhook call. @throws DomainError invalid */
  readEvent(body: string, header: (name: string) => string | undefined): ProviderEvent
}

export type OpenedIntent = { intentId: string; clientSecret: string }

export type ProviderIntent = {
  intentId: string
  status: 'open' | 'requires_capture' | 'succeeded' | 'cancelled'
  amountCents: number
  /** Amount already refunded, by us or others. */
  refundedCents: number
  /** Whether the payer's bank has ever disputed the charge. */
  isDisputed: boolean
  currency: string
  /** Set for an intent paid with a card to keep. */
  saved?: SavedCard
}

/** For a kept card: the provider's IDs of the card and its owner. */
export type SavedCard = { customer: string; method: string }

/** `isOurs` means requested through this port, with `key`; otherwise in the provider's dashboard. */
export type ProviderRefund = { reference: string; amountCents: number; isOurs: boolean; key: string | null }

/** Money moved outside our service. */
export type OutsideMovement = {
  kind: 'outside_refund' | 'refund_failed' | 'dispute' | 'dispute_returned'
  reference: string
  amountCents: number
}

/**
 * Something that happened at the provider. It only hints that an intent changed, so we always ask for the intent again.
 * `movement` is what no intent says: a bank took the money back for its customer, or a refund failed.
 */
export type ProviderEvent = {
  id: string
  type: string
  intentId: string | null
  isAboutRefunds?: boolean
  movement?: OutsideMovement | null
}
