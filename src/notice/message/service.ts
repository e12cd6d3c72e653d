import { randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount, requireAdmin, scopeOf } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { untilNoneLeft } from '../../platform/db/deletion.ts'
import { DomainError, notFound } from '../../platform/errors.ts'
import type { PageRange } from '../../platform/paging.ts'
import { dialable, phoneKey } from '../../platform/phone.ts'
import { isNorthAmerican } from '../../platform/phone-link.ts'
import { type Count, countingTries } from '../../platform/try-limit.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { WEBHOOK_DAYS } from '../../platform/webhook-age.ts'
import type { Showing } from '../entry-notice/ports.ts'
import * as t from '../text/message.ts'
import { type ContactNow, contactNow, phonesOf } from './contact-domain.ts'
import { findNotification, listFailed as listFailedRows, listNotifications, planAgain } from './listing-repository.ts'
import { listOptedOut } from './opt-out-repository.ts'
import type { Channel, TextLimits } from './ports.ts'
import { checkResend, isSameRecipient, lastSending, resentTooMany, tooSoon } from './resend-domain.ts'
import { deliver, finishAbandoned, type MessageDeps } from './sending-service.ts'
import { shareStatements } from './shared-statements-service.ts'
import type { ListedNotification, ResendableMessage } from './shown-domain.ts'
import { deleteOldStrayWebhooks, deleteOldWebhooks } from './webhook-repository.ts'
import { receiveLetterEvent, receiveText, receiveTextStatus } from './webhook-service.ts'

/** Sends the messages that a booking's transaction planned, and receives the vendors' later reports. */
export function createMessageService(deps: MessageDeps) {
  const { db, clock, showings, listChoices, breakers } = deps
  const realChannels = () => (Object.keys(breakers) as Channel[]).filter((one) => breakers[one].health().isReal)
  const shared = shareStatements({ db, clock, showings, listChoices, realChannels })
  return withDeps(
    { ...deps, shared },
    {
      deliver,
      finishAbandoned,
      forgetWebhooks,
      noticePdf,
      list,
      listFailed,
      resend,
      resendChannel,
      receiveTextStatus,
      receiveText,
      receiveLetterEvent,
      takesTexts,
    },
  )
}

export type MessageService = ReturnType<typeof createMessageService>

/**
 * Checks whether we can text a visitor's phone: it has a dialable number, its owner did not say STOP, and if it is
 * abroad, a fee pays for the texts.
 * @param paidCents what they paid; 0: nothing yet
 */
async function takesTexts({ db }: MessageDeps, phone: string | null, paidCents: number): Promise<boolean> {
  const number = phone && dialable(phone)
  if (!number || (paidCents === 0 && !isNorthAmerican(number))) return false
  return (await listOptedOut(db, [number])).size === 0
}

/** Deletes records of webhooks that are so old that no vendor repeats them. */
async function forgetWebhooks({ db, clock }: MessageDeps): Promise<void> {
  const before = clock.now().subtract({ hours: 24 * WEBHOOK_DAYS })
  await untilNoneLeft(() => deleteOldWebhooks(db, before))
  await untilNoneLeft(() => deleteOldStrayWebhooks(db, before))
}

const noticePdf = ({ notices }: MessageDeps, showing: Showing) => notices.linkedPdf(showing)

/** Lists a booking's messages and their status. @throws DomainError unauthenticated, not_found */
async function list(deps: MessageDeps, actor: Actor, bookingId: string): Promise<ResendableMessage[]> {
  const rows = await listNotifications(deps.db, { ownerId: scopeOf(actor), bookingId })
  if (rows.length > 0) return withContacts(deps, rows)
  const showing = await deps.showings.find(bookingId)
  const isOwn = showing && (scopeOf(actor) ?? showing.ownerId) === showing.ownerId
  if (!isOwn || !showing.bookedAt) throw noSuchBooking()
  return []
}

/** Lists messages that failed for good, for admins. @throws DomainError unauthenticated, forbidden */
async function listFailed(deps: MessageDeps, actor: Actor, page: PageRange<{ id: string }>) {
  requireAdmin(actor)
  return withContacts(deps, await listFailedRows(deps.db, page))
}

/** Adds the current contacts of the people for whom the messages are. */
async function withContacts<Row extends ListedNotification>(
  { db, showings }: MessageDeps,
  rows: Row[],
): Promise<(Row & ContactNow)[]> {
  const of = new Map((await showings.list([...new Set(rows.map((row) => row.booking_id))])).map((one) => [one.id, one]))
  const about = rows.flatMap((row) => {
    const showing = of.get(row.booking_id)
    return showing ? [{ row, showing }] : []
  })
  const optedOut = await listOptedOut(db, [...new Set(about.flatMap(({ row, showing }) => phonesOf([row], showing)))])
  return about.map(({ row, showing }) => ({ ...row, ...contactNow(row, showing, optedOut) }))
}

