import { priceOf } from '../../money/payment/domain.ts'
import { DomainError, invalid, notFound } from '../../platform/errors.ts'
import { personName } from '../../platform/person-name.ts'
import { photoKeyOf, photoUrl, renditionKey } from '../../platform/photo.ts'
import { oneLine } from '../../platform/plain-text.ts'
import { addressLine } from '../../platform/postal-address.ts'
import * as t from '../text/property.ts'
import type { Photo, Property, PublicProperty } from './contract.ts'
import { PUBLIC_COLUMNS } from './field-domain.ts'

/** Photo as stored. `key` is the part that its renditions' keys share. */
export type KeptPhoto = { key: string; thumbhash: string; placeholder: string; width: number; height: number }

/** Photo of a property. */
export type ShownPhoto = KeptPhoto & { caption: string | null }

/** Photos of a property in their order. */
type Photos = { photos: ShownPhoto[] }

type Derived =
  | 'full_address'
  | 'property_photo'
  | 'photo'
  | 'photos'
  | 'agent_name'
  | 'resident_name'
  | 'showings_booked'
type Alias =
  | ('agent_id' | 'tenant_name' | 'tenant_email' | 'tenant_phone' | 'tenantName' | 'tenantEmail' | 'tenantPhone')
  | ('address' | 'unitNumber' | 'zipCode' | 'accessInstructions' | 'isOccupied' | 'showings')
type Instants = 'resident_text_attested_at' | 'next_showing' | 'created_at' | 'updated_at'

/** Stored property with the count of its bookings. */
export type PropertyRow = Omit<Property, Derived | Alias | Instants> &
  Photos & {
    owner_id: string
    resident_text_attested_at: Date | null
    next_showing: Date | null
    created_at: Date
    updated_at: Date
  }

/** A listed property as its public page reads it, without private columns. */
export type PublicPropertyRow = Omit<PublicProperty, 'full_address' | 'property_photo' | 'photo' | 'photos' | 'fee'> &
  Photos &
  Pick<PropertyRow, 'occupancy_status'>

/** The fields that an agent sets, and those that follow from them. */
export type PropertyContent = Omit<
  PropertyRow,
  | ('id' | 'slug' | 'owner_id' | 'created_by' | 'created_at' | 'updated_at' | 'version' | 'is_demo' | 'is_occupied')
  | (
      | 'agent_account'
      | 'contact'
      | 'view_count'
      | 'share_count'
      | 'booking_count'
      | 'next_showing'
      | 'showing_duration_minutes'
      | 'advance_notice_hours'
    )
>

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const SLUG_RANDOM_LENGTH = 32
/** First unusable byte. From here on, bytes would make the first letters likelier than the last. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/**
 * Makes a slug: 32 random characters of `A-Za-z0-9`, then the time in milliseconds in base 36 (decisions.md section 1).
 * @param randomBytes returns as many random bytes as requested
 */
export function newSlug(now: Temporal.Instant, randomBytes = strongRandomBytes): string {
  let slug = ''
  while (slug.length < SLUG_RANDOM_LENGTH) {
    for (const byte of randomBytes(SLUG_RANDOM_LENGTH - slug.length)) {
      if (byte < FAIR_BYTES) slug += ALPHABET[byte % ALPHABET.length]
    }
  }
  return slug + now.epochMilliseconds.toString(36)
}

const strongRandomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

const ZONES: [zone: string, states: string][] = [
  ['America/New_York', 'CT DC DE FL GA KY MA MD ME NC NH NJ NY OH PA RI SC VA VT WV'],
  ['America/Detroit', 'MI'],
  ['America/Indiana/Indianapolis', 'IN'],
  ['America/Chicago', 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI'],
  ['America/Denver', 'CO MT NM UT WY'],
  ['America/Boise', 'ID'],
  ['America/Phoenix', 'AZ'],
  ['America/Los_Angeles', 'CA NV OR WA'],
  ['America/Juneau', 'AK'],
  ['Pacific/Honolulu', 'HI'],
]
const zoneByState = new Map(ZONES.flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone])))

