import type { Issue } from '../../../platform/errors.ts'
import { formatList, LANGUAGES, languageName } from '../../../platform/language.ts'
import { clockTime, dayName, shortWeekdays } from '../../../ui/date-time.ts'
import { WEEKDAYS } from '../../schedule/domain.ts'
import * as t from '../../text/property.ts'
import type { PropertyValues, ValueName, Week } from './property-values.tsx'

/** Names every field of a property in the form's order. */
export const FIELD_NAMES: Record<ValueName, () => string> = {
  address_line1: t.fieldStreet,
  unit_number: t.fieldUnit,
  city: t.fieldCity,
  state: t.fieldState,
  zip_code: t.fieldZip,
  time_zone: t.fieldTimeZone,
  photos: t.fieldPhotos,
  property_type: t.fieldType,
  bedrooms: t.fieldBedrooms,
  bathrooms: t.fieldBathrooms,
  square_feet: t.fieldSquareFeet,
  rent_amount: t.fieldRent,
  description: t.fieldDescription,
  status: t.status,
  booking_approval: t.fieldApproval,
  occupancy_status: t.fieldOccupancy,
  resident_type: t.fieldResidentType,
  resident_first_name: t.fieldResidentFirst,
  resident_last_name: t.fieldResidentLast,
  resident_phone: t.fieldResidentPhone,
  resident_email: t.fieldResidentEmail,
  resident_language: t.fieldResidentLanguage,
  resident_text_consent: t.fieldTextConsent,
  availability_type: t.fieldHoursKind,
  custom_availability: t.fieldWeek,
  availability_overrides: t.fieldDates,
  buffer_minutes: t.fieldBuffer,
  entry_hours_rule: t.fieldEntryRule,
  resident_consent_hours: t.fieldConsentHours,
  use_public_profile: t.fieldProfile,
  agent_first_name: t.fieldAgentFirst,
  agent_last_name: t.fieldAgentLast,
  agent_phone: t.fieldAgentPhone,
  agent_email: t.fieldAgentEmail,
  agent_license: t.fieldAgentLicense,
  agent_brokerage: t.fieldAgentBrokerage,
  owner_type: t.fieldOwnerType,
  owner_entity_name: t.fieldEntityName,
  owner_entity_type: t.fieldEntityType,
  owner_first_name: t.fieldOwnerFirst,
  owner_last_name: t.fieldOwnerLast,
  owner_phone: t.fieldOwnerPhone,
  owner_email: t.fieldOwnerEmail,
  showing_instructions: t.fieldInstructions,
  shows_alone: t.fieldShowsAlone,
}

const places = Object.keys(FIELD_NAMES)

/** Sorts errors in the order of the form. */
export const inOrderOfForm = (issues: readonly Issue[]): Issue[] =>
  issues.toSorted((one, other) => placeOf(one.path) - placeOf(other.path))

const placeOf = (path: string) => places.indexOf(path.split('.')[0] ?? path)

/** Writes a list such as `Rent per month, City and 3 more`. */
export function fieldList(names: readonly ValueName[]): string {
  const shown = names.slice(0, 2).map((name) => FIELD_NAMES[name]())
  return names.length > 2 ? t.fieldsAndMore({ names: shown.join(', '), count: names.length - 2 }) : formatList(shown)
}

type Choice<Value extends string> = readonly { value: Value; label: () => string }[]

/** Returns the choices with their labels, for a field. */
export const named = <Value extends string>(choices: Choice<Value>) =>
  choices.map(({ value, label }) => ({ value, label: label() }))

export const STATUSES = [
  { value: 'listed', label: t.listed },
  { value: 'unlisted', label: t.unlisted },
  { value: 'sold', label: t.sold },
  { value: 'rented', label: t.rented },
] as const satisfies Choice<PropertyValues['status']>

/** Offers sold and rented only to admins, or if the property already has that status. */
export const statusesFor = (current: PropertyValues['status'], isAdmin: boolean) =>
  STATUSES.filter(({ value }) => isAdmin || value === 'listed' || value === 'unlisted' || value === current)

