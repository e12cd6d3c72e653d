import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { UploadedPhoto } from '../../platform/wire-values.ts'
import { hoursFields } from '../schedule/contract.ts'
import { WEEKDAYS } from '../schedule/domain.ts'

/** Renditions of one photo, at most 1200 px and 640 px wide. The content of their URLs never changes. */
export const Photo = z.object({
  url: z.string().openapi({ description: 'WebP, 1200 px wide.' }),
  avif: z.string(),
  small: z.string().openapi({ description: 'WebP, 640 px wide.' }),
  smallAvif: z.string(),
  thumbhash: z.string(),
  placeholder: z.string().openapi({ description: 'Blurred picture of a few hundred bytes, as a data URL.' }),
  width: z.int().openapi({ description: 'Size of the large rendition, in pixels.' }),
  height: z.int(),
})
export type Photo = z.infer<typeof Photo>

const text = z.string().nullable()

/** Photos of a property in their order. `property_photo` and `photo` are the first. */
const photos = z.array(
  Photo.extend({ caption: text.openapi({ description: 'What the photo shows. It is also its text alternative.' }) }),
)

/** Facts about a property, the same in its form and for everyone else. */
const description = {
  property_type: z.string(),
  bedrooms: z.number().nullable(),
  bathrooms: z.number().nullable(),
  square_feet: z.int().nullable(),
  rent_amount: z.int().nullable().openapi({ description: 'Whole US dollars per month.' }),
  description: text.openapi({ description: 'What the agent writes about it, with line breaks.' }),
}

const place = {
  id: z.uuid(),
  slug: z.string(),
  address_line1: z.string(),
  unit_number: text,
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  full_address: z.string(),
}

const contact = { agent_name: text, agent_email: text, agent_phone: text, agent_license: text, agent_brokerage: text }

/** What a buyer needs, without residents, owners or entry (decisions.md section 3). */
export const PublicProperty = z
  .object({
    ...place,
    property_photo: text,
    photo: Photo.nullable(),
    photos,
    ...description,
    status: z.literal('listed'),
    booking_approval: z.enum(['automatic', 'manual']),
    is_occupied: z.boolean(),
    ...contact,
    availability_type: z.enum(['standard', 'custom']),
    time_zone: z.string(),
    is_demo: z.boolean(),
    fee: z.object({
      showing: z.int(),
      mailUpgrade: z.int().nullable().openapi({ description: '`null` if certified mail is not offered.' }),
      currency: z.literal('usd'),
    }),
  })
  .openapi('PublicProperty')
export type PublicProperty = z.infer<typeof PublicProperty>

/** Local times of the property, on the half hour. */
const WeeklyHours = z.object(
  Object.fromEntries(
    WEEKDAYS.map((day) => [day, z.object({ enabled: z.boolean(), start: z.string(), end: z.string() }).optional()]),
  ),
)

const DateOverride = z.union([
  z.object({ date: z.string(), closed: z.literal(true) }),
  z.object({ date: z.string(), start: z.string(), end: z.string() }),
])

