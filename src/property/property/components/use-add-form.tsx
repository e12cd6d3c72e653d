import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Issue } from '../../../platform/errors.ts'
import { unfold } from '../../../ui/error-summary.tsx'
import { useAfterPress } from '../../../ui/use-after-press.tsx'
import type { NewProperty } from '../contract.ts'
import { propertyIssues } from '../form-domain.ts'
import { inOrderOfForm } from './field-words.tsx'
import type { PropertyForm } from './property-form.tsx'
import { type PropertyValues, type TypedName, type ValueName, wireOf } from './property-values.tsx'

/**
 * Manages the form of a new property: its values, its errors, and the server's answer.
 * @param start values before the person types
 */
export function useAddForm(isAdmin: boolean, start: PropertyValues) {
  const [values, setValues] = useState(start)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Issue[]>([])
  const [answered, setAnswered] = useState<Issue[]>([])
  const [attempt, setAttempt] = useState(0)
  const afterPress = useAfterPress()
  const element = useRef<HTMLFormElement>(null)
  const uploads = useRef(async () => 0)
  const addChosenDate = useRef((): string | undefined => undefined)
  /** The form's current values, for work that runs later. */
  const latest = useRef(values)

  const put = useCallback((change: Partial<PropertyValues>) => {
    latest.current = { ...latest.current, ...change }
    setValues(latest.current)
  }, [])
  const issues = useMemo(() => issuesOf(values), [values])
  const unfixed = asked.filter((issue) => [...issues, ...answered].some((one) => one.message === issue.message))

  // The fields may contain text typed before the script loaded, or restored by the browser.
  useEffect(() => {
    if (!element.current) return
    const typed: Partial<Record<string, string>> = {}
    for (const [name, value] of new FormData(element.current)) if (typeof value === 'string') typed[name] = value
    put(takeTexts(latest.current, typed))
  }, [put])

  // The summary says how many errors there are. Focus the first one, where the person continues.
  useEffect(() => {
    const box = element.current
    if (attempt === 0 || !box) return
    for (const error of box.querySelectorAll('[id$="-error"]')) unfold(error)
    box.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [attempt])

  const forgetAnswers = (names: string[]) =>
    setAnswered((current) => current.filter(({ path }) => !names.includes(fieldOf(path))))
  const form: PropertyForm = {
    kind: 'add',
    isAdmin,
    values,
    uploads,
    addChosenDate,
    type(name, value) {
      forgetAnswers([name])
      put({ [name]: value })
    },
    leave: (name) => afterPress(() => setTouched((current) => new Set(current).add(name))),
    async choose(change) {
      forgetAnswers(Object.keys(change))
      put(change)
      return undefined
    },
    errorOf(name) {
      const own = touched.has(name) ? issues.find(({ path }) => fieldOf(path) === name) : undefined
      return (own ?? answered.find(({ path }) => fieldOf(path) === name))?.message
    },
  }
  /** Shows these errors at their fields and in the summary, and goes to the first. */
  function show(faults: Issue[], fromServer = false) {
    setAsked(inOrderOfForm(faults))
    setAnswered(fromServer ? faults : [])
    setTouched((current) => new Set([...current, ...faults.map(({ path }) => fieldOf(path))]))
    setAttempt((count) => count + 1)
  }
  return {
    form,
    element,
    /** Returns the errors of the current values. */
    check: () => issuesOf(latest.current),
    summary: unfixed,
    attempt,
    show,
    fill: put,
    latest,
  }
}

/** Returns the request for a new property, which is always listed and books automatically (booking.md section 4). */
export function addedWire(values: PropertyValues): NewProperty {
  const { status: _, booking_approval: __, shows_alone, ...sent } = values
  return shows_alone === undefined ? wireOf(sent) : { ...wireOf(sent), shows_alone }
}

const issuesOf = (values: PropertyValues) => propertyIssues(addedWire(values), { isNew: true })

/** Returns the field of a path: `custom_availability.monday.start` belongs to `custom_availability`. */
export const fieldOf = (path: string): ValueName => (path.split('.')[0] ?? path) as ValueName

function takeTexts(values: PropertyValues, typed: Partial<Record<string, string>>): PropertyValues {
  const next = { ...values }
  for (const name of Object.keys(next) as TypedName[]) {
    const text = typed[name]
    if (typeof next[name] === 'string' && text !== undefined) next[name] = text
  }
  return next
}