export const APPROVALS = [
  { value: 'automatic', label: t.automatic },
  { value: 'manual', label: t.manual },
] as const satisfies Choice<PropertyValues['booking_approval']>

export const OCCUPANCIES = [
  { value: 'vacant', label: t.vacant },
  { value: 'resident', label: t.occupiedByResident },
  { value: 'owner', label: t.occupiedByOwner },
] as const satisfies Choice<PropertyValues['occupancy_status']>

export const RESIDENTS = [
  { value: 'tenant', label: t.tenant },
  { value: 'owner', label: t.owner },
  { value: 'other', label: t.other },
] as const satisfies Choice<PropertyValues['resident_type']>

export const RESIDENT_LANGUAGES = LANGUAGES.map((value) => ({ value, label: () => languageName(value) }))

export const OWNERS = [
  { value: 'individual', label: t.ownerPerson },
  { value: 'entity', label: t.ownerEntity },
] as const satisfies Choice<PropertyValues['owner_type']>

export const ENTITIES = [
  { value: '', label: t.chooseOne },
  { value: 'LLC', label: t.entityLlc },
  { value: 'Trust', label: t.entityTrust },
  { value: 'Corporation', label: t.entityCorporation },
  { value: 'Partnership', label: t.entityPartnership },
  { value: 'Other', label: t.other },
] as const satisfies Choice<PropertyValues['owner_entity_type']>

export const HOURS_KINDS = [
  { value: 'standard', label: t.hoursStandard },
  { value: 'custom', label: t.hoursCustom },
] as const satisfies Choice<PropertyValues['availability_type']>

export const ENTRY_RULES = [
  { value: 'warn', label: t.entryWarn },
  { value: 'enforce', label: t.entryEnforce },
] as const satisfies Choice<PropertyValues['entry_hours_rule']>

export const BUFFERS = ['0', '15', '30', '45', '60', '90', '120', '180', '240'].map((value) => ({
  value,
  label: () => bufferText(value),
}))

export const bufferText = (minutes: string) =>
  minutes === '0' ? t.bufferNone() : t.minutes({ count: Number(minutes) })

const CHOICES: Partial<Record<ValueName, Choice<string>>> = {
  status: STATUSES,
  booking_approval: APPROVALS,
  occupancy_status: OCCUPANCIES,
  resident_type: RESIDENTS,
  resident_language: RESIDENT_LANGUAGES,
  owner_type: OWNERS,
  owner_entity_type: ENTITIES,
  availability_type: HOURS_KINDS,
  entry_hours_rule: ENTRY_RULES,
  buffer_minutes: BUFFERS,
}

export const hoursText = ({ start, end }: { start: string; end: string }) =>
  t.fromTo({ start: clockTime(start), end: clockTime(end) })

/** Writes a value in words, to compare it with another. */
export function valueText<Name extends ValueName>(name: Name, value: PropertyValues[Name]): string {
  if (typeof value === 'boolean') return value ? t.yes() : t.no()
  if (name === 'photos') return t.photoCount({ count: (value as PropertyValues['photos']).length })
  if (name === 'availability_overrides') return overridesText(value as PropertyValues['availability_overrides'])
  if (typeof value === 'object' && value !== null) return weekText(value as Week)
  return CHOICES[name]?.find((choice) => choice.value === value)?.label() ?? (value ? String(value) : t.nothing())
}

const overridesText = (overrides: PropertyValues['availability_overrides']) =>
  overrides.map((one) => `${dayName(one.date).short} ${'closed' in one ? t.closedDay() : hoursText(one)}`).join(', ') ||
  t.none()

const weekText = (week: Week) =>
  WEEKDAYS.filter((day) => week[day].enabled)
    .map((day) => `${shortWeekdays()[WEEKDAYS.indexOf(day)]} ${hoursText(week[day])}`)
    .join(', ') || t.none()