/**
 * Plans a finished message again.
 * @param also what else the transaction does
 * @throws DomainError unauthenticated, not_found, conflict, too_many
 */
async function resend(
  deps: MessageDeps,
  actor: Actor,
  id: string,
  also?: (tx: Database, row: ListedNotification) => Promise<void>,
): Promise<ResendableMessage> {
  const find = () => findNotification(deps.db, { ownerId: scopeOf(actor), id })
  const row = await find()
  if (!row) throw notFound(t.messageNotFound())
  const all = await listNotifications(deps.db, { ownerId: null, bookingId: row.booking_id })
  // The confirmation after a corrected email gets the copies of the message whose place it takes.
  const copied = lastSending(all.filter(({ channel }) => channel === row.channel)).find((one) => one.id === id)
  await resendRows(deps, actor, await withContacts(deps, [copied ?? row]), (tx) => also?.(tx, row))
  const [resent] = await withContacts(deps, [(await find()) ?? row])
  return resent as ResendableMessage
}

/**
 * Plans the booking's messages of one channel again, those of the last event that had any. `to` chooses among their
 * recipients. Once the mail vendor has a letter, we do not send it again, and the answer has its tracking number.
 * @throws DomainError unauthenticated, not_found, invalid, conflict, too_many
 */
async function resendChannel(
  deps: MessageDeps,
  actor: Actor,
  { channel, bookingId, to }: { channel: Channel; bookingId: string; to: string | null },
): Promise<ResendableMessage[]> {
  const { db } = deps
  const all = await listNotifications(db, { ownerId: scopeOf(actor), bookingId })
  if (all.length === 0) throw noSuchBooking()
  const rows = await withContacts(deps, lastSending(all.filter((row) => row.channel === channel)))
  if (rows.length === 0) throw notFound(t.noSuchKind())
  const chosen = to === null ? rows : addressedTo(rows, to)
  if (chosen.length === 0) {
    throw new DomainError('invalid', 'not_a_party', t.notAParty(), {
      field: 'to',
    })
  }
  if (channel === 'certified_mail' && chosen.every(({ status }) => status === 'sent')) return chosen
  await resendRows(deps, actor, chosen)
  const resent = await listNotifications(db, { ownerId: null, bookingId })
  return withContacts(
    deps,
    resent.filter(({ id }) => chosen.some((row) => row.id === id)),
  )
}

/** Finds a person's own messages, or else those of which they get a copy, such as the email to agent and resident. */
function addressedTo(rows: ResendableMessage[], to: string): ResendableMessage[] {
  const own = rows.filter(({ send_to }) => send_to !== null && isSameRecipient(send_to, to, phoneKey))
  return own.length > 0 ? own : rows.filter(({ send_cc }) => send_cc.some((one) => isSameRecipient(one, to, phoneKey)))
}

async function resendRows(
  { clock, db, textLimits }: MessageDeps,
  actor: Actor,
  rows: ResendableMessage[],
  also: (tx: Database) => Promise<void> | undefined = async () => undefined,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const now = clock.now()
  const refused = rows.map((row) => checkResend(row, now))
  const wanted = rows.filter((_, index) => !refused[index])
  const [fault] = refused
  if (wanted.length === 0 && fault) throw fault
  const again = {
    bookingId: first.booking_id,
    messages: wanted.map(({ id, send_to, send_cc }) => ({
      id,
      send_id: randomUUIDv7(),
      recipient: send_to,
      cc: send_cc,
    })),
    by: requireAccount(actor).accountId,
  }
  const planAll = async (tx: Database) => {
    // Someone else just resent them.
    if ((await planAgain(tx, again, now.toString())) === 0) throw tooSoon(new Date(now.epochMilliseconds), now)
    await also(tx)
  }
  await countingTries(countsOf(textLimits, again.by, wanted), () => db.transaction().execute(planAll))
}

/** Lists the limits that a resent text counts toward. The first text about a showing never counts, nor does a failed one. */
const countsOf = (limits: TextLimits, accountId: string, rows: ResendableMessage[]): Count[] =>
  rows
    .filter(({ channel, status }) => channel === 'sms' && status === 'sent')
    .flatMap(({ role, send_to }) => [
      { limit: limits.ofAccount, key: accountId, refuse: resentTooMany },
      { limit: limits.to[role], key: dialable(String(send_to)) ?? '', refuse: resentTooMany },
    ])

const noSuchBooking = () => notFound(t.bookingNotFound(), 'booking_not_found')
