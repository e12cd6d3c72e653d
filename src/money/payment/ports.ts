import type { ProviderName } from './domain.ts'

/**
 * What the product needs from a payment provider. Amounts are in US cents. A failed call throws any error, and the
 * service decides what it means.
 */
export type PaymentProvider = {
  readonly name: ProviderName
  readonly publishableKey: string | null
  /** Opens an intent. The same key and request return the same intent. */
  open(request: {
    /** Our payment, which the provider names beside the intent. */
    paymentId: string
    idempotencyKey: string
    amountCents: number
    currency: 'usd'
    capture: 'automatic' | 'manual'
    expiresAt: Temporal.Instant
    description: string
    /**
     * Set to save the paying card for later charges. `customer`: the provider's ID of a payer who saved a card before.
     */
    keepCard?: { customer: string | null }
  }): Promise<OpenedIntent>
  /** `too_late` means that money moved or the intent is over. */
  changeAmount(intentId: string, amountCents: number): Promise<'changed' | 'too_late'>
  retrieve(intentId: string): Promise<ProviderIntent | null>
  /**
   * Lists a page of the intents that were opened since an instant, even if no payment of ours has them.
   * @param page `after`: `next` of the page before, or `null` for the first page
   * @returns `next`: `null` after the last page
   */
  listIntents(page: {
    since: Temporal.Instant
    after: string | null
  }): Promise<{ intents: ListedIntent[]; next: string | null }>
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
  /** Deletes the customer's saved card. Safe to repeat. */
  forget(customer: string): Promise<void>
  /** Cancels an intent, even a missing or canceled one. `too_late` means that money moved. */
  cancel(intentId: string): Promise<'cancelled' | 'too_late'>
  /** Captures the whole authorization. Safe to repeat. `too_late`: it was released or never authorized. */
  capture(intentId: string): Promise<'captured' | 'too_late'>
  /**
   * Refunds the rest of a charge, or releases an authorization, once per key.
   * @param request `disputedCents`: how much of the charge a bank took back, which we cannot refund
   * @returns the amount of the whole charge
   */
  refundOrRelease(request: {
    intentId: string
    idempotencyKey: string
    disputedCents?: number
  }): Promise<{ kind: 'refund' | 'release'; reference: string; amountCents: number }>
  /**
   * Refunds part or all of a charge, once per key.
   * @param request `tries`: how many earlier tries have failed, because a provider may repeat its refusal of one
   * @throws if less than that is left
   */
  refund(request: {
    intentId: string
    idempotencyKey: string
    tries: number
    amountCents: number
  }): Promise<{ reference: string; amountCents: number }>
  /** Lists every refund of a charge, by us or by others, except refused ones. A release is not a refund. */
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
  /** How much we or others have refunded. */
  refundedCents: number
  /** Whether the payer's bank has ever disputed the charge. */
  isDisputed: boolean
  currency: string
  /** Set for an intent that was paid with a card to save. */
  saved?: SavedCard
}

export type ListedIntent = ProviderIntent & {
  openedAt: Temporal.Instant
  /** What it was opened for, if the provider keeps that. */
  description: string | null
}

/** The provider's IDs of a saved card and its owner. */
export type SavedCard = { customer: string; method: string }

/** `isOurs`: requested through this port, with `key`. Otherwise someone made it in the provider's dashboard. */
export type ProviderRefund = { reference: string; amountCents: number; isOurs: boolean; key: string | null }

/** Money moved outside our service. */
export type OutsideMovement = {
  kind: 'outside_refund' | 'refund_failed' | 'dispute' | 'dispute_returned'
  reference: string
  amountCents: number
}

/**
 * Something that happened at the provider. It only hints that an intent changed, so we always read the intent again.
 * `movement` is something that an intent does not show: a bank took the money back for its customer, or a refund
 * failed.
 */
export type ProviderEvent = {
  id: string
  type: string
  intentId: string | null
  isAboutRefunds?: boolean
  movement?: OutsideMovement | null
}
