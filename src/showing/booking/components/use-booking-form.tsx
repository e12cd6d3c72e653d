import * as t from '../../text/booking.ts'
import type { BookingForm } from '../contract.ts'
import { validateForm } from '../domain.ts'
import { useCheckedForm } from './use-checked-form.tsx'

/** The form as a person fills it in: strings, never `null`. */
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
  showingDate: t.missingDate,
  showingTime: t.missingTime,
  buyerName: t.missingName,
  buyerEmail: t.missingEmail,
  buyerPhone: t.missingPhone,
  agreeToTerms: t.missingTerms,
} as const

const REQUIRED_OF_AGENT = {
  buyerName: t.missingBuyerName,
  buyerEmail: t.missingBuyerEmail,
  buyerPhone: t.missingBuyerPhone,
  buyerAgentName: t.missingAgentName,
  buyerAgentEmail: t.missingAgentEmail,
  buyerAgentPhone: t.missingAgentPhone,
} as const

export type Missing = { path: string; name: string }

/** Keeps the draft, the errors at their fields, and the list of what is still missing (booking.md section 5). */
export function useBookingForm(propertyId: string) {
  const form = useCheckedForm<Draft>(emptyDraft(propertyId), validateForm, `booking:${propertyId}`)
  const { agreeToTerms, ...required } = REQUIRED
  const agent = form.draft.requesterType === 'buyers_agent' ? REQUIRED_OF_AGENT : {}
  const missing: Missing[] = Object.entries({ ...required, ...agent, agreeToTerms }).flatMap(([path, name]) =>
    isFilled(form.draft[path as keyof (typeof REQUIRED & typeof REQUIRED_OF_AGENT)]) ? [] : [{ path, name: name() }],
  )

  return {
    ...form,
    missing,
  }
}

export type FormControl = ReturnType<typeof useBookingForm>

const isFilled = (value: string | boolean) => (typeof value === 'string' ? value.trim() !== '' : value)
