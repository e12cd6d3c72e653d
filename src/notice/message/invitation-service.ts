import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { isPlainAddress, readMailbox } from '../../platform/mailbox.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import type { Showing } from '../entry-notice/ports.ts'
import { copyReader } from './copy-domain.ts'
import { isCoordination } from './domain.ts'
import type { NotificationEvent } from './event-domain.ts'
import { calendarMethod, type LastUpdate } from './invitation-domain.ts'
import { listLastUpdates, type SentUpdate } from './invitation-repository.ts'
import type { Calendars, CalendarUpdate, Channel, Role } from './ports.ts'

/** The part of a planned message that calendars need. */
type Mail = {
  id: string
  event: string
  channel: Channel
  role: Role
  recipient: string | PostalAddress
  cc: string[]
  status: string
  created_at: Date
}

type InvitationDeps = {
  db: Database
  clock: Clock
  calendar: Pick<Calendars, 'update'>
  mailFrom: string
  storeUpdates: (updates: SentUpdate[]) => Promise<void>
}

/** Makes the calendar updates of each email, one for each mailbox, and stores them before we send them. */
export async function calendarUpdatesOf(
  deps: InvitationDeps,
  rows: Mail[],
  showing: Showing,
): Promise<Map<string, CalendarUpdate>> {
  const { db, calendar, clock } = deps
  const as = { status: showing.status, sequence: showing.calendarSequence }
  // We do not put demos into calendars.
  if (showing.isDemo) return new Map()
  const sender = readMailbox(deps.mailFrom)
  const organizer = { name: sender.name ?? 'ShowingBooker', email: sender.address }
  const mails = rows.flatMap((row) => {
    const event = row.event as NotificationEvent
    // Find the method that applies if the mailbox already has the invitation.
    const method = calendarMethod(event, as, { method: 'REQUEST', sequence: as.sequence })
    return row.channel === 'email' && row.status === 'sending' && method ? [{ row, event, method }] : []
  })
  const isCancellation = mails.some(({ method }) => method === 'CANCEL')
  const known = isCancellation ? await listLastUpdates(db, showing.id) : new Map<string, LastUpdate>()
  const sentUpdates: SentUpdate[] = []
  const at = clock.now().toString()
  const updates = mails.map(({ row, event, method }): [string, CalendarUpdate] => {
    const contentFor = (address: string, reader: Role, isOptional: boolean): string | null => {
      const mailbox = address.toLowerCase()
      if (!isPlainAddress(address) || !calendarMethod(event, as, known.get(mailbox) ?? null)) return null
      sentUpdates.push({ booking_id: showing.id, mailbox, method, sequence: as.sequence, at })
      const stamp = Temporal.Instant.fromEpochMilliseconds(row.created_at.getTime())
      const attendee = { email: address, isOptional }
      return inLanguage(showing.languages[reader], () =>
        calendar.update(showing, { method, organizer, attendee, stamp }),
      )
    }
    const content = contentFor(String(row.recipient), row.role, row.role === 'resident')
    const copies = row.cc.map((address) => contentFor(address, copyReader(row, address, showing), isCoordination(row)))
    return [row.id, { method, content, copies }]
  })
  if (sentUpdates.length > 0) await deps.storeUpdates(sentUpdates)
  return new Map(updates.filter(([, { content, copies }]) => content !== null || copies.some((one) => one !== null)))
}
