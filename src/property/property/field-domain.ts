import * as t from '../text/property.ts'

/** Maximum length of each text, in the form's order. These fields identify the property. */
const PLACE = {
  address_line1: 200,
  unit_number: 50,
  city: 100,
  state: 20,
  zip_code: 20,
}

const TYPE = { property_type: 60 }

/** The agent's description of the property, which is public. */
const ABOUT = { description: 2000 }

/** Maximum length of optional texts, which we erase when the owner's account is deleted. */
const OPTIONAL = {
  agent_first_name: 100,
  agent_last_name: 100,
  agent_email: 254,
  agent_phone: 40,
  agent_license: 60,
  agent_brokerage: 120,
  owner_first_name: 100,
  owner_last_name: 100,
  owner_entity_name: 200,
  owner_email: 254,
  owner_phone: 40,
  resident_first_name: 100,
  resident_last_name: 100,
  resident_email: 254,
  resident_phone: 40,
}

/** How to enter, which only the agent and, shortly before a showing, its buyer read. */
const ENTRY = { showing_instructions: 2000 }

export const TEXTS = { ...PLACE, ...TYPE, ...ABOUT, ...OPTIONAL, ...ENTRY }
export type TextField = keyof typeof TEXTS
export const textFields = Object.keys(TEXTS) as TextField[]
/** Texts that keep their lines. The others become one line. */
export const textFieldsWithLines = Object.keys({ ...ABOUT, ...ENTRY }) as TextField[]

/** Steps and limits of numbers: whole amounts, and rooms in steps of 0.5. */
export const AMOUNTS = {
  bedrooms: { step: 0.5, max: 100, message: t.enterBedrooms },
  bathrooms: { step: 0.5, max: 100, message: t.enterBathrooms },
  square_feet: { step: 1, min: 1, max: 1_000_000, message: t.enterSquareFeet },
  rent_amount: { step: 1, max: 10_000_000, message: t.enterRent },
}
export type AmountField = keyof typeof AMOUNTS
export const amountFields = Object.keys(AMOUNTS) as AmountField[]

/** Optional texts and amounts. */
export type OptionalField = keyof (typeof OPTIONAL & typeof ABOUT & typeof ENTRY) | AmountField
export const optionalFields = [...Object.keys({ ...ABOUT, ...OPTIONAL, ...ENTRY }), ...amountFields] as OptionalField[]

/** Order of the errors of a form. */
export const FORM_ORDER: string[] = [
  ...Object.keys(PLACE),
  'time_zone',
  'property_photo',
  'photos',
  ...Object.keys(TYPE),
  ...amountFields,
  ...Object.keys(ABOUT),
  ...Object.keys(OPTIONAL),
  'resident_consent_hours',
  'custom_availability',
  'availability_overrides',
  'buffer_minutes',
  ...Object.keys(ENTRY),
]

/**
 * Maximum number of photos of a property, and length of a caption. `test/both-sides.test.ts` compares them with the
 * database.
 */
export const MAX_PHOTOS = 20
export const MAX_CAPTION = 200

/** Columns that decide the price of a showing (`Priced`). */
export const PRICE_COLUMNS = ['is_demo'] as const

/** Columns that the public page reads, and no others. */
export const PUBLIC_COLUMNS = [
  'id',
  'slug',
  'address_line1',
  'unit_number',
  'city',
  'state',
  'zip_code',
  'time_zone',
  'property_type',
  ...amountFields,
  'description',
  'status',
  'booking_approval',
  'is_occupied',
  'availability_type',
  ...PRICE_COLUMNS,
] as const
