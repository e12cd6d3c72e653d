import { randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError, forbidden, notFound } from '../../platform/errors.ts'
import { isLinkToken } from '../../platform/link-token.ts'
import { dialable } from '../../platform/phone.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { type Count, countingTries, type TryLimit } from '../../platform/try-limit.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { bookingNotFound, streetLine } from '../entry-notice/domain.ts'
import type { Showing, Showings } from '../entry-notice/ports.ts'
import { type ContactNow, contactNow, phonesOf } from '../message/contact-domain.ts'
import type { InboundText, TextLimits } from '../message/ports.ts'
import { TEXTED_TOO_OFTEN } from '../message/reason-domain.ts'
import type { Framed } from '../message/thread-messages.ts'
import * as t from '../text/thread.ts'
import type { ThreadMessageForm } from './contract.ts'
import {
  cleanWords,
  isReachable,
  OPEN_FOR,
  planThreadMessage,
  receivedWords,
  refusalOf,
  refusalsOf,
  type ThreadWay,
  textDueAt,
  textedTooOften,
} from './domain.ts'
import {
  onlyWordsReply,
  passedOnReply,
  strangerReply,
  unreachableReply,
  withoutPictureReply,
} from './reply-messages.ts'
import {
  countWritten,
  findOfLink,
  listDeliveries,
  listOfPhone,
  listWritten,
  markRead,
  type ThreadDelivery,
  type ThreadRow,
  writeMessage,
} from './repository.ts'

export type ThreadDeps = {
  db: Database
  clock: Clock
  publicUrl: string
  findShowing: Showings['find']
  /** Returns which of these phones (E.164) opted out. */
  listOptedOut: (db: Database, phones: string[]) => Promise<Set<string>>
  /** Returns what a text has before and after the agent's words. */
  textFrame: (about: Framed) => { before: string; after: string }
  /** Limits answers to phones whose words reach no one. It keeps a keyed hash of the phone for a week. */
  strangers: TryLimit
  textLimits: TextLimits
}

/** Shows what a buyer got about a showing, and passes on what agent and buyer write to each other. */
export const createThreadService = (deps: ThreadDeps) =>
  withDeps(deps, { read, write, markAsRead, readAsBuyer, writeAsBuyer, receiveText })

export type ThreadService = ReturnType<typeof createThreadService>

export type ReadThread = {
  written: ThreadRow[]
  deliveries: (ThreadDelivery & ContactNow)[]
  refusal: string | null
  refusals: Record<ThreadWay, string | null>
  textDueAt: Temporal.Instant | null
  frame: { before: string; after: string }
}

/** Reads a showing's thread. Admins can read every thread. @throws DomainError unauthenticated, not_found */
async function read(deps: ThreadDeps, actor: Actor, bookingId: string): Promise<ReadThread> {
  return readOf(deps, actor, await getShowing(deps, actor, bookingId))
}

async function readOf(deps: ThreadDeps, actor: Actor, showing: Showing): Promise<ReadThread> {
  const { db, clock } = deps
  const now = clock.now()
  const [written, rows, refusals] = await Promise.all([
    listWritten(db, showing.id),
    listDeliveries(db, showing.id),
    buyerRefusals(deps, showing),
  ])
  const optedOut = await deps.listOptedOut(db, phonesOf(rows, showing))
  const deliveries = rows.map((row) => ({ ...row, ...contactNow(row, showing, optedOut) }))
  const byAgent = written.filter(({ author }) => author === 'agent').length
  const isOwn = requireAccount(actor).accountId === showing.ownerId
  return {
    written,
    deliveries,
    refusal: isOwn ? (refusalOf(showing, byAgent, now)?.message ?? null) : t.agentOnly(),
    refusals,
    textDueAt: textDueAt(now, showing.timeZone),
    frame: frameOf(deps, showing),
  }
}

/**
 * Writes to the buyer. A text waits for the end of the quiet hours; the email goes at once.
 * @throws DomainError unauthenticated, not_found, forbidden, invalid, conflict, too_many
 */
