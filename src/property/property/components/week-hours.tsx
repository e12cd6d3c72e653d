import { Button } from '../../../ui/button.tsx'
import { nameOfWeekday } from '../../../ui/date-time.ts'
import { FieldError } from '../../../ui/field.tsx'
import { WEEKDAYS } from '../../schedule/domain.ts'
import * as t from '../../text/property.ts'
import { FIELD_NAMES } from './field-words.tsx'
import { HalfHours } from './half-hours.tsx'
import type { PropertyForm } from './property-form.tsx'
import type { DayHours, Week } from './property-values.tsx'
import { SaveMark } from './save-mark.tsx'
import styles from './week-hours.module.css'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

type WeekHoursProps = {
  form: PropertyForm
  name: 'custom_availability' | 'resident_consent_hours'
  /** Text of a day without hours. */
  closed: string
}

/** Asks for each weekday whether there are hours, and for their start and end. */
export function WeekHours({ form, name, closed }: WeekHoursProps) {
  const week = form.values[name]
  const choose = (change: Partial<Week>) => form.choose({ [name]: { ...week, ...change } })
  const { monday } = week
  const isUniform = DAYS.every((day) => week[day].start === monday.start && week[day].end === monday.end)
  return (
    <fieldset className={styles.week} id={name}>
      <legend className={styles.legend}>{FIELD_NAMES[name]()}</legend>
      {DAYS.map((day) => (
        <Day
          key={day}
          id={`${name}.${day}`}
          day={nameOfWeekday(WEEKDAYS.indexOf(day))}
          hours={week[day]}
          closed={closed}
          onChange={(hours) => choose({ [day]: hours })}
        />
      ))}
      {monday.enabled && !isUniform && (
        <Button
          variant="quiet"
          onClick={() =>
            choose(Object.fromEntries(DAYS.map((day) => [day, { ...week[day], start: monday.start, end: monday.end }])))
          }
        >
          {t.mondayForAll()}
        </Button>
      )}
      <FieldError name={name} error={form.errorOf(name)} />
      <SaveMark form={form} name={name} />
    </fieldset>
  )
}

type DayProps = { id: string; day: string; hours: DayHours; closed: string; onChange: (hours: DayHours) => void }

function Day({ id, day, hours, closed, onChange }: DayProps) {
  return (
    <div className={styles.day}>
      <label className={styles.name}>
        <input
          id={id}
          type="checkbox"
          checked={hours.enabled}
          onChange={(event) => onChange({ ...hours, enabled: event.currentTarget.checked })}
        />
        {day}
      </label>
      {hours.enabled ? (
        <HalfHours id={id} of={day} hours={hours} onChange={(times) => onChange({ ...hours, ...times })} />
      ) : (
        <p className={styles.closed}>{closed}</p>
      )}
    </div>
  )
}