/** Checks for the two letters of a state or DC. */
export const isState = (state: string): boolean => zoneByState.has(state)

/**
 * Returns the IANA zone of the state's capital, also for DC (decisions.md sections 1 and 11).
 * @throws DomainError invalid
 */
export function timeZoneOfState(state: string): string {
  const zone = zoneByState.get(state)
  if (!zone) throw invalid([{ path: 'state', message: t.selectState() }])
  return zone
}

export type Address = Pick<PublicProperty, 'address_line1' | 'unit_number' | 'city' | 'state' | 'zip_code'>

export const fullAddress = (address: Address): string => addressLine(address)

/** Builds the photos for the wire. The first one alone is `photo`, as for callers that know of one. */
function photosView({ photos }: Photos) {
  const shown = photos.map(({ key, ...photo }) => ({
    url: photoUrl(key),
    avif: `/files/${renditionKey(key, 'large', 'avif')}`,
    small: `/files/${renditionKey(key, 'small', 'webp')}`,
    smallAvif: `/files/${renditionKey(key, 'small', 'avif')}`,
    ...photo,
  }))
  const { caption: _, ...photo } = shown[0] ?? { caption: null }
  return { property_photo: shown[0]?.url ?? null, photo: shown[0] ? (photo as Photo) : null, photos: shown }
}

type WantedPhoto = { path: string; url: string; caption: string | null }

/**
 * Lists the photos after a form. `photos` is the whole list. `property_photo` is the first one: another upload replaces
 * it, a photo from the list moves there, and an empty value removes it. The current first photo changes nothing, so
 * that a caller can send back what it read.
 * @returns `null` if the form changes nothing
 */
export function photosWanted(
  form: { property_photo?: string | null; photos?: { url: string; caption?: string | null }[] },
  before: ShownPhoto[],
): WantedPhoto[] | null {
  const stored = before.map(({ key, caption }) => ({ path: 'photos', url: photoUrl(key), caption }))
  const list = form.photos?.map(({ url, caption }, at) => ({
    path: `photos.${at}`,
    url,
    caption: oneLine(caption ?? '') || null,
  }))
  const first = form.property_photo || null
  const key = first && photoKeyOf(first)
  const isSame = first ? key !== null && key === before[0]?.key : before.length === 0
  const asksForFirst = form.property_photo !== undefined && !isSame
  if (!asksForFirst) return list ? once(list) : null
  if (first === null) return []
  const rest = list ?? stored
  const isListed = rest.find(({ url }) => photoKeyOf(url) === key)
  const put = { ...(isListed ?? { caption: null }), path: 'property_photo', url: first }
  return once([put, ...(isListed ? rest : rest.slice(1))])
}

/** Drops repeated photos. */
const once = (photos: WantedPhoto[]) =>
  photos.filter(({ url }, at) => photos.findIndex((other) => photoKeyOf(other.url) === photoKeyOf(url)) === at)

/** Default zone, where most properties are. */
export const HOME_ZONE = 'America/Los_Angeles'

/** Tells whether we sell certified mail: only if a tenant lives there. */
export const offersMail = (occupancy: PropertyRow['occupancy_status']) => occupancy === 'resident'

/** Builds the public answer. Everything else in the row stays private. */
export function publicView(row: PublicPropertyRow): PublicProperty {
  const showing = priceOf(row, false)
  const withMail = priceOf(row, true)
  const shown = Object.fromEntries(PUBLIC_COLUMNS.map((name) => [name, row[name]])) as Pick<
    PublicProperty,
    (typeof PUBLIC_COLUMNS)[number]
  >
  return {
    ...shown,
    full_address: fullAddress(row),
    ...photosView(row),
    agent_name: row.agent_name,
    agent_email: row.agent_email,
    agent_phone: row.agent_phone,
    agent_license: row.agent_license,
    agent_brokerage: row.agent_brokerage,
    fee: { showing, mailUpgrade: offersMail(row.occupancy_status) ? withMail - showing : null, currency: 'usd' },
  }
}

