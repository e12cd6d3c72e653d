import { Steps } from '../../../ui/steps.tsx'
import styles from '../../booking/components/booking-flow.module.css'
import { CardStep } from '../../booking/components/card-step.tsx'
import type { OfferedDay } from '../../booking/components/offered-times.tsx'
import { StillHeld } from '../../booking/components/still-held.tsx'
import { useTopOf } from '../../booking/components/use-top-of.tsx'
import * as t from '../../text/demo.ts'
import type { DemoOffer } from '../contract.ts'
import { DemoDone } from './demo-done.tsx'
import { DemoForm } from './demo-form.tsx'
import { useDemoCheckout } from './use-demo-checkout.tsx'

const STEPS = [t.stepDetails, t.stepPayment, t.stepSent]

/** Shows the demo's form, then the payment, then what we sent. @param children shown above the form */
export function DemoFlow({
  offer,
  days,
  children,
}: {
  offer: DemoOffer
  days: OfferedDay[]
  children: React.ReactNode
}) {
  const checkout = useDemoCheckout(offer, days)
  const { step, payment } = checkout
  useTopOf(step)
  if (step === 'details' || !payment) {
    return (
      <>
        <StillHeld title={t.stillHeld()} checkout={checkout} />
        {children}
        <DemoForm fee={offer.fee} days={days} checkout={checkout} />
      </>
    )
  }
  return (
    <>
      <h1 className={styles.compact}>{t.demoBooking()}</h1>
      <Steps names={STEPS.map((name) => name())} current={step === 'card' ? 1 : 2} />
      {step === 'card' ? (
        <CardStep
          key={payment.intent.paymentIntentId}
          noun="demo"
          intent={payment.intent}
          when={payment.when}
          address={t.noSuchHome({ address: payment.address })}
          billing={{ name: payment.form.buyerName, email: payment.form.buyerEmail, phone: payment.form.buyerPhone }}
          isResumed={checkout.isResumed}
          onAway={checkout.away}
          onBooked={(booking) => checkout.complete(booking.manageUrl)}
          onLost={checkout.lost}
          onChooseAgain={checkout.chooseAgain}
        />
      ) : (
        <DemoDone manageUrl={payment.manageUrl ?? ''} />
      )}
    </>
  )
}
