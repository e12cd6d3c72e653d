import { type KeyboardEvent, lazy, type ReactNode, Suspense } from 'react'
import { formatMoney } from '../../../platform/money.ts'
import type { PublicProperty } from '../../../property/property/contract.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Steps } from '../../../ui/steps.tsx'
import * as t from '../../text/booking.ts'
import { AgentUnreachable, isReachable } from './agent-unreachable.tsx'
import { BookBar } from './book-bar.tsx'
import { BookSection, totalOf } from './book-section.tsx'
import styles from './booking-flow.module.css'
import { DetailsSection } from './details-section.tsx'
import type { OfferedDay } from './offered-times.tsx'
import { PropertyGallery } from './property-gallery.tsx'
import { PropertyHeading } from './property-heading.tsx'
import { StillHeld } from './still-held.tsx'
import { type Checkout, laterSteps, useCheckout } from './use-checkout.tsx'
import { useTopOf } from './use-top-of.tsx'
import { WhenSection, whenText } from './when-section.tsx'

const CardStep = lazy(() => laterSteps().then(([step]) => ({ default: step.CardStep })))
const DoneStep = lazy(() => laterSteps().then(([, step]) => ({ default: step.DoneStep })))

type BookingFlowProps = { property: PublicProperty; days: OfferedDay[]; children: ReactNode }

/**
 * Leads the buyer from the booking form through payment to the booked showing.
 * @param children more about the property
 */
export function BookingFlow({ property, days, children }: BookingFlowProps) {
  const checkout = useCheckout(property, days)
  const { step, payment } = checkout
  useTopOf(step)
  if (step === 'details' || !payment) {
    return (
      <>
        <StillHeld title={t.stillHeld()} checkout={checkout} />
        {isReachable(property) ? (
          <DetailsStep property={property} checkout={checkout} about={children} />
        ) : (
          <div className={styles.page} data-bare={property.photos.length === 0 || undefined}>
            <PropertyGallery property={property} />
            <div className={styles.choose}>
              <PropertyHeading property={property} />
              <AgentUnreachable />
            </div>
            <div className={styles.about}>{children}</div>
          </div>
        )}
      </>
    )
  }
  return (
    <>
      <h1 className={styles.compact}>{property.full_address}</h1>
      <Steps names={[t.stepDetails(), t.stepPayment(), t.stepBooked()]} current={step === 'card' ? 1 : 2} />
      <Suspense fallback={<Skeleton lines={5} label={t.loadingBooking()} />}>
        {step === 'card' ? (
          <CardStep
            key={payment.intent.paymentIntentId}
            intent={payment.intent}
            when={payment.when}
            address={payment.address}
            onApproval={payment.intent.onApproval ?? property.booking_approval === 'manual'}
            billing={{ name: payment.form.buyerName, email: payment.form.buyerEmail, phone: payment.form.buyerPhone }}
            isResumed={checkout.isResumed}
            onAway={checkout.away}
            onBooked={checkout.complete}
            onLost={checkout.lost}
            onChooseAgain={checkout.chooseAgain}
          />
        ) : (
          <DoneStep payment={payment} booked={checkout.booked} isDemo={property.is_demo} />
        )}
      </Suspense>
    </>
  )
}

type DetailsStepProps = { property: PublicProperty; checkout: Checkout; about: ReactNode }

function DetailsStep({ property, checkout, about }: DetailsStepProps) {
  const { form, time } = checkout
  const day = time.days.find(({ date }) => date === form.draft.showingDate)
  const when = day && form.draft.showingTime ? whenText(day, form.draft.showingTime) : ''
  const showMissing = () => form.show(form.issues)

  // A disabled button would ignore Enter without an explanation.
  function explainEnter(event: KeyboardEvent) {
    const isText = event.target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(event.target.type)
    if (event.key !== 'Enter' || !isText || form.missing.length === 0) return
    event.preventDefault()
    showMissing()
  }

  return (
    <>
      <noscript>
        <div className={styles.warning}>
          <Notice kind="warning">{t.needsJavaScript()}</Notice>
        </div>
      </noscript>
      <form
        ref={form.formElement}
        className={styles.page}
        data-bare={property.photos.length === 0 || undefined}
        method="post"
        noValidate
        onKeyDown={explainEnter}
        onSubmit={(event) => {
          event.preventDefault()
          void checkout.submit()
        }}
      >
        <PropertyGallery property={property} />
        <div className={styles.choose}>
          <PropertyHeading property={property} />
          <WhenSection form={form} days={time.days} check={time.check} onChoose={checkout.choose} />
          <Notice kind="info" title={t.bookAhead()}>
            <p>{t.bookAheadWhy()}</p>
          </Notice>
        </div>
        <div className={styles.about}>{about}</div>
        <div className={styles.details}>
          <DetailsSection form={form} />
        </div>
        <div className={styles.aside} id="book">
          <BookSection
            property={property}
            form={form}
            when={when}
            isTooSoonForMail={checkout.isTooSoonForMail}
            isBusy={checkout.isBusy}
            failure={checkout.failure}
            onMissing={showMissing}
          />
        </div>
        <BookBar
          when={when}
          total={formatMoney(totalOf(property, form.draft.mailUpgrade && !checkout.isTooSoonForMail))}
          missing={form.missing}
        />
      </form>
    </>
  )
}
