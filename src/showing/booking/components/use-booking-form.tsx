import type { BookingForm } from '../contract.ts'
import { validateForm } from '../domain.ts'
import { useCheckedForm } from './use-checked-form.tsx'

/** The form as a person fills it in: texts, never null. */
export type Draft = Omit<BookingForm, 'buyerAgentName' | 'buyerAgentEmail' | 'buyerAgentPhone' | 'specialRequests'> & {
  buyerAgentName: string
  buyerAgentEmail: string
  buyerAgentPhone: string
  specialRequests: string
}

export const emptyDraft = (propertyId: string): Draft => ({
  propertyId,
  showingDate: '',
  showingTime: '',
  requesterType: 'buyer',
  buyerName: '',
  buyerEmail: '',
  buyerPhone: '',
  buyerAgentName: '',
  buyerAgentEmail: '',
  buyerAgentPhone: '',
  mailUpgrade: false,
  specialRequests: '',
  agreeToTerms: false,
})

const REQUIRED = {
  showingDate: 'a date',
  showingTime: 'a time',
  buyerName: 'your name',
  buyerEmail: 'your email',
  buyerPhone: 'your phone number',
  agreeToTerms: 'your agreement to the terms',
} as const

const REQUIRED_OF_AGENT = {
  buyerAgentName: "the buyer's agent's name",
  buyerAgentEmail: "the buyer's agent's email",
  buyerAgentPhone: "the buyer's agent's phone number",
} as const

export type Missing = { path: string; name: string }

/** Draft, faults at their fields, and what is still missing (booking.md section 5). */
export function useBookingForm(propertyId: string) {
  const form = useCheckedForm<Draft>(emptyDraft(propertyId), validateForm)
  const { agreeToTerms, ...required } = REQUIRED
  const agent = form.draft.requesterType === 'buyers_agent' ? REQUIRED_OF_AGENT : {}
  const missing: Missing[] = Object.entries({ ...required, ...agent, agreeToTerms }).flatMap(([path, name]) =>
    isFilled(form.draft[path as keyof (typeof REQUIRED & typeof REQUIRED_OF_AGENT)]) ? [] : [{ path, name }],
  )

  return {
    ...form,
    missing,
    fill(saved: BookingForm) {
      const { buyerAgentName, buyerAgentEmail, buyerAgentPhone, specialRequests } = saved
      form.fill({
        ...saved,
        buyerAgentName: buyerAgentName ?? '',
        buyerAgentEmail: buyerAgentEmail ?? '',
        buyerAgentPhone: buyerAgentPhone ?? '',
        specialRequests: specialRequests ?? '',
      })
    },
  }
}

export type FormControl = ReturnType<typeof useBookingForm>

const isFilled = (value: string | boolean) => (typeof value === 'string' ? value.trim() !== '' : value)
