import type { PaymentProvider } from '../../money/area.ts'
import { payUrlOf, priceOf } from '../../money/payment/domain.ts'
import type { MessageService } from '../../notice/area.ts'
import { type Actor, requireAccount, scopeOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { instantOf } from '../../platform/instant.ts'
import { formatTime, formatWhen } from '../../platform/local-time.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { AvailabilityService } from '../../property/area.ts'
import { fullAddress } from '../../property/property/domain.ts'
import type { HandBooking } from './by-hand-domain.ts'
import { canReach, slotByHand } from './by-hand-service.ts'
import { providerAway } from './domain.ts'
import { markReleased } from './hold-repository.ts'
import type { HoldService } from './hold-service.ts'
import {
  checkSendAgain,
  type LinkSending,
  noTextsWanted,
  type PayLink,
  payLinkNotFound,
  payLinkPaid,
  tooManyHoldsOfVisitor,
} from './pay-link-domain.ts'
import {
  findContactPhone,
  findLink,
  findSameLink,
  listLinks,
  listReached,
  listSendings,
  type PayLinkRow,
  planSending,
} from './pay-link-repository.ts'
import { planLink, planLinkEnded } from './status-service.ts'
import { countingVisit, type VisitorLimits } from './visitor-limit-service.ts'

type PayLinkDeps = {
  db: Database
  clock: Clock
  publicUrl: string
  provider: PaymentProvider
  availability: AvailabilityService
  holds: Pick<HoldService, 'holdSlot'>
  messaging: Pick<MessageService, 'takesTexts'>
  limits: VisitorLimits
}

/** Holds slots for visitors who phoned. They pay through a link that we send. */
export const createPayLinkService = (deps: PayLinkDeps) => withDeps(deps, { open, list, sendAgain, release })

export type PayLinkService = ReturnType<typeof createPayLinkService>

/**
 * Holds a slot at the agent's own property, for as long as any other hold, and sends the visitor the link that pays for
 * it. It needs no approval, because the agent booked it.
 * @throws DomainError unauthenticated, not_found, invalid (each issue at its field), conflict (an unreachable agent; a
 *   taken slot, with alternatives), too_many, unavailable
 */
async function open(deps: PayLinkDeps, actor: Actor, form: HandBooking): Promise<PayLink> {
  const { db, clock, availability, holds } = deps
  const now = clock.now()
  const { accountId, property, slot, details } = await slotByHand(availability, actor, form, now)
  const { buyerPhone: phone, buyerEmail: email } = details
  await requireReachable(deps, { phone, email })
  // After a crash or a lost answer, the same request continues with the hold that it already has.
  const same = { accountId, propertyId: property.id, startsAt: slot.startsAt, phone, email, now: now.toString() }
  const own = await findSameLink(db, same)
  if (own) {
    const [link] = await linksOf(deps, [own])
    return link && link.sent.length > 0 ? link : send(deps, actor, own.id)
  }
  const wanted = {
    ...slot,
    details,
    amountCents: priceOf(property.priced, false),
    language: form.language,
    clientAddress: '',
    isDemo: false,
    capture: 'automatic' as const,
    bookedBy: accountId,
  }
  // We text a resident only once the visitor has paid.
  const texted = { agent: await findContactPhone(db, property.id), resident: null }
  return countingVisit(deps.limits, { accountId, phone, email, texted }, async () => {
    const about = { now, tooMany: tooManyHoldsOfVisitor, description: `Showing ${property.slug}` }
    const { bookingId } = await holds.holdSlot(wanted, about)
    return plan(deps, await findOwn(deps, actor, bookingId))
  })
}

type Visitor = { phone: string; email: string }

/** @throws DomainError invalid (only texts can reach the visitor, and this phone gets none, is abroad, or has an extension) */
async function requireReachable({ messaging }: PayLinkDeps, visitor: Visitor) {
  if (!(await canReach(messaging, visitor))) throw noTextsWanted()
}

/** Lists the slots that are held until their visitor pays. @throws DomainError unauthenticated */
async function list(deps: PayLinkDeps, actor: Actor): Promise<PayLink[]> {
  const rows = await listLinks(deps.db, { ownerId: scopeOf(actor), now: deps.clock.now().toString() })
  return linksOf(deps, rows)
}

/** Sends the same link again, without extending the hold. @throws DomainError unauthenticated, not_found, too_many */
const sendAgain = (deps: PayLinkDeps, actor: Actor, id: string): Promise<PayLink> => send(deps, actor, id)

async function send(deps: PayLinkDeps, actor: Actor, id: string): Promise<PayLink> {
  const { accountId } = requireAccount(actor)
  const row = await findOwn(deps, actor, id)
  const visitor = { phone: row.buyer_phone, email: row.buyer_email }
  await requireReachable(deps, visitor)
  const texted = { agent: null, resident: null }
  return countingVisit(deps.limits, { accountId, ...visitor, texted }, () => plan(deps, row))
}

async function plan(deps: PayLinkDeps, row: PayLinkRow): Promise<PayLink> {
  const { db, clock } = deps
  const now = clock.now()
  const isKept = await planSending(db, { id: row.id, now: now.toString() }, ({ sends, lastAt }) => {
    const refusal = checkSendAgain({ sends, lastAt: lastAt && instantOf(lastAt) }, now)
    if (refusal) throw refusal
    return planLink(row, sends)
  })
  if (!isKept) throw payLinkNotFound()
  const [link] = await linksOf(deps, [row])
  return link as PayLink
}

/**
 * Frees the slot before its hold ends, and tells the visitor that the link no longer works.
 * @throws DomainError unauthenticated, not_found, conflict (the visitor is paying), unavailable
 */
async function release(deps: PayLinkDeps, actor: Actor, id: string): Promise<void> {
  const { db, clock, provider } = deps
  // The visitor can change the hold on the booking page at the same moment.
  for (let tries = 0; tries < 5; tries++) {
    const row = await findOwn(deps, actor, id)
    const cancelled = await provider.cancel(row.intent_id).catch((error) => {
      throw providerAway(error)
    })
    if (cancelled === 'too_late') throw payLinkPaid()
    const { intent_id: intentId, payment_revision: revision } = row
    const held = { bookingId: id, intentId, revision, isOver: true }
    const planned = async (tx: Database) =>
      planLinkEnded(row, { buyerBy: await listReached(tx, id), agent: false, isLate: false })
    if (await markReleased(db, held, clock.now().toString(), planned)) return
  }
  throw new Error('a hold kept changing')
}

async function findOwn({ db, clock }: PayLinkDeps, actor: Actor, id: string): Promise<PayLinkRow> {
  const row = await findLink(db, { ownerId: scopeOf(actor), id, now: clock.now().toString() })
  if (!row) throw payLinkNotFound()
  return row
}

async function linksOf({ db, publicUrl }: PayLinkDeps, rows: PayLinkRow[]): Promise<PayLink[]> {
  const sendings = Map.groupBy(
    await listSendings(
      db,
      rows.map(({ id }) => id),
    ),
    (one) => one.booking_id,
  )
  return rows.map((row) => linkOf(row, sendings.get(row.id) ?? [], publicUrl))
}

const linkOf = (row: PayLinkRow, sendings: LinkSending[], publicUrl: string): PayLink => ({
  id: row.id,
  property_id: row.property_id,
  full_address: fullAddress(row),
  startsAt: row.starts_at.toISOString(),
  when: formatWhen(instantOf(row.starts_at), row.time_zone),
  buyerName: row.buyer_name,
  buyerPhone: row.buyer_phone,
  buyerEmail: row.buyer_email,
  amount: row.payment_amount_cents,
  heldUntil: row.hold_expires_at.toISOString(),
  heldUntilTime: formatTime(instantOf(row.hold_expires_at), row.time_zone),
  payUrl: payUrlOf(publicUrl, row.client_secret),
  sent: sendings.map(({ booking_id: _, ...sending }) => sending),
})
