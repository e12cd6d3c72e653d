import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type CircuitBreaker, CircuitOpen } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { instantOf } from '../../platform/instant.ts'
import { dialable } from '../../platform/phone.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import type { Showing, Showings } from '../entry-notice/ports.ts'
import type { NoticeService } from '../entry-notice/service.ts'
import { type Choice, SWITCHED_OFF } from '../preference/domain.ts'
import {
  type Attempt,
  type ClaimedRow,
  keptOf,
  NOTHING_KEPT,
  queuedAgain,
  type Result,
  resultOf,
  sentAttempt,
} from './attempt-domain.ts'
import { applyChoices, isFallback } from './choice-domain.ts'
import { foreignCopy, withForeignCopy } from './copy-domain.ts'
import { isAnnouncement, isReminder, notifiesResident } from './domain.ts'
import type { NotificationEvent } from './event-domain.ts'
import { listLastUpdates } from './invitation-repository.ts'
import { calendarUpdatesOf } from './invitation-service.ts'
import type { BookingView, ComposedMessage, MessageTarget } from './mail-messages.ts'
import { bookingView, composeFirstMessage, withReplies } from './messages.ts'
import { setOptedOut } from './opt-out-repository.ts'
import { CORRECTED, isForFormerEmail, reasonOutdated } from './outdated-domain.ts'
import type {
  Calendars,
  CalendarUpdate,
  Channel,
  InboundText,
  LetterLine,
  MessageSenders,
  Role,
  TextLimits,
  TextLine,
} from './ports.ts'
import { waitsUntil } from './quiet-domain.ts'
import { ABANDONED, FAILURES, NO_TEXT_CONSENT, OPTED_OUT, UNPAID_ABROAD, unsure } from './reason-domain.ts'
import { reasonNotSentNow } from './reminder-domain.ts'
import { composeReminder } from './reminder-messages.ts'
import {
  enqueueDue,
  enqueueRetry,
  keepTriedUntil,
  listAbandoned,
  listSpent,
  noteText,
  recordDeliveries,
} from './repository.ts'
import { maySendLater, nextTry, retryPause, SPARE_MS, type Wait } from './retry-domain.ts'
import type { SharedStatements } from './shared-statements-service.ts'
import { isUnpaidAbroad, lacksConsent } from './text-limits-domain.ts'
import { composeThreadMessage } from './thread-messages.ts'

/** A message may be unfinished for this long before we look for its job. */
const ABANDONED_AFTER = { minutes: 5 }
const SWEEP = 200
/** Pauses before each new try to record what a vendor took. A database restarts in a few seconds. */
const RETRY_WRITE_AFTER_MS = [50, 200, 500, 1_000, 2_000, 4_000, 8_000]

export type MessageDeps = {
  db: Database
  clock: Clock
  log: Logger
  publicUrl: string
  /** The sender of emails and the return address of letters. */
  mailFrom: string
  returnAddress: PostalAddress
  senders: MessageSenders
  textLimits: TextLimits
  breakers: Record<Channel, CircuitBreaker>
  /** `null` if the vendor is the embedded one, which makes no calls. */
  textLine: TextLine | null
  letterLine: LetterLine | null
  /** Handles the words of an incoming text. @returns the answer, or null for none */
  receiveWords: (inbound: InboundText) => Promise<string | null>
  notices: NoticeService
  calendar: Calendars
  /** `true` if we do not charge real cards. Receipts say so. */
  isTestMode: boolean
  showings: Showings
  /** Lists which messages agents chose to get, and how. */
  listChoices: (accountIds: string[]) => Promise<Map<string, Choice[]>>
  /** Composes messages about changes of a booking. @returns `null` if the message reads like that of a new booking */
  composeShowingMessage: (
    bookingId: string,
    target: MessageTarget,
    view: BookingView,
  ) => Promise<ComposedMessage | null>
  /** Marks a message if its showing is a demo. */
  markDemo: (showing: Showing, channel: Channel, composed: ComposedMessage) => ComposedMessage
  random?: () => number
}