/** The whole property, for its owner or an admin (booking.md section 3), with the dashboard's aliases. */
export const Property = z
  .object({
    ...place,
    time_zone: z.string(),
    property_photo: text,
    photo: Photo.nullable(),
    photos,
    ...description,
    status: z.enum(['listed', 'unlisted', 'sold', 'rented']),
    booking_approval: z.enum(['automatic', 'manual']),
    use_public_profile: z.boolean(),
    agent_id: z.uuid(),
    contact: z
      .object(contact)
      .nullable()
      .openapi({
        description:
          'Contact that the booking page shows and that gets our messages. Each field comes from the showing ' +
          "profile if `use_public_profile` is on, else from the `agent_…` fields, else from the agent's " +
          'account. `null` if the account is suspended or deleted.',
      }),
    agent_account: z.string().openapi({ description: 'Email the agent signs in with.' }),
    agent_name: text,
    agent_first_name: text,
    agent_last_name: text,
    agent_email: text,
    agent_phone: text,
    agent_license: text,
    agent_brokerage: text,
    owner_type: z.enum(['individual', 'entity']),
    owner_first_name: text,
    owner_last_name: text,
    owner_entity_name: text,
    owner_entity_type: z.enum(['LLC', 'Trust', 'Corporation', 'Partnership', 'Other']).nullable(),
    owner_email: text,
    owner_phone: text,
    occupancy_status: z.enum(['owner', 'resident', 'vacant']),
    is_occupied: z.boolean(),
    resident_type: z.enum(['tenant', 'owner', 'other']),
    resident_language: z.enum(LANGUAGES),
    resident_name: text,
    resident_first_name: text,
    resident_last_name: text,
    resident_email: text,
    resident_phone: text,
    resident_text_consent: z.boolean(),
    resident_text_attested_by: z.uuid().nullable(),
    resident_text_attested_at: Instant.nullable(),
    resident_consent_hours: WeeklyHours.nullable(),
    tenant_name: text,
    tenant_email: text,
    tenant_phone: text,
    showing_instructions: text,
    availability_type: z.enum(['standard', 'custom']),
    custom_availability: WeeklyHours.nullable(),
    availability_overrides: z.array(DateOverride),
    entry_hours_rule: z.enum(['warn', 'enforce']),
    buffer_minutes: z.int(),
    showing_duration_minutes: z.int(),
    advance_notice_hours: z.int(),
    view_count: z.int(),
    share_count: z.int(),
    booking_count: z.int(),
    showings_booked: z.int(),
    next_showing: Instant.nullable().openapi({ description: 'When its next showing starts.' }),
    is_demo: z.boolean(),
    version: z.int().openapi({ description: 'Increases with every change except to the counters.' }),
    created_by: z.uuid(),
    created_at: Instant,
    updated_at: Instant,
    address: z.string(),
    unitNumber: text,
    zipCode: z.string(),
    accessInstructions: text,
    isOccupied: z.boolean(),
    tenantName: text,
    tenantEmail: text,
    tenantPhone: text,
    showings: z.int(),
  })
  .openapi('Property')
export type Property = z.infer<typeof Property>

export const PropertyPage = z
  .object({
    properties: z.array(Property),
    nextCursor: z.string().nullable(),
    counts: z.object({ listed: z.int(), unlisted: z.int() }).openapi({
      description: 'Counts all that match `q` and `agent_id`, on any page and with any status.',
    }),
  })
  .openapi('PropertyPage')
export type PropertyPage = z.infer<typeof PropertyPage>

const optionalText = z.string().nullish()
const amount = z.number().nullish()

/** The listing agent of a property. */
export const agentFields = {
  use_public_profile: z.boolean().optional(),
  agent_first_name: optionalText,
  agent_last_name: optionalText,
  agent_email: optionalText,
  agent_phone: optionalText,
  agent_license: optionalText,
  agent_brokerage: optionalText,
}

/**
 * The fields of a property that an agent can set. This checks only types. The messages for people come from
 * `propertyIssues` in domain.ts, all at once and in this order. An empty text or `null` removes a value. A change
 * leaves missing fields as they are.
 */
