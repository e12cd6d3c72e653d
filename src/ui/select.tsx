import type { ComponentProps, ReactNode } from 'react'
import fieldStyles from './field.module.css'
import { FieldFrame } from './field.tsx'
import styles from './select.module.css'

type SelectProps<Value extends string> = Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'defaultValue'> & {
  name: string
  label: string
  hint?: ReactNode
  error?: string
  optional?: boolean
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A labeled native select, so that a phone shows its own picker. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, optional, options, onChange, ...select } = props
  const { name } = select
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <FieldFrame {...{ name, label, hint, error, optional }}>
      <select
        {...select}
        id={name}
        className={`${fieldStyles.control} ${styles.select}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