type SendingDeps = MessageDeps & { shared: SharedStatements }

/**
 * Sends the queued messages of a booking and logs the results. If it cannot send a message, it retries later. After a
 * day, or if the vendor refuses it for good, the message has failed. It may run twice, even in parallel.
 * @param attempt from 1
 */
export async function deliver(deps: SendingDeps, bookingId: string, attempt = 1): Promise<void> {
  const { db, clock, publicUrl, notices, calendar, log, showings, shared } = deps
  const { rows: marked, busyUntil, dueAt } = await shared.markSending(bookingId)
  if (dueAt) await enqueueDue(db, bookingId, dueAt.toString())
  const lookAgain = async () => busyUntil && enqueueRetry(db, bookingId, attempt, busyUntil.toString())
  if (marked.length === 0) return void (await lookAgain())
  const showing = await shared.findShowing(bookingId)
  if (!showing) throw new Error(`no booking ${bookingId}`)
  const [optedOut, choices] = await Promise.all([listOptedOutTexts(deps, marked), shared.listChoices(showing.ownerId)])
  // Most agents turn nothing off. Then we query nothing.
  const lastUpdates = choices.length > 0 ? await listLastUpdates(db, bookingId) : new Map()
  const { rows, off } = applyChoices(marked, showing, choices, { optedOut, lastUpdates })
  const parts = { publicUrl, notices, calendar, isTestMode: deps.isTestMode, sentAt: clock.now() }
  const view = () => bookingView(showing, { ...parts, notifiesResident: rows.some(notifiesResident) })
  const isOfNotice = rows.some(({ event }) => event === 'reminder_notice')
  const isNoticeDue = isOfNotice && (await showings.listNoticesDue([bookingId], clock.now())).has(bookingId)
  const random = deps.random ?? Math.random
  const pause = retryPause(attempt, random())
  const wanted = rows.filter(({ id }) => !off.has(id))
  const updates = await calendarUpdatesOf({ ...deps, storeUpdates: shared.storeUpdates }, wanted, showing)
  const tried = await attemptAll(deps, rows, showing, off, { isNoticeDue, optedOut, view, updates })
  const now = clock.now()
  const waits: Wait[] = []
  const results = rows.map((row, index): Result => {
    const one = tried[index] as Attempt
    if (one.status !== 'later') return resultOf(row, one, now.toString())
    const reason = isReal(deps, row.channel) ? unsure(FAILURES[row.channel]) : FAILURES[row.channel]
    if (!maySendLater(one, { plannedAt: instantOf(row.planned_at), pause, now }))
      return resultOf(row, { status: 'failed', reason }, now.toString())
    waits.push(one)
    return queuedAgain(row, reason)
  })
  await shared.recordDelivery({ property_id: showing.propertyId, booking_id: bookingId, at: now.toString(), results })
  const hasFailed = results.some(({ status }) => status === 'failed')
  if (hasFailed) log.error({ bookingId, attempt }, 'messages could not be sent, and we will not retry them')
  if (waits.length === 0) return void (await lookAgain())
  const next = nextTry(waits, { attempt, pause, now, random })
  await enqueueRetry(db, bookingId, next.attempt, next.at.toString())
}

type About = {
  isNoticeDue: boolean
  optedOut: ReadonlySet<string>
  view: () => BookingView
  updates: ReadonlyMap<string, CalendarUpdate>
}

/**
 * Attempts each message. A request to decide that does not go out the way that the agent chose goes the other way.
 * @param off IDs of the messages that the agent has turned off
 */
