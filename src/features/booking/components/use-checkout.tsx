import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import type { PublicProperty } from '../../property/contract.ts'
import type { Booking } from '../contract.ts'
import type { OfferedDay, Start } from './offered-times.tsx'
import { isHeld, loadPayment, type SavedPayment, savePayment } from './saved-payment.tsx'
import { useBookingForm } from './use-booking-form.tsx'
import { useTimeCheck } from './use-time-check.tsx'
import { whenText } from './when-section.tsx'

type Step = 'details' | 'card' | 'done'

/** The way from a wish to a booked showing, one history entry a step. */
export function useCheckout(property: PublicProperty, initialDays: OfferedDay[]) {
  const { slug, full_address: address } = property
  const form = useBookingForm(slug)
  const [payment, setPayment] = useState<SavedPayment | null>(null)
  const [booked, setBooked] = useState<Booking | null>(null)
  const [isRestored, setIsRestored] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isSubmitting = useRef(false)
  const isResumed = useRef(false)
  const navigate = useNavigate()
  const location = useLocation()

  const mine = useMine(payment)
  const time = useTimeCheck(slug, initialDays, chosenIn(form.draft), mine)

  const keep = useCallback(
    (next: SavedPayment | null) => {
      setPayment(next)
      savePayment(slug, next)
    },
    [slug],
  )
  const go = useCallback(
    (step: Step, replace = false) => void navigate('.', { state: { step }, replace, preventScrollReset: true }),
    [navigate],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: restored once, when the page opens.
  useEffect(() => {
    const saved = loadPayment(slug)
    if (saved) {
      setPayment(saved)
      isResumed.current = true
      if (!saved.manageUrl) form.fill(saved.form)
      if (saved.isAway) go('card', true)
    }
    setIsRestored(true)
  }, [])

  // The server's HTML shows the first step; the step of the history entry comes once the page has been restored.
  const wanted: Step = (isRestored && (location.state as { step?: Step } | null)?.step) || 'details'
  const step: Step = wanted === 'details' || !payment ? 'details' : payment.manageUrl ? 'done' : 'card'

  async function submit() {
    setFailure(null)
    form.show(form.issues)
    if (form.issues.length > 0 || isSubmitting.current) return
    isSubmitting.current = true
    setIsBusy(true)
    const { draft } = form
    try {
      const intent = bodyOf(await api.POST('/api/payments/create-payment-intent', { body: { bookingData: draft } }))
      const day = time.days.find(({ date }) => date === draft.showingDate)
      const when = day ? whenText(day, draft.showingTime) : `${draft.showingDate} ${draft.showingTime}`
      isResumed.current = false
      keep({ intent, form: draft, when, address, isAway: false, manageUrl: null })
      go('card')
    } catch (error) {
      refused(error)
    }
    isSubmitting.current = false
    setIsBusy(false)
  }

  function refused(error: unknown) {
    if (!(error instanceof ApiError)) {
      setFailure('An unexpected error occurred')
      return
    }
    const { status, issues, message, retryAfterSeconds } = error
    if (status === 409) time.conflict(chosenIn(form.draft), message, alternativesOf(error))
    else if (status === 400 && issues.length > 0) {
      form.show(issues, true)
      void time.refresh()
    } else if (status === 429 && retryAfterSeconds) setFailure(`${message} ${inWords(retryAfterSeconds)}`)
    else setFailure(message)
  }

  return {
    form,
    time,
    step,
    payment,
    booked,
    isBusy,
    failure,
    isResumed: isResumed.current,
    isHeld: isHeld(payment),
    submit,
    resume: () => go('card'),
    choose(start: Start) {
      form.set('showingDate', start.date)
      form.set('showingTime', start.time)
    },
    away() {
      if (payment) savePayment(slug, { ...payment, isAway: true })
    },
    complete(booking: Booking) {
      setBooked(booking)
      if (payment) keep({ ...payment, isAway: false, manageUrl: booking.manageUrl })
      form.reset()
      go('done', true)
    },
    lost(message: string, alternatives: Start[]) {
      const start = payment && chosenIn(payment.form)
      keep(null)
      go('details', true)
      if (start) time.conflict(start, message, alternatives)
    },
    chooseAgain() {
      if (payment) isHeld(payment) ? keep({ ...payment, isAway: false }) : keep(null)
      go('details', true)
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

/** The start that is held for this buyer; the same object as long as it is the same start. */
function useMine(payment: SavedPayment | null): Start | null {
  const last = useRef<Start | null>(null)
  const start = isHeld(payment) ? chosenIn(payment.form) : null
  if (start?.date !== last.current?.date || start?.time !== last.current?.time) last.current = start
  return last.current
}

const inWords = (seconds: number) =>
  seconds < 90 ? `Please try again in ${seconds} seconds.` : `Please try again in ${Math.ceil(seconds / 60)} minutes.`
