import { randomUUIDv7 } from 'node:crypto'
import type { Logger } from 'pino'
import { type Actor, requireAccount, requireAdmin } from '../../platform/actor.ts'
import { type CircuitBreaker, CircuitOpen } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError, notFound } from '../../platform/errors.ts'
import { instantOf } from '../../platform/instant.ts'
import type { PageRange } from '../../platform/paging.ts'
import { dialable, phoneKey } from '../../platform/phone.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import type { Showing, Showings } from '../entry-notice/ports.ts'
import type { NoticeService } from '../entry-notice/service.ts'
import * as rule from './domain.ts'
import {
  type BookingView,
  bookingView,
  type ComposedMessage,
  composeMessage,
  type MessageTarget,
  withReplies,
} from './messages.ts'
import type {
  Calendars,
  CalendarUpdate,
  Carriage,
  Channel,
  LetterLine,
  MessageSenders,
  SignedCall,
  TextLine,
} from './ports.ts'
import * as messages from './repository.ts'
import { enqueueRetry, listAbandoned, markSending, type PlannedRow, type Result, recordDelivery } from './repository.ts'
import { textReply } from './text-messages.ts'

/** How long a message may be unfinished before its job is looked for. */
const ABANDONED_AFTER = { minutes: 5 }
const SWEEP = 200
/** What waits for the same vendor does not come back in the same moment. */
const SPREAD_SECONDS = 10