async function write(deps: ThreadDeps, actor: Actor, bookingId: string, form: ThreadMessageForm): Promise<ReadThread> {
  const { db, clock } = deps
  const showing = await getShowing(deps, actor, bookingId)
  // An admin may read, but only the agent may write.
  if (requireAccount(actor).accountId !== showing.ownerId) throw forbidden()
  const words = cleanWords(form.words)
  const asked: readonly ThreadWay[] = form.by ?? ['sms', 'email']
  const now = clock.now()
  const refusal = refusalOf(showing, await countWritten(db, showing.id, 'agent'), now)
  if (refusal) throw refusal
  const refusals = await buyerRefusals(deps, showing)
  const ways = asked.filter((way) => refusals[way] === null)
  if (ways.length === 0) {
    const why = asked.map((way) => refusals[way]).find((one) => one !== null) ?? t.chooseWay()
    throw new DomainError(asked.length > 0 ? 'conflict' : 'invalid', 'no_way_to_buyer', why, { field: 'by' })
  }
  const { buyer, buyersAgent } = showing
  const planned = planThreadMessage(
    { role: 'buyer', person: buyer, cc: [buyersAgent.email] },
    ways,
    textDueAt(now, showing.timeZone),
  )
  const message = { author: 'agent', via: 'page', words, reference: null } as const
  return countingTries(ways.includes('sms') ? countsOf(deps, actor, showing) : [], () =>
    // Use one transaction: if this fails, people send the message again, so the first one must not go out.
    db.transaction().execute(async (tx) => {
      const within = { ...deps, db: tx }
      await store(within, showing, message, planned)
      return readOf(within, actor, showing)
    }),
  )
}

/** Marks the buyer's messages as read. An admin who reads changes nothing. @throws DomainError unauthenticated, not_found */
async function markAsRead(deps: ThreadDeps, actor: Actor, bookingId: string, upTo: string): Promise<void> {
  const showing = await getShowing(deps, actor, bookingId)
  if (requireAccount(actor).accountId !== showing.ownerId) return
  await markRead(deps.db, showing.id, upTo, deps.clock.now().toString())
}

export type BuyerReads = { written: ThreadRow[]; refusal: string | null }

/** Reads what buyer and agent wrote, by the buyer's link. @throws DomainError not_found */
async function readAsBuyer(deps: ThreadDeps, token: string): Promise<BuyerReads> {
  return buyerReads(deps, deps.db, await getByLink(deps, token))
}

async function buyerReads({ clock }: Pick<ThreadDeps, 'clock'>, db: Database, showing: Showing): Promise<BuyerReads> {
  const written = await listWritten(db, showing.id)
  const byBuyer = written.filter(({ author }) => author === 'buyer').length
  return { written, refusal: refusalOf(showing, byBuyer, clock.now())?.message ?? null }
}

/** Writes to the agent, by the buyer's link. @throws DomainError not_found, invalid, conflict, too_many */
async function writeAsBuyer(deps: ThreadDeps, token: string, typed: string): Promise<BuyerReads> {
  const showing = await getByLink(deps, token)
  const words = cleanWords(typed)
  const refusal = refusalOf(showing, await countWritten(deps.db, showing.id, 'buyer'), deps.clock.now())
  if (refusal) throw refusal
  return passToAgent(deps, showing, { via: 'page', words, reference: null })
}

/** Lists the limits toward which a text to the buyer counts. */
const countsOf = ({ textLimits }: ThreadDeps, actor: Actor, { buyer }: Showing): Count[] => [
  { limit: textLimits.ofAccount, key: requireAccount(actor).accountId, refuse: textedTooOften },
  { limit: textLimits.to.buyer, key: dialable(buyer.phone) ?? '', refuse: textedTooOften },
]

/**
 * Stores a buyer's words and passes them to the agent. In a flood, only emails go out.
 * @returns what the buyer reads then, from the same transaction, so that a failure passes on nothing
 */
async function passToAgent(
  deps: Pick<ThreadDeps, 'db' | 'clock' | 'textLimits'>,
  showing: Showing,
  message: { via: 'page' | 'sms'; words: string; reference: string | null },
): Promise<BuyerReads> {
  const number = dialable(showing.agent.phone ?? '')
  const pass = (textRefusal: string | null) => {
    const planned = planThreadMessage(
      { role: 'listing_agent', person: showing.agent, cc: [] },
      ['sms', 'email'],
      textDueAt(deps.clock.now(), showing.timeZone),
      textRefusal,
    )
    return deps.db.transaction().execute(async (tx) => {
      const isNew = await store({ ...deps, db: tx }, showing, { author: 'buyer', ...message }, planned)
      return { isNew, reads: await buyerReads(deps, tx, showing) }
    })
  }
  const flood = new Error(TEXTED_TOO_OFTEN)
  const counts = number === null ? [] : [{ limit: deps.textLimits.to.listing_agent, key: number, refuse: () => flood }]
  const { reads } = await countingTries(
    counts,
    () => pass(null),
    ({ isNew }) => isNew,
  ).catch((error) => {
    if (error !== flood) throw error
    return pass(TEXTED_TOO_OFTEN)
  })
  return reads
}

