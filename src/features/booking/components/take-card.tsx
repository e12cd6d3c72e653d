import type { ReactNode } from 'react'
import type { PaymentIntent } from '../../payment/contract.ts'

/** What every provider's card form gets; `children` are what went wrong and the button that submits it. */
export type TakeCardProps = {
  intent: PaymentIntent
  /** What the buyer is shown, and no more, is what he pays. */
  cents: number
  billing: { name: string; email: string; phone: string }
  /** After a reload, or back from the bank: an earlier try may have been refused. */
  isResumed: boolean
  /** The buyer may leave this page for his bank's. */
  onAway: () => void
  /** `take` throws an ApiError: 402 with words for the buyer, 409 with the new `amount`, 410 when the hold has ended. */
  onPay: (take: () => Promise<'paid' | 'away'>) => void
  children: ReactNode
}
