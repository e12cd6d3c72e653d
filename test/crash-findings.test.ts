import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from './app.ts'
import { newMemory } from './crash-clients.ts'
import { findFaults } from './crash-findings.ts'
import { makeForm, makeProperty } from './factories.ts'
import { bookShowing } from './scene.ts'

const memory = newMemory()

let app: TestApp
before(async () => {
  app = await testApp()
  app.clock.set('2026-11-21T18:00:00Z')
  for (const occupancy of ['vacant', 'resident'] as const) {
    const { slug } = await makeProperty(app.db, { occupancy })
    const { booking, paymentIntentId } = await bookShowing(
      app,
      makeForm(slug, { mailUpgrade: occupancy === 'resident' }),
    )
    memory.held.add(paymentIntentId)
    memory.paid.add(paymentIntentId)
    memory.booked.set(paymentIntentId, { id: booking.id, number: booking.confirmation_number })
  }
  await app.runJobs()
})
after(() => app.close())

test('finds no fault in intact records', async () => {
  assert.deepEqual(await findFaults(app.db, memory), [])
})

const first = sql`(select id from booking order by id limit 1)`
const damages: [damage: ReturnType<typeof sql>, found: RegExp][] = [
  [
    sql`update booking set status = 'lapsed', confirmation_number = null where id = ${first}`,
    /money without exactly one/,
  ],
  [
    sql`update sandbox_intent set refunded_cents = amount_cents where id = (select min(id) from sandbox_intent)`,
    /money without exactly one/,
  ],
  [
    sql`update sandbox_intent set status = 'canceled' where id = (select min(id) from sandbox_intent)`,
    /a booking without its money/,
  ],
  [sql`delete from money_entry where id = (select min(id) from money_entry)`, /exactly one charge/],
  [sql`delete from compliance_entry where event = 'booked' and booking_id = ${first}`, /exactly one entry in the log/],
  [
    sql`update compliance_entry set payload = '{}' where event = 'booked' and booking_id = ${first}`,
    /the log of .* is broken/,
  ],
  [
    sql`update booking set confirmation_number = 'SB-00000000' where id = ${first}`,
    /an entry in the log without its booking/,
  ],
  [sql`delete from notification where booking_id = ${first} and channel = 'sms' and role = 'buyer'`, /lacks a message/],
  [
    sql`delete from outbox_message where booking_id = ${first} and channel = 'sms' and role = 'buyer'`,
    /not sent, or sent and not kept/,
  ],
  [
    sql`update notification set status = 'queued' where booking_id = ${first} and channel = 'email'`,
    /not sent, or sent and not kept/,
  ],
  [
    sql`select append_compliance(property_id, booking_id, event, at, payload) from compliance_entry where event = 'notified' and booking_id = ${first}`,
    /not exactly once in the log/,
  ],
  [sql`update payment set intent_id = 'pi_other' where booking_id = ${first}`, /the hold of .* is lost/],
]
for (const [damage, found] of damages)
  test(`finds damage: ${found.source}`, async () => {
    const undone = new Error('undone')
    await assert.rejects(
      app.db.transaction().execute(async (tx) => {
        for (const table of ['compliance_entry', 'money_entry'])
          await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
        await damage.execute(tx)
        assert.match((await findFaults(tx, memory)).join('\n'), found)
        throw undone
      }),
      undone,
    )
  })

test('finds a broken promise to a buyer', async () => {
  const [intent = '', word] = [...memory.booked][0] ?? []
  const lie = {
    ...newMemory(),
    booked: new Map([[intent, { id: word?.id ?? '', number: 'SB-ZZZZZZZZ' }]]),
    refused: new Set([intent]),
  }
  assert.deepEqual(await findFaults(app.db, lie), [
    `the refused payment ${intent} is charged`,
    'the booking SB-ZZZZZZZZ is lost',
  ])
})
