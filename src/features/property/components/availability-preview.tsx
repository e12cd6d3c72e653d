import { useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { clockTime, dayName, zoneName } from '../../../ui/date-time.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { AvailabilityPreview as Preview } from '../../availability/contract.ts'
import { SLOT_MINUTES } from '../../availability/domain.ts'
import styles from './availability-preview.module.css'
import type { PropertyForm } from './property-form.tsx'
import { wireOf } from './property-values.tsx'
import { zoneLabel } from './zone-words.tsx'

const SETTLE_MS = 400

type Shown = { preview?: Preview; fault?: string; isOld: boolean }

/** What bookers would be offered in the coming 15 days with the settings as they stand in the form. */
export function AvailabilityPreview({ form }: { form: PropertyForm }) {
  const { preview, fault, isOld } = usePreview(form)
  const first = preview?.days.flatMap(({ slots }) => slots)[0]
  return (
    <details className={styles.preview} open={form.kind === 'add' || undefined}>
      <summary>What bookers are offered in the coming 15 days</summary>
      <p className={styles.zone} role="status">
        {fault ??
          (preview &&
            `Times are the property's own: ${zoneLabel(preview.time_zone)}${first ? `, ${zoneName(preview.time_zone, first.startsAt)}` : ''}.`)}
      </p>
      {!preview && !fault && <Skeleton lines={4} label="Working out the times…" />}
      <ol className={styles.days} data-old={isOld || undefined}>
        {preview?.days.map((day) => (
          <li key={day.date}>
            <span className={styles.date}>{dayName(day.date).short}</span>
            <span>
              {slotsText(day.slots)}
              {day.notes.map((note) => (
                <small key={note}>{note}</small>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Asked for when the settings have rested; an answer that comes late is not shown. */
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
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      waiting.abort()
    }
  }, [question])
  return shown
}

type Slot = Preview['days'][number]['slots'][number]

/** `9:00 AM to 4:30 PM · 16 starts, 2 taken`; each stretch of half hours without a gap by itself. */
function slotsText(slots: readonly Slot[]): string {
  if (slots.length === 0) return 'No times'
  const taken = slots.filter(({ available }) => !available).length
  const count = slots.length === 1 ? '1 start' : `${slots.length} starts`
  return `${stretches(slots).join(', ')} · ${count}${taken > 0 ? `, ${taken} taken` : ''}`
}

function stretches(slots: readonly Slot[]): string[] {
  const ranges: { first: string; last: string }[] = []
  for (const { time } of slots) {
    const range = ranges.at(-1)
    if (range && minutesOf(time) - minutesOf(range.last) === SLOT_MINUTES) range.last = time
    else ranges.push({ first: time, last: time })
  }
  return ranges.map(({ first, last }) =>
    first === last ? clockTime(first) : `${clockTime(first)} to ${clockTime(last)}`,
  )
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
