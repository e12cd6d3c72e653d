import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Calendar } from '../calendar/service.ts'
import type { NotifiedMessage } from '../compliance/domain.ts'
import type { NoticeService } from '../notice/service.ts'
import { MAIL_UPGRADE_CENTS } from '../payment/domain.ts'
import { fullAddress } from '../property/domain.ts'
import type { ShowingRow } from '../showing/repository.ts'
import { type NotificationEvent, occupantOf } from './domain.ts'
import { type BookingView, composeMessage } from './messages.ts'
import type { MessageSenders } from './ports.ts'
import { markSending, type PlannedRow, type Result, recordDelivery } from './repository.ts'

/** Works off the messages that a booking's transaction planned. */
export function createNotificationService(options: {
  db: Database
  clock: Clock
  log: Logger
  publicUrl: string
  senders: MessageSenders
  notices: NoticeService
  calendar: Calendar
  findShowing: (id: string) => Promise<ShowingRow | null>
}) {
  const { db, clock, log, publicUrl, senders, notices, calendar } = options

  /** Sends one message. The row's id goes along as idempotency key: a repeated send is the same message. */
  async function send(row: PlannedRow, showing: ShowingRow, view: BookingView): Promise<Result> {
    try {
      const composed = composeMessage(
        { event: row.event as NotificationEvent, channel: row.channel, role: row.role, cc: row.cc },
        row.channel === 'certified_mail' ? { ...view, notice: notices.letter(showing) } : view,
      )
      const { reference } = await senders[row.channel].send({
        id: row.id,
        bookingId: showing.id,
        role: row.role,
        to: row.recipient,
        cc: row.cc,
        ...composed,
        attachmentKey: await attachmentOf(row, showing, view),
      })
      return { id: row.id, status: 'sent', reference, reason: null }
    } catch (error) {
      log.warn({ err: error, notificationId: row.id, channel: row.channel }, 'a message could not be sent')
      return { id: row.id, status: 'queued', reference: null, reason: (error as Error).message.slice(0, 300) }
    }
  }

  async function attachmentOf(row: PlannedRow, showing: ShowingRow, view: BookingView): Promise<string | null> {
    if (row.channel === 'certified_mail') return notices.keepLetter(showing)
    const isToResident = row.role === 'resident' || (row.role === 'listing_agent' && row.cc.length > 0)
    return view.notice && isToResident && row.channel === 'email' ? notices.keepNotice(showing) : null
  }

  return {
    /**
     * Sends what a booking still owes and logs what became of it. Safe to run twice.
     * @throws when something could not be sent and may be tried again
     */
    async deliver(bookingId: string, { isLastAttempt }: { isLastAttempt: boolean }): Promise<void> {
      const rows = await markSending(db, bookingId)
      if (rows.length === 0) return
      const showing = await options.findShowing(bookingId)
      if (!showing) throw new Error(`no booking ${bookingId}`)
      const view = viewOf(showing, { publicUrl, notices, calendar })
      const results = await Promise.all(
        rows.map((row): Promise<Result> | Result =>
          row.status === 'not_sent'
            ? { id: row.id, status: 'not_sent', reference: null, reason: row.reason }
            : send(row, showing, view),
        ),
      )
      const settled = results.map((result) =>
        result.status === 'queued' && isLastAttempt ? { ...result, status: 'failed' as const } : result,
      )
      const now = clock.now().toString()
      const messages = rows.flatMap((row, index) => {
        const result = settled[index] as Result
        return result.status === 'queued' ? [] : [notified(row, result, now)]
      })
      const payload = messages.length > 0 ? JSON.stringify({ messages }) : null
      await recordDelivery(db, { propertyId: showing.property_id, bookingId, results: settled, payload }, now)
      if (results.some((result) => result.status === 'queued')) throw new Error('some messages could not be sent')
    },

    noticePdf: (showing: ShowingRow) => notices.noticePdf(showing),
  }
}

export type NotificationService = ReturnType<typeof createNotificationService>

const notified = (row: PlannedRow, result: Result, now: string): NotifiedMessage => ({
  event: row.event,
  channel: row.channel,
  role: row.role,
  status: result.status === 'sent' ? 'Sent' : 'Not sent',
  reason: result.reason,
  sentAt: result.status === 'sent' ? now : null,
  to: typeof row.recipient === 'string' ? row.recipient : row.recipient.name,
  cc: row.cc,
  reference: result.reference,
})

const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())

function viewOf(
  row: ShowingRow,
  parts: { publicUrl: string; notices: NoticeService; calendar: Calendar },
): BookingView {
  const { publicUrl } = parts
  const isNoticed = row.occupancy_status !== 'vacant' && row.status !== 'pending'
  return {
    confirmationNumber: row.confirmation_number,
    status: row.status === 'pending' ? 'pending' : 'confirmed',
    startsAt: instantOf(row.starts_at),
    endsAt: instantOf(row.ends_at),
    timeZone: row.time_zone,
    property: {
      addressLine1: row.address_line1,
      unitNumber: row.unit_number,
      city: row.city,
      state: row.state,
      fullAddress: fullAddress(row),
    },
    occupancy: row.occupancy_status,
    buyer: { name: row.buyer_name, email: row.buyer_email, phone: row.buyer_phone },
    buyersAgent: { name: row.buyer_agent_name, email: row.buyer_agent_email, phone: row.buyer_agent_phone },
    requesterType: row.requester_type,
    specialRequests: row.special_requests,
    agent: { name: row.agent_name, email: row.agent_email, phone: row.agent_phone },
    resident: occupantOf({
      occupancy: row.occupancy_status,
      resident: { name: row.resident_name, phone: row.resident_phone, email: row.resident_email },
      owner: { name: row.owner_name, phone: row.owner_phone, email: row.owner_email },
    }),
    amountCents: row.amount_cents,
    mailUpgradeCents: row.mail_upgrade ? MAIL_UPGRADE_CENTS : 0,
    decisionDueAt: row.decision_due_at && instantOf(row.decision_due_at),
    manageUrl: `${publicUrl}/showingbooker/booking/${row.manage_token}`,
    bookingPageUrl: `${publicUrl}/showingbooker/book/${row.slug}`,
    dashboardUrl: `${publicUrl}/overview`,
    noticeUrl: isNoticed ? `${publicUrl}/api/showingbooker/public/notice/${row.notice_token}` : null,
    notice: isNoticed ? parts.notices.notice(row) : null,
    calendar: {
      ...parts.calendar.links(row),
      ics: `${publicUrl}/api/showingbooker/public/booking/${row.manage_token}/calendar.ics`,
    },
  }
}
