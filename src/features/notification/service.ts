import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Calendar } from '../calendar/service.ts'
import type { NoticeService } from '../notice/service.ts'
import { MAIL_UPGRADE_CENTS } from '../payment/domain.ts'
import { fullAddress } from '../property/domain.ts'
import type { ShowingRow } from '../showing/repository.ts'
import { ABANDONED, FAILURES, type NotificationEvent, occupantOf, retryPause, tellsResident } from './domain.ts'
import { type BookingView, composeMessage } from './messages.ts'
import type { MessageSenders, PostalAddress } from './ports.ts'
import { enqueueRetry, listAbandoned, markSending, type PlannedRow, type Result, recordDelivery } from './repository.ts'

/** How long a message may be unfinished before its job is looked for. */
const ABANDONED_AFTER = { minutes: 5 }
const SWEEP = 200

/** Works off the messages that a booking's transaction planned. */
export function createNotificationService(options: {
  db: Database
  clock: Clock
  log: Logger
  publicUrl: string
  /** What e-mail is from, and where letters go back to. */
  mailFrom: string
  returnAddress: PostalAddress
  senders: MessageSenders
  notices: NoticeService
  calendar: Calendar
  findShowing: (id: string) => Promise<ShowingRow | null>
  random?: () => number
}) {
  const { db, clock, log, publicUrl, senders, notices, calendar } = options
  const random = options.random ?? Math.random
  const froms = { sms: null, email: options.mailFrom, certified_mail: options.returnAddress }

  /**
   * Sends one message. The row's id goes along as idempotency key: a repeated send is the same message.
   * @returns the vendor's reference; null: it could not be sent
   */
  async function send(row: PlannedRow, showing: ShowingRow, view: BookingView): Promise<string | null> {
    try {
      const composed = composeMessage(
        { event: row.event as NotificationEvent, channel: row.channel, role: row.role, cc: row.cc },
        row.channel === 'certified_mail' ? { ...view, notice: notices.letter(showing) } : view,
      )
      const { reference } = await senders[row.channel].send({
        id: row.id,
        bookingId: showing.id,
        role: row.role,
        from: froms[row.channel],
        to: row.recipient,
        cc: row.cc,
        ...composed,
        attachmentKey: await attachmentOf(row, showing, view),
      })
      return reference
    } catch (error) {
      log.warn({ err: error, notificationId: row.id, channel: row.channel }, 'a message could not be sent')
      return null
    }
  }

  async function attachmentOf(row: PlannedRow, showing: ShowingRow, view: BookingView): Promise<string | null> {
    if (row.channel === 'certified_mail') return notices.keepLetter(showing)
    return view.notice && row.channel === 'email' && tellsResident(row) ? notices.keepNotice(showing) : null
  }

  return {
    /**
     * Sends what a booking still owes and logs what became of it; what could not be sent is tried again later, and
     * after the last attempt is failed for good. Safe to run twice, and twice at once.
     * @param attempt from 1
     */
    async deliver(bookingId: string, attempt = 1): Promise<void> {
      const rows = await markSending(db, bookingId)
      if (rows.length === 0) return
      const showing = await options.findShowing(bookingId)
      if (!showing) throw new Error(`no booking ${bookingId}`)
      const view = viewOf(showing, { publicUrl, notices, calendar, tellsResident: rows.some(tellsResident) })
      const pause = retryPause(attempt, random())
      const sent = await Promise.all(rows.map((row) => (row.status === 'not_sent' ? null : send(row, showing, view))))
      const now = clock.now()
      const results = rows.map((row, index): Result => {
        const reference = sent[index]
        if (reference) return final(row, { status: 'sent', reference, reason: null }, now.toString())
        if (row.status === 'not_sent') return final(row, { status: 'not_sent', reason: row.reason }, now.toString())
        const reason = FAILURES[row.channel]
        if (pause === null) return final(row, { status: 'failed', reason }, now.toString())
        return { id: row.id, status: 'queued', reference: null, reason, message: null }
      })
      await recordDelivery(db, { propertyId: showing.property_id, bookingId, results }, now.toString())
      const hasFailed = results.some(({ status }) => status === 'failed')
      if (hasFailed) log.error({ bookingId, attempt }, 'messages could not be sent and will not be tried again')
      if (pause !== null && results.some(({ status }) => status === 'queued')) {
        await enqueueRetry(db, bookingId, attempt + 1, now.add({ seconds: pause }).toString())
      }
    },

    /** Finishes, as failed, the messages that a process left behind which died in the last attempt of their job. */
    async finishAbandoned(): Promise<void> {
      const now = clock.now()
      const before = now.subtract(ABANDONED_AFTER).toString()
      for (;;) {
        const abandoned = await listAbandoned(db, { before, limit: SWEEP })
        for (const { bookingId, propertyId, rows } of abandoned) {
          const results = rows.map((row) =>
            row.status === 'not_sent'
              ? final(row, { status: 'not_sent', reason: row.reason }, now.toString())
              : final(row, { status: 'failed', reason: ABANDONED }, now.toString()),
          )
          await recordDelivery(db, { propertyId, bookingId, results }, now.toString())
          log.error({ bookingId, messages: rows.length }, 'messages were left behind and will not be tried again')
        }
        if (abandoned.length < SWEEP) return
      }
    },

    noticePdf: (showing: ShowingRow) => notices.noticePdf(showing),
  }
}

export type NotificationService = ReturnType<typeof createNotificationService>

type Outcome = { status: 'sent' | 'not_sent' | 'failed'; reference?: string; reason: string | null }

/** A result that ends its row, with what the log says of it. */
function final(row: PlannedRow, { status, reference, reason }: Outcome, now: string): Result {
  const isSent = status === 'sent'
  const message = {
    event: row.event,
    channel: row.channel,
    role: row.role,
    status: isSent ? ('Sent' as const) : ('Not sent' as const),
    reason,
    sentAt: isSent ? now : null,
    to: typeof row.recipient === 'string' ? row.recipient : row.recipient.name,
    cc: row.cc,
    reference: reference ?? null,
  }
  return { id: row.id, status, reference: reference ?? null, reason, message }
}

const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())

function viewOf(
  row: ShowingRow,
  parts: { publicUrl: string; notices: NoticeService; calendar: Calendar; tellsResident: boolean },
): BookingView {
  const { publicUrl } = parts
  // Whoever was to be told when it was planned is told, whoever lives there by now.
  const isNoticed = parts.tellsResident || (row.occupancy_status !== 'vacant' && row.status !== 'pending')
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
