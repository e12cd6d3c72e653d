import { type KeyboardEvent, useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import type { PublicProperty } from '../../../property/property/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Steps } from '../../../ui/steps.tsx'
import * as t from '../../text/booking.ts'
import type { Booking, BuyerPage } from '../contract.ts'
import { AgentUnreachable, isReachable } from './agent-unreachable.tsx'
import { BookBar } from './book-bar.tsx'
import { BookSection, totalOf } from './book-section.tsx'
import styles from './booking-flow.module.css'
import { CardStep } from './card-step.tsx'
import { Confirmed } from './confirmed.tsx'
import { DetailsSection } from './details-section.tsx'
import type { OfferedDay } from './offered-times.tsx'
import type { SavedPayment } from './saved-payment.tsx'
import { type Checkout, useCheckout } from './use-checkout.tsx'
import { WhenSection, whenText } from './when-section.tsx'

type BookingFlowProps = { property: PublicProperty; days: OfferedDay[]; children: React.ReactNode }

/** The booking form, its payment and its end. @param children what is above the form */
export function BookingFlow({ property, days, children }: BookingFlowProps) {
  const checkout = useCheckout(property, days)
  const { step, payment } = checkout
  useTopOf(step)
  if (step === 'details' || !payment) {
    return (
      <>
        {checkout.isHeld && payment && (
          <Notice kind="success" title={t.stillHeld()}>
            <p>{payment.when}</p>
            <Button onClick={checkout.resume}>{t.continueToPayment()}</Button>
          </Notice>
        )}
        {children}
        {isReachable(property) ? <DetailsStep property={property} checkout={checkout} /> : <AgentUnreachable />}
      </>
    )
  }
  return (
    <>
      <h1 className={styles.compact}>{property.full_address}</h1>
      <Steps names={[t.stepDetails(), t.stepPayment(), t.stepBooked()]} current={step === 'card' ? 1 : 2} />
      {step === 'card' ? (
        <CardStep
          key={payment.intent.paymentIntentId}
          intent={payment.intent}
          when={payment.when}
          address={payment.address}
          billing={{ name: payment.form.buyerName, email: payment.form.buyerEmail, phone: payment.form.buyerPhone }}
          isResumed={checkout.isResumed}
          onAway={checkout.away}
          onBooked={checkout.complete}
          onLost={checkout.lost}
          onChooseAgain={checkout.chooseAgain}
        />
      ) : (
        <DoneStep payment={payment} booked={checkout.booked} />
      )}
    </>
  )
}

function DetailsStep({ property, checkout }: { property: PublicProperty; checkout: Checkout }) {
  const { form, time } = checkout
  const day = time.days.find(({ date }) => date === form.draft.showingDate)
  const when = day && form.draft.showingTime ? whenText(day, form.draft.showingTime) : ''
  const showMissing = () => form.show(form.issues)

  // A disabled button would swallow Enter without a word.
  function explainEnter(event: KeyboardEvent) {
    const isText = event.target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(event.target.type)
    if (event.key !== 'Enter' || !isText || form.missing.length === 0) return
    event.preventDefault()
    showMissing()
  }

  return (
    <>
      <Notice kind="info" title={t.bookAhead()}>
        <p>{t.bookAheadWhy()}</p>
      </Notice>
      <noscript>
        <Notice kind="warning">{t.needsJavaScript()}</Notice>
      </noscript>
      <form
        ref={form.formElement}
        className={styles.form}
        method="post"
        noValidate
        onKeyDown={explainEnter}
        onSubmit={(event) => {
          event.preventDefault()
          checkout.submit()
        }}
      >
        <div className={styles.main}>
          <WhenSection form={form} days={time.days} check={time.check} onChoose={checkout.choose} />
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

/** Everything about the booking comes from the buyer's own page, so that a reload shows the same. */
function DoneStep({ payment, booked }: { payment: SavedPayment; booked: Booking | null }) {
  const { manageUrl, when, address } = payment
  const [page, setPage] = useState<BuyerPage | null>(null)
  useEffect(() => {
    const token = manageUrl?.split('/').pop() ?? ''
    api.GET('/api/showingbooker/public/booking/{token}', { params: { path: { token } } }).then(
      (answer) => setPage(bodyOf(answer)),
      // The booking holds all the same; its page and the messages have the calendar links.
      () => setPage(null),
    )
  }, [manageUrl])
  const booking = page?.booking ?? booked
  if (!booking) return <Skeleton lines={5} label={t.loadingBooking()} />
  return (
    <Confirmed
      booking={booking}
      when={page?.when ?? when}
      address={address}
      calendar={page?.calendar ?? null}
      hasInstructions={page?.has_instructions ?? false}
    />
  )
}

/** A new step starts at its top, as a new page would. */
function useTopOf(step: string) {
  const [shown, setShown] = useState(step)
  useEffect(() => {
    if (step === shown) return
    setShown(step)
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [step, shown])
}