/** Builds the full property for its owner: stored fields, derived ones, and the dashboard's names. */
export function ownerView(row: PropertyRow): Property {
  const { owner_id, ...stored } = row
  const residentName = personName(row.resident_first_name, row.resident_last_name)
  return {
    ...stored,
    full_address: fullAddress(row),
    ...photosView(row),
    agent_id: owner_id,
    agent_name: personName(row.agent_first_name, row.agent_last_name),
    resident_name: residentName,
    resident_text_attested_at: row.resident_text_attested_at?.toISOString() ?? null,
    next_showing: row.next_showing?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    tenant_name: residentName,
    tenant_email: row.resident_email,
    tenant_phone: row.resident_phone,
    showings_booked: row.booking_count,
    address: row.address_line1,
    unitNumber: row.unit_number,
    zipCode: row.zip_code,
    accessInstructions: row.showing_instructions,
    isOccupied: row.is_occupied,
    tenantName: residentName,
    tenantEmail: row.resident_email,
    tenantPhone: row.resident_phone,
    showings: row.booking_count,
  }
}

/** Orders of a list of properties: newest first, by address, or by the next showing. */
export const ORDERS = ['newest', 'address', 'showing'] as const
export type PropertyOrder = (typeof ORDERS)[number]

export const ADMIN_STATUSES: PropertyRow['status'][] = ['sold', 'rented']

/** Checks whether a text can be a slug or ID at all. */
export const isSlugOrId = (text: string): boolean => /^[\w-]{1,100}$/.test(text)

/** Builds the catalogue's error (booking.md section 8), with the requested slug made safe to show. */
export function propertyNotFound(slugOrId: string): DomainError {
  const shown = Array.from(slugOrId.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')).slice(0, 80)
  return notFound(t.notFound({ slug: shown.join('') }), 'property_not_found')
}

export const notYourPhoto = (path: string) => ({ path, message: t.uploadFirst() })

/** @param version the stored version */
export const editedElsewhere = (version: number) =>
  new DomainError('conflict', 'edited_elsewhere', t.editedElsewhere(), { details: { version } })

/** @param isPaid whether a buyer pays for one of them */
export const upcomingShowings = (isPaid: boolean) =>
  new DomainError('conflict', 'upcoming_showings', isPaid ? t.upcomingPaidShowings() : t.upcomingShowings())

/** Thrown only if the owner's account is suspended or gone, because any other account has an email. */
export const contactMissing = () =>
  new DomainError('conflict', 'agent_contact_missing', t.contactMissing(), { field: 'status' })

export const timeZoneKept = () =>
  new DomainError('conflict', 'time_zone_kept', t.timeZoneKept(), { field: 'time_zone' })

export const onlyAdminStatus = () =>
  new DomainError('forbidden', 'admin_only_status', t.onlyAdmin(), {
    field: 'status',
  })

/** The product's own demo property. No one can sign in as its owner (migration 0025_demo_booking). */
export const PRODUCT_PROPERTY = {
  id: '01900000-0000-7000-8000-0000000000d0',
  slug: 'the-demo-home',
  timeZone: 'America/Los_Angeles',
} as const

/** `true` for a demo that a visitor booked, not for an agent's demo property. */
export const isProductDemo = (booking: { property_id: string }): boolean => booking.property_id === PRODUCT_PROPERTY.id

/** Says whom to ask if a property has no entry instructions. */
export function noInstructions({
  name,
  phone,
  email,
}: {
  name: string | null
  phone: string | null
  email: string | null
}): string {
  const who = name ?? t.theListingAgent()
  if (phone) return t.noInstructionsCall({ who, phone })
  return email ? t.noInstructionsEmail({ who, email }) : t.noInstructionsAsk({ who })
}
