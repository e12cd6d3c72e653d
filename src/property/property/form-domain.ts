import { isEmail } from '../../platform/email.ts'
import type { Issue } from '../../platform/errors.ts'
import { isShowable, lengthOf, oneLine, plainText } from '../../platform/plain-text.ts'
import * as faults from '../../platform/text/fault.ts'
import { DEFAULT_HOURS, hoursIssues, withHours } from '../schedule/form-domain.ts'
import * as t from '../text/property.ts'
import type { PropertyChange, PropertyForm } from './contract.ts'
import { isState, type PropertyContent, type PropertyRow, timeZoneOfState } from './domain.ts'
import {
  AMOUNTS,
  amountFields,
  FORM_ORDER,
  MAX_CAPTION,
  MAX_PHOTOS,
  type OptionalField,
  optionalFields,
  TEXTS,
  type TextField,
  textFields,
  textFieldsWithLines,
} from './field-domain.ts'

type Form = PropertyForm | PropertyChange

const MISSING: Partial<Record<TextField, () => string>> = {
  address_line1: t.enterStreet,
  city: t.enterCity,
  state: t.selectState,
  zip_code: t.enterZip,
  agent_first_name: t.enterAgentFirst,
  agent_last_name: t.enterAgentLast,
  agent_email: t.enterAgentEmail,
  agent_phone: t.enterAgentPhone,
  resident_phone: t.enterResidentPhone,
}
const ADDRESS: TextField[] = ['address_line1', 'city', 'state', 'zip_code']

/**
 * Finds every error of a form, in the form's order (booking.md section 5). A new property needs an address and an
 * agent's phone. It needs the agent's name and email unless the saved profile is shown, and the resident's phone if a
 * resident lives there (an owner who lives there gets the messages as the owner). A changed property keeps its address.
 */
export function propertyIssues(
  form: Form,
  { isNew, isForAgent = false }: { isNew: boolean; isForAgent?: boolean },
): Issue[] {
  const issues = [
    ...textFields.flatMap((field) => textIssues(field, form[field])),
    ...photoIssues(form),
    ...hoursIssues(form),
  ]
  const fault = (path: string, message: string) => issues.push({ path, message })
  const required = isNew
    ? isForAgent
      ? ADDRESS
      : requiredOf(form)
    : ADDRESS.filter((field) => form[field] !== undefined)
  for (const field of required) if (!plainText(form[field] ?? '')) fault(field, MISSING[field]?.() ?? '')
  for (const field of amountFields) {
    const {
      step,
      max,
      message,
      min = 0,
    }: { step: number; max: number; message: () => string; min?: number } = AMOUNTS[field]
    const amount = form[field] ?? null
    if (amount !== null && !(amount >= min && amount <= max && Number.isInteger(amount / step))) fault(field, message())
  }
  return inFormOrder(issues)
}

export function inFormOrder(issues: Issue[]): Issue[] {
  const placeOf = ({ path }: Issue) => FORM_ORDER.indexOf(path.split('.')[0] ?? '')
  return issues.sort((a, b) => placeOf(a) - placeOf(b))
}

function requiredOf(form: PropertyForm): TextField[] {
  const ofAgent: TextField[] = form.use_public_profile ? [] : ['agent_first_name', 'agent_last_name', 'agent_email']
  const ofResident: TextField[] = form.occupancy_status === 'resident' ? ['resident_phone'] : []
  return [...ADDRESS, ...ofAgent, 'agent_phone', ...ofResident]
}

function photoIssues({ photos = [] }: Form): Issue[] {
  const issues = photos.flatMap(({ caption }, at) => {
    const text = oneLine(caption ?? '')
    const path = `photos.${at}.caption`
    if (!isShowable(text)) return [{ path, message: faults.removeCharacters() }]
    return lengthOf(text) > MAX_CAPTION ? [{ path, message: t.captionTooLong({ max: MAX_CAPTION }) }] : []
  })
  const isFull = photos.length > MAX_PHOTOS
  return isFull ? [{ path: 'photos', message: t.tooManyPhotos({ max: MAX_PHOTOS }) }, ...issues] : issues
}

function textIssues(field: TextField, given: string | null | undefined): Issue[] {
  const text = plainText(given ?? '')
  if (!text) return []
  const oneIssue = (message: string) => [{ path: field, message }]
  if (!isShowable(text)) return oneIssue(faults.removeCharacters())
  if (lengthOf(text) > TEXTS[field]) return oneIssue(t.tooLong({ max: TEXTS[field] }))
  const [who, what] = field.split('_')
  if (field === 'state' && !isState(text.toUpperCase())) return oneIssue(t.selectState())
  if (field === 'zip_code' && !/^\d{5}$/.test(text)) return oneIssue(t.enterZipDigits())
  if (what === 'email' && !isEmail(text)) return oneIssue(t.invalidEmail({ who: who ?? '' }))
  if (what === 'phone' && text.replace(/\D/g, '').length < 10) return oneIssue(t.invalidPhone({ who: who ?? '' }))
  return []
}

