/** What the product needs of whoever moves the money. Amounts are US cents. */
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
  /** `too_late`: money has moved. Cancelling twice is fine. */
  cancel(intentId: string): Promise<'cancelled' | 'too_late'>
  /** Gives everything back: refunds a charge, releases an authorisation. Same key: done once. */
  giveBack(request: {
    intentId: string
    idempotencyKey: string
  }): Promise<{ kind: 'refund' | 'release'; reference: string; amountCents: number }>
  /** Checks the signature of a webhook call. @throws DomainError invalid */
  readEvent(body: string, header: (name: string) => string | undefined): ProviderEvent
}

export type ProviderIntent = {
  intentId: string
  status: 'open' | 'requires_capture' | 'succeeded' | 'cancelled'
  amountCents: number
  currency: string
}

/** Something that happened at the provider. Only a hint: the intent is always asked again. */
export type ProviderEvent = { id: string; type: string; intentId: string | null }
