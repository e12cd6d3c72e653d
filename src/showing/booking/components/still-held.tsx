import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as t from '../../text/booking.ts'

type StillHeldProps = {
  title: string
  checkout: { isHeld: boolean; payment: { when: string } | null; resume: () => void }
}

/** Leads the buyer back to the payment for a time that is still held. */
export function StillHeld({ title, checkout: { isHeld, payment, resume } }: StillHeldProps) {
  if (!isHeld || !payment) return null
  return (
    <Notice kind="success" title={title}>
      <p>{payment.when}</p>
      <Button onClick={resume}>{t.continueToPayment()}</Button>
    </Notice>
  )
}
