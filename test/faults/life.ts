import { sql } from 'kysely'
import type { Actor } from '../../src/platform/actor.ts'
import { makeForm, makeProperty } from '../factories.ts'
import type { World } from './world.ts'

/** Who reports the payment, and in which order. `early`: an event arrives before the payment. */
export const TELLINGS = ['browser', 'webhook', 'both', 'webhook first', 'doubled', 'early', 'nobody'] as const
export const ENDINGS = [
  'stays',
  'moved',
  'agent cancels',
  'buyer cancels',
  'refund approved',
  'refund declined',
  'slot lost',
] as const
export const DECISIONS = ['approve', 'decline', 'expire'] as const

export type Plan = {
  telling: (typeof TELLINGS)[number]
  ending: string
  /** `null` if the property needs no approval. */
  decision: (typeof DECISIONS)[number] | null
  isLivedIn: boolean
  hasLetter: boolean
  /** Whether people try again after a failure. */
  isPatient: boolean
  /** `true` runs jobs in parallel, `false` one after the other. */
  isParallel: boolean
  /** Called between the steps. */
  between?: () => Promise<void>
}

type Booking = {
  id: string
  status: string
  token: string
  starts_at: Date
}

/** Takes one showing from request to completion, with clicks and events. @returns its property */
export async function live(world: World, plan: Plan): Promise<string> {
  const home = await world.watch((db) =>
    makeProperty(db, {
      occupancy: plan.isLivedIn ? 'resident' : 'vacant',
      approval: plan.decision ? 'manual' : 'automatic',
    }),
  )
  const owner: Actor = { kind: 'account', accountId: home.ownerId, role: 'agent', email: 'lena@agents.example.com' }
  const { stripe } = world.vendors
  const today = world.clock.now().toZonedDateTimeISO('America/Los_Angeles').toPlainDate()
  const dateAfter = (days: number) => today.add({ days }).toString()
  // Certified mail needs 7 days, with or without an approval.
  const hasLetter = plan.isLivedIn && plan.hasLetter
  const form = () =>
    makeForm(home.slug, {
      showingDate: dateAfter(hasLetter ? 9 : 5),
      showingTime: '10:00',
      mailUpgrade: hasLetter,
      buyerEmail: `maria-${crypto.randomUUID()}@buyers.example.com`,
    })
  const undelivered: (() => Promise<number>)[] = []

  /** Does what a person does, and repeats it after a failure if they are patient. */
  async function click<T>(act: () => Promise<T | null>): Promise<T | null> {
    for (let tries = 0; tries < (plan.isPatient ? 3 : 1); tries++) {
      const result = await act().catch(() => null)
      const hasDied = world.process.isDead
      if (hasDied) await world.restart()
      else if (result !== null) return result
      else await world.watch((db) => sql`select`.execute(db))
    }
    return null
  }
  const said = async (method: string, path: string, body: object) => {
    const answer = await world.app.call(method, path, body)
    return answer.status < 500 ? answer : null
  }
  async function pause() {
    await (plan.isParallel ? world.workAtOnce() : world.work())
    if (world.process.isDead) await world.restart()
    await plan.between?.()
  }

  async function hold(wanted: object): Promise<string | null> {
    const held = await click(() => said('POST', '/api/payments/create-payment-intent', { bookingData: wanted }))
    return held?.status === 201 ? (held.body.paymentIntentId as string) : null
  }
  const isOpen = (intentId: string) => stripe.intents.get(intentId)?.status === 'requires_payment_method'
  const process = (paymentIntentId: string) =>
    click(() => said('POST', '/api/payments/process-booking', { paymentIntentId }))
  let events = 0
  function event(intentId: string) {
    const type = plan.decision ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded'
    const id = `evt_${intentId}_${++events}`
    return async () => {
      const { body, headers } = stripe.event({ id, type, object: { object: 'payment_intent', id: intentId } })
      const send = () =>
        world.app
          .call('POST', '/api/payments/webhook', body, { ...headers, 'content-type': 'application/json' })
          .then(({ status }) => status)
          .catch(() => 0)
      if ((await send()) !== 200) undelivered.push(send)
      if (world.process.isDead) await world.restart()
    }
  }
  const find = async () => {
    const wanted = sql<Booking>`
      select id, status, manage_token as token, starts_at from booking
      where property_id = ${home.id} and status not in ('held', 'lapsed') order by id limit 1`
    return (await world.watch((db) => wanted.execute(db))).rows[0] ?? null
  }

  async function tell(intentId: string) {
    const hear = event(intentId)
    const orders: Record<Plan['telling'], (() => Promise<unknown>)[]> = {
      browser: [() => process(intentId)],
      webhook: [hear],
      both: [() => Promise.all([process(intentId), hear()])],
      'webhook first': [hear, () => process(intentId)],
      doubled: [() => process(intentId), hear, hear],
      early: [() => process(intentId), event(intentId)],
      nobody: [],
    }
    for (const step of orders[plan.telling]) await step()
  }
  /** Asserts that everyone gets the message eventually. */
  async function reachEverybody() {
    if (await find()) return
    world.advance({ minutes: 1 })
    await world.minute()
    if (world.process.isDead) await world.restart()
    await pause()
  }
  const agent = (act: () => Promise<unknown>) => click(() => act().then(() => true))
  const buyer = (what: string, body: object) => async () => {
    const booking = await find()
    if (booking) await click(() => said('POST', `/api/showingbooker/public/booking/${booking.token}/${what}`, body))
  }

  async function decide(id: string) {
    if (plan.decision === 'expire') {
      world.advance({ hours: 49 })
      await world.minute()
      if (world.process.isDead) await world.restart()
    } else if (plan.decision) {
      const { decision } = plan
      await agent(() => world.app.transitions.decide(owner, id, decision, 'So it is'))
    }
  }

  const endings: Record<string, (booking: Booking) => Promise<unknown>> = {
    stays: async () => null,
    moved: async ({ id }) => {
      await buyer('move', { showingDate: dateAfter(hasLetter ? 11 : 7), showingTime: '11:00' })()
      await pause()
      if (plan.decision) await decide(id)
    },
    'agent cancels': ({ id }) => agent(() => world.app.transitions.decide(owner, id, 'cancel', 'The home is sold')),
    'buyer cancels': () => buyer('cancel', { reason: 'Found another one' })(),
    ...Object.fromEntries(
      (['approve', 'decline'] as const).map((decision) => [
        `refund ${decision}d`,
        async ({ id, starts_at }: Booking) => {
          // Let the reminders run on the way.
          for (const hours of [-25, -1, 1]) {
            const wait = starts_at.getTime() + hours * 3_600_000 - world.clock.now().epochMilliseconds
            world.advance({ milliseconds: Math.max(wait, 0) })
            await world.minute()
            await pause()
          }
          await buyer('refund-request', { reason: 'Nobody opened' })()
          await pause()
          await agent(() => world.app.transitions.decideRefund(owner, id, { decision, reason: 'Because' }))
        },
      ]),
    ),
  }

  const intentId = await hold(form())
  await pause()
  if (!intentId || !isOpen(intentId)) return home.id
  if (plan.telling === 'early') await event(intentId)()
  stripe.pay(intentId)
  if (plan.ending === 'slot lost') {
    world.advance({ minutes: 11 })
    const rival = await hold(form())
    if (rival && isOpen(rival)) {
      stripe.pay(rival)
      await process(rival)
    }
    await pause()
  }
  await tell(intentId)
  await pause()
  await reachEverybody()
  const booking = await find()
  if (booking) {
    if (booking.status === 'pending') await decide(booking.id)
    await pause()
    await endings[plan.ending]?.(booking)
    await pause()
  }
  // The vendor sends a failed webhook again.
  for (const send of undelivered) {
    await send()
    if (world.process.isDead) await world.restart()
  }
  return home.id
}
