import type { ServiceMethod } from '../../../notice/entry-notice/domain.ts'
import type { EntryLaw } from '../../../notice/entry-notice/law-domain.ts'
import { methods } from '../../../notice/service-record/domain.ts'
import * as t from '../../text/evidence.ts'
import styles from './method-choice.module.css'

type MethodChoiceProps = {
  /** The law for the property, or `null` if we know none. */
  law: EntryLaw | null
  value: ServiceMethod
  onChange: (method: ServiceMethod) => void
}

/** Offers the ways to serve a notice as native radios. If we know the law, each one says when it counts. */
export function MethodChoice({ law, value, onChange }: MethodChoiceProps) {
  return (
    <fieldset className={styles.group} id="method">
      <legend>{t.howServed()}</legend>
      <div className={styles.options}>
        {methods(law).map((method) => (
          <label key={method.value} className={styles.option}>
            <input
              type="radio"
              name="method"
              value={method.value}
              checked={method.value === value}
              aria-describedby={method.hint ? `method-${method.value}` : undefined}
              onChange={() => onChange(method.value)}
            />
            <span>{method.label}</span>
            {method.hint && <small id={`method-${method.value}`}>{method.hint}</small>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
