import { bookingNotFound } from '../../notice/entry-notice/domain.ts'
import { type Actor, requireAccount, scopeOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { ID, INSTANT, type PageAsked, readPage } from '../../platform/paging.ts'
import { plainText } from '../../platform/plain-text.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { fullAddress } from '../../property/property/domain.ts'
import { searchOf } from '../booking/search-domain.ts'
import type { Buyer, BuyerHistory, BuyerList } from './contract.ts'
import { type BuyerRow, deleteNote, findBuyerKey, listBuyers, listHistory, storeNote } from './repository.ts'

type BuyerDeps = { db: Database; clock: Clock }

/** Shows an agent the people who booked their showings. An admin sees everyone's buyers. */
export const createBuyerBook = (deps: BuyerDeps) => withDeps(deps, { list, history, writeNote })

export type BuyerBook = ReturnType<typeof createBuyerBook>

/** Lists buyers by their latest showing, newest first. @throws DomainError unauthenticated, invalid */
async function list(
  { db, clock }: BuyerDeps,
  actor: Actor,
  { q, ...asked }: PageAsked & { q?: string | undefined },
): Promise<BuyerList> {
  const reader = readerOf(actor)
  const page = readPage({ lastStart: INSTANT, id: ID }, asked)
  const { patterns } = searchOf({ q, sort: '-date' }, clock.now())
  const found = await listBuyers(db, { ...page, ...reader, patterns })
  const { shown, nextCursor } = page.cut(
    found.map((row) => ({ lastStart: row.last_start.toISOString(), id: row.id, row })),
  )
  return { buyers: shown.map(({ row }) => buyerOf(row)), nextCursor }
}

/** Shows the buyer of a showing with all their showings. @throws DomainError unauthenticated, not_found, invalid */
async function history(
  { db }: BuyerDeps,
  actor: Actor,
  { bookingId, ...asked }: PageAsked & { bookingId: string },
): Promise<BuyerHistory> {
  const reader = readerOf(actor)
  const buyer = await findBuyerKey(db, bookingId, reader.ownerId)
  if (buyer === null) throw bookingNotFound()
  const page = readPage({ startsAt: INSTANT, id: ID }, asked)
  const [[row], found] = await Promise.all([
    listBuyers(db, { after: null, limit: 1, ...reader, patterns: [], buyer }),
    listHistory(db, { ...page, ownerId: reader.ownerId, buyer }),
  ])
  if (!row) throw bookingNotFound()
  const { shown, nextCursor } = page.cut(
    found.map((one) => ({ startsAt: one.starts_at.toISOString(), id: one.id, one })),
  )
  return {
    buyer: buyerOf(row),
    showings: shown.map(({ startsAt, one }) => ({
      id: one.id,
      startsAt,
      time_zone: one.time_zone,
      propertyAddress: fullAddress(one),
      status: one.status,
      feedback: one.feedback,
    })),
    nextCursor,
  }
}

/**
 * Stores the account's own note on the buyer of a showing. An empty note deletes it.
 * @throws DomainError unauthenticated, not_found
 */
async function writeNote({ db, clock }: BuyerDeps, actor: Actor, bookingId: string, entered: string): Promise<Buyer> {
  const reader = readerOf(actor)
  const { accountId } = reader
  const buyer = await findBuyerKey(db, bookingId, reader.ownerId)
  if (buyer === null) throw bookingNotFound()
  const note = plainText(entered)
  if (note) await storeNote(db, { accountId, buyer, note, now: clock.now().toString() })
  else await deleteNote(db, accountId, buyer)
  const [row] = await listBuyers(db, { after: null, limit: 1, ...reader, patterns: [], buyer })
  if (!row) throw bookingNotFound()
  return buyerOf(row)
}

function readerOf(actor: Actor) {
  const { accountId } = requireAccount(actor)
  return { accountId, ownerId: scopeOf(actor) }
}

const buyerOf = (row: BuyerRow): Buyer => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  showings: row.showings,
  completed: row.completed,
  noShows: row.no_shows,
  cancellations: row.cancellations,
  lastStart: row.last_start.toISOString(),
  time_zone: row.time_zone,
  note: row.note,
})
