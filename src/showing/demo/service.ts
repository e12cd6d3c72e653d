import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { DEMO_FEE_CENTS } from '../../money/payment/domain.ts'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError, invalid, notFound } from '../../platform/errors.ts'
import { readPhone } from '../../platform/phone.ts'
import { oneLine, plainText } from '../../platform/plain-text.ts'
import type { PropertyService } from '../../property/area.ts'
import { SHOWING_MINUTES } from '../../property/availability/domain.ts'
import type { Property } from '../../property/property/contract.ts'
import { fullAddress, newSlug, PRODUCT_HOME } from '../../property/property/domain.ts'
import type { DemoSent } from '../booking/contract.ts'
import { HOLD_MINUTES, slotNotOffered, tooManyHolds } from '../booking/domain.ts'
import type { Holding, HoldService } from '../booking/hold-service.ts'
import type { DemoData, DemoForm, DemoOffer } from './contract.ts'
import * as rule from './domain.ts'
import { DEMO_HOME, demoShowings } from './domain.ts'
import {
  findDemo,
  findVisitor,
  holdDemo,
  insertDemo,
  listDestinations,
  listSent,
  renewDemo,
  type WantedDemo,
} from './repository.ts'

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
          id: randomUUIDv7(),
          manageToken: token(),
          noticeToken: token(),
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

const token = () => randomBytes(24).toString('base64url')

/** What is kept of a demo beside its booking. */
export const createDemoRecords = (db: Database) => ({
  /** Whom its messages go to. */
  parties: async (bookingId: string) => rule.demoParties(await listDestinations(db, bookingId)),
  lost: rule.demoLostAfterPayment,
  /** Who pays; null: it is no demo of the product's own. */
  visitor: (bookingId: string) => findVisitor(db, bookingId),
  /** Its messages; whom they go to is hinted at. */
  async sent(bookingId: string): Promise<DemoSent> {
    const rows = await listSent(db, bookingId)
    return { messages: rows.map(({ recipient, ...row }) => ({ ...row, to: rule.hinted(recipient) })) }
  },
})

/** A demo that any visitor books: one dollar, and the messages of a showing go to whom he names (decisions.md section 4). */
export function createDemoBookingService(options: {
  db: Database
  clock: Clock
  provider: 'sandbox' | 'stripe'
  holds: HoldService
}) {
  const { db, clock, provider, holds } = options

  return {
    /** The demo home with its times, and until when they stay so. */
    offer(): { offer: DemoOffer; changesAt: Temporal.Instant } {
      const now = clock.now()
      const days = rule.demoDays(now).map(({ date, slots }) => ({
        date,
        slots: slots.map((slot) => ({ ...slot, available: true as const })),
      }))
      const { id, slug, timeZone } = PRODUCT_HOME
      return {
        offer: {
          property: { id, slug, full_address: fullAddress(DEMO_HOME) },
          time_zone: timeZone,
          fee: DEMO_FEE_CENTS,
          currency: 'usd',
          windowDays: rule.DEMO_DAYS,
          days,
        },
        changesAt: rule.nextDemoDay(now),
      }
    },

    /**
     * Keeps a demo's destinations for ten minutes and opens its payment. The same visitor asking again has the same hold.
     * @throws DomainError invalid (each fault at its field), not_found, too_many (a destination has had its demo of this
     *   day, or too many holds), unavailable
     */
    async book(
      form: DemoForm,
      request: { clientAddress: string; clientSecret?: string | undefined },
    ): Promise<Holding> {
      const now = clock.now()
      const home = form.property_id || form.propertyId || PRODUCT_HOME.id
      if (home !== PRODUCT_HOME.id && home !== PRODUCT_HOME.slug) {
        throw notFound('Demos take place at the demo property only.', 'property_not_found')
      }
      const typed = oneLine(form.demoRecipientPhone ?? '')
      const phone = typed ? readPhone(typed) : null
      const issues = rule.validateDemo(form, phone)
      if (issues.length > 0) throw invalid(issues)
      const [showingDate, showingTime] = [form.showingDate.trim(), form.showingTime.trim()]
      const startsAt = rule.demoStart(showingDate, showingTime, now)
      if (!startsAt) throw slotNotOffered()

      const wanted: WantedDemo = {
        startsAt: startsAt.toString(),
        endsAt: startsAt.add({ minutes: SHOWING_MINUTES }).toString(),
        showingDate,
        showingTime,
        visitor: {
          name: oneLine(form.buyerName),
          email: plainText(form.buyerEmail),
          phone: oneLine(form.buyerPhone),
        },
        day: rule.demoDay(now),
        destinations: rule.destinationsOf(form, phone),
      }
      return holds.keep({
        amountCents: DEMO_FEE_CENTS,
        capture: 'automatic',
        description: 'ShowingBooker demo',
        async insert() {
          const hold = {
            ...wanted,
            id: randomUUIDv7(),
            propertyId: PRODUCT_HOME.id,
            timeZone: PRODUCT_HOME.timeZone,
            expiresAt: now.add({ minutes: HOLD_MINUTES }).toString(),
            buyer: rule.DEMO_BUYER,
            clientAddress: request.clientAddress,
            amountCents: DEMO_FEE_CENTS,
            clientSecret: request.clientSecret,
            manageToken: token(),
            noticeToken: token(),
            payment: { id: randomUUIDv7(), provider },
          }
          const held = await holdDemo(db, hold, now.toString())
          if (held === 'too_many') throw tooManyHolds()
          if (Array.isArray(held)) throw rule.demoTaken(held, now)
          return held
        },
        async renew(held, at) {
          const revision = await renewDemo(db, held, wanted, at)
          if (Array.isArray(revision)) throw rule.demoTaken(revision, now)
          return revision
        },
      })
    },
  }
}

export type DemoBookingService = ReturnType<typeof createDemoBookingService>

/** null: it has been removed in another tab. */
const unlessGone = <T>(act: Promise<T>): Promise<T | null> =>
  act.catch((error) => {
    if (error instanceof DomainError && error.kind === 'not_found') return null
    throw error
  })
