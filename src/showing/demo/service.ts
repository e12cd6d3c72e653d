import { randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import { newLinkToken } from '../../platform/link-token.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { PropertyService } from '../../property/area.ts'
import type { Property } from '../../property/property/contract.ts'
import { newSlug } from '../../property/property/domain.ts'
import type { DemoData } from './contract.ts'
import { findDemo, insertDemo } from './repository.ts'
import { DEMO_HOME, demoShowings } from './sample-domain.ts'

type DemoDeps = { db: Database; clock: Clock; properties: PropertyService }

/** Creates and removes a property for trying the product. Each account has at most one (`property_demo_once`). */
export const createDemoService = (deps: DemoDeps) => withDeps(deps, { find, create, remove })

export type DemoService = ReturnType<typeof createDemoService>

/** @throws DomainError unauthenticated */
const find = async ({ db }: DemoDeps, actor: Actor): Promise<DemoData> => findDemo(db, requireAccount(actor).accountId)

/**
 * Returns the demo property. Creates it with its five showings if there is none.
 * @throws DomainError unauthenticated
 */
async function create(
  { db, clock, properties }: DemoDeps,
  actor: Actor,
): Promise<{ property: Property; isNew: boolean }> {
  const { accountId: ownerId } = requireAccount(actor)
  // Another tab may remove the existing one in the meantime. If so, create it again.
  for (let tries = 0; tries < 10; tries++) {
    const now = clock.now()
    const id = randomUUIDv7()
    const showings = demoShowings(now).map((showing) => ({
      ...showing,
      id: randomUUIDv7(),
      manageToken: newLinkToken(),
      noticeToken: newLinkToken(),
    }))
    const isNew = await insertDemo(db, { ...DEMO_HOME, id, ownerId, slug: newSlug(now), now }, showings)
    const propertyId = isNew ? id : (await findDemo(db, ownerId)).propertyId
    const property = propertyId && (await unlessGone(properties.get(actor, propertyId)))
    if (property) return { property, isNew }
  }
  throw new Error(`the demo property of ${ownerId} kept changing`)
}

/**
 * Removes the property and its unpaid showings. Paid showings stay, as with every other property. Does nothing if there
 * is no demo property.
 * @throws DomainError unauthenticated, conflict (it has upcoming paid showings)
 */
async function remove({ db, properties }: DemoDeps, actor: Actor): Promise<void> {
  const { propertyId } = await findDemo(db, requireAccount(actor).accountId)
  if (!propertyId) return
  await unlessGone(properties.remove(actor, propertyId))
}

/** Returns `null` if another tab has removed the property. */
const unlessGone = <T>(act: Promise<T>): Promise<T | null> =>
  act.catch((error) => {
    if (error instanceof DomainError && error.kind === 'not_found') return null
    throw error
  })
