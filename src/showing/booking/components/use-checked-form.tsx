import { type SetStateAction, useEffect, useMemo, useRef, useState } from 'react'
import type { Issue } from '../../../platform/errors.ts'
import { useAfterPress } from '../../../ui/use-after-press.tsx'
import { loadDraft, saveDraft } from './saved-payment.tsx'

type When = { showingDate: string; showingTime: string }

/**
 * Keeps a draft and its errors. An error shows once the person has left its field, or on request.
 * @param name name under which the tab keeps the form until a sign-out, so that a reload, the Back button, or another
 * language loses nothing that the person typed. The tab keeps the consent only with the hold that it is for
 */
export function useCheckedForm<Draft extends When>(empty: Draft, validate: (draft: Draft) => Issue[], name?: string) {
  const [draft, setDraft] = useState(empty)
  const first = useRef(draft)
  const hold = useRef('')
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [summary, setSummary] = useState<Issue[]>([])
  const [attempt, setAttempt] = useState(0)
  const [answered, setAnswered] = useState<Issue[]>([])
  const afterPress = useAfterPress()
  const formElement = useRef<HTMLFormElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rules are the same for every draft.
  const issues = useMemo(() => validate(draft), [draft])

  // The fields may have text that the person typed before the script loaded, or that the browser restored. It wins over
  // what the tab kept.
  useEffect(() => {
    if (!formElement.current) return
    const typed = new FormData(formElement.current)
    setDraft((current) => {
      const kept = name ? loadDraft<Record<string, unknown>>(name) : null
      const next: Record<string, unknown> = { ...current, ...kept }
      for (const [field, value] of Object.entries(current)) {
        const now = typeof value === 'boolean' ? typed.has(field) : (typed.get(field) ?? value)
        if (now !== value) next[field] = now
      }
      // A time is valid only for its date.
      if (kept && next.showingDate !== kept.showingDate) next.showingTime = typed.get('showingTime') ?? ''
      return next as Draft
    })
  }, [name])

  useEffect(() => {
    if (!name || draft === first.current) return
    saveDraft(name, { ...draft, agreeToTerms: false })
    if (hold.current) saveDraft(name + hold.current, draft)
  }, [name, draft])

  return {
    draft,
    formElement,
    issues,
    attempt,
    summary: unfixed(summary, [...issues, ...answered]),
    set<Name extends keyof Draft>(name: Name, value: Draft[Name]) {
      setAnswered((current) => current.filter((issue) => issue.path !== name))
      setDraft((current) => ({
        ...current,
        [name]: value,
        // A time is valid only for its date.
        ...(name === 'showingDate' && value !== current.showingDate ? { showingTime: '' } : {}),
      }))
    },
    touch(name: string) {
      afterPress(() => setTouched((current) => (current.has(name) ? current : new Set(current).add(name))))
    },
    /**
     * Shows errors at their fields and in the summary.
     * @param fromServer `true` if only the server knows these errors
     */
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
    /** Fills in a saved form, unless this tab has a later draft for the same hold. @param id ID of the hold */
    fill(saved: SetStateAction<Draft>, id = '') {
      hold.current = id
      setDraft((id && loadDraft<Draft>(name + id)) || saved)
    },
    reset() {
      setDraft(empty)
      setTouched(new Set())
      setSummary([])
      setAnswered([])
    },
  }
}

/** Errors of the last attempt that are not fixed yet. */
const unfixed = (found: Issue[], current: Issue[]) =>
  found.filter(({ path, message }) => current.some((one) => one.path === path && one.message === message))
