import type { Issue } from '../../../platform/errors.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../platform/language.ts'
import { clockTime, dayName } from '../../../ui/date-time.ts'
import { WEEKDAYS } from '../../schedule/domain.ts'
import type { PropertyValues, ValueName, Week } from './property-values.tsx'

/** Every field of a property, as its form calls it, in the form's order. */
export const FIELD_NAMES: Record<ValueName, string> = {
  address_line1: 'Street address',
  unit_number: 'Unit',
  city: 'City',
  state: 'State',
  zip_code: 'ZIP code',
  time_zone: 'Time zone',
  property_photo: 'Photo',
  property_type: 'Property type',
  bedrooms: 'Bedrooms',
  bathrooms: 'Bathrooms',
  square_feet: 'Square feet',
  rent_amount: 'Rent per month',
  status: 'Status',
  booking_approval: 'Booking approval',
  occupancy_status: 'Who lives there',
  resident_type: 'Resident is',
  resident_first_name: "Resident's first name",
  resident_last_name: "Resident's last name",
  resident_phone: "Resident's phone",
  resident_email: "Resident's email",
  resident_language: "Resident's language",
  resident_text_consent: 'Agreed to text messages',
  availability_type: 'Showing hours',
  custom_availability: 'Hours by weekday',
  availability_overrides: 'Single dates',
  buffer_minutes: 'Pause after each showing',
  entry_hours_rule: 'Entry hours',
  resident_consent_hours: 'Hours agreed with the resident',
  use_public_profile: 'Use my public profile',
  agent_first_name: "Agent's first name",
  agent_last_name: "Agent's last name",
  agent_phone: "Agent's phone",
  agent_email: "Agent's email",
  agent_license: "Agent's license",
  agent_brokerage: "Agent's brokerage",
  owner_type: 'Owner is',
  owner_entity_name: 'Name of the entity',
  owner_entity_type: 'Kind of entity',
  owner_first_name: "Owner's first name",
  owner_last_name: "Owner's last name",
  owner_phone: "Owner's phone",
  owner_email: "Owner's email",
  showing_instructions: 'Showing instructions',
}

const places = Object.keys(FIELD_NAMES)

/** Faults as a person meets them going down the form. */
export const inOrderOfForm = (issues: readonly Issue[]): Issue[] =>
  issues.toSorted((one, other) => placeOf(one.path) - placeOf(other.path))

const placeOf = (path: string) => places.indexOf(path.split('.')[0] ?? path)

/** `Rent per month, City and 3 more`. */
export function fieldList(names: readonly ValueName[]): string {
  const shown = names.slice(0, 2).map((name) => FIELD_NAMES[name])
  return names.length > 2 ? `${shown.join(', ')} and ${names.length - 2} more` : shown.join(' and ')
}

type Choice<Value extends string> = readonly { value: Value; label: string }[]

export const STATUSES = [
  { value: 'listed', label: 'Listed' },
  { value: 'unlisted', label: 'Unlisted' },
  { value: 'sold', label: 'Sold' },
  { value: 'rented', label: 'Rented' },
] as const satisfies Choice<PropertyValues['status']>

/** Sold and rented are for admins, and where the home is so already. */
export const statusesFor = (current: PropertyValues['status'], isAdmin: boolean) =>
  STATUSES.filter(({ value }) => isAdmin || value === 'listed' || value === 'unlisted' || value === current)

export const APPROVALS = [
  { value: 'automatic', label: 'Automatic' },
  { value: 'manual', label: 'I approve each one' },
] as const satisfies Choice<PropertyValues['booking_approval']>

export const OCCUPANCIES = [
  { value: 'vacant', label: 'Nobody (vacant)' },
  { value: 'resident', label: 'A resident' },
  { value: 'owner', label: 'The owner' },
] as const satisfies Choice<PropertyValues['occupancy_status']>

export const RESIDENTS = [
  { value: 'tenant', label: 'Tenant' },
  { value: 'owner', label: 'Owner' },
  { value: 'other', label: 'Other' },
] as const satisfies Choice<PropertyValues['resident_type']>

export const RESIDENT_LANGUAGES = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))

export const OWNERS = [
  { value: 'individual', label: 'A person' },
  { value: 'entity', label: 'An entity' },
] as const satisfies Choice<PropertyValues['owner_type']>

export const ENTITIES = [
  { value: '', label: 'Please choose' },
  ...(['LLC', 'Trust', 'Corporation', 'Partnership', 'Other'] as const).map((value) => ({ value, label: value })),
] as const satisfies Choice<PropertyValues['owner_entity_type']>

export const HOURS_KINDS = [
  { value: 'standard', label: 'Every day, 9 to 5' },
  { value: 'custom', label: 'My own hours' },
] as const satisfies Choice<PropertyValues['availability_type']>

export const ENTRY_RULES = [
  { value: 'warn', label: 'Offer all, flag unusual ones' },
  { value: 'enforce', label: 'Only lawful hours' },
] as const satisfies Choice<PropertyValues['entry_hours_rule']>

export const BUFFERS = ['0', '15', '30', '45', '60', '90', '120', '180', '240'].map((value) => ({
  value,
  label: value === '0' ? 'None' : `${value} minutes`,
}))

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

export const hoursText = ({ start, end }: { start: string; end: string }) => `${clockTime(start)} to ${clockTime(end)}`

/** A value in words, to be set beside another one. */
export function valueText<Name extends ValueName>(name: Name, value: PropertyValues[Name]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (name === 'property_photo') return value ? 'another photo' : 'no photo'
  if (name === 'availability_overrides') return overridesText(value as PropertyValues['availability_overrides'])
  if (typeof value === 'object' && value !== null) return weekText(value as Week)
  return CHOICES[name]?.find((choice) => choice.value === value)?.label ?? (value ? String(value) : 'nothing')
}

const overridesText = (overrides: PropertyValues['availability_overrides']) =>
  overrides.map((one) => `${dayName(one.date).short} ${'closed' in one ? 'closed' : hoursText(one)}`).join(', ') ||
  'none'

const weekText = (week: Week) =>
  WEEKDAYS.filter((day) => week[day].enabled)
    .map((day) => `${day.slice(0, 1).toUpperCase()}${day.slice(1, 3)} ${hoursText(week[day])}`)
    .join(', ') || 'none'