const propertyFields = {
  address_line1: optionalText.openapi({ description: 'Required.' }),
  unit_number: optionalText,
  city: optionalText.openapi({ description: 'Required.' }),
  state: optionalText.openapi({ description: 'Required. Two letters, of any state or DC.', example: 'CA' }),
  zip_code: optionalText.openapi({ description: 'Required. Five digits.', example: '90012' }),
  time_zone: hoursFields.time_zone,
  property_photo: optionalText.openapi({
    description: 'The first photo. The `imageUrl` of one of your uploads replaces it. `null` removes every photo.',
  }),
  photos: z
    .array(z.object({ url: z.string(), caption: z.string().nullish() }))
    .optional()
    .openapi({
      description:
        'All photos in their order, at most 20. `url` is the `imageUrl` of one of your uploads, or one that the property shows. A photo that you leave out is removed. Captions have at most 200 characters.',
    }),
  property_type: optionalText.openapi({ example: 'apartment' }),
  bedrooms: amount.openapi({ description: 'In steps of 0.5.' }),
  bathrooms: amount.openapi({ description: 'In steps of 0.5.' }),
  square_feet: amount.openapi({ description: 'A whole number.' }),
  rent_amount: amount.openapi({ description: 'Whole US dollars per month.' }),
  description: optionalText.openapi({ description: 'Plain text of at most 2000 characters. Anyone can read it.' }),
  ...agentFields,
  owner_type: z.enum(['individual', 'entity']).optional(),
  owner_first_name: optionalText,
  owner_last_name: optionalText,
  owner_entity_name: optionalText,
  owner_entity_type: z.enum(['LLC', 'Trust', 'Corporation', 'Partnership', 'Other']).nullish(),
  owner_email: optionalText,
  owner_phone: optionalText,
  occupancy_status: hoursFields.occupancy_status,
  resident_type: z.enum(['tenant', 'owner', 'other']).optional(),
  resident_language: z
    .enum(LANGUAGES)
    .optional()
    .openapi({ description: 'Language of messages to the resident. Default: English.' }),
  resident_first_name: optionalText,
  resident_last_name: optionalText,
  resident_email: optionalText,
  resident_phone: optionalText,
  resident_text_consent: z.boolean().optional().openapi({
    description: 'The agent attests that the resident agreed to texts. We store who and when. Default: `true`.',
  }),
  entry_hours_rule: hoursFields.entry_hours_rule,
  resident_consent_hours: hoursFields.resident_consent_hours,
  availability_type: hoursFields.availability_type,
  custom_availability: hoursFields.custom_availability,
  availability_overrides: hoursFields.availability_overrides,
  buffer_minutes: hoursFields.buffer_minutes,
  showing_instructions: optionalText,
  status: z
    .enum(['listed', 'unlisted', 'sold', 'rented'])
    .optional()
    .openapi({ description: 'Only admins can set sold and rented. Default for a new property: listed.' }),
  booking_approval: z
    .enum(['automatic', 'manual'])
    .optional()
    .openapi({ description: 'Default for a new property: automatic.' }),
}

export const PropertyForm = z.object(propertyFields).openapi('PropertyForm')
export type PropertyForm = z.infer<typeof PropertyForm>

/** The caller's new property, with the account setting that the first form asks for. */
export const NewProperty = z
  .object({
    ...propertyFields,
    shows_alone: z.boolean().optional().openapi({
      description:
        'A setting of your profile. We store it together with the property, or neither. It stays as it is if left out.',
    }),
  })
  .openapi('NewProperty')
export type NewProperty = z.infer<typeof NewProperty>

export const PropertyChange = z
  .object({
    ...propertyFields,
    version: z
      .int()
      .optional()
      .openapi({ description: 'Version that the change is based on. If the stored version differs, you get a 409.' }),
  })
  .openapi('PropertyChange')
export type PropertyChange = z.infer<typeof PropertyChange>

/** Answer of `upload/property-photo/{id}`, with the property's new version. */
export const PropertyPhoto = UploadedPhoto.extend({ version: z.int() }).openapi('PropertyPhoto')
export type PropertyPhoto = z.infer<typeof PropertyPhoto>

export type Occupancy = Property['occupancy_status']

/** Contact with which a new property starts. */
export const StartContact = z
  .object({
    use_public_profile: z.boolean(),
    agent_first_name: z.string().nullable(),
    agent_last_name: z.string().nullable(),
    agent_email: z.string().nullable(),
    agent_phone: z.string().nullable(),
    agent_license: z.string().nullable(),
    agent_brokerage: z.string().nullable(),
    copied_from: z
      .string()
      .nullable()
      .openapi({ description: 'Address of your newest property if the contact is copied from there.' }),
  })
  .openapi('StartContact')
export type StartContact = z.infer<typeof StartContact>