async function attemptAll(
  deps: SendingDeps,
  rows: ClaimedRow[],
  showing: Showing,
  off: ReadonlySet<string>,
  about: About,
): Promise<Attempt[]> {
  const attempt = (row: ClaimedRow, isOff: boolean) => attemptFor(deps, row, showing, { ...about, isOff })
  const first = await Promise.all(
    rows.map((row) => (isFallback(row, off, showing.status) ? null : attempt(row, off.has(row.id)))),
  )
  const hasGoneOut = ({ event }: ClaimedRow) =>
    rows.some((one, index) => one.role === 'listing_agent' && one.event === event && first[index]?.status === 'sent')
  return Promise.all(rows.map((row, index) => first[index] ?? attempt(row, hasGoneOut(row))))
}

/** Sends a message, unless it must not go out, or not now. The first reason that applies counts. */
async function attemptFor(
  deps: SendingDeps,
  row: ClaimedRow,
  showing: Showing,
  about: About & { isOff: boolean },
): Promise<Attempt> {
  const now = deps.clock.now()
  if (row.status === 'not_sent') return { status: 'not_sent', reason: row.reason }
  const outdated = outdatedOf(deps, row, showing, about.isNoticeDue)
  if (outdated) return leaveUnsent(deps, row, outdated)
  if (isForFormerEmail(row, showing.isProductDemo ? null : showing.buyer.email))
    return leaveUnsent(deps, row, CORRECTED)
  const number = row.channel === 'sms' ? dialable(String(row.recipient)) : null
  if (lacksConsent(row, showing)) return leaveUnsent(deps, row, NO_TEXT_CONSENT)
  if (isUnpaidAbroad(row, number, showing.amountCents)) return leaveUnsent(deps, row, UNPAID_ABROAD)
  if (about.isOff) return leaveUnsent(deps, row, SWITCHED_OFF)
  const until = waitsUntil(row, showing, now)
  if (until) return { status: 'later', until }
  if (about.optedOut.has(row.id)) return leaveUnsent(deps, row, OPTED_OUT)
  return send(deps, row, showing, about)
}

/** Marks messages as failed if the process died in the last attempt of their job. */
export async function finishAbandoned({ clock, db, log }: MessageDeps): Promise<void> {
  const now = clock.now()
  const before = now.subtract(ABANDONED_AFTER).toString()
  for (;;) {
    const abandoned = await listAbandoned(db, { before, limit: SWEEP })
    for (const { bookingId, propertyId, rows } of abandoned) {
      const results = rows.map((row) =>
        row.status === 'not_sent'
          ? resultOf(row, { status: 'not_sent', reason: row.reason }, now.toString())
          : resultOf(row, { status: 'failed', reason: ABANDONED }, now.toString()),
      )
      await recordDeliveries(db, [{ property_id: propertyId, booking_id: bookingId, at: now.toString(), results }])
      log.error({ bookingId, messages: rows.length }, 'messages were left behind, and we will not retry them')
    }
    if (abandoned.length < SWEEP) return
  }
}

