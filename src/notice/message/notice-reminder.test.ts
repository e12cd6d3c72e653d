import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeAgent, makeProperty, makeShowing, type PropertyChoices } from '../../../test/factories.ts'
import { createReminderService } from './reminder-service.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const NOW = '2026-11-23T18:00:00Z'
/** 10:00 in Los Angeles. The notice is due 24 hours earlier. */
const START = Temporal.Instant.from('2026-11-27T18:00:00Z')

type Choices = Pick<PropertyChoices, 'occupancy'> & { status?: 'pending' | 'confirmed' }

const MOVED_IN = { occupancy_status: 'resident', resident_phone: '(213) 555-0111' } as const

async function booked({ occupancy = 'resident', status = 'confirmed' }: Choices = {}) {
  const ownerId = await makeAgent(app.db)
  const { id: propertyId } = await makeProperty(app.db, { occupancy, ownerId })
  const { id } = await makeShowing(app.db, {
    propertyId,
    startsAt: START,
    status,
    bookedAt: Temporal.Instant.from(NOW),
  })
  const agent = { kind: 'account', accountId: ownerId, role: 'agent', email: '' } as const
  const edit = (change: { occupancy_status: 'resident' | 'vacant' }) => app.properties.change(agent, propertyId, change)
  return { id, ownerId, edit }
}

/** Plans due reminders and sends planned messages. */
async function strike(...nows: string[]) {
  for (const now of nows) {
    app.clock.set(now)
    await app.reminders.planDue()
    await deliver()
  }
}

async function deliver() {
  const { rows } = await sql<{ booking_id: string }>`
    select distinct booking_id from notification where status = 'queued'`.execute(app.db)
  for (const { booking_id } of rows) await app.messaging.deliver(booking_id)
}

async function messagesOf({ id }: { id: string }): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    select concat_ws(' ', channel, role, status || coalesce(': ' || reason, '')) as said from notification
    where booking_id = ${id} and event = 'reminder_notice' order by 1`.execute(app.db)
  return rows.map(({ said }) => said)
}

function serve({ id, ownerId }: { id: string; ownerId: string }, at: string) {
  app.clock.set(at)
  const served = { method: 'posted' as const, servedAt: at, servedBy: 'Lena Listing' }
  return app.serviceRecords.record({ kind: 'account', accountId: ownerId, role: 'agent', email: '' }, id, served)
}

/** The reminder comes on the evening before, because four hours before the deadline is six in the morning. */
const EVENING = '2026-11-26T03:30:00Z'
const SENT = ['email listing_agent sent', 'sms listing_agent sent']
const NOT_SENT = 'not_sent: The notice was served, or it was too late to serve it'

test('only the agent gets a reminder to post a notice, once, and no text at night', async () => {
  const showing = await booked()
  await strike('2026-11-26T03:29:59Z')
  assert.deepEqual(await messagesOf(showing), [])
  await strike(EVENING, '2026-11-26T03:31:00Z', '2026-11-26T16:00:00Z')
  assert.deepEqual(await messagesOf(showing), SENT)
  const { rows } = await sql<{ text: string }>`
    select text from outbox_message where booking_id = ${showing.id} and channel = 'sms'
      and text like '%Post the notice%'`.execute(app.db)
  assert.match(rows[0]?.text ?? '', /by Thu, Nov 26, 10:00 AM PST, for the showing on Fri, Nov 27, 10:00 AM PST/)
  assert.ok(rows[0]?.text.includes(`/overview/${showing.id}/service`))
})

test('reminds no one of a notice that was served or is not needed', async () => {
  const served = await booked()
  await serve(served, '2026-11-24T18:00:00Z')
  const others = [await booked({ occupancy: 'vacant' }), await booked({ occupancy: 'owner' })]
  const pending = await booked({ status: 'pending' })
  await strike(EVENING, '2026-11-26T17:00:00Z')
  for (const showing of [served, pending, ...others]) assert.deepEqual(await messagesOf(showing), [])
})

test('serving a notice cancels its unsent reminder', async () => {
  const showing = await booked()
  app.clock.set(EVENING)
  await app.reminders.planDue()
  await serve(showing, '2026-11-26T03:30:20Z')
  await deliver()
  assert.deepEqual(await messagesOf(showing), [`email listing_agent ${NOT_SENT}`, `sms listing_agent ${NOT_SENT}`])
})

test('a withdrawn service gets its reminder, even if we had nothing left to remind of before', async () => {
  const showing = await booked()
  const { id } = await serve(showing, '2026-11-24T18:00:00Z')
  await strike('2026-11-25T18:00:00Z')
  app.clock.set('2026-11-26T02:00:00Z')
  const agent = { kind: 'account', accountId: showing.ownerId, role: 'agent', email: '' } as const
  await app.serviceRecords.withdraw(agent, showing.id, id, 'The wrong door.')
  await strike('2026-11-26T02:01:00Z')
  assert.deepEqual(await messagesOf(showing), [])
  await strike(EVENING)
  assert.deepEqual(await messagesOf(showing), SENT)
})

test('reminds the agent at once if a tenant moves in when the notice is nearly due', async () => {
  const showing = await booked({ occupancy: 'vacant' })
  await strike(EVENING)
  assert.deepEqual(await messagesOf(showing), [])
  app.clock.set('2026-11-26T16:30:00Z')
  await showing.edit(MOVED_IN)
  await strike('2026-11-26T16:30:00Z')
  assert.deepEqual(await messagesOf(showing), SENT)
})

test('a tenant who moves in while we plan reminders is not overlooked', async () => {
  const showing = await booked({ occupancy: 'vacant' })
  app.clock.set('2026-11-26T16:30:00Z')
  await createReminderService({
    db: app.db,
    clock: app.clock,
    log: app.log,
    listOptedOut: async () => new Set(),
    listEmailOnly: async () => new Set(),
    showings: {
      list: async (ids) => (await Promise.all(ids.map((one) => app.showings.find(one)))).filter((one) => one !== null),
      async listNoticesDue() {
        await showing.edit(MOVED_IN)
        return new Map()
      },
    },
  }).planDue()
  await strike('2026-11-26T16:31:00Z')
  assert.deepEqual(await messagesOf(showing), SENT)
})

test('no one is reminded of a notice after the tenant has moved out', async () => {
  const showing = await booked()
  await showing.edit({ occupancy_status: 'vacant' })
  await strike(EVENING)
  assert.deepEqual(await messagesOf(showing), [])
})

test('reminds no one of a notice after its deadline', async () => {
  const showing = await booked()
  await strike('2026-11-26T18:00:01Z')
  assert.deepEqual(await messagesOf(showing), [])
})
