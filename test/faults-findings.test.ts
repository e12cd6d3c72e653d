import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Substitutes } from '../src/compose.ts'
import type { Database } from '../src/platform/db/connect.ts'
import { findFaults, marksOf, type Scope } from './faults/findings.ts'
import { live, type Plan } from './faults/life.ts'
import { openWorld, type World } from './faults/world.ts'

// These tests prove that the fault tests find each fault that they look for.
const plan: Plan = {
  telling: 'browser',
  decision: null,
  ending: 'stays',
  isLivedIn: true,
  hasLetter: true,
  isPatient: true,
  isParallel: false,
}

let world: World
let scope: Scope
before(async () => {
  world = await openWorld()
  const since = marksOf(world.vendors)
  const homes = [await live(world, plan), await live(world, { ...plan, ending: 'agent cancels' })]
  await world.drain()
  scope = { since, homes, kills: 0, mayGiveUp: false }
})
after(() => world.close())
const find = (db: Database = world.observer) => findFaults(db, world.vendors, scope)

test('finds no fault in intact records', async () => {
  assert.deepEqual(await find(), [])
})

const last = <T>(of: T[]): T => {
  const one = of.at(-1)
  assert.ok(one)
  return one
}
/** Plants the fault at a vendor and returns a function that removes it. */
const atVendors: [what: string, plant: (of: World['vendors']) => () => void, found: RegExp][] = [
  [
    'a second charge',
    ({ stripe }) => {
      stripe.intents.set('pi_twice', { ...last([...stripe.intents.values()]), id: 'pi_twice', status: 'succeeded' })
      return () => stripe.intents.delete('pi_twice')
    },
    /money without booking or refund: pi_twice/,
  ],
  [
    'a second refund',
    ({ stripe }) => {
      stripe.refunds.push({ ...last(stripe.refunds), id: 're_twice' })
      return () => stripe.refunds.pop()
    },
    /double refund/,
  ],
  [
    'a refund that never was',
    ({ stripe }) => {
      const refund = last(stripe.refunds)
      refund.status = 'failed'
      return () => Object.assign(refund, { status: 'succeeded' })
    },
    /money without booking or refund/,
  ],
  [
    'a booking whose money went',
    ({ stripe }) => {
      const [intent] = stripe.intents.values()
      assert.ok(intent)
      intent.status = 'canceled'
      return () => Object.assign(intent, { status: 'succeeded' })
    },
    /booking without money/,
  ],
  [
    'a text twice',
    ({ twilio }) => {
      twilio.texts.push(last(twilio.texts))
      return () => twilio.texts.pop()
    },
    /double message \(2\)/,
  ],
  [
    'a text that never came',
    ({ twilio }) => {
      const text = twilio.texts.pop()
      return () => text && twilio.texts.push(text)
    },
    /the log is wrong \(0 arrived\)/,
  ],
  [
    'a letter twice',
    ({ lob }) => {
      lob.letters.push(last(lob.letters))
      return () => lob.letters.pop()
    },
    /double message \(2\)/,
  ],
  [
    'a mail twice',
    ({ mail }) => {
      // A sender that hung up after a mail may not have read the answer, so it may repeat that mail.
      mail.arrived.push(last(mail.arrived.filter(({ isAcknowledged }) => isAcknowledged)))
      return () => mail.arrived.pop()
    },
    /double email \(2, 0 unacknowledged\)/,
  ],
  [
    'a mail that never came',
    ({ mail }) => {
      const lost = mail.arrived.pop()
      return () => lost && mail.arrived.push(lost)
    },
    /the log is wrong \(0 arrived at /,
  ],
  [
    "somebody else's mail",
    ({ mail }) => {
      const sent = last(mail.arrived)
      const messageId = '<00000000-0000-7000-8000-000000000000@showings.example.com>'
      mail.arrived.push({ ...sent, mail: { ...sent.mail, messageId } })
      return () => mail.arrived.pop()
    },
    /a message without a plan/,
  ],
]
for (const [what, plant, found] of atVendors)
  test(`finds at a vendor: ${what}`, async () => {
    const undo = plant(world.vendors)
    try {
      assert.match((await find()).join('\n'), found)
    } finally {
      undo()
    }
    assert.deepEqual(await find(), [])
  })

const damages: [what: string, damage: ReturnType<typeof sql>, found: RegExp][] = [
  [
    'a lost booking',
    sql`update booking set status = 'lapsed', confirmation_number = null, reason_for_buyer = null`,
    /a lapsed booking/,
  ],
  ['a lost entry of money', sql`delete from money_entry where kind = 'charge'`, /entries \[/],
  ['money that is due for ever', sql`update payment set status = 'refund_due' where status = 'refunded'`, /refund_due/],
  ['a message that is never ended', sql`update notification set logged_at = null`, /a message without a final status/],
  [
    'a message given up',
    sql`update notification set status = 'failed' where channel = 'sms'`,
    /gave up a message although/,
  ],
  ['a message that was never planned', sql`delete from notification where role = 'buyer'`, /no message about "booked"/],
  [
    'a log that says it twice',
    sql`select append_compliance(property_id, booking_id, event, at, payload)
    from compliance_entry where event = 'notified'`,
    /only in the log: /,
  ],
  ['a log that was changed', sql`update compliance_entry set payload = payload || ' '`, /the log of .* is broken/],
  [
    'a refund that the log does not know',
    sql`delete from compliance_entry where event = 'refunded'`,
    /the log does not show a refund/,
  ],
  [
    'a booking that the log does not know',
    sql`delete from compliance_entry where event = 'booked'`,
    /without its entry/,
  ],
]
for (const [what, damage, found] of damages)
  test(`${what} is found`, async () => {
    const undone = new Error('undone')
    await assert.rejects(
      world.observer.transaction().execute(async (tx) => {
        for (const table of ['compliance_entry', 'money_entry', 'notification', 'booking', 'payment'])
          await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
        await damage.execute(tx)
        assert.match((await find(tx)).join('\n'), found)
        throw undone
      }),
      undone,
    )
  })

/** Runs a product with a bug through one booking whose vendors lose an answer. */
const mistakes: [
  what: string,
  broken: Substitutes,
  fault: (of: World['vendors']) => void,
  found: RegExp,
  ending?: string,
][] = [
  [
    'a text that is sent again without a look',
    { senders: (real) => ({ ...real, sms: { send: (message) => real.sms.send({ ...message, isRepeat: false }) } }) },
    ({ twilio }) => twilio.failNext('answer lost', ({ method }) => method === 'POST'),
    /double message \(2\)/,
    'stays',
  ],
  [
    'a mail under another name at each try',
    {
      senders: (real) => ({
        ...real,
        email: { send: (message) => real.email.send({ ...message, id: crypto.randomUUID() }) },
      }),
    },
    ({ mail }) => mail.failNext('answer lost'),
    /a message without a plan/,
  ],
  [
    'a refund that is only said to be made',
    {
      provider: (real) => ({
        ...real,
        refundOrRelease: async () => ({ kind: 'refund', reference: 're_none', amountCents: 3500 }),
      }),
    },
    () => undefined,
    /money without booking or refund/,
  ],
  [
    'a sender who says that he has sent',
    { senders: (real) => ({ ...real, certified_mail: { send: async () => ({ reference: 'ltr_none' }) } }) },
    () => undefined,
    /the log is wrong \(0 arrived\)/,
  ],
]
for (const [what, substitutes, fault, found, ending = 'agent cancels'] of mistakes)
  test(`${what} is found`, async () => {
    const other = await openWorld({ substitutes })
    try {
      const since = marksOf(other.vendors)
      fault(other.vendors)
      const homes = [await live(other, { ...plan, ending })]
      await other.drain()
      const faults = await findFaults(other.observer, other.vendors, { since, homes, kills: 0, mayGiveUp: false })
      assert.match(faults.join('\n'), found)
    } finally {
      await other.close()
    }
  })
