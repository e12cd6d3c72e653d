/** Records of how a notice to enter was served (decisions.md sections 6 and 11), and what they must contain. */

import { DomainError, type Issue, invalid, notFound, requireValid } from '../../platform/errors.ts'
import { formatWhen } from '../../platform/local-time.ts'
import { isShowable, oneLine, plainText } from '../../platform/plain-text.ts'
import * as faults from '../../platform/text/fault.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import type { Address } from '../../property/property/domain.ts'
import type { ServiceMethod } from '../entry-notice/domain.ts'
import type { EntryLaw } from '../entry-notice/law-domain.ts'
import type { Showing } from '../entry-notice/ports.ts'
import * as t from '../text/service-record.ts'
import type { NewService } from './contract.ts'
/**
 * The most by which a device's clock may be ahead of ours, and by which repeated requests about one service may differ.
 */
export const CLOCK_SKEW_MINUTES = 5
/** The earliest date of a written consent. No one alive gave one earlier, and databases have no year 0. */
const EARLIEST_CONSENT = '1950-01-01'

/** Lists the ways to serve a notice, each with a hint when it counts, or `null` if we do not know the law. */
export const methods = (law: EntryLaw | null): { value: ServiceMethod; label: string; hint: string | null }[] =>
  METHODS.map(([value, way]) => ({ value, label: methodName(value), hint: law?.hints[way]() ?? null }))

const METHODS: [ServiceMethod, keyof EntryLaw['hints']][] = [
  ['personal', 'delivered'],
  ['suitable_person', 'delivered'],
  ['posted', 'delivered'],
  ['mailed', 'mailed'],
  ['oral', 'oral'],
  ['electronic_with_consent', 'electronic'],
]

/** Names a method, such as `Handed to the resident`. */
export const methodName = (method: ServiceMethod): string => t.method({ method })

/** A service to record. `servedAt` is in whole seconds. */
export type CleanService = {
  method: ServiceMethod
  servedAt: Temporal.Instant
  servedBy: string
  note: string | null
  consentDate: string | null
}

/** The showing of the notice. */
export type ServedShowing = {
  startsAt: Temporal.Instant
  timeZone: string
  /** When we made the notice: at the booking, an approval, or a move. */
  noticedAt: Temporal.Instant
}

const later = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) > 0

/** Returns when the notice was served. If the device also sent its own time, we know how long ago that was. */
function servedAtOf({ servedAt, sentAt }: NewService, now: Temporal.Instant): Temporal.Instant {
  const stated = Temporal.Instant.from(servedAt)
  if (!sentAt) return stated
  const age = stated.until(Temporal.Instant.from(sentAt))
  return age.sign < 0 ? now : now.subtract(age)
}

/**
 * Cleans what someone entered, with every error at its field. The time of service must not be before the notice existed
 * (to the minute, as people tell the time), must be before the showing's start, and must not be in the future.
 * @throws DomainError invalid
 */
export function cleanService(entered: NewService, showing: ServedShowing, now: Temporal.Instant): CleanService {
  const issues: Issue[] = []
  const fault = (path: string, message: string) => issues.push({ path, message })
  const servedAt = servedAtOf(entered, now).round({ smallestUnit: 'second', roundingMode: 'floor' })
  const servedBy = oneLine(entered.servedBy)
  const note = plainText(entered.note ?? '') || null
  const noticeMinute = showing.noticedAt.round({ smallestUnit: 'minute', roundingMode: 'floor' })

  if (later(servedAt, now.add({ minutes: CLOCK_SKEW_MINUTES }))) fault('servedAt', t.notYet())
  else if (!later(showing.startsAt, servedAt)) fault('servedAt', t.beforeShowing())
  else if (later(noticeMinute, servedAt)) fault('servedAt', t.noticeNotMade())
  if (!servedBy) fault('servedBy', t.enterWhoServed())
  for (const path of ['servedBy', 'note'] as const)
    if (!isShowable(entered[path] ?? '')) fault(path, faults.removeCharacters())

  const isElectronic = entered.method === 'electronic_with_consent'
  const consentDate = isElectronic ? (entered.consentDate ?? null) : null
  if (isElectronic && (!consentDate || consentDate < EARLIEST_CONSENT)) fault('consentDate', t.enterConsentDate())
  else if (consentDate && consentDate > servedAt.toZonedDateTimeISO(showing.timeZone).toPlainDate().toString())
    fault('consentDate', t.consentFirst())
  requireValid(issues)
  return { method: entered.method, servedAt, servedBy, note, consentDate }
}

/** @throws DomainError invalid */
export function cleanReason(reason: string): string {
  const clean = plainText(reason)
  if (!clean) throw invalid([{ path: 'reason', message: t.enterReason() }])
  if (!isShowable(reason)) throw invalid([{ path: 'reason', message: faults.removeCharacters() }])
  return clean
}

type Servable = { status: string; occupancy: Occupancy; isDemo: boolean }

/** Returns why no one can record a service for a showing, or `null` if they can. */
export function checkService({ status, occupancy, isDemo }: Servable): DomainError | null {
  if (isDemo) return new DomainError('conflict', 'demo_not_logged', t.demoNotLogged())
  if (occupancy === 'vacant') return new DomainError('conflict', 'no_service_needed', t.vacant())
  if (occupancy === 'owner') return new DomainError('conflict', 'no_service_needed', t.ownerOccupied())
  if (status === 'pending') return new DomainError('conflict', 'not_approved', t.notApproved())
  return SERVABLE.has(status) ? null : showingOff()
}

const SERVABLE = new Set(['confirmed', 'completed', 'no_show'])

/** Returns the error if the notice was for another start. Without `seen`, we cannot know. */
export function checkSeen({ startsAt, timeZone }: ServedShowing, seen: NewService['seen']): DomainError | null {
  if (!seen || startsAt.equals(Temporal.Instant.from(seen.startsAt))) return null
  return new DomainError('conflict', 'showing_changed', t.showingMoved({ when: formatWhen(startsAt, timeZone) }))
}

/** A showing whose services an account may see. `occupantThen`: who lives there, as the log says. */
export type RecordedShowing = Showing & { occupantThen: { occupancy: Occupancy; name: string | null } | null }

/** What a served notice said. */
export type ServedNotice = { residentName: string | null; occupancy: Occupancy; address: Address }

/** Returns what the notice of a showing says, so that its proof stays the same if the property changes. */
export const noticeOf = ({ resident, occupantThen, occupancy, address }: RecordedShowing): ServedNotice => ({
  residentName: occupantThen ? occupantThen.name : resident.name,
  occupancy: occupantThen?.occupancy ?? occupancy,
  address: {
    address_line1: address.address_line1,
    unit_number: address.unit_number,
    city: address.city,
    state: address.state,
    zip_code: address.zip_code,
  },
})

export const showingOff = () => new DomainError('conflict', 'showing_off', t.showingOff())

/** The error if a showing was moved while someone recorded a service. */
export const showingChanged = () => new DomainError('conflict', 'showing_changed', t.showingChanged())

export const serviceNotFound = () => notFound(t.serviceNotFound(), 'service_not_found')
export const photoNotFound = () => notFound(t.photoNotFound(), 'photo_not_found')
export const alreadyWithdrawn = () => new DomainError('conflict', 'already_withdrawn', t.alreadyWithdrawn())
export const notYourPhoto = () => ({ path: 'photo', message: t.uploadPhotoFirst() })

export const photoKey = (id: string): string => `service-photos/${id}.jpg`
