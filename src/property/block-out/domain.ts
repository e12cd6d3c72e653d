import { listInTheWay, type ShowingInTheWay } from '../../account/account/own-time-domain.ts'
import { DomainError, type Issue, notFound } from '../../platform/errors.ts'
import { oneLine } from '../../platform/plain-text.ts'
import { isTimeZone } from '../schedule/form-domain.ts'
import * as t from '../text/block-out.ts'
import type { BlockOut, BlockOutForm } from './contract.ts'

/** A time that an agent closes at all of their properties: one block of time, written in one zone. */
const MAX_BLOCK_OUT_DAYS = 366
export const MAX_REASON = 200
const YEARS_AHEAD = 2

type Times = Pick<BlockOutForm, 'from_date' | 'to_date' | 'from_time' | 'to_time'>

/** Returns the instants of a form. Across a clock change, the closed time is never shorter than written. */
export function stretchOf(form: Times, timeZone: string): { from: Temporal.Instant; to: Temporal.Instant } {
  const [first, last] = [Temporal.PlainDate.from(form.from_date), Temporal.PlainDate.from(form.to_date)]
  if (!form.from_time || !form.to_time) {
    const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).toInstant()
    return { from: startOf(first), to: startOf(last.add({ days: 1 })) }
  }
  const at = (date: Temporal.PlainDate, time: string, disambiguation: 'earlier' | 'later') =>
    date.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(timeZone, { disambiguation }).toInstant()
  return { from: at(first, form.from_time, 'earlier'), to: at(last, form.to_time, 'later') }
}

/** Lists every error of a form, each at its field. @param zone used unless the form names one */
export function blockOutIssues(form: BlockOutForm, zone: string, now: Temporal.Instant): Issue[] {
  const oneIssue = (path: keyof BlockOutForm, message: string) => [{ path, message }]
  if (form.time_zone && !isTimeZone(form.time_zone)) return oneIssue('time_zone', t.selectTimeZone())
  if (Boolean(form.from_time) !== Boolean(form.to_time))
    return oneIssue(form.from_time ? 'to_time' : 'from_time', t.enterBothTimes())
  const last = form.to_time ? 'to_time' : 'to_date'
  const { from, to } = stretchOf(form, form.time_zone ?? zone)
  if (Temporal.Instant.compare(from, to) >= 0)
    return oneIssue(form.from_date > form.to_date ? 'to_date' : last, t.endAfterStart())
  if (Temporal.Instant.compare(to, now) <= 0) return oneIssue(last, t.alreadyOver())
  const days = Temporal.PlainDate.from(form.from_date).until(form.to_date).days + 1
  if (days > MAX_BLOCK_OUT_DAYS) return oneIssue('to_date', t.tooLong({ max: MAX_BLOCK_OUT_DAYS }))
  const latest = now.toZonedDateTimeISO(zone).add({ years: YEARS_AHEAD }).toInstant()
  if (Temporal.Instant.compare(to, latest) > 0) return oneIssue('to_date', t.tooFar({ years: YEARS_AHEAD }))
  const reason = reasonOf(form)
  return reason && [...reason].length > MAX_REASON ? oneIssue('reason', t.reasonTooLong({ max: MAX_REASON })) : []
}

export const reasonOf = ({ reason }: Pick<BlockOutForm, 'reason'>): string | null => oneLine(reason ?? '') || null

export type BlockOutRow = {
  id: string
  starts_at: Date
  ends_at: Date
  time_zone: string
  is_all_day: boolean
  reason: string | null
}

/** Writes a block-out as its form had it. */
export function blockOutOf({ id, starts_at, ends_at, time_zone, is_all_day, reason }: BlockOutRow): BlockOut {
  const local = (at: Date) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(time_zone)
  const [first, end] = [local(starts_at), local(ends_at)]
  const timeOf = (at: Temporal.ZonedDateTime) => at.toPlainTime().toString({ smallestUnit: 'minute' })
  const last = is_all_day ? end.subtract({ days: 1 }) : end
  return {
    id,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    time_zone,
    from_date: first.toPlainDate().toString(),
    to_date: last.toPlainDate().toString(),
    from_time: is_all_day ? null : timeOf(first),
    to_time: is_all_day ? null : timeOf(end),
    reason,
  }
}

/** Asks before it closes a time with showings, requests, or holds in it, and lists them. */
export const hasShowings = (showings: ShowingInTheWay[]) =>
  new DomainError('conflict', 'showings_in_block_out', t.hasShowings({ count: showings.length }), {
    details: { bookings: listInTheWay(showings) },
  })

export const blockOutNotFound = () => notFound(t.notFound(), 'block_out_not_found')
