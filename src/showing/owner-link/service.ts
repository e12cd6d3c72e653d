import { type Actor, scopeOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError, notFound } from '../../platform/errors.ts'
import { isLinkToken, newLinkToken } from '../../platform/link-token.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { fullAddress } from '../../property/property/domain.ts'
import type { ShowingService } from '../booking/showing-service.ts'
import type { FeedbackService } from '../feedback/service.ts'
import * as t from '../text/owner-link.ts'
import type { OwnerLink, OwnerReport } from './contract.ts'
import { ownerShowings } from './domain.ts'
import { MOST_SHOWINGS, REPORT_DAYS } from './limits-domain.ts'
import {
  countShowings,
  deleteLink,
  deleteOfAccount,
  findByToken,
  findLink,
  insertLink,
  type LinkRow,
  replaceLink,
  replaceSeen,
} from './repository.ts'

type OwnerLinkDeps = {
  db: Database
  clock: Clock
  publicUrl: string
  showings: Pick<ShowingService, 'listOfProperty'>
  feedback: Pick<FeedbackService, 'count'>
}

/** Lets an agent create, replace, and revoke a link that shows a property's owner its report. */
export const createOwnerLinkService = (deps: OwnerLinkDeps) => withDeps(deps, { get, renew, revoke, report, eraseAll })

export type OwnerLinkService = ReturnType<typeof createOwnerLinkService>

/** @throws DomainError unauthenticated, not_found */
async function get(deps: OwnerLinkDeps, actor: Actor, propertyId: string): Promise<OwnerLink> {
  return linkOf(deps, await find(deps, actor, propertyId))
}

/**
 * Creates a link and replaces any earlier one.
 * @param seen when the link that the agent saw was created; `null` if they saw none. If given, no other link is
 * replaced
 * @throws DomainError unauthenticated, not_found, conflict
 */
async function renew(deps: OwnerLinkDeps, actor: Actor, propertyId: string, seen?: string | null): Promise<OwnerLink> {
  const { id } = await find(deps, actor, propertyId)
  const link = { propertyId: id, token: newLinkToken(), now: deps.clock.now().toString() }
  if (seen === undefined) await replaceLink(deps.db, link)
  else if (!(await (seen === null ? insertLink(deps.db, link) : replaceSeen(deps.db, seen, link)))) throw linkChanged()
  return linkOf(deps, await find(deps, actor, propertyId))
}

/**
 * Revokes a link. Does nothing if there is none.
 * @param seen when the link that the agent saw was created. If given, only that link is revoked
 * @throws DomainError unauthenticated, not_found, conflict
 */
async function revoke(deps: OwnerLinkDeps, actor: Actor, propertyId: string, seen?: string): Promise<OwnerLink> {
  const { id } = await find(deps, actor, propertyId)
  await deleteLink(deps.db, id, seen)
  const left = await find(deps, actor, propertyId)
  if (seen && left.token) throw linkChanged()
  return linkOf(deps, left)
}

/** Returns the last 90 days and the upcoming showings to anyone with the link. @throws DomainError not_found */
async function report({ db, clock, showings, feedback }: OwnerLinkDeps, token: string): Promise<OwnerReport> {
  const since = clock.now().subtract({ hours: REPORT_DAYS * 24 })
  const sinceDay = since.toZonedDateTimeISO('UTC').toPlainDate().toString()
  const property = isLinkToken(token) ? await findByToken(db, token, sinceDay) : null
  if (!property) throw notFound(t.linkUnknown(), 'link_unknown')
  const [counts, records, answers] = await Promise.all([
    countShowings(db, property.id, since.toString()),
    showings.listOfProperty(property.id, { since, limit: MOST_SHOWINGS }),
    feedback.count(property.id, since),
  ])
  return {
    full_address: fullAddress(property),
    time_zone: property.time_zone,
    days: REPORT_DAYS,
    views: property.views,
    booked: counts.booked,
    shown: counts.shown,
    noShows: counts.no_shows,
    feedback: answers,
    showings: ownerShowings(records),
  }
}

/** Deletes the owner's links of an account's properties, when the account is deleted. */
const eraseAll = ({ db }: OwnerLinkDeps, accountId: string) => deleteOfAccount(db, accountId)

async function find({ db }: OwnerLinkDeps, actor: Actor, propertyId: string): Promise<LinkRow> {
  const row = await findLink(db, propertyId, scopeOf(actor))
  if (!row) throw notFound(t.propertyNotFound(), 'property_not_found')
  return row
}

const linkChanged = () => new DomainError('conflict', 'link_changed', t.linkChanged())

const linkOf = ({ publicUrl }: OwnerLinkDeps, row: LinkRow): OwnerLink => ({
  property: { full_address: fullAddress(row), time_zone: row.time_zone },
  url: row.token && `${publicUrl}/showingbooker/owner/${row.token}`,
  createdAt: row.created_at?.toISOString() ?? null,
})
