import type { ReactNode } from 'react'
import { clockTime } from './date-time.ts'
import { FieldError } from './field.tsx'
import styles from './picker.module.css'
import * as t from './text/kit.ts'

type SlotPickerProps = {
  name: string
  legend: string
  /** `HH:MM` starts of one day, in order. A mark is shown under the time and has its own style. */
  slots: readonly { time: string; isFree: boolean; mark?: ReactNode }[]
  value: string
  onChange: (time: string) => void
  error?: string
  empty: ReactNode
}

const PARTS = [
  { title: t.morning, from: '00:00', to: '12:00' },
  { title: t.afternoon, from: '12:00', to: '17:00' },
  { title: t.evening, from: '17:00', to: '24:00' },
]

/** The times of one day. Taken times stay visible, so that a full morning looks full. */
export function SlotPicker({ name, legend, slots, value, onChange, error, empty }: SlotPickerProps) {
  return (
    <fieldset className={styles.picker} id={name} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      {slots.length === 0 && <div className={styles.empty}>{empty}</div>}
      {PARTS.map(({ title, from, to }) => {
        const part = slots.filter(({ time }) => time >= from && time < to)
        if (part.length === 0) return null
        return (
          <div key={from} className={styles.part}>
            <p className={styles.partTitle} aria-hidden="true">
              {title()}
            </p>
            <div className={styles.slots}>
              {part.map(({ time, isFree, mark }) => (
                <label key={time} className={styles.slot}>
                  <input
                    type="radio"
                    name={name}
                    value={time}
                    checked={time === value}
                    disabled={!isFree}
                    onChange={() => onChange(time)}
                  />
                  {clockTime(time)}
                  {mark}
                  {!isFree && <span className="visually-hidden">{t.taken()}</span>}
                </label>
              ))}
            </div>
          </div>
        )
      })}
      <FieldError name={name} error={error} />
    </fieldset>
  )
}
