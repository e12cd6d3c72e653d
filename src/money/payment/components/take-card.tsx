import type { ReactNode } from 'react'
import type { ProviderName } from '../domain.ts'

/** Payment that waits for a card. */
export type CardIntent = {
  clientSecret: string
  amount: number
  provider: ProviderName
  publishableKey: string | null
}

/** Props of every provider's card form. `children` are the error and the submit button. */
export type TakeCardProps = {
  intent: CardIntent
  /** The amount that the buyer sees: they pay no more. */
  cents: number
  billing: { name: string; email: string; phone: string }
  /** We save the card for later charges. */
  keepsCard?: boolean
  /** `true` after a reload or back from the bank, when an earlier attempt may have been refused. */
  isResumed: boolean
  /** The card is about to be charged. The buyer may leave this page for their bank's, or the answer may be lost. */
  onAway: () => void
  /**
   * `take` throws an ApiError: 402 with words for the buyer, 409 with the new `amount`, 410 when the
   * hold has ended, 0 or 500 and more if the card may have been charged.
   */
  onPay: (take: () => Promise<'paid' | 'away'>) => void
  children: ReactNode
}
