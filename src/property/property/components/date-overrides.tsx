import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { dayName } from '../../../ui/date-time.ts'
import { unfold } from '../../../ui/error-summary.tsx'
import { Field, FieldError } from '../../../ui/field.tsx'
import { focusOn } from '../../../ui/focus-on.ts'
import { Icon } from '../../../ui/icon.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { useFocusOnNext } from '../../../ui/use-focus-on-next.tsx'
import * as t from '../../text/property.ts'
import styles from './date-overrides.module.css'
import { FIELD_NAMES, hoursText } from './field-words.tsx'
import { HalfHours } from './half-hours.tsx'
import type { PropertyForm } from './property-form.tsx'
import type { Override } from './property-values.tsx'
import { SaveMark } from './save-mark.tsx'

const NAME = 'availability_overrides'

/** Lists single dates that are closed or have their own hours. */
export function DateOverrides({ form }: { form: PropertyForm }) {
  const overrides = form.values[NAME]
  const list = useFocusOnNext<HTMLUListElement>(':scope > li', () => focusOn('#overrideDate'))
  const choose = (next: Override[]) =>
    void form.choose({ [NAME]: next.toSorted((one, other) => (one.date < other.date ? -1 : 1)) })
  return (
    <fieldset className={styles.overrides} id={NAME}>
      <legend className={styles.legend}>{FIELD_NAMES[NAME]()}</legend>
      {overrides.length > 0 && (
        <ul {...list} className={styles.list}>
          {overrides.map((one, index) => (
            <li key={one.date} id={`${NAME}.${index}`}>
              <span>
                <strong>{dateText(one.date)}</strong>: {'closed' in one ? t.closedDay() : hoursText(one)}
              </span>
              <Button variant="quiet" onClick={() => choose(overrides.filter(({ date }) => date !== one.date))}>
                <Icon name="trash" />
                {rich(
                  t.removeDate({
                    date: dateText(one.date),
                    span: hidden,
                  }),
                )}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddDate form={form} onAdd={(one) => choose([...overrides, one])} />
      <FieldError name={NAME} error={form.errorOf(NAME)} />
      <SaveMark form={form} name={NAME} />
    </fieldset>
  )
}

const dateText = (date: string) => dayName(date).full

function AddDate({ form, onAdd }: { form: PropertyForm; onAdd: (one: Override) => void }) {
  const [date, setDate] = useState('')
  const [isClosed, setIsClosed] = useState(true)
  const [hours, setHours] = useState({ start: '09:00', end: '17:00' })
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  /** @returns why the date cannot be added */
  function add(): string | undefined {
    const fault = faultOf(date, form.values[NAME])
    setError(fault)
    if (!fault) {
      onAdd(isClosed ? { date, closed: true } : { date, ...hours })
      setDate('')
    } else if (field.current) {
      unfold(field.current)
      field.current.focus()
    }
    return fault
  }
  useEffect(() => {
    form.addChosenDate.current = () => (date ? add() : undefined)
  })
  return (
    <div className={styles.add}>
      <Field
        ref={field}
        name="overrideDate"
        label={t.date()}
        type="date"
        value={date}
        error={error}
        onChange={(event) => {
          setDate(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <Checkbox name="overrideClosed" checked={isClosed} onChange={(event) => setIsClosed(event.currentTarget.checked)}>
        {t.closedAllDay()}
      </Checkbox>
      {!isClosed && <HalfHours id="overrideHours" of={t.thatDate()} hours={hours} onChange={setHours} />}
      <Button variant="secondary" onClick={add}>
        <Icon name="plus" />
        {t.addDate()}
      </Button>
    </div>
  )
}

function faultOf(date: string, taken: Override[]): string | undefined {
  if (!date) return t.chooseDate()
  if (taken.some((one) => one.date === date)) return t.dateTaken()
}