/** Sends one message with the row's `send_id` as the idempotency key, so that a repeated send is the same message. */
async function send(
  deps: SendingDeps,
  row: ClaimedRow,
  showing: Showing,
  { view: viewOf, updates }: Pick<About, 'view' | 'updates'>,
): Promise<Attempt> {
  const { db, clock, breakers, senders, log, shared } = deps
  const note = (mailbox: string) => shared.noteDelivered({ id: row.id, send_id: row.send_id, mailbox })
  const unnoted = new Set<string>()
  try {
    const { view, composed } = await compose(deps, row, showing, viewOf)
    const message = {
      bookingId: showing.id,
      role: row.role,
      from: fromOf(deps, row.channel),
      cc: row.cc,
      ...withReplies(row, showing.isProductDemo ? null : showing.agent.email, showing.buyer.email, composed),
      calendar: updates.get(row.id) ?? null,
      attachmentKey: await attachmentOf(deps, row, showing, view),
      ...traceOf(deps, row),
      delivered: row.delivered,
      noteDelivered: async (mailbox: string) => {
        unnoted.add(mailbox)
        row.delivered.push(mailbox)
        await note(mailbox).then(
          () => unnoted.delete(mailbox),
          () => undefined,
        )
      },
      isRepeat: row.attempts > 1,
    }
    // A letter takes a while to print and costs money, so we check again whether it is still needed.
    const latest = row.channel === 'certified_mail' ? await deps.showings.find(showing.id) : null
    const outdated = latest && outdatedOf(deps, row, latest, false)
    if (outdated) return await leaveUnsent(deps, row, outdated)
    if (isLeaseSpent(deps, row)) return { status: 'later', until: null }
    // While the breaker is open, we do not try the text, so only `noteTry` records it.
    const isNoted = row.channel !== 'sms' || !isReal(deps, 'sms') || row.tried_texts.includes(message.text)
    const noteTry = async () => {
      if (isNoted) return
      await noteText(db, row, message.text)
      if (isLeaseSpent(deps, row)) throw new Error('the database took too long to record a text')
    }
    // We record the mailboxes after the breaker's call, because the vendor is not to blame for a fault of the database.
    const sent = await breakers[row.channel]
      .run(() => senders[row.channel].send(message), noteTry)
      .finally(() => Promise.all([...unnoted].map((mailbox) => retryWrite(() => note(mailbox)))))
    return sentAttempt(row.channel, sent, keptOf(row.role, message, showing.manageToken))
  } catch (error) {
    if (error instanceof CircuitOpen) return { status: 'later', until: error.until }
    log.warn({ err: error, notificationId: row.id, channel: row.channel }, 'a message could not be sent')
    if (!(error instanceof VendorError) || !error.isPermanent) return { status: 'later', until: null }
    if (!error.hasOptedOut) return { status: 'failed', reason: error.reason ?? FAILURES[row.channel] }
    const optOut = { phone: String(row.recipient), isOut: true, word: error.message, reference: null }
    await setOptedOut(db, optOut, clock.now().toString())
    return { status: 'not_sent', reason: OPTED_OUT }
  }
}

/** Writes a message in the language of its reader, and its copy in the language of those who get the copy. */
async function compose(
  deps: SendingDeps,
  row: ClaimedRow,
  showing: Showing,
  viewOf: () => BookingView,
): Promise<{ view: BookingView; composed: ComposedMessage }> {
  const { channel, role, cc, recipient } = row
  const isCurrent = row.round === showing.calendarSequence
  const target = { event: row.event as NotificationEvent, channel, role, cc, recipient, isCurrent }
  const isLater = target.event !== 'booked' && target.event !== 'slot_lost'
  const write = (reader: Role) =>
    inLanguage(showing.languages[reader], async () => {
      const view = viewOf()
      const composed =
        (row.thread_words !== null && composeThreadMessage(target, view, row.thread_words)) ||
        (isReminder(target.event) && composeReminder(target, view)) ||
        (isLater && (await deps.composeShowingMessage(showing.id, target, view))) ||
        composeFirstMessage(
          target,
          channel === 'certified_mail' ? { ...view, notice: deps.notices.letter(showing) } : view,
        )
      return { view, composed: deps.markDemo(showing, channel, composed) }
    })
  const { view, composed } = await write(role)
  const foreign = composed.copy && foreignCopy(row, showing)
  if (!foreign) return { view, composed }
  const copy = (await write(foreign.reader)).composed
  return { view, composed: withForeignCopy(composed, copy, foreign.at) }
}

/** Tells whether so little time is left that another sender may start before a slow vendor answers. */
const isLeaseSpent = (deps: SendingDeps, row: ClaimedRow) =>
  deps.clock.now().epochMilliseconds >
  row.sending_until.getTime() - SPARE_MS[isReal(deps, row.channel) ? 'real' : 'embedded']

/**
 * Repeats a write while the database is away for a moment. If the write were lost, a mailbox would get an email twice.
 * Together, the pauses are shorter than the time that a sender has left (SPARE_MS).
 * @throws the error of the last try
 */
async function retryWrite(write: () => Promise<void>): Promise<void> {
  for (const pause of RETRY_WRITE_AFTER_MS) {
    try {
      return await write()
    } catch {
      await delay(pause)
    }
  }
  await write()
}

