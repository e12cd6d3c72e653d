import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { findWeakness, loadPasswordCheck, type Weakness } from '../platform/password-strength.ts'
import { Field } from './field.tsx'

type NewPasswordFieldProps = {
  name: string
  label: string
  hint: string
  error: ReactNode
  /** The minimum length. */
  shortest: number
  /** Words from the form that the password must not consist of. */
  ownWords: (form: FormData) => string[]
  /** The warning about a password that is easy to guess. */
  wordsFor: (weakness: Weakness) => string
  /** Called with the field's message, or undefined, so that a summary can repeat it. */
  onJudged?: (message: string | undefined) => void
}

/** Warns about a weak password when the field loses focus. The server refuses weak ones anyway. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { ownWords, wordsFor, error, shortest, onJudged, ...field } = props
  const [weakness, setWeakness] = useState<Weakness | null>(null)
  const typed = useRef('')

  function report(found: Weakness | null) {
    setWeakness(found)
    onJudged?.(found ? wordsFor(found) : undefined)
  }

  async function judge({ currentTarget: { value, form } }: FocusEvent<HTMLInputElement>) {
    typed.current = value
    if ([...value].length < shortest || !form) return
    // If the word lists fail to load, the field does not warn, but the server will.
    const found = await findWeakness(value, ownWords(new FormData(form))).catch(() => null)
    if (typed.current === value) report(found)
  }

  return (
    <Field
      {...field}
      type="password"
      autoComplete="new-password"
      required
      maxLength={1000}
      // The check of the current text takes precedence over the server's message about the last one.
      error={weakness ? <span role="alert">{wordsFor(weakness)}</span> : error}
      onFocus={() => void loadPasswordCheck().catch(() => undefined)}
      onBlur={judge}
      onChange={({ currentTarget }) => {
        typed.current = currentTarget.value
        report(null)
      }}
    />
  )
}