/** The location in a form. The zone is `time_zone`, otherwise the state's. */
type Place = { state?: string | null; time_zone?: string | null }

/** Reports an error if no zone can be found. @param before the stored property, if there is one */
export function timeZoneIssues(form: Place, before: object | null): Issue[] {
  const isKnown = form.time_zone || before || form.state?.trim()
  return isKnown ? textIssues('state', form.state) : [{ path: 'state', message: t.selectState() }]
}

/**
 * Returns the zone after a valid form. A zone in the form wins. The state's zone applies if the form clears the zone,
 * or if it changes the state and the old zone was the old state's default. Otherwise, the zone stays.
 */
export function timeZoneAfter(form: Place, before: { time_zone: string; state?: string } | null): string {
  if (form.time_zone) return form.time_zone
  const state = form.state?.trim().toUpperCase() || before?.state
  const isUsual = !before?.state || before.time_zone === timeZoneOfState(before.state)
  const followsState = form.time_zone !== undefined || (isUsual && state !== before?.state)
  return before && !(followsState && state) ? before.time_zone : timeZoneOfState(state ?? '')
}

/** A new property before its form: a field that the form leaves out has this value. */
const NEW_PROPERTY: Omit<PropertyContent, 'time_zone'> = {
  ...DEFAULT_HOURS,
  ...(Object.fromEntries(optionalFields.map((field) => [field, null])) as Record<OptionalField, null>),
  address_line1: '',
  unit_number: null,
  city: '',
  state: '',
  zip_code: '',
  property_type: 'apartment',
  photos: [],
  status: 'listed',
  booking_approval: 'automatic',
  use_public_profile: false,
  owner_type: 'individual',
  owner_entity_type: null,
  resident_type: 'tenant',
  resident_language: 'en',
  resident_text_consent: true,
  resident_text_attested_by: null,
  resident_text_attested_at: null,
}

/** Returns a text as we store it: on one line unless it keeps its lines, and `null` if it is empty. */
function cleaned(field: TextField, given: string | null): string | null {
  const text = textFieldsWithLines.includes(field) ? plainText(given ?? '') : oneLine(given ?? '')
  return (field === 'state' ? text.toUpperCase() : text) || null
}

const VACANT = {
  resident_type: 'tenant',
  resident_language: 'en',
  resident_first_name: null,
  resident_last_name: null,
  resident_email: null,
  resident_phone: null,
  resident_text_consent: true,
  resident_consent_hours: null,
} as const

/**
 * Returns a property after a valid form: the sent fields and those that follow from them (booking.md section 4). A
 * vacant property has no resident, and an individual owner has no entity. Other functions set the photos and the
 * attestation.
 * @param before `null` for a new property, which is listed and books automatically unless the form says otherwise
 */
export function contentAfter(form: Form, before: PropertyContent | null): PropertyContent {
  const time_zone = timeZoneAfter(form, before)
  const next: PropertyContent = withHours({ ...(before ?? NEW_PROPERTY), time_zone }, form)
  const values = next as Record<string, unknown>
  for (const field of textFields) {
    const value = form[field]
    if (value !== undefined) values[field] = cleaned(field, value)
  }
  next.property_type ??= NEW_PROPERTY.property_type
  for (const field of [...amountFields, ...CHOICES]) if (form[field] !== undefined) values[field] = form[field]
  if (!before && !form.owner_type && next.owner_entity_name) next.owner_type = 'entity'
  if (next.owner_type === 'individual') Object.assign(next, { owner_entity_name: null, owner_entity_type: null })
  if (next.occupancy_status === 'vacant') Object.assign(next, VACANT)
  return next
}

const CHOICES = [
  'status',
  'booking_approval',
  'use_public_profile',
  'owner_type',
  'owner_entity_type',
  'resident_type',
  'resident_language',
  'resident_text_consent',
] as const

/**
 * Records who attested that the resident agreed to texts, and when (decisions.md section 6): the person who enters the
 * number or gives the consent. Clears it if there is no number or no consent.
 */
export function attested(
  next: PropertyContent,
  before: PropertyContent | null,
  by: { accountId: string; at: Date; saysConsent: boolean },
): PropertyContent {
  if (!next.resident_phone || !next.resident_text_consent) {
    return { ...next, resident_text_attested_by: null, resident_text_attested_at: null }
  }
  const isNew = before?.resident_phone !== next.resident_phone || !before.resident_text_consent
  const isGiven = by.saysConsent && !before?.resident_text_attested_by
  if (!isNew && !isGiven) return next
  return { ...next, resident_text_attested_by: by.accountId, resident_text_attested_at: by.at }
}

const contentFields = ['time_zone', ...Object.keys(NEW_PROPERTY)] as (keyof PropertyContent)[]

/** Picks the fields of a stored property that an agent can change. */
export const contentOf = (row: PropertyRow): PropertyContent =>
  Object.fromEntries(contentFields.map((field) => [field, row[field]])) as PropertyContent
