import type { ReactNode } from 'react'
import type { ProviderName } from '../domain.ts'

/** A payment that waits for a card. */
export type CardIntent = {
  clientSecret: string
  amount: number
  provider: ProviderName
  publishableKey: string | null
}

/** Props of every provider's card form. `children` are the error and the submit button. */
export type TakeCardProps = {
  intent: CardIntent
  /** The amount that the buyer sees. They never pay more. */
  cents: number
  billing: { name: string; email: string; phone: string }
  /** `true` if we save the card for later charges. */
  keepsCard?: boolean
  /** `true` after a reload or a return from the bank, when an earlier attempt may have been refused. */
  isResumed: boolean
  /**
   * Called right before the charge, because the buyer may leave this page for their bank's, or the answer may get lost.
   */
  onAway: () => void
  /**
   * `take` throws an ApiError: 402 with words for the buyer, 409 with the new `amount`, 410 when the
   * hold has ended, 0 or 500 and more if the card may have been charged.
   */
  onPay: (take: () => Promise<'paid' | 'away'>) => void
  children: ReactNode
}
