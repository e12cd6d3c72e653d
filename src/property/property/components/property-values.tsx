import { WEEKDAYS, type Weekday } from '../../schedule/domain.ts'
import type { Property, PropertyChange } from '../contract.ts'
import { type AmountField, amountFields, type TextField, textFields } from '../field-domain.ts'
import { amountOf, zipOf } from '../typed-domain.ts'

export type DayHours = { enabled: boolean; start: string; end: string }
export type Week = Record<Weekday, DayHours>
export type Override = { date: string; closed: true } | { date: string; start: string; end: string }

/** Photo in the form. A caption is never `null`. */
export type PhotoValue = { url: string; caption: string }

/** The property form as a person fills it in: strings, never `null`, and weeks with all their days. */
export type PropertyValues = Record<TypedName, string> &
  Pick<Property, 'status' | 'booking_approval' | 'use_public_profile' | 'owner_type' | 'occupancy_status'> &
  Pick<
    Property,
    'resident_type' | 'resident_language' | 'resident_text_consent' | 'availability_type' | 'entry_hours_rule'
  > & {
    /** Empty means the state's zone. */
    time_zone: string
    photos: PhotoValue[]
    owner_entity_type: NonNullable<Property['owner_entity_type']> | ''
    custom_availability: Week
    availability_overrides: Override[]
    resident_consent_hours: Week
    /** Whole minutes. */
    buffer_minutes: string
    /** An account setting, for which only the form of the first property asks. */
    shows_alone?: boolean
  }

export type ValueName = keyof PropertyValues

/** Fields with text that a person types. */
export type TypedName = TextField | AmountField

const typedNames: readonly string[] = [...textFields, ...amountFields]
export const isTypedName = (name: string): name is TypedName => typedNames.includes(name)

const week = (day: DayHours): Week =>
  Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, { ...day }])) as unknown as Week

/** Default days: open 09:00–17:00 (booking.md section 9), and no hours agreed with the resident. */
const OPEN: DayHours = { enabled: true, start: '09:00', end: '17:00' }
const AGREED: DayHours = { enabled: false, start: '08:00', end: '18:00' }

/** Returns a new property's form: listed, vacant, in California (booking.md sections 4 and 9). */
export const emptyValues = (): PropertyValues => ({
  ...(Object.fromEntries([...textFields, ...amountFields].map((name) => [name, ''])) as Record<TypedName, string>),
  state: 'CA',
  time_zone: '',
  property_type: 'apartment',
  photos: [],
  status: 'listed',
  booking_approval: 'automatic',
  use_public_profile: false,
  owner_type: 'individual',
  owner_entity_type: '',
  occupancy_status: 'vacant',
  resident_type: 'tenant',
  resident_language: 'en',
  resident_text_consent: true,
  availability_type: 'standard',
  custom_availability: week(OPEN),
  availability_overrides: [],
  entry_hours_rule: 'warn',
  resident_consent_hours: week(AGREED),
  buffer_minutes: '0',
})

/** Turns a stored property into its form. */
export function valuesOf(property: Property): PropertyValues {
  const text = (value: string | number | null) => (value === null ? '' : String(value))
  const texts = [...textFields, ...amountFields].map((name) => [name, text(property[name])])
  return {
    ...(Object.fromEntries(texts) as Record<TypedName, string>),
    time_zone: property.time_zone,
    photos: property.photos.map(({ url, caption }) => ({ url, caption: caption ?? '' })),
    status: property.status,
    booking_approval: property.booking_approval,
    use_public_profile: property.use_public_profile,
    owner_type: property.owner_type,
    owner_entity_type: property.owner_entity_type ?? '',
    occupancy_status: property.occupancy_status,
    resident_type: property.resident_type,
    resident_language: property.resident_language,
    resident_text_consent: property.resident_text_consent,
    availability_type: property.availability_type,
    custom_availability: weekOf(property.custom_availability, OPEN),
    availability_overrides: property.availability_overrides,
    entry_hours_rule: property.entry_hours_rule,
    resident_consent_hours: weekOf(property.resident_consent_hours, AGREED),
    buffer_minutes: String(property.buffer_minutes),
  }
}

/** Completes a stored week. A missing day is closed, and a missing week is the default. */
function weekOf(stored: Property['custom_availability'], usual: DayHours): Week {
  if (!stored) return week(usual)
  return { ...week({ ...usual, enabled: false }), ...(stored as Partial<Week>) }
}

/** Converts these fields for the API. A text that is not a number becomes NaN, which the rules refuse. */
export function wireOf(change: Partial<PropertyValues>): Omit<PropertyChange, 'version'> {
  const { buffer_minutes, time_zone, owner_entity_type, ...rest } = change
  const numbers = amountFields.flatMap((name) => {
    const typed = rest[name]?.trim()
    return typed === undefined ? [] : [[name, typed === '' ? null : amountOf(typed)]]
  })
  const wire: Omit<PropertyChange, 'version'> = { ...rest, ...Object.fromEntries(numbers) }
  if (buffer_minutes !== undefined) wire.buffer_minutes = Number(buffer_minutes)
  if (time_zone) wire.time_zone = time_zone
  if (rest.zip_code !== undefined) wire.zip_code = zipOf(rest.zip_code)
  if (owner_entity_type !== undefined) wire.owner_entity_type = owner_entity_type || null
  return wire
}

/** Returns what else a choice of occupancy sets (booking.md section 4). */
export function occupancyChange(next: Property['occupancy_status'], values: PropertyValues): Partial<PropertyValues> {
  if (next === 'vacant') {
    const cleared = { resident_first_name: '', resident_last_name: '', resident_email: '', resident_phone: '' }
    return { occupancy_status: next, resident_type: 'tenant', resident_language: 'en', ...cleared }
  }
  const { resident_type } = values
  if (next === 'owner' && resident_type === 'tenant') return { occupancy_status: next, resident_type: 'owner' }
  if (next === 'resident' && resident_type === 'owner') return { occupancy_status: next, resident_type: 'tenant' }
  return { occupancy_status: next }
}

/** Checks whether a stored draft has the shape of this form. */
export function isValues(values: unknown): values is PropertyValues {
  if (typeof values !== 'object' || values === null) return false
  const empty = emptyValues()
  const kept = values as Record<string, unknown>
  return (Object.keys(empty) as ValueName[]).every(
    (name) => Array.isArray(kept[name]) === Array.isArray(empty[name]) && typeof kept[name] === typeof empty[name],
  )
}
