import type { ServiceMethod } from '../../../notice/entry-notice/domain.ts'
import { methods } from '../../../notice/service-record/domain.ts'
import * as t from '../../text/evidence.ts'
import styles from './method-choice.module.css'

type MethodChoiceProps = { value: ServiceMethod; onChange: (method: ServiceMethod) => void }

/** Offers the ways to serve a notice as native radios, each with when it counts. */
export function MethodChoice({ value, onChange }: MethodChoiceProps) {
  return (
    <fieldset className={styles.group} id="method">
      <legend>{t.howServed()}</legend>
      <div className={styles.options}>
        {methods().map((method) => (
          <label key={method.value} className={styles.option}>
            <input
              type="radio"
              name="method"
              value={method.value}
              checked={method.value === value}
              aria-describedby={`method-${method.value}`}
              onChange={() => onChange(method.value)}
            />
            <span>{method.label}</span>
            <small id={`method-${method.value}`}>{method.hint}</small>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
