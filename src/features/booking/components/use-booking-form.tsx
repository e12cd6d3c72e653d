import { useEffect, useMemo, useRef, useState } from 'react'
import type { Issue } from '../../../platform/errors.ts'
import { useAfterPress } from '../../../ui/use-after-press.tsx'
import type { BookingForm } from '../contract.ts'
import { validateForm } from '../domain.ts'

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

export type Missing = { path: string; name: string }

/** Draft, faults at their fields, and what is still missing (booking.md section 5). */
export function useBookingForm(propertyId: string) {
  const [draft, setDraft] = useState(() => emptyDraft(propertyId))
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [summary, setSummary] = useState<Issue[]>([])
  const [attempt, setAttempt] = useState(0)
  const [answered, setAnswered] = useState<Issue[]>([])
  const afterPress = useAfterPress()
  const formElement = useRef<HTMLFormElement>(null)

  const issues = useMemo(() => validateForm(draft), [draft])
  const missing: Missing[] = Object.entries(REQUIRED).flatMap(([path, name]) =>
    isFilled(draft[path as keyof typeof REQUIRED]) ? [] : [{ path, name }],
  )

  // What was typed before the script arrived, or what the browser restored, is in the fields but not yet in the draft.
  useEffect(() => {
    if (!formElement.current) return
    const typed = new FormData(formElement.current)
    setDraft((current) => {
      const next = { ...current }
      for (const [name, value] of typed) {
        if (name in next && typeof next[name as keyof Draft] === 'string') Object.assign(next, { [name]: value })
      }
      return { ...next, agreeToTerms: typed.has('agreeToTerms'), mailUpgrade: typed.has('mailUpgrade') }
    })
  }, [])

  return {
    draft,
    formElement,
    issues,
    missing,
    attempt,
    summary: standing(summary, [...issues, ...answered]),
    set<Name extends keyof Draft>(name: Name, value: Draft[Name]) {
      setAnswered((current) => current.filter((issue) => issue.path !== name))
      setDraft((current) => ({
        ...current,
        [name]: value,
        // A time belongs to its date.
        ...(name === 'showingDate' && value !== current.showingDate ? { showingTime: '' } : {}),
      }))
    },
    touch(name: string) {
      afterPress(() => setTouched((current) => (current.has(name) ? current : new Set(current).add(name))))
    },
    /** Shows these faults, at their fields and in the summary. @param fromServer faults that only the server knows */
    show(faults: Issue[], fromServer = false) {
      setSummary(faults)
      setAttempt((count) => count + 1)
      if (fromServer) setAnswered(faults)
      setTouched((current) => new Set([...current, ...faults.map((issue) => issue.path)]))
    },
    errorOf(name: string): string | undefined {
      const shown = touched.has(name) ? issues.find((issue) => issue.path === name) : undefined
      return (shown ?? answered.find((issue) => issue.path === name))?.message
    },
    fill(saved: BookingForm) {
      const { buyerAgentName, buyerAgentEmail, buyerAgentPhone, specialRequests } = saved
      setDraft({
        ...saved,
        buyerAgentName: buyerAgentName ?? '',
        buyerAgentEmail: buyerAgentEmail ?? '',
        buyerAgentPhone: buyerAgentPhone ?? '',
        specialRequests: specialRequests ?? '',
      })
    },
    reset() {
      setDraft(emptyDraft(propertyId))
      setTouched(new Set())
      setSummary([])
      setAnswered([])
    },
  }
}

/** The faults of the last attempt that have not been put right since. */
const standing = (found: Issue[], current: Issue[]) =>
  found.filter(({ path, message }) => current.some((one) => one.path === path && one.message === message))

export type FormControl = ReturnType<typeof useBookingForm>

const isFilled = (value: string | boolean) => (typeof value === 'string' ? value.trim() !== '' : value)
