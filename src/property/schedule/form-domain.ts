import type { Issue } from '../../platform/errors.ts'
import * as t from '../text/schedule.ts'
import { type DateOverride, type KeptHours, WEEKDAYS, type Weekday, type WeeklyHours } from './domain.ts'

/** The hours of a property whose form has none. */
export const DEFAULT_HOURS: Omit<KeptHours, 'time_zone'> = {
  availability_type: 'standard',
  custom_availability: null,
  availability_overrides: [],
  occupancy_status: 'vacant',
  entry_hours_rule: 'warn',
  resident_consent_hours: null,
  buffer_minutes: 0,
}

/** A day's hours as a form sends them. */
type DayForm = { enabled: boolean; start?: string; end?: string }
type WeekForm = Partial<Record<Weekday, DayForm | undefined>> | null | undefined
type OverrideForm = { date: string; closed?: boolean; start?: string | null; end?: string | null }

/** The form fields that decide a property's hours (`hoursFields` in contract.ts). Missing ones stay as they are. */
export type HoursForm = {
  time_zone?: string | null
  availability_type?: 'standard' | 'custom' | 'default'
  custom_availability?: WeekForm
  availability_overrides?: OverrideForm[]
  occupancy_status?: 'owner' | 'resident' | 'vacant'
  entry_hours_rule?: 'warn' | 'enforce'
  resident_consent_hours?: WeekForm
  buffer_minutes?: number
}

/** Custom availability starts as 09:00–17:00 (booking.md section 9). */
const DEFAULT_DAY = { enabled: true, start: '09:00', end: '17:00' }
export const DEFAULT_WEEK: WeeklyHours = Object.fromEntries(WEEKDAYS.map((day) => [day, { ...DEFAULT_DAY }]))

export const MAX_OVERRIDES = 366
export const MAX_BUFFER_MINUTES = 240

/** Finds every error of these fields, each at its path, such as `custom_availability.monday.start`. */
export function hoursIssues(form: HoursForm): Issue[] {
  const issues = [
    ...weekIssues('resident_consent_hours', form.resident_consent_hours),
    ...weekIssues('custom_availability', form.custom_availability),
    ...overridesIssues(form.availability_overrides ?? []),
  ]
  const fault = (path: string, message: string) => issues.push({ path, message })
  if (form.time_zone && !isTimeZone(form.time_zone)) fault('time_zone', t.selectTimeZone())
  const buffer = form.buffer_minutes ?? 0
  if (!Number.isInteger(buffer) || buffer < 0 || buffer > MAX_BUFFER_MINUTES) {
    fault('buffer_minutes', t.enterBuffer({ max: MAX_BUFFER_MINUTES }))
  }
  return issues
}

/** Checks the hours of open days. Those of a closed day do not matter. */
const weekIssues = (path: string, week: WeekForm): Issue[] =>
  WEEKDAYS.flatMap((day) => {
    const hours = week?.[day]
    return hours?.enabled ? timesIssues(`${path}.${day}`, { ...DEFAULT_DAY, ...hours }) : []
  })

function overridesIssues(overrides: OverrideForm[]): Issue[] {
  const list = 'availability_overrides'
  if (overrides.length > MAX_OVERRIDES) {
    return [{ path: list, message: t.tooManyDates({ max: MAX_OVERRIDES }) }]
  }
  const dates = new Set<string>()
  return overrides.flatMap(({ date, closed, start, end }, at) => {
    const issues = closed ? [] : timesIssues(`${list}.${at}`, { start: start ?? '', end: end ?? '' })
    const addIssue = (message: string) => issues.unshift({ path: `${list}.${at}.date`, message })
    if (!isDate(date)) addIssue(t.enterRealDate())
    else if (dates.has(date)) addIssue(t.dateTwice())
    dates.add(date)
    return issues
  })
}

function timesIssues(path: string, { start, end }: { start: string; end: string }): Issue[] {
  const issues: Issue[] = []
  if (!isHalfHour(start)) issues.push({ path: `${path}.start`, message: t.enterHalfHour() })
  if (!isHalfHour(end) && end !== '24:00') {
    issues.push({ path: `${path}.end`, message: t.enterHalfHour() })
  }
  if (issues.length > 0 || start < end) return issues
  return [{ path: `${path}.start`, message: t.startBeforeEnd() }]
}

const isHalfHour = (time: string) => /^([01]\d|2[0-3]):[03]0$/.test(time)

function isDate(text: string): boolean {
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Checks for an IANA name of a place such as `America/Los_Angeles`, not an offset or abbreviation. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_-]+){1,2}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Cleans a valid week for storage. A closed day with invalid times gets the default ones. */
export const weekOf = (week: NonNullable<WeekForm>): WeeklyHours =>
  Object.fromEntries(
    WEEKDAYS.flatMap((day) => {
      if (!week[day]) return []
      const { enabled, start, end } = { ...DEFAULT_DAY, ...week[day] }
      const isFaulty = timesIssues('', { start, end }).length > 0
      return [[day, isFaulty ? { ...DEFAULT_DAY, enabled } : { enabled, start, end }]]
    }),
  )

/** Returns valid overrides as they are stored, by date. */
export const overridesOf = (overrides: OverrideForm[]): DateOverride[] =>
  overrides
    .map(({ date, closed, start, end }) =>
      closed ? { date, closed: true as const } : { date, start: start ?? '', end: end ?? '' },
    )
    .sort((a, b) => (a.date < b.date ? -1 : 1))

/** Merges valid schedule fields of a form over the stored ones. */
export function withHours<Kept extends KeptHours>(kept: Kept, form: HoursForm): Kept {
  const next = { ...kept }
  if (form.availability_type) next.availability_type = form.availability_type === 'custom' ? 'custom' : 'standard'
  if (form.custom_availability !== undefined) {
    next.custom_availability = form.custom_availability && weekOf(form.custom_availability)
  }
  if (next.availability_type === 'custom') next.custom_availability ??= DEFAULT_WEEK
  if (form.availability_overrides) next.availability_overrides = overridesOf(form.availability_overrides)
  if (form.occupancy_status) next.occupancy_status = form.occupancy_status
  if (form.entry_hours_rule) next.entry_hours_rule = form.entry_hours_rule
  if (form.resident_consent_hours !== undefined) {
    next.resident_consent_hours = form.resident_consent_hours && weekOf(form.resident_consent_hours)
  }
  if (form.buffer_minutes !== undefined) next.buffer_minutes = form.buffer_minutes
  return next
}
