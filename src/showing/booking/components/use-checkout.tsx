import { useRef, useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { timeLimit } from '../../../platform/time-limit.ts'
import type { PublicProperty } from '../../../property/property/contract.ts'
import type { Booking } from '../contract.ts'
import { isTooSoonForMail, type OfferedDay, type Start } from './offered-times.tsx'
import { isHeld, ownSecret, type SavedPayment } from './saved-payment.tsx'
import { type Draft, useBookingForm } from './use-booking-form.tsx'
import { refusalText, usePaymentSteps } from './use-payment-steps.tsx'
import { type Held, useTimeCheck } from './use-time-check.tsx'
import { chosenText } from './when-section.tsx'

/** Fetches the code of the later steps while the server makes the hold, so that the form itself stays light. */
export const laterSteps = () => Promise.all([import('./card-step.tsx'), import('./done-step.tsx')])

/** Leads a buyer from the form to a booked showing. */
export function useCheckout({ slug, full_address: address }: PublicProperty, initialDays: OfferedDay[]) {
  const form = useBookingForm(slug)
  const steps = usePaymentSteps<Draft>(slug, form)
  const [booked, setBooked] = useState<Booking | null>(null)
  const { payment } = steps
  const mine = useMine(payment)
  const onLost = () => form.set('showingTime', '')
  const time = useTimeCheck(slug, initialDays, { chosen: chosenIn(form.draft), mine, onLost })

  async function open(draft: Draft) {
    time.send()
    const bookingData = { ...draft, mailUpgrade: draft.mailUpgrade && !isTooSoonForMail(time.days, chosenIn(draft)) }
    const body = { bookingData, clientSecret: ownSecret(slug, payment) }
    const [answer] = await Promise.all([
      api.POST('/api/payments/create-payment-intent', { body, signal: timeLimit() }),
      // If this fails, we fetch them again when we show them.
      laterSteps().catch(() => undefined),
    ])
    return { intent: bodyOf(answer), when: chosenText(time.days, draft), address }
  }

  function refused(error: unknown) {
    const { status, code, issues } = error instanceof ApiError ? error : { status: 0, code: '', issues: [] }
    if (error instanceof ApiError && status === 409)
      time.conflict(chosenIn(form.draft), error.message, alternativesOf(error))
    else if (status === 400 && issues.length > 0) {
      form.show(issues, true)
      void time.refresh()
    }
    // The agent unlisted the property in the meantime. The page says so once it has loaded again.
    else if (code === 'property_not_found') location.reload()
    else steps.setFailure(refusalText(error))
  }

  return {
    ...steps,
    // The buyer may have changed the page's language since they held the time.
    payment: payment && { ...payment, when: chosenText(time.days, payment.form, payment.when) },
    form,
    time,
    isTooSoonForMail: isTooSoonForMail(time.days, chosenIn(form.draft)),
    booked,
    submit: () => steps.submit(open, refused),
    choose(start: Start) {
      form.set('showingDate', start.date)
      form.set('showingTime', start.time)
    },
    complete(booking: Booking) {
      setBooked(booking)
      steps.complete(booking.manageUrl)
    },
    lost(message: string, alternatives: Start[]) {
      const start = payment && chosenIn(payment.form)
      steps.lose()
      if (start) time.conflict(start, message, alternatives)
    },
    chooseAgain(isOver: boolean) {
      steps.chooseAgain(isOver)
      void time.refresh()
    },
  }
}

export type Checkout = ReturnType<typeof useCheckout>

const chosenIn = (form: { showingDate: string; showingTime: string }): Start => ({
  date: form.showingDate,
  time: form.showingTime,
})

const alternativesOf = (error: ApiError) => (error.body.alternatives as Start[] | undefined) ?? []

/** Returns the start that is held for this buyer. While it is the same hold, it is the same object. */
function useMine(payment: SavedPayment | null): Held | null {
  const last = useRef<Held | null>(null)
  const held = isHeld(payment) ? { ...chosenIn(payment.form), secret: payment.intent.clientSecret } : null
  if (held?.secret !== last.current?.secret) last.current = held
  return last.current
}
