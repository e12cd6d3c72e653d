import * as t from '../text/entry-notice.ts'
import type { BookingStatus, NoticeStatus } from './contract.ts'
import { noticeDeadlines } from './domain.ts'
import { lawOf } from './law-domain.ts'

type NoticeFacts = {
  status: BookingStatus
  state: string
  occupancy: 'owner' | 'resident' | 'vacant'
  startsAt: Temporal.Instant
  timeZone: string
  /** The result of `assessNotice`. `null` if we do not know the law. */
  isServed: boolean | null
  hasService: boolean
}

/**
 * Returns the status of a showing's notice. A pending showing has none yet, and a canceled or declined one no longer
 * has one. If we do not know the state's law, there is no deadline, and any record counts as served.
 */
export function noticeStatusOf(facts: NoticeFacts, now: Temporal.Instant): NoticeStatus | null {
  const { status, occupancy, startsAt, timeZone, isServed, hasService } = facts
  if (status === 'pending' || status === 'cancelled' || status === 'declined') return null
  if (occupancy !== 'resident') return 'not_needed'
  if (isServed ?? hasService) return 'served'
  const isBefore = (deadline: Temporal.Instant) => Temporal.Instant.compare(now, deadline) <= 0
  const law = lawOf(facts)
  if (law) return isBefore(noticeDeadlines(startsAt, timeZone, law).deliverBy) ? 'due' : 'late'
  return isBefore(startsAt) ? 'due' : 'not_recorded'
}

/** Names the status, the same on every screen and in every file. */
export const noticeStatusName = (status: NoticeStatus): string => t.noticeStatus({ status })

export const NOTICE_TONES = {
  due: 'waiting',
  late: 'bad',
  served: 'good',
  not_recorded: 'waiting',
  not_needed: 'plain',
} as const satisfies Record<NoticeStatus, string>
