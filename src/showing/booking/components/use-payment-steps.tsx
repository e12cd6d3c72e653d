import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '../../../platform/api-client.ts'
import type { Issue } from '../../../platform/errors.ts'
import * as t from '../../text/booking.ts'
import { isHeld, loadPayment, type SavedPayment, savePayment } from './saved-payment.tsx'

type Step = 'details' | 'card' | 'done'

type Form<Draft> = {
  draft: Draft
  issues: Issue[]
  show(faults: Issue[]): void
  /** @param hold ID of the hold that was made with the form */
  fill(saved: Draft, hold: string): void
  reset(): void
}

/**
 * Leads the buyer from a form through the card to what they bought, with one history entry per step. The browser keeps
 * the payment under `name`.
 * @param form the form before the card. A reload fills it in again
 */
export function usePaymentSteps<Draft>(name: string, form: Form<Draft>) {
  const [payment, setPayment] = useState<SavedPayment<Draft> | null>(null)
  const [isRestored, setIsRestored] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isSubmitting = useRef(false)
  const isResumed = useRef(false)
  const navigate = useNavigate()
  const location = useLocation()

  const keep = useCallback(
    (next: SavedPayment<Draft> | null) => {
      setPayment(next)
      savePayment(name, next)
    },
    [name],
  )
  const go = useCallback(
    (step: Step, replace = false) => void navigate('.', { state: { step }, replace, preventScrollReset: true }),
    [navigate],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: restored once, when the page opens.
  useEffect(() => {
    const saved = loadPayment<Draft>(name)
    if (saved) {
      setPayment(saved)
      isResumed.current = true
      if (!saved.manageUrl) form.fill(saved.form, saved.intent.paymentIntentId)
      // A phone may have ended the tab in the meantime. Then only
      // the URL says that the buyer comes back from their bank.
      const returned = new URLSearchParams(location.search).get('payment_intent_client_secret')
      if (saved.isAway || returned === saved.intent.clientSecret) go('card', true)
    }
    setIsRestored(true)
  }, [])

  // The server renders the first step. The step of the history entry follows once the page is restored.
  const wanted: Step = (isRestored && (location.state as { step?: Step } | null)?.step) || 'details'
  const step: Step = wanted === 'details' || !payment ? 'details' : payment.manageUrl ? 'done' : 'card'

  /**
   * Goes from the payment back to the form.
   * @param isOver no one can pay it anymore, even if the hold has not expired
   */
  function chooseAgain(isOver = false) {
    // Another tab may have moved on to another time in the meantime.
    const last = loadPayment<Draft>(name) ?? payment
    const isThis = last?.intent.paymentIntentId === payment?.intent.paymentIntentId
    // A charge may still go through after the hold has ended, so the next `submit` asks.
    const until = isOver && isThis ? { holdExpiresAt: '1970-01-01' } : null
    keep(last && { ...last, isAway: false, intent: { ...last.intent, ...until } })
    go('details', true)
  }

  function complete(manageUrl: string | null, paid = payment) {
    if (paid) keep({ ...paid, isAway: false, manageUrl })
    form.reset()
    go('done', true)
  }

  return {
    payment,
    step,
    isBusy,
    failure,
    setFailure,
    isResumed: isResumed.current,
    isHeld: isHeld(payment),

    /** Checks the form, opens the payment, and goes on to the card. */
    async submit(
      open: (draft: Draft) => Promise<Pick<SavedPayment, 'intent' | 'when' | 'address'>>,
      refused: (error: unknown) => void,
    ) {
      setFailure(null)
      form.show(form.issues)
      if (form.issues.length > 0 || isSubmitting.current) return
      isSubmitting.current = true
      setIsBusy(true)
      const { draft } = form
      const before = loadPayment<Draft>(name)
      try {
        // Another page or tab of this browser may have charged the card without getting the answer.
        const manageUrl = before && !before.manageUrl && (await findPaid(before))
        if (manageUrl) return complete(manageUrl, before)
        const opened = await open(draft)
        // The page is lighter without this code. If it cannot load here, it loads again when we ask for the card.
        await import('../../../money/screen.tsx')
          .then(({ prepareCard }) => prepareCard(opened.intent))
          .catch(() => undefined)
        isResumed.current = false
        keep({ ...opened, form: draft, isAway: false, manageUrl: null })
        form.fill(draft, opened.intent.paymentIntentId)
        go('card')
      } catch (error) {
        // The server learned of the charge before this page did (`already_paid`).
        const manageUrl = error instanceof ApiError && (error.body.manageUrl as string | undefined)
        manageUrl ? complete(manageUrl, before ?? payment) : refused(error)
      } finally {
        isSubmitting.current = false
        setIsBusy(false)
      }
    },

    resume: () => go('card'),
    /**
     * Notes that the card is being charged, and the buyer may leave to confirm with their bank, or that it was refused.
     */
    away(isAway = true) {
      if (payment) savePayment(name, { ...payment, isAway })
    },
    complete,
    lose: () => chooseAgain(true),
    chooseAgain,
  }
}

/**
 * Asks the server whether a payment that the buyer left went through, so that no one pays twice.
 * @returns the URL of what it paid for, or `null` if it charged nothing
 * @throws ApiError the server does not know yet
 */
async function findPaid({ intent }: SavedPayment<unknown>): Promise<string | null> {
  try {
    const { settle } = await import('./settle.tsx')
    const { manageUrl, status } = await settle(intent)
    return status === 'confirmed' || status === 'pending' ? manageUrl : null
  } catch (error) {
    if (error instanceof ApiError && UNCHARGED.includes(error.status)) return null
    throw error
  }
}

/** Statuses of a payment that is not paid, is refunded, or can no longer be paid. */
const UNCHARGED = [402, 404, 409, 410]

/** Returns the message for a refusal that belongs to no field. */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return t.unexpectedError()
  const { status, message, retryAfterSeconds } = error
  return status === 429 && retryAfterSeconds ? `${message} ${inWords(retryAfterSeconds)}` : message
}

const inWords = (seconds: number) =>
  seconds < 90 ? t.tryInSeconds({ seconds }) : t.tryInMinutes({ minutes: Math.ceil(seconds / 60) })
