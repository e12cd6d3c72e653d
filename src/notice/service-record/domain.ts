/** How a notice to enter was served, as it is recorded (decisions.md sections 6 and 11), and what a record must say. */

import { DomainError, type Issue, invalid, notFound } from '../../platform/errors.ts'
import { isShowable, oneLine, plainText } from '../../platform/plain-text.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import type { ServiceMethod } from '../entry-notice/domain.ts'
import type { NewService } from './contract.ts'
/** The clock of the person who served may be ahead of ours by this much. */
export const CLOCK_SKEW_MINUTES = 5
/** No written consent of anybody alive is older; and no database knows a year 0. */
const EARLIEST_CONSENT = '1950-01-01'
/** A photo that no record names is kept this long. */
export const UNUSED_PHOTO_HOURS = 24

export const METHODS: { value: ServiceMethod; label: string; hint: string }[] = [
  { value: 'personal', label: 'Handed to the resident', hint: 'Counts from 24 hours ahead.' },
  {
    value: 'suitable_person',
    label: 'Left with a person of suitable age at the home',
    hint: 'Counts from 24 hours ahead.',
  },
  { value: 'posted', label: 'Left on, near or under the usual entry door', hint: 'Counts from 24 hours ahead.' },
  { value: 'mailed', label: 'Mailed', hint: 'Counts from six days ahead, by the day of mailing.' },
  {
    value: 'oral',
    label: 'Told in person or by telephone',
    hint: 'Never enough for a rental. For a home that is for sale it needs a written notice of sale within the 120 days before, which is not kept here.',
  },
  {
    value: 'electronic_with_consent',
    label: 'Sent electronically, with written consent',
    hint: 'Only where the resident agreed in writing to notice by text or email.',
  },
]

/** `handed to the resident`: when and by which person follow. */
export const methodName = (method: ServiceMethod): string =>
  METHODS.find(({ value }) => value === method)?.label ?? method

/** What is recorded of a service. `servedAt`: whole seconds. */
export type CleanService = {
  method: ServiceMethod
  servedAt: Temporal.Instant
  servedBy: string
  note: string | null
  consentDate: string | null
}

/** The showing that the notice was of. */
export type ServedShowing = {
  startsAt: Temporal.Instant
  timeZone: string
  /** When the notice came to be: the booking, its approval or its move. */
  noticedAt: Temporal.Instant
}

const later = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) > 0

/**
 * What was entered, made fit to be kept; every fault at its field. Served is what exists already: not before the notice
 * was made (to the minute, as people tell the time), not after the showing's start, and not in the future.
 * @throws DomainError invalid
 */
export function cleanService(entered: NewService, showing: ServedShowing, now: Temporal.Instant): CleanService {
  const issues: Issue[] = []
  const fault = (path: string, message: string) => issues.push({ path, message })
  const servedAt = Temporal.Instant.from(entered.servedAt).round({ smallestUnit: 'second', roundingMode: 'floor' })
  const servedBy = oneLine(entered.servedBy)
  const note = plainText(entered.note ?? '') || null
  const noticeMinute = showing.noticedAt.round({ smallestUnit: 'minute', roundingMode: 'floor' })

  if (later(servedAt, now.add({ minutes: CLOCK_SKEW_MINUTES }))) fault('servedAt', 'This moment has not come yet')
  else if (!later(showing.startsAt, servedAt)) fault('servedAt', 'Notice is served before the showing begins')
  else if (later(noticeMinute, servedAt))
    fault('servedAt', 'The notice of this showing did not exist yet at that moment')
  if (!servedBy) fault('servedBy', 'Please enter who served the notice')
  for (const path of ['servedBy', 'note'] as const)
    if (!isShowable(entered[path] ?? '')) fault(path, 'Please remove the characters that cannot be shown')

  const isElectronic = entered.method === 'electronic_with_consent'
  const consentDate = isElectronic ? (entered.consentDate ?? null) : null
  if (isElectronic && (!consentDate || consentDate < EARLIEST_CONSENT))
    fault('consentDate', 'Please enter when the resident agreed in writing to electronic notice')
  else if (consentDate && consentDate > servedAt.toZonedDateTimeISO(showing.timeZone).toPlainDate().toString())
    fault('consentDate', 'The consent must come before the notice')
  if (issues.length > 0) throw invalid(issues)
  return { method: entered.method, servedAt, servedBy, note, consentDate }
}

/** @throws DomainError invalid */
export function cleanReason(reason: string): string {
  const clean = plainText(reason)
  if (!clean) throw invalid([{ path: 'reason', message: 'Please enter why this record is withdrawn' }])
  if (!isShowable(reason))
    throw invalid([{ path: 'reason', message: 'Please remove the characters that cannot be shown' }])
  return clean
}

type Servable = { status: string; occupancy: Occupancy; isDemo: boolean }

/** Why nothing is to be served for a showing; null: a service can be recorded. */
export function checkService({ status, occupancy, isDemo }: Servable): DomainError | null {
  if (isDemo) return new DomainError('conflict', 'demo_not_logged', 'Demo showings are not kept in the compliance log.')
  if (occupancy === 'vacant')
    return new DomainError('conflict', 'no_service_needed', 'The home is vacant: there is nobody to serve a notice to.')
  if (occupancy === 'owner')
    return new DomainError(
      'conflict',
      'no_service_needed',
      'The owner lives in the home: no notice to enter has to be served.',
    )
  if (status === 'pending')
    return new DomainError(
      'conflict',
      'not_approved',
      'This showing is not approved yet. Its notice to enter exists once it is.',
    )
  return SERVABLE.has(status) ? null : showingOff()
}

const SERVABLE = new Set(['confirmed', 'completed', 'no_show'])

export const showingOff = () =>
  new DomainError('conflict', 'showing_off', 'This showing does not take place: there is nothing to serve.')

/** It was moved while somebody recorded. */
export const showingChanged = () =>
  new DomainError('conflict', 'showing_changed', 'This showing was changed meanwhile. Please look at it again.')

export const serviceNotFound = () => notFound('This record of a service could not be found.', 'service_not_found')
export const photoNotFound = () => notFound('This record has no photo.', 'photo_not_found')
export const alreadyWithdrawn = () =>
  new DomainError('conflict', 'already_withdrawn', 'This record was withdrawn already.')
export const notYourPhoto = { path: 'photo', message: 'Please upload the photo for this showing first' }

export const photoKey = (id: string): string => `service-photos/${id}.jpg`
