import type { ServiceMethod } from '../../../notice/entry-notice/domain.ts'
import { methods } from '../../../notice/service-record/domain.ts'
import * as t from '../../text/evidence.ts'
import styles from './method-choice.module.css'

type MethodChoiceProps = { value: ServiceMethod; onChange: (method: ServiceMethod) => void }

/** The ways to serve a notice, each with when it counts; native radios. */
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
