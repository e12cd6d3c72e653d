import type { ComponentProps, ReactNode } from 'react'
import styles from './choice.module.css'
import { FieldError } from './field.tsx'

type RadioGroupProps<Value extends string> = {
  name: string
  legend: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Choices side by side, as native radio buttons that work with arrow keys and screen readers. */
export function RadioGroup<Value extends string>({ name, legend, options, value, onChange }: RadioGroupProps<Value>) {
  return (
    <fieldset className={styles.group} id={name}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.segments}>
        {options.map((option) => (
          <label key={option.value} className={styles.segment}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  name: string
  error?: string
  children: ReactNode
  detail?: ReactNode
}

export function Checkbox({ error, children, detail, ...input }: CheckboxProps) {
  const { name } = input
  const described = [detail && `${name}-detail`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.checkboxField}>
      <label className={styles.checkbox}>
        <input
          {...input}
          id={name}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        <span>{children}</span>
      </label>
      {detail && (
        <div className={styles.detail} id={`${name}-detail`}>
          {detail}
        </div>
      )}
      <FieldError name={name} error={error} />
    </div>
  )
}
