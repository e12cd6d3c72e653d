import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import type { DemoOffer } from '../../demo/contract.ts'
import { validateDemo } from '../../demo/domain.ts'
import type { OfferedDay } from './offered-times.tsx'
import { isHeld, loadPayment, type SavedPayment, savePayment } from './saved-payment.tsx'
import { useCheckedForm } from './use-checked-form.tsx'
import { whenText } from './when-section.tsx'

/** The demo form as a person fills it in: texts, never null. */
export type DemoDraft = typeof EMPTY

const EMPTY = {
  showingDate: '',
  showingTime: '',
  buyerName: '',
  buyerEmail: '',
  buyerPhone: '',
  demoRecipientEmail: '',
  demoRecipientPhone: '',
  demoMailAddress: '',
  demoMailCity: '',
  demoMailState: 'CA',
  demoMailZip: '',
  agreeToTerms: false,
}

const asForm = (draft: DemoDraft) => ({ ...draft, requesterType: 'buyer' as const, mailUpgrade: false })
const validate = (draft: DemoDraft) => validateDemo(asForm(draft))

type Step = 'details' | 'card' | 'done'
const KEPT_AS = 'demo'

/** The way from a wish to a demo that is sent, one history entry a step: as of a showing, without a slot to lose. */
export function useDemoCheckout({ property }: DemoOffer, days: OfferedDay[]) {
  const form = useCheckedForm(EMPTY, validate)
  const [payment, setPayment] = useState<SavedPayment<DemoDraft> | null>(null)
  const [isRestored, setIsRestored] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isSubmitting = useRef(false)
  const isResumed = useRef(false)
  const navigate = useNavigate()
  const location = useLocation()

  const keep = useCallback((next: SavedPayment<DemoDraft> | null) => {
    setPayment(next)
    savePayment(KEPT_AS, next)
  }, [])
  const go = useCallback(
    (step: Step, replace = false) => void navigate('.', { state: { step }, replace, preventScrollReset: true }),
    [navigate],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: restored once, when the page opens.
  useEffect(() => {
    const saved = loadPayment<DemoDraft>(KEPT_AS)
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
      const { payment: intent } = bodyOf(await api.POST('/api/showingbooker/demo/booking', { body: asForm(draft) }))
      const day = days.find(({ date }) => date === draft.showingDate)
      const when = day ? whenText(day, draft.showingTime) : `${draft.showingDate} ${draft.showingTime}`
      isResumed.current = false
      keep({ intent, form: draft, when, address: property.full_address, isAway: false, manageUrl: null })
      go('card')
    } catch (error) {
      refused(error)
    }
    isSubmitting.current = false
    setIsBusy(false)
  }

  function refused(error: unknown) {
    if (!(error instanceof ApiError)) setFailure('An unexpected error occurred')
    else if (error.issues.length > 0) form.show(error.issues, true)
    else setFailure(error.message)
  }

  return {
    form,
    step,
    payment,
    isBusy,
    failure,
    isResumed: isResumed.current,
    isHeld: isHeld(payment),
    submit,
    resume: () => go('card'),
    away() {
      if (payment) savePayment(KEPT_AS, { ...payment, isAway: true })
    },
    complete(manageUrl: string) {
      if (payment) keep({ ...payment, isAway: false, manageUrl })
      form.reset()
      go('done', true)
    },
    lost(message: string) {
      keep(null)
      go('details', true)
      setFailure(message)
    },
    chooseAgain() {
      if (payment) isHeld(payment) ? keep({ ...payment, isAway: false }) : keep(null)
      go('details', true)
    },
  }
}

export type DemoCheckout = ReturnType<typeof useDemoCheckout>
