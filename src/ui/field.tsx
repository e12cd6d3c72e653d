import { type ComponentProps, type ReactNode, useState } from 'react'
import { headWithin, lengthOf } from '../platform/plain-text.ts'
import styles from './field.module.css'
import * as t from './text/kit.ts'

type Common = {
  name: string
  label: string
  hint?: ReactNode
  error?: ReactNode
  /** Name of the field that also shows this field's error. */
  errorAt?: string
  optional?: boolean
}

type FieldProps = Common &
  (({ multiline?: false } & ComponentProps<'input'>) | ({ multiline: true } & ComponentProps<'textarea'>))

/** Labeled text field. Its ID is its name, so that an error summary can link to it. */
export function Field({ label, hint, error, errorAt, optional, ...control }: FieldProps) {
  const { name, maxLength, value } = control
  // The browser counts UTF-16 units and cuts emoji in two. We count characters.
  const [first] = useState(() => (typeof value === 'string' ? lengthOf(value) : 0))
  const most = typeof value === 'string' && maxLength ? Math.max(maxLength, first) : 0
  const faulty = error ? name : errorAt
  const described = [hint && `${name}-hint`, faulty && `${faulty}-error`].filter(Boolean).join(' ')
  const shared = {
    id: name,
    className: styles.control,
    ...(most && {
      maxLength: undefined,
      // This runs before `onChange`, which reads the shortened text.
      onInput: (event: Typed) => keepWithin(most, event),
      onCompositionEnd: (event: Typed) => keepWithin(most, event),
    }),
    'aria-invalid': faulty ? true : undefined,
    'aria-describedby': described || undefined,
  }
  return (
    <FieldFrame {...{ name, label, hint, error, optional }}>
      {control.multiline ? <textarea {...without(control)} {...shared} /> : <input {...without(control)} {...shared} />}
    </FieldFrame>
  )
}

type Typed = { currentTarget: HTMLInputElement | HTMLTextAreaElement; nativeEvent: Event }

/** Cuts typed text at the limit. It cuts composed text when the composition ends, which fires no `input` event. */
function keepWithin(most: number, { currentTarget: field, nativeEvent }: Typed) {
  const { value, selectionEnd } = field
  if (lengthOf(value) <= most || (nativeEvent as InputEvent).isComposing) return
  const caret = selectionEnd ?? value.length
  const head = headWithin(most, value, caret)
  const kept = head + value.slice(caret)
  const isComposed = nativeEvent.type === 'compositionend'
  // React ignores an `input` event for a value that was set through its own setter, so we bypass that.
  if (isComposed) Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, kept)
  else field.value = kept
  // An email field does not let us set its caret.
  if (selectionEnd !== null) field.setSelectionRange(head.length, head.length)
  if (isComposed) field.dispatchEvent(new Event('input', { bubbles: true }))
}

export function FieldError({ name, error }: { name: string; error?: ReactNode }) {
  if (!error) return null
  return (
    <p className={styles.error} id={`${name}-error`}>
      {error}
    </p>
  )
}

/** Lays out a control with its label, hint, and error. */
export function FieldFrame({ name, label, hint, error, optional, children }: Common & { children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={name}>
        {label}
        {optional && <span className={styles.optional}> {t.optional()}</span>}
      </label>
      {hint && (
        <p className={styles.hint} id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldError name={name} error={error} />
    </div>
  )
}

function without<T extends { multiline?: boolean }>({ multiline: _, ...rest }: T) {
  return rest
}
