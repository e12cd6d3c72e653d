import { randomUUIDv7 } from 'node:crypto'
import { DEMO_FEE_CENTS, type ProviderName } from '../../money/payment/domain.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound, requireValid } from '../../platform/errors.ts'
import type { Language } from '../../platform/language.ts'
import { newLinkToken } from '../../platform/link-token.ts'
import { readPhone } from '../../platform/phone.ts'
import { oneLine, plainText } from '../../platform/plain-text.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { SHOWING_MINUTES } from '../../property/availability/domain.ts'
import { fullAddress, PRODUCT_PROPERTY } from '../../property/property/domain.ts'
import type { DemoSent } from '../booking/contract.ts'
import { HOLD_MINUTES, slotNotOffered, tooManyHolds } from '../booking/domain.ts'
import type { StoredHold } from '../booking/hold-repository.ts'
import type { HoldService, OpenHold } from '../booking/hold-service.ts'
import * as t from '../text/demo.ts'
import type { DemoForm, DemoOffer } from './contract.ts'
import { destinationsOf, hinted } from './destination-domain.ts'
import {
  DEMO_BUYER,
  DEMO_DAYS,
  demoDay,
  demoDays,
  demoLostAfterPayment,
  demoParties,
  demoStart,
  demoTaken,
  nextDemoDay,
  validateDemo,
} from './domain.ts'
import { findVisitor, holdDemo, listDestinations, listSent, renewDemo, type WantedDemo } from './repository.ts'
import { DEMO_HOME } from './sample-domain.ts'

/** Reads what we store about a demo in addition to its booking. */
export const createDemoRecords = (db: Database) => ({
  /** Finds the people who get its messages. */
  parties: async (bookingId: string) => demoParties(await listDestinations(db, bookingId)),
  lost: demoLostAfterPayment,
  /** Finds the visitor who pays. @returns `null` if it is not a demo of the product's own property */
  visitor: (bookingId: string) => findVisitor(db, bookingId),
  /** Lists its messages, with masked destinations. */
  async sent(bookingId: string): Promise<DemoSent> {
    const rows = await listSent(db, bookingId)
    return { messages: rows.map(({ recipient, ...row }) => ({ ...row, to: hinted(recipient) })) }
  },
})

type DemoBookingDeps = {
  db: Database
  clock: Clock
  provider: ProviderName
  holds: Pick<HoldService, 'openHold'>
}

/**
 * Books a demo for any visitor. It costs a dollar, and the visitor chooses where its messages go (decisions.md section
 * 4).
 */
export const createDemoBookingService = (deps: DemoBookingDeps) => withDeps(deps, { offer, book })

export type DemoBookingService = ReturnType<typeof createDemoBookingService>

/** Returns the demo property, its times, and when they change. */
function offer({ clock }: DemoBookingDeps): { offer: DemoOffer; changesAt: Temporal.Instant } {
  const now = clock.now()
  const days = demoDays(now).map(({ date, slots }) => ({
    date,
    slots: slots.map((slot) => ({ ...slot, available: true as const })),
  }))
  const { id, slug, timeZone } = PRODUCT_PROPERTY
  return {
    offer: {
      property: { id, slug, full_address: fullAddress(DEMO_HOME) },
      time_zone: timeZone,
      fee: DEMO_FEE_CENTS,
      currency: 'usd',
      windowDays: DEMO_DAYS,
      days,
    },
    changesAt: nextDemoDay(now),
  }
}

type DemoRequest = { clientAddress: string; clientSecret?: string | undefined; language: Language }

/**
 * Holds a demo's destinations for ten minutes and opens its payment. If the same visitor asks again, they get the same
 * hold.
 * @throws DomainError invalid (each issue at its field), not_found, too_many (a destination already had its demo today,
 * or there are too many holds), unavailable
 */
async function book(deps: DemoBookingDeps, form: DemoForm, request: DemoRequest): Promise<OpenHold> {
  const now = deps.clock.now()
  const wanted = wantedDemo(form, now)
  return deps.holds.openHold({
    amountCents: DEMO_FEE_CENTS,
    capture: 'automatic',
    description: 'ShowingBooker demo',
    formerSearch: { clientSecret: request.clientSecret, propertyId: PRODUCT_PROPERTY.id, isInTheWay: () => true },
    insert: () => insertDemoHold(deps, wanted, request, now),
    async renew(held, at) {
      const revision = await renewDemo(deps.db, held, wanted, at)
      if (Array.isArray(revision)) throw demoTaken(revision, now)
      return revision
    },
  })
}

function wantedDemo(form: DemoForm, now: Temporal.Instant): WantedDemo {
  const property = form.property_id || form.propertyId || PRODUCT_PROPERTY.id
  if (property !== PRODUCT_PROPERTY.id && property !== PRODUCT_PROPERTY.slug)
    throw notFound(t.demoHomeOnly(), 'property_not_found')
  const typed = oneLine(form.demoRecipientPhone ?? '')
  const phone = typed ? readPhone(typed) : null
  requireValid(validateDemo(form, phone))
  const [showingDate, showingTime] = [form.showingDate.trim(), form.showingTime.trim()]
  const startsAt = demoStart(showingDate, showingTime, now)
  if (!startsAt) throw slotNotOffered()
  return {
    startsAt: startsAt.toString(),
    endsAt: startsAt.add({ minutes: SHOWING_MINUTES }).toString(),
    showingDate,
    showingTime,
    visitor: {
      name: oneLine(form.buyerName),
      email: plainText(form.buyerEmail),
      phone: oneLine(form.buyerPhone),
    },
    day: demoDay(now),
    destinations: destinationsOf(form, phone),
  }
}

async function insertDemoHold(
  { db, provider }: DemoBookingDeps,
  wanted: WantedDemo,
  { clientAddress, clientSecret, language }: DemoRequest,
  now: Temporal.Instant,
): Promise<StoredHold> {
  const hold = {
    ...wanted,
    id: randomUUIDv7(),
    propertyId: PRODUCT_PROPERTY.id,
    timeZone: PRODUCT_PROPERTY.timeZone,
    expiresAt: now.add({ minutes: HOLD_MINUTES }).toString(),
    buyer: DEMO_BUYER,
    clientAddress,
    language,
    amountCents: DEMO_FEE_CENTS,
    clientSecret,
    manageToken: newLinkToken(),
    noticeToken: newLinkToken(),
    payment: { id: randomUUIDv7(), provider },
  }
  const held = await holdDemo(db, hold, now.toString())
  if (held === 'too_many') throw tooManyHolds()
  if (Array.isArray(held)) throw demoTaken(held, now)
  return held
}
