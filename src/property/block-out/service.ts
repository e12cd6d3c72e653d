import { randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { requireValid } from '../../platform/errors.ts'
import { ID, INSTANT, type PageAsked, readPage } from '../../platform/paging.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { HOME_ZONE } from '../property/domain.ts'
import type { BlockOut, BlockOutForm } from './contract.ts'
import { blockOutIssues, blockOutNotFound, blockOutOf, hasShowings, reasonOf, stretchOf } from './domain.ts'
import {
  deleteBlockOut,
  deleteBlockOuts,
  findCommonZone,
  insertBlockOut,
  listBetween,
  listBlockOuts,
} from './repository.ts'

type BlockOutDeps = { db: Database; clock: Clock }

/** Closes times of an agent at all of their properties. */
export const createBlockOutService = (deps: BlockOutDeps) =>
  withDeps(deps, { list, between, add, remove, zoneOf, eraseAll })

export type BlockOutService = ReturnType<typeof createBlockOutService>

/** Returns the zone of most of an agent's properties. @param ownerId `null` for all owners */
const zoneOf = async ({ db }: BlockOutDeps, ownerId: string | null): Promise<string> =>
  (await findCommonZone(db, ownerId)) ?? HOME_ZONE

/**
 * Closes a time. Showings in it stay either way. Without `keep`, it is refused if there are any, so that the agent
 * knows.
 * @throws DomainError unauthenticated, invalid, conflict (with the showings in that time)
 */
async function add({ db, clock }: BlockOutDeps, actor: Actor, form: BlockOutForm): Promise<BlockOut> {
  const { accountId } = requireAccount(actor)
  const now = clock.now()
  const commonZone = (await findCommonZone(db, accountId)) ?? HOME_ZONE
  requireValid(blockOutIssues(form, commonZone, now))
  const time_zone = form.time_zone ?? commonZone
  const { from, to } = stretchOf(form, time_zone)
  const added = { id: randomUUIDv7(), time_zone, is_all_day: !form.from_time, reason: reasonOf(form) }
  const row = { ...added, from: from.toString(), to: to.toString() }
  const showings = await insertBlockOut(db, accountId, row, form.keep, now.toString())
  if (showings.length > 0) throw hasShowings(showings)
  const [starts_at, ends_at] = [new Date(from.epochMilliseconds), new Date(to.epochMilliseconds)]
  return blockOutOf({ ...added, starts_at, ends_at })
}

/** Lists block-outs that have not ended, soonest first. @throws DomainError unauthenticated, invalid */
async function list({ db, clock }: BlockOutDeps, actor: Actor, asked: PageAsked) {
  const { accountId } = requireAccount(actor)
  const page = readPage({ starts: INSTANT, id: ID }, asked)
  const { shown, nextCursor } = page.cut(await listBlockOuts(db, accountId, clock.now().toString(), page))
  return { block_outs: shown.map(blockOutOf), nextCursor }
}

/** Lists block-outs that overlap a time range. @throws DomainError unauthenticated */
async function between({ db }: BlockOutDeps, actor: Actor, from: Temporal.Instant, to: Temporal.Instant) {
  return (await listBetween(db, requireAccount(actor).accountId, from.toString(), to.toString())).map(blockOutOf)
}

/** Opens a time again. @throws DomainError unauthenticated, not_found */
async function remove({ db }: BlockOutDeps, actor: Actor, id: string): Promise<void> {
  if (!(await deleteBlockOut(db, requireAccount(actor).accountId, id))) throw blockOutNotFound()
}

/** Erases a deleted account's block-outs. It can run again after a crash. */
const eraseAll = ({ db }: BlockOutDeps, accountId: string): Promise<void> => deleteBlockOuts(db, accountId)
