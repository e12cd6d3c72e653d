import { useEffect, useRef } from 'react'
import { isSame } from '../../../platform/merge.ts'
import { Button, Spinner } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import * as kit from '../../../ui/text/kit.ts'
import * as t from '../../text/property.ts'
import { FIELD_NAMES, valueText } from './field-words.tsx'
import type { PropertyForm } from './property-form.tsx'
import type { ValueName } from './property-values.tsx'
import styles from './save-mark.module.css'

/** Shows a field's save state: saving, saved, failed with a way out, or changed elsewhere with a choice. */
export function SaveMark({ form, name }: { form: PropertyForm; name: ValueName }) {
  const field = form.markOf?.(name)
  if (!form.markOf) return null
  return (
    <div className={styles.mark} role="status">
      {field?.mark.state === 'saving' && (
        <span className={styles.word}>
          <Spinner /> {t.saving()}
        </span>
      )}
      {field?.mark.state === 'saved' && (
        <span className={`${styles.word} ${styles.saved}`}>
          <Icon name="check" /> {t.saved()}
        </span>
      )}
      {field?.mark.state === 'failed' && (
        <span className={styles.failed} data-way-out>
          {!isSame(form.values[name], field.stored[name]) && <span className={styles.word}>{t.notSaved()}</span>}
          <Button variant="secondary" onClick={field.retry}>
            {field.mark.isRefused ? t.editAgain() : kit.tryAgain()}
            <span className="visually-hidden"> ({FIELD_NAMES[name]()})</span>
          </Button>
        </span>
      )}
      {field?.mark.state === 'conflict' && <Conflict form={form} name={name} field={field} />}
    </div>
  )
}

type ConflictProps = {
  form: PropertyForm
  name: ValueName
  field: NonNullable<ReturnType<NonNullable<PropertyForm['markOf']>>>
}

/** Questions of the two fields that ask about each other: see `about` in property-editing.tsx. */
const QUESTIONS: Partial<Record<ValueName, () => string>> = {
  resident_text_consent: t.conflictConsent,
  resident_phone: t.conflictPhone,
}

function Conflict({ form, name, field }: ConflictProps) {
  const question = useRef<HTMLDivElement>(null)
  // The question appears after the person left the field, and a message may cover it. Do not move the focus.
  useEffect(() => void question.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={question} className={styles.conflict} data-way-out>
      <p className={styles.question}>{QUESTIONS[name]?.() ?? t.conflict({ field: FIELD_NAMES[name]() })}</p>
      <dl className={styles.sides}>
        <dt>{t.yours()}</dt>
        <dd>{valueText(name, form.values[name])}</dd>
        <dt>{t.stored()}</dt>
        <dd>{valueText(name, field.stored[name])}</dd>
      </dl>
      <div className={styles.choices}>
        <Button variant="secondary" onClick={() => field.resolveConflict('mine')}>
          {t.keepYours()}
        </Button>
        <Button variant="secondary" onClick={() => field.resolveConflict('theirs')}>
          {t.keepStored()}
        </Button>
      </div>
    </div>
  )
}
