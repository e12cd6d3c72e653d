import { useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import type { components } from '../../../platform/api-schema.ts'
import { clockTime, dayName, zoneName } from '../../../ui/date-time.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SLOT_MINUTES } from '../../schedule/domain.ts'
import * as t from '../../text/property.ts'
import styles from './availability-preview.module.css'
import type { PropertyForm } from './property-form.tsx'
import { wireOf } from './property-values.tsx'
import { zoneLabel } from './zone-words.tsx'

const DEBOUNCE_MS = 400

type Preview = components['schemas']['AvailabilityPreview']
type Shown = { preview?: Preview; fault?: string; isOld: boolean }

/** Previews the next 15 days with the settings in the form. */
export function AvailabilityPreview({ form }: { form: PropertyForm }) {
  const { preview, fault, isOld } = usePreview(form)
  const first = preview?.days.flatMap(({ slots }) => slots)[0]
  return (
    <details className={styles.preview} open={form.kind === 'add' || undefined}>
      <summary>{t.previewTitle()}</summary>
      <p className={styles.zone} role="status">
        {fault ??
          (preview &&
            t.timesLocal({
              zone: [zoneLabel(preview.time_zone), first && zoneName(preview.time_zone, first.startsAt)]
                .filter(Boolean)
                .join(', '),
            }))}
      </p>
      {!preview && !fault && <Skeleton lines={4} label={t.previewLoading()} />}
      {preview && <Days days={preview.days} isOld={isOld} />}
    </details>
  )
}

/** Loads the preview after the last change of the settings, and drops late answers. */
function usePreview({ values, propertyId }: PropertyForm): Shown {
  const [shown, setShown] = useState<Shown>({ isOld: false })
  const { state, time_zone, availability_type, custom_availability, availability_overrides } = values
  const { occupancy_status, entry_hours_rule, resident_consent_hours, buffer_minutes } = values
  const settings = { state, time_zone, availability_type, custom_availability, availability_overrides }
  const rules = { occupancy_status, entry_hours_rule, resident_consent_hours, buffer_minutes }
  const question = JSON.stringify({ propertyId, ...wireOf({ ...settings, ...rules }) })
  useEffect(() => {
    const waiting = new AbortController()
    setShown((current) => ({ ...current, isOld: true }))
    const timer = setTimeout(async () => {
      try {
        const body = JSON.parse(question)
        const answer = await api.POST('/api/showingbooker/availability-preview', { body, signal: waiting.signal })
        setShown({ preview: bodyOf(answer), isOld: false })
      } catch (error) {
        if (!waiting.signal.aborted) setShown((current) => ({ ...current, fault: (error as Error).message }))
      }
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      waiting.abort()
    }
  }, [question])
  return shown
}

type Day = Preview['days'][number]

function Days({ days, isOld }: { days: readonly Day[]; isOld: boolean }) {
  return (
    <table className={styles.days} aria-busy={isOld}>
      <thead>
        <tr>
          <th scope="col">{t.day()}</th>
          <th scope="col">{t.firstToLast()}</th>
          <th scope="col">{t.starts()}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, slots, notes }) => (
          <tr key={date}>
            <th scope="row">{dayName(date).short}</th>
            <td>
              {stretches(slots).join(', ') || t.noTimes()}
              {notes.map((note) => (
                <small key={note}>{note}</small>
              ))}
            </td>
            <td>{countOf(slots)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Writes `16`, or `14 of 16` if the others are taken. */
function countOf(slots: Day['slots']): string {
  const free = slots.filter(({ available }) => available).length
  return free === slots.length ? String(free) : t.freeOfAll({ free, all: slots.length })
}

/** Joins half hours without a gap, such as `9:00 AM – 4:30 PM`. */
function stretches(slots: Day['slots']): string[] {
  const ranges: { first: string; last: string }[] = []
  for (const { time } of slots) {
    const range = ranges.at(-1)
    if (range && minutesOf(time) - minutesOf(range.last) === SLOT_MINUTES) range.last = time
    else ranges.push({ first: time, last: time })
  }
  return ranges.map(({ first, last }) =>
    first === last ? clockTime(first) : `${clockTime(first)} – ${clockTime(last)}`,
  )
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
