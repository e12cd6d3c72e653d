import type { ComponentProps, ReactNode } from 'react'
import { unitsFor } from '../platform/plain-text.ts'
import styles from './field.module.css'
import * as t from './text/kit.ts'

type Common = { name: string; label: string; hint?: ReactNode; error?: string; optional?: boolean }

type FieldProps = Common &
  (({ multiline?: false } & ComponentProps<'input'>) | ({ multiline: true } & ComponentProps<'textarea'>))

/** Labeled text field. Its ID is its name, so that an error summary can link to it. */
export function Field({ label, hint, error, optional, ...control }: FieldProps) {
  const { name } = control
  // The browser counts UTF-16 units, and we count characters.
  const { maxLength, value } = control
  const most = maxLength !== undefined && typeof value === 'string' ? unitsFor(maxLength, value) : maxLength
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const shared = {
    id: name,
    className: styles.control,
    maxLength: most,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  }
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
      {control.multiline ? <textarea {...without(control)} {...shared} /> : <input {...without(control)} {...shared} />}
      <FieldError name={name} error={error} />
    </div>
  )
}

export function FieldError({ name, error }: { name: string; error?: string }) {
  if (!error) return null
  return (
    <p className={styles.error} id={`${name}-error`}>
      {error}
    </p>
  )
}

function without<T extends { multiline?: boolean }>({ multiline: _, ...rest }: T) {
  return rest
}
