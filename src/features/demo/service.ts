import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Property } from '../property/contract.ts'
import { newSlug } from '../property/domain.ts'
import type { PropertyService } from '../property/service.ts'
import type { DemoData } from './contract.ts'
import { DEMO_HOME, demoShowings } from './domain.ts'
import { findDemo, insertDemo } from './repository.ts'

/** A home to try the product with: each account has at most one (`property_demo_once`). */
export function createDemoService({
  db,
  clock,
  properties,
}: {
  db: Database
  clock: Clock
  properties: PropertyService
}) {
  const token = () => randomBytes(24).toString('base64url')

  return {
    /** @throws DomainError unauthenticated */
    async find(actor: Actor): Promise<DemoData> {
      return findDemo(db, requireAccount(actor).accountId)
    },

    /** The demo home, made with its five showings unless there is one already. @throws DomainError unauthenticated */
    async create(actor: Actor): Promise<{ property: Property; isNew: boolean }> {
      const { accountId: ownerId } = requireAccount(actor)
      // Whoever finds it there may lose it to its removal in another tab, and then makes one.
      for (let tries = 0; tries < 10; tries++) {
        const now = clock.now()
        const id = randomUUIDv7()
        const showings = demoShowings(now).map((showing) => ({
          ...showing,
          ...{ id: randomUUIDv7(), manageToken: token(), noticeToken: token() },
        }))
        const isNew = await insertDemo(db, { ...DEMO_HOME, id, ownerId, slug: newSlug(now), now }, showings)
        const propertyId = isNew ? id : (await findDemo(db, ownerId)).propertyId
        const property = propertyId && (await unlessGone(properties.get(actor, propertyId)))
        if (property) return { property, isNew }
      }
      throw new Error(`the demo home of ${ownerId} kept changing`)
    },

    /**
     * The home and its showings that nobody paid for; what was paid for stays as it is with every other home. Where there
     * is none, nothing happens.
     * @throws DomainError unauthenticated, conflict (showings that were paid for are to come)
     */
    async remove(actor: Actor): Promise<void> {
      const { propertyId } = await findDemo(db, requireAccount(actor).accountId)
      if (!propertyId) return
      await unlessGone(properties.remove(actor, propertyId))
    },
  }
}

export type DemoService = ReturnType<typeof createDemoService>

/** null: it has been removed in another tab. */
const unlessGone = <T>(act: Promise<T>): Promise<T | null> =>
  act.catch((error) => {
    if (error instanceof DomainError && error.kind === 'not_found') return null
    throw error
  })
