import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { timeLimit } from '../../../platform/time-limit.ts'
import type { OfferedDay } from '../../booking/components/offered-times.tsx'
import { ownSecret } from '../../booking/components/saved-payment.tsx'
import { useCheckedForm } from '../../booking/components/use-checked-form.tsx'
import { refusalText, usePaymentSteps } from '../../booking/components/use-payment-steps.tsx'
import { chosenText } from '../../booking/components/when-section.tsx'
import type { DemoOffer } from '../contract.ts'
import { validateDemo } from '../domain.ts'

/** The demo form as a person fills it in, with strings and never `null`. */
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

/** Runs the checkout of a demo. It works like that of a showing, but no slot can be lost. */
export function useDemoCheckout({ property }: DemoOffer, days: OfferedDay[]) {
  // This must be a new object, because the form compares objects to see whether it is untouched.
  const form = useCheckedForm({ ...EMPTY }, validate, 'booking:demo')
  const steps = usePaymentSteps<DemoDraft>('demo', form)
  const { payment } = steps

  async function open(draft: DemoDraft) {
    const body = { ...asForm(draft), clientSecret: ownSecret('demo', payment) }
    const answer = await api.POST('/api/showingbooker/demo/booking', { body, signal: timeLimit() })
    return { intent: bodyOf(answer).payment, when: chosenText(days, draft), address: property.full_address }
  }

  function refused(error: unknown) {
    const issues = error instanceof ApiError ? error.issues : []
    if (issues.length > 0) form.show(issues, true)
    else steps.setFailure(refusalText(error))
  }

  return {
    ...steps,
    // The page's language may have changed since the hold.
    payment: payment && { ...payment, when: chosenText(days, payment.form, payment.when) },
    form,
    submit: () => steps.submit(open, refused),
    lost(message: string) {
      steps.lose()
      steps.setFailure(message)
    },
  }
}

export type DemoCheckout = ReturnType<typeof useDemoCheckout>