/**
 * Receives a buyer's text and passes it on. We do not store the words of a stranger or words to an unreachable agent.
 * The first such text in a week gets an answer that says where to find help.
 * @returns the answer, or null for none
 */
async function receiveText(deps: ThreadDeps, { from, text, hasMedia, reference }: InboundText): Promise<string | null> {
  const { db, clock, publicUrl, strangers } = deps
  const now = clock.now()
  const number = dialable(from)
  const found = number ? await listOfPhone(db, number, now.subtract(OPEN_FOR)) : []
  const showing = await firstReachable(deps, found)
  const isFirst = async () => number !== null && (await strangers.take(number)) === null
  if (!showing) return (await isFirst()) ? strangerReply(`${publicUrl}/support`) : null
  const { languages, agent } = showing
  const words = receivedWords(text)
  if (!words) return inLanguage(languages.buyer, onlyWordsReply)
  const refusal = refusalOf(showing, await countWritten(db, showing.id, 'buyer'), now)
  if (refusal?.code === 'agent_unreachable')
    return (await isFirst()) ? inLanguage(languages.buyer, unreachableReply) : null
  if (refusal) return null
  await passToAgent(deps, showing, { via: 'sms', words, reference })
  const isAmbiguous = found.some(({ owner_id }) => owner_id !== showing.ownerId)
  const replies = inLanguage(languages.buyer, () => [
    // Anyone can give a property another agent's name, so the answer also has the address.
    ...(isAmbiguous ? [passedOnReply(agent.name, streetLine(propertyOf(showing)))] : []),
    ...(hasMedia ? [withoutPictureReply()] : []),
  ])
  return replies.join('\n') || null
}

/** Returns the first of a phone's showings with a reachable agent, or else the first one. */
async function firstReachable({ findShowing }: ThreadDeps, found: { id: string }[]): Promise<Showing | null> {
  let first: Showing | null = null
  for (const { id } of found) {
    const showing = await findShowing(id)
    if (showing && isReachable(showing.agent)) return showing
    first ??= showing
  }
  return first
}

type Message = { author: 'agent' | 'buyer'; via: 'page' | 'sms'; words: string; reference: string | null }

function store(
  { db, clock }: Pick<ThreadDeps, 'db' | 'clock'>,
  showing: Showing,
  message: Message,
  planned: ReturnType<typeof planThreadMessage>,
): Promise<boolean> {
  const id = randomUUIDv7()
  const notifications = planned.map((one) => ({ id: randomUUIDv7(), ...one, thread_message_id: id }))
  return writeMessage(db, showing.id, { id, ...message, notifications }, clock.now().toString())
}

async function buyerRefusals({ db, listOptedOut }: ThreadDeps, { buyer, amountCents }: Showing) {
  const number = dialable(buyer.phone)
  const optedOut = await listOptedOut(db, number ? [number] : [])
  return refusalsOf(buyer, { number, optedOut, amountCents })
}

/** Returns what a text has before and after the words, in the buyer's language. */
const frameOf = ({ textFrame }: ThreadDeps, showing: Showing) =>
  inLanguage(showing.languages.buyer, () => textFrame({ agent: showing.agent, property: propertyOf(showing) }))

const propertyOf = ({ address }: Showing) => ({ addressLine1: address.address_line1, unitNumber: address.unit_number })

async function getShowing({ findShowing }: ThreadDeps, actor: Actor, bookingId: string): Promise<Showing> {
  const { accountId, role } = requireAccount(actor)
  const showing = await findShowing(bookingId)
  if (!showing?.bookedAt || (role !== 'admin' && showing.ownerId !== accountId)) throw notFound(t.showingNotFound())
  return showing
}

async function getByLink({ db, findShowing }: ThreadDeps, token: string): Promise<Showing> {
  const id = isLinkToken(token) ? await findOfLink(db, token) : null
  const showing = id ? await findShowing(id) : null
  if (!showing) throw bookingNotFound()
  return showing
}
