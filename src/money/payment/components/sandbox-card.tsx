import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { rememberPage } from '../../../platform/return-path.ts'
import { timeLimit } from '../../../platform/time-limit.ts'
import { Notice } from '../../../ui/notice.tsx'
import * as t from '../../text/payment.ts'
import { cardRefused } from '../../text/refusal.ts'
import { type CardEntry, CardForm } from './card-form.tsx'
import type { TakeCardProps } from './take-card.tsx'
import { TestCards } from './test-cards.tsx'

/** The embedded provider's own form. The card leaves it only in the payment call. */
export function SandboxCard({ intent, cents, billing, keepsCard = false, onAway, onPay, children }: TakeCardProps) {
  async function take(card: CardEntry): Promise<'paid' | 'away'> {
    const body = { clientSecret: intent.clientSecret, amount: cents, card, billing }
    onAway()
    const answer = await api.POST('/api/payments/sandbox/confirm', { body, signal: timeLimit() }).catch(raiseAdvised)
    const result = bodyOf(answer)
    if (result.status !== 'requires_action') return 'paid'
    rememberPage()
    // The confirmation page is ours. We use the current origin, because this tab's storage belongs to it.
    window.location.assign(new URL(result.actionUrl, window.location.href).pathname)
    return 'away'
  }

  return (
    <>
      <Notice kind="info">{t.testMode()}</Notice>
      <CardForm onPay={(card) => onPay(() => take(card))}>{children}</CardForm>
      <TestCards keepsCard={keepsCard} />
    </>
  )
}

/** Adds what to do next, because the buyer can still try another card. */
function raiseAdvised(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 402) throw error
  throw new ApiError(402, { ...error.body, error: cardRefused({ message: error.message }) })
}
