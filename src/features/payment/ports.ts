/** What the product needs of whoever moves the money. Amounts are US cents. A failure on the way is any Error: the service says what it means. */
export type PaymentProvider = {
  readonly name: 'sandbox' | 'stripe'
  readonly publishableKey: string | null
  /** Same key and same request: same intent. */
  open(request: {
    idempotencyKey: string
    amountCents: number
    currency: 'usd'
    capture: 'automatic' | 'manual'
    expiresAt: Temporal.Instant
    description: string
  }): Promise<{ intentId: string; clientSecret: string }>
  /** `too_late`: money has moved, or the intent is over. */
  changeAmount(intentId: string, amountCents: number): Promise<'changed' | 'too_late'>
  retrieve(intentId: string): Promise<ProviderIntent | null>
  /** `too_late`: money has moved. Cancelling twice is fine, and so is what was never there. */
  cancel(intentId: string): Promise<'cancelled' | 'too_late'>
  /** Takes what was authorised, in full; twice is once. `too_late`: it was released or never authorised. */
  capture(intentId: string): Promise<'captured' | 'too_late'>
  /** Gives everything back: refunds a charge, releases an authorisation. Same key: done once. */
  giveBack(request: {
    intentId: string
    idempotencyKey: string
  }): Promise<{ kind: 'refund' | 'release'; reference: string; amountCents: number }>
  /** Gives a part or all of a charge back. Same key: done once. @throws when there is not so much left of it */
  refund(request: {
    intentId: string
    idempotencyKey: string
    amountCents: number
  }): Promise<{ reference: string; amountCents: number }>
  /** Every refund of a charge that was not refused, whoever asked for it. */
  listRefunds(intentId: string): Promise<ProviderRefund[]>
  /** Checks the signature of a webhook call. @throws DomainError invalid */
  readEvent(body: string, header: (name: string) => string | undefined): ProviderEvent
}

export type ProviderIntent = {
  intentId: string
  status: 'open' | 'requires_capture' | 'succeeded' | 'cancelled'
  amountCents: number
  /** What went back already, by us or without us. */
  refundedCents: number
  currency: string
}

/** `isOurs`: asked for through this port; otherwise in the provider's own dashboard. */
export type ProviderRefund = { reference: string; amountCents: number; isOurs: boolean }

/** Money that moved without us. */
export type OutsideMovement = {
  kind: 'outside_refund' | 'refund_failed' | 'dispute' | 'dispute_returned'
  reference: string
  amountCents: number
}

/**
 * Something that happened at the provider. Only a hint that an intent changed: the intent is always asked again.
 * `movement` is what no intent says: a bank that takes the money back for its customer, and a refund that failed.
 */
export type ProviderEvent = {
  id: string
  type: string
  intentId: string | null
  isAboutRefunds?: boolean
  movement?: OutsideMovement | null
}
