import { type Actor, requireAccount, scopeOf } from '../../platform/actor.ts'
import { ID, type PageAsked, readPage } from '../../platform/paging.ts'
import { searchWords } from '../../platform/search-words.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { Property, PropertyPage, PublicProperty } from './contract.ts'
import {
  isSlugOrId,
  ORDERS,
  ownerView,
  type PropertyOrder,
  type PropertyRow,
  propertyNotFound,
  publicView,
  upcomingShowings,
} from './domain.ts'
import { add, addAll, addFor, change, seedProperties } from './editing-service.ts'
import { getOwnRow, type PropertyDeps } from './own-property-service.ts'
import { openPhoto, sweepPhotos, uploadPhoto, uploadPhotoFor } from './photo-service.ts'
import { countProperties, deleteProperty, findListed, hasPaidUpcoming, listProperties } from './repository.ts'
import { getStartContact } from './start-contact-service.ts'

export const createPropertyService = (deps: PropertyDeps) =>
  withDeps(deps, {
    findPublic,
    listOwn,
    get,
    getStartContact,
    add,
    addAll,
    addFor,
    change,
    remove,
    uploadPhoto,
    uploadPhotoFor,
    sweepPhotos,
    openPhoto,
    seedProperties,
  })

export type PropertyService = ReturnType<typeof createPropertyService>

/** Finds a listed property by slug or ID. @throws DomainError not_found */
async function findPublic({ db }: PropertyDeps, slugOrId: string): Promise<PublicProperty> {
  const wanted = { slug: slugOrId, id: isUuid(slugOrId) ? slugOrId : null }
  const row = isSlugOrId(slugOrId) ? await findListed(db, wanted) : null
  if (!row) throw propertyNotFound(slugOrId)
  return publicView(row)
}

/** Lists an account's properties; admins get all. @throws DomainError unauthenticated, invalid */
async function listOwn({ db, clock }: PropertyDeps, actor: Actor, wanted: ListQuery): Promise<PropertyPage> {
  const account = requireAccount(actor)
  const { q = '', status, agent_id: agentId, sort: order = 'newest' } = wanted
  const page = readPage({ id: ID }, wanted, order === 'newest' ? undefined : { of: ORDERS, is: order })
  const ownerId = scopeOf(account)
  if (ownerId && agentId && agentId !== ownerId) return NOTHING
  const scope = { ownerId: ownerId ?? agentId ?? null, words: searchWords(q) }
  const [found, counts] = await Promise.all([
    listProperties(db, { ...scope, ...page, status, order, now: clock.now() }),
    countProperties(db, scope),
  ])
  const { shown, nextCursor } = page.cut(found)
  return { properties: shown.map(ownerView), nextCursor, counts }
}

/** @throws DomainError unauthenticated, not_found */
async function get(deps: PropertyDeps, actor: Actor, id: string): Promise<Property> {
  return ownerView(await getOwnRow(deps, requireAccount(actor), id))
}

/**
 * Deletes a property. Its bookings, payments and log stay. A buyer who is paying for a slot gets the money back.
 * @throws DomainError unauthenticated, not_found, conflict (upcoming showings)
 */
async function remove({ db, clock }: PropertyDeps, actor: Actor, id: string): Promise<void> {
  const account = requireAccount(actor)
  const outcome = await deleteProperty(db, { id, ownerId: scopeOf(account), now: clock.now() })
  if (outcome === 'missing') throw propertyNotFound(id)
  if (outcome === 'upcoming') throw upcomingShowings(await hasPaidUpcoming(db, id, clock.now()))
}

type ListQuery = PageAsked & {
  q?: string
  status?: PropertyRow['status']
  agent_id?: string
  sort?: PropertyOrder
}

const NOTHING: PropertyPage = { properties: [], nextCursor: null, counts: { listed: 0, unlisted: 0 } }