const fromOf = (deps: MessageDeps, channel: Channel) =>
  ({ sms: null, email: deps.mailFrom, certified_mail: deps.returnAddress })[channel]

/** Keeps the notice that a message announces, because its link must later show what it said. @returns the attachment */
async function attachmentOf(
  { notices }: MessageDeps,
  row: ClaimedRow,
  showing: Showing,
  view: BookingView,
): Promise<string | null> {
  const isNotice = isAnnouncement(row.event) && view.notice && notifiesResident(row)
  const notice = isNotice ? await notices.keepNotice(showing) : null
  if (row.channel === 'certified_mail') return notices.keepLetter(showing)
  return row.channel === 'email' ? notice : null
}

function outdatedOf({ clock }: MessageDeps, row: ClaimedRow, showing: Showing, isNoticeDue: boolean): string | null {
  const now = clock.now()
  const isOver = (end: Temporal.Instant) => Temporal.Instant.compare(end, now) <= 0
  const { heldUntil, question } = showing
  const openTurn = question && !isOver(question.dueAt) ? question.turn : null
  return (
    reasonOutdated(
      { ...row, isAgain: row.send_id !== row.id },
      { ...showing, isHoldOver: isOver(heldUntil), openTurn },
    ) ?? reasonNotSentNow(row, showing, now, isNoticeDue)
  )
}

const isReal = ({ breakers }: MessageDeps, channel: Channel) => breakers[channel].health().isReal

/** Says how to find an earlier try of a message. */
const traceOf = ({ db }: MessageDeps, row: ClaimedRow) => ({
  id: row.send_id,
  to: row.recipient,
  plannedAt: row.planned_at.toISOString(),
  earlierTexts: row.tried_texts,
  listSpent: (references: string[]) => listSpent(db, row.id, references),
})

async function leaveUnsent(deps: MessageDeps, row: ClaimedRow, reason: string): Promise<Attempt> {
  const attempt = await attemptToLeaveUnsent(deps, row, reason)
  // This attempt gave the vendor nothing, so only the previous try may still be running, and no longer than before.
  if (attempt.status === 'later') await keepTriedUntil(deps.db, row)
  return attempt
}

/** Leaves a message unsent, unless an earlier try arrived, which is then the result. */
async function attemptToLeaveUnsent(deps: MessageDeps, row: ClaimedRow, reason: string): Promise<Attempt> {
  const { senders, clock, breakers } = deps
  if (row.attempts <= 1) return { status: 'not_sent', reason }
  const { find } = senders[row.channel]
  if (!find) return { status: 'not_sent', reason: isReal(deps, row.channel) ? unsure(reason) : reason }
  // An earlier try may still be running at a slow vendor.
  const triedUntil = row.tried_until && instantOf(row.tried_until)
  if (triedUntil && Temporal.Instant.compare(clock.now(), triedUntil) < 0) return { status: 'later', until: triedUntil }
  try {
    const earlier = await breakers[row.channel].run(() => find(traceOf(deps, row)))
    return earlier ? sentAttempt(row.channel, earlier, NOTHING_KEPT) : { status: 'not_sent', reason }
  } catch (error) {
    return { status: 'later', until: error instanceof CircuitOpen ? error.until : null }
  }
}

/** Lists the IDs of texts to phones that opted out. */
async function listOptedOutTexts({ shared }: SendingDeps, rows: ClaimedRow[]): Promise<Set<string>> {
  const texts = rows
    .filter(({ channel, status }) => channel === 'sms' && status === 'sending')
    .map(({ id, recipient }) => ({ id, phone: dialable(String(recipient)) }))
  if (texts.length === 0) return new Set()
  const optedOut = await shared.listOptedOut([...new Set(texts.flatMap(({ phone }) => phone ?? []))])
  return new Set(texts.filter(({ phone }) => phone && optedOut.includes(phone)).map(({ id }) => id))
}
