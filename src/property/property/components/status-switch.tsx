import { Spinner } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import * as t from '../../text/property.ts'
import type { Property } from '../contract.ts'
import { named, statusesFor } from './field-words.tsx'
import styles from './status-switch.module.css'
import { useStatusSwitch } from './use-status-switch.tsx'

type StatusSwitchProps = { property: Property; isAdmin: boolean; onChanged: (property: Property) => void }

/** Shows the status and saves a new one on selection. */
export function StatusSwitch({ property, isAdmin, onChanged }: StatusSwitchProps) {
  const { shown, isSaving, change } = useStatusSwitch(property, onChanged)
  return (
    <div className={styles.switch}>
      <RadioGroup
        name={`status-${property.id}`}
        legend={t.status()}
        options={named(statusesFor(property.status, isAdmin))}
        value={shown}
        onChange={change}
      />
      <p className={styles.state} role="status">
        {isSaving && (
          <>
            <Spinner /> {t.saving()}
          </>
        )}
      </p>
    </div>
  )
}