/** Works off the messages that a booking's transaction planned, and hears what their vendors say of them later. */
export function createMessageService(options: {
  db: Database
  clock: Clock
  log: Logger
  publicUrl: string
  /** What e-mail is from, and where letters go back to. */
  mailFrom: string
  returnAddress: PostalAddress
  senders: MessageSenders
  breakers: Record<Channel, CircuitBreaker>
  /** null: the vendor is the embedded one, which calls nobody. */
  textLine: TextLine | null
  letterLine: LetterLine | null
  notices: NoticeService
  calendar: Calendars
  /** What each mail tells the calendars behind its mailboxes, by the row's id. */
  invitations: { updatesOf(rows: PlannedRow[], showing: Showing): Promise<Map<string, CalendarUpdate>> }
  /** Cards are not charged for real: receipts say so. */
  isTestMode: boolean
  findShowing: Showings['find']
  /** The words of what happens to a booking later; null: it reads as a booking does. */
  composeStatusMessage: (bookingId: string, target: MessageTarget, view: BookingView) => Promise<ComposedMessage | null>
  /** Says of a demo that it is one. */
  markDemo: (showing: Showing, channel: Channel, composed: ComposedMessage) => ComposedMessage
  /** The words of a reminder, and why one is not sent after all; null: it is none. */
  reminders: {
    compose(target: MessageTarget, view: BookingView): ComposedMessage | null
    fault(row: PlannedRow, showing: Showing): string | null
  }
  random?: () => number
}) {
  const { db, clock, log, publicUrl, senders, breakers, notices, calendar } = options
  const fromOf = (channel: Channel) =>
    ({ sms: null, email: options.mailFrom, certified_mail: options.returnAddress })[channel]

  /** Sends one message. The row's own id goes along as idempotency key: a repeated send is the same message. */
  async function send(
    row: PlannedRow,
    showing: Showing,
    { view, update }: { view: BookingView; update: CalendarUpdate | null },
  ): Promise<rule.Attempt> {
    try {
      const isCurrent = row.round === showing.calendarSequence
      const { channel, role, cc } = row
      const target = { event: row.event as rule.NotificationEvent, channel, role, cc, isCurrent }
      const isLater = target.event !== 'booked' && target.event !== 'slot_lost'
      const composed =
        options.reminders.compose(target, view) ||
        (isLater && (await options.composeStatusMessage(showing.id, target, view))) ||
        composeMessage(target, row.channel === 'certified_mail' ? { ...view, notice: notices.letter(showing) } : view)
      const message = {
        bookingId: showing.id,
        role: row.role,
        from: fromOf(row.channel),
        cc: row.cc,
        ...withReplies(
          row,
          showing.isProductDemo ? null : showing.agent.email,
          options.markDemo(showing, row.channel, composed),
        ),
        calendar: update,
        attachmentKey: await attachmentOf(row, showing, view),
        ...traceOf(row),
        delivered: row.delivered,
        noteDelivered: (mailbox: string) => messages.noteDelivered(db, row, mailbox),
        isRepeat: row.attempts > 1,
      }
      const isNoted = row.channel !== 'sms' || !isReal('sms') || row.tried_texts.includes(message.text)
      if (!isNoted) await messages.noteText(db, row, message.text)
      // A letter takes a while to print, and costs money: is it still wanted?
      const latest = row.channel === 'certified_mail' ? await options.findShowing(showing.id) : null
      const outdated = latest && outdatedOf(row, latest)
      if (outdated) return await leave(row, outdated)
      // Too little is left of its time: another sender may begin before a slow vendor answers.
      if (
        clock.now().epochMilliseconds >
        row.sending_until.getTime() - rule.SPARE_MS[isReal(row.channel) ? 'real' : 'embedded']
      )
        return { status: 'later', until: null }
      const sent = await breakers[row.channel].run(() => senders[row.channel].send(message))
      return rule.sentAttempt(row.channel, sent)
    } catch (error) {
      if (error instanceof CircuitOpen) return { status: 'later', until: error.until }
      log.warn({ err: error, notificationId: row.id, channel: row.channel }, 'a message could not be sent')
      if (!(error instanceof VendorError) || !error.isPermanent) return { status: 'later', until: null }
      if (!error.hasOptedOut) return { status: 'failed', reason: error.reason ?? rule.FAILURES[row.channel] }
      await setOptedOut(String(row.recipient), { isOut: true, word: error.message, reference: null })
      return { status: 'not_sent', reason: rule.OPTED_OUT }
    }
  }

  const outdatedOf = (row: PlannedRow, showing: Showing) =>
    rule.outdatedFault({ ...row, isAgain: row.send_id !== row.id }, showing) ?? options.reminders.fault(row, showing)

  const isReal = (channel: Channel) => breakers[channel].health().isReal

  /** By what an earlier try of it is found. */
  const traceOf = (row: PlannedRow) => ({
    id: row.send_id,
    to: row.recipient,
    plannedAt: row.planned_at.toISOString(),
    earlierTexts: row.tried_texts,
    listSpent: (references: string[]) => messages.listSpent(db, row.id, references),
  })

  async function leave(row: PlannedRow, reason: string): Promise<rule.Attempt> {
    const attempt = await attemptToLeave(row, reason)
    // The vendor was given nothing: what it may still be taking is the try before this one, no longer than before.
    if (attempt.status === 'later') await messages.keepTriedUntil(db, row)
    return attempt
  }

  /** What is not sent any more. An earlier try of it may have arrived all the same: then that is the truth. */
  async function attemptToLeave(row: PlannedRow, reason: string): Promise<rule.Attempt> {
    if (row.attempts <= 1) return { status: 'not_sent', reason }
    const { find } = senders[row.channel]
    if (!find) return { status: 'not_sent', reason: isReal(row.channel) ? rule.unsure(reason) : reason }
    // A vendor that answers late may still be taking what an earlier try gave it.
    const triedUntil = row.tried_until && instantOf(row.tried_until)
    if (triedUntil && Temporal.Instant.compare(clock.now(), triedUntil) < 0)
      return { status: 'later', until: triedUntil }
    try {
      const earlier = await breakers[row.channel].run(() => find(traceOf(row)))
      return earlier ? rule.sentAttempt(row.channel, earlier) : { status: 'not_sent', reason }
    } catch (error) {
      return { status: 'later', until: error instanceof CircuitOpen ? error.until : null }
    }
  }

  const setOptedOut = (phone: string, change: { isOut: boolean; word: string; reference: string | null }) =>
    messages.setOptedOut(db, { phone, ...change }, clock.now().toString())
  /** Ids of the texts whose phone wants none, at this moment. */
  async function listSilenced(rows: PlannedRow[]): Promise<Set<string>> {
    const texts = rows
      .filter(({ channel, status }) => channel === 'sms' && status === 'sending')
      .map(({ id, recipient }) => ({ id, phone: dialable(String(recipient)) }))
    if (texts.length === 0) return new Set()
    const optedOut = await messages.listOptedOut(db, [...new Set(texts.flatMap(({ phone }) => phone ?? []))])
    return new Set(texts.filter(({ phone }) => phone && optedOut.has(phone)).map(({ id }) => id))
  }

  async function attachmentOf(row: PlannedRow, showing: Showing, view: BookingView): Promise<string | null> {
    if (row.channel === 'certified_mail') return notices.keepLetter(showing)
    const isNotice = row.event === 'booked' || row.event === 'approved' || row.event === 'moved'
    return isNotice && view.notice && row.channel === 'email' && rule.tellsResident(row)
      ? notices.keepNotice(showing)
      : null
  }

  async function record(carriage: Carriage | null): Promise<void> {
    if (!carriage) return
    if (carriage.optedOut) {
      await setOptedOut(carriage.optedOut, { isOut: true, word: carriage.code ?? '', reference: carriage.reference })
    }
    const isKnown = await messages.recordCarriage(db, carriage, clock.now().toString())
    if (isKnown) return
    const { eventId: id, vendor, type } = carriage
    log.warn({ vendor, type }, 'a delivery of no message of ours')
    await messages.insertStray(db, { id, vendor, type }, clock.now().toString())
  }

  async function planAgain(actor: Actor, rows: messages.ListedNotification[]): Promise<void> {
    const [first] = rows
    if (!first) return
    const now = clock.now()
    const refused = rows.map((row) => rule.resendFault(row, now))
    const wanted = rows.filter((_, index) => !refused[index])
    const [fault] = refused
    if (wanted.length === 0 && fault) throw fault
    const again = {
      bookingId: first.booking_id,
      messages: wanted.map(({ id }) => ({ id, send_id: randomUUIDv7() })),
      by: requireAccount(actor).accountId,
    }
    // Somebody else was quicker, in this very moment.
    if ((await messages.planAgain(db, again, now.toString())) === 0)
      throw rule.tooSoon(new Date(now.epochMilliseconds), now)
  }

  return {
    /**
     * Sends what a booking still owes and logs what became of it; what could not be sent is tried again later, and
     * after a day, or when its vendor refuses it for good, has failed. Safe to run twice, and twice at once.
     * @param attempt from 1
     */
    async deliver(bookingId: string, attempt = 1): Promise<void> {
      const real = (Object.keys(breakers) as Channel[]).filter(isReal)
      const { rows, busyUntil } = await markSending(db, bookingId, { real, now: clock.now() })
      const lookAgain = async () => busyUntil && enqueueRetry(db, bookingId, attempt, busyUntil.toString())
      if (rows.length === 0) return void (await lookAgain())
      const showing = await options.findShowing(bookingId)
      if (!showing) throw new Error(`no booking ${bookingId}`)
      const parts = { publicUrl, notices, calendar, isTestMode: options.isTestMode }
      const view = bookingView(showing, { ...parts, tellsResident: rows.some(rule.tellsResident) })
      const random = options.random ?? Math.random
      const pause = rule.retryPause(attempt, random())
      const [silenced, updates] = await Promise.all([listSilenced(rows), options.invitations.updatesOf(rows, showing)])
      const tried = await Promise.all(
        rows.map((row): Promise<rule.Attempt> | rule.Attempt => {
          if (row.status === 'not_sent') return { status: 'not_sent', reason: row.reason }
          const outdated = outdatedOf(row, showing)
          if (outdated) return leave(row, outdated)
          return silenced.has(row.id)
            ? leave(row, rule.OPTED_OUT)
            : send(row, showing, { view, update: updates.get(row.id) ?? null })
        }),
      )
      const now = clock.now()
      const hasTime = (row: PlannedRow) =>
        Temporal.Instant.compare(instantOf(row.planned_at).add(rule.GIVEN_UP_AFTER), now) > 0
      const later: { until: Temporal.Instant | null }[] = []
      const results = rows.map((row, index): Result => {
        const one = tried[index] as rule.Attempt
        if (one.status !== 'later') return rule.resultOf(row, one, now.toString())
        const reason = isReal(row.channel) ? rule.unsure(rule.FAILURES[row.channel]) : rule.FAILURES[row.channel]
        if ((pause === null && one.until === null) || !hasTime(row)) {
          return rule.resultOf(row, { status: 'failed', reason }, now.toString())
        }
        later.push(one)
        const { id, send_id, attempts } = row
        return {
          id,
          send_id,
          attempts,
          status: 'queued',
          reference: null,
          tracking_number: null,
          reason,
          message: null,
        }
      })
      await recordDelivery(db, { propertyId: showing.propertyId, bookingId, results }, now.toString())
      const hasFailed = results.some(({ status }) => status === 'failed')
      if (hasFailed) log.error({ bookingId, attempt }, 'messages could not be sent and will not be tried again')
      if (later.length === 0) return void (await lookAgain())
      // Only what was really tried counts as an attempt.
      const isTried = pause !== null && later.some(({ until }) => until === null)
      const soonest = later.flatMap(({ until }) => until ?? []).sort(Temporal.Instant.compare)[0] ?? now
      const at = isTried
        ? now.add({ seconds: pause })
        : soonest.add({ milliseconds: Math.round(random() * SPREAD_SECONDS * 1000) })
      await enqueueRetry(db, bookingId, isTried ? attempt + 1 : attempt, at.toString())
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
              ? rule.resultOf(row, { status: 'not_sent', reason: row.reason }, now.toString())
              : rule.resultOf(row, { status: 'failed', reason: rule.ABANDONED }, now.toString()),
          )
          await recordDelivery(db, { propertyId, bookingId, results }, now.toString())
          log.error({ bookingId, messages: rows.length }, 'messages were left behind and will not be tried again')
        }
        if (abandoned.length < SWEEP) return
      }
    },

    noticePdf: (showing: Showing) => notices.linkedPdf(showing),

    /** A booking's messages and what became of them. @throws DomainError unauthenticated, not_found */
    async list(actor: Actor, bookingId: string): Promise<messages.ListedNotification[]> {
      const rows = await messages.listNotifications(db, { ownerId: scopeOf(actor), bookingId })
      if (rows.length > 0) return rows
      const showing = await options.findShowing(bookingId)
      const isOwn = showing && (scopeOf(actor) ?? showing.ownerId) === showing.ownerId
      if (!isOwn || !showing.bookedAt) throw noSuchBooking()
      return []
    },

    /** Messages that nobody tries to send any more, for an admin. @throws DomainError unauthenticated, forbidden */
    listFailed(actor: Actor, page: PageRange<{ id: string }>) {
      requireAdmin(actor)
      return messages.listFailed(db, page)
    },

    /** Plans a finished message once more. @throws DomainError unauthenticated, not_found, conflict, too_many */
    async resend(actor: Actor, id: string): Promise<messages.ListedNotification> {
      const row = await messages.findNotification(db, { ownerId: scopeOf(actor), id })
      if (!row) throw notFound('This message could not be found.')
      await planAgain(actor, [row])
      return { ...row, status: 'queued' }
    },

    /**
     * Plans the booking's own messages of a channel once more, of the last event that had any; `to` chooses among their
     * recipients. A letter that is with the post is not sent twice: its tracking number is the answer.
     * @throws DomainError unauthenticated, not_found, invalid, conflict, too_many
     */
    async resendChannel(
      actor: Actor,
      { channel, bookingId, to }: { channel: Channel; bookingId: string; to: string | null },
    ): Promise<messages.ListedNotification[]> {
      const all = await messages.listNotifications(db, { ownerId: scopeOf(actor), bookingId })
      if (all.length === 0) throw noSuchBooking()
      const own = all.filter((row) => row.channel === channel)
      const rows = own.filter(({ event }) => event === own.at(-1)?.event)
      if (rows.length === 0) throw notFound('This booking has no message of that kind.')
      const chosen = to === null ? rows : rows.filter(({ recipient }) => rule.isSameRecipient(recipient, to, phoneKey))
      if (chosen.length === 0) {
        throw new DomainError('invalid', 'not_a_party', 'Only the people of this booking can be written to.', {
          field: 'to',
        })
      }
      if (channel === 'certified_mail' && chosen.every(({ status }) => status === 'sent')) return chosen
      await planAgain(actor, chosen)
      return (await messages.listNotifications(db, { ownerId: null, bookingId })).filter(({ id }) =>
        chosen.some((row) => row.id === id),
      )
    },

    /** What the vendor of texts says of one. @throws DomainError forbidden, not_found */
    async receiveTextStatus(call: SignedCall): Promise<void> {
      await record(lineOf(options.textLine).readCarriage(call))
    },

    /** A text that came in: STOP, START and HELP are obeyed at once. @returns the answer, in the vendor's form */
    async receiveText(call: SignedCall): Promise<string> {
      const line = lineOf(options.textLine)
      const { from, text, reference, isAnswered } = line.readInbound(call)
      const keyword = rule.keywordOf(text)
      await messages.insertInbound(db, { id: reference, type: `inbound.${keyword ?? 'text'}` }, clock.now().toString())
      if (keyword === 'stop' || keyword === 'start') {
        await setOptedOut(from, { isOut: keyword === 'stop', word: keyword, reference })
      }
      return line.reply(keyword && !isAnswered ? textReply(keyword, `${publicUrl}/support`) : null)
    },

    /** What the post office says of a letter. @throws DomainError forbidden, not_found */
    async receiveLetterEvent(call: SignedCall): Promise<void> {
      await record(lineOf(options.letterLine).readCarriage(call))
    },
  }
}

export type MessageService = ReturnType<typeof createMessageService>

const noSuchBooking = () => notFound('This booking could not be found.', 'booking_not_found')

/** An admin acts for everybody. @throws DomainError unauthenticated */
const scopeOf = (actor: Actor): string | null => {
  const { accountId, role } = requireAccount(actor)
  return role === 'admin' ? null : accountId
}

function lineOf<Line>(line: Line | null): Line {
  if (!line) throw notFound('There is no such API route.')
  return line
}
