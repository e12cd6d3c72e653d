import { api, bodyOf } from '../../../platform/api-client.ts'
import { rememberPage } from '../../../platform/return-path.ts'
import { Notice } from '../../../ui/notice.tsx'
import * as t from '../../text/payment.ts'
import { type CardEntry, CardForm } from './card-form.tsx'
import type { TakeCardProps } from './take-card.tsx'
import { TestCards } from './test-cards.tsx'

/** The embedded provider's own form. The card is in the call that pays and nowhere else. */
export function SandboxCard({ intent, cents, billing, keepsCard = false, onAway, onPay, children }: TakeCardProps) {
  async function take(card: CardEntry): Promise<'paid' | 'away'> {
    const body = { clientSecret: intent.clientSecret, amount: cents, card, billing }
    const result = bodyOf(await api.POST('/api/payments/sandbox/confirm', { body }))
    if (result.status !== 'requires_action') return 'paid'
    onAway()
    rememberPage()
    // A page of ours: this tab's memory belongs to the origin that it is on now.
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
