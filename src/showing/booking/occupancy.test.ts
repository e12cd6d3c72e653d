import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty, makeShowing, type PropertyChoices } from '../../../test/factories.ts'
import { untilLockWaits } from '../../../test/locks.ts'
import { bookShowing } from '../../../test/scene.ts'
import type { Actor } from '../../platform/actor.ts'
import type { DomainError } from '../../platform/errors.ts'
import type { PropertyChange } from '../../property/property/contract.ts'
import { createShowings } from './showing-repository.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T18:00:00Z'))

const ROSA = { occupancy_status: 'resident', resident_first_name: 'Rosa', resident_last_name: 'Kim' } as const
const NO_ONE = { occupancy_status: 'vacant' } as const
/** The showing is on November 27 at 1:30 PM in Los Angeles. */
const AFTERWARDS = '2026-11-28T18:00:00Z'

async function makeHome(choices: PropertyChoices) {
  const home = await makeProperty(app.db, choices)
  const actor: Actor = { kind: 'account', accountId: home.ownerId, role: 'agent', email: '' }
  return {
    home,
    actor,
    edit: (change: Omit<PropertyChange, 'version'>) => app.properties.change(actor, home.id, change),
  }
}

async function booked(choices: PropertyChoices = {}) {
  const at = await makeHome(choices)
  const { booking } = await bookShowing(app, makeForm(at.home.slug))
  const id = booking.id as string
  return { ...at, id, ...readersOf({ ...at, id }) }
}

/** Reads who lives at a showing's home in every way that we show it. */
const readersOf = ({ home, actor, id }: { home: { id: string }; actor: Actor; id: string }) => ({
  async read() {
    const record = await app.showings.get(actor, id)
    const [log] = (await app.compliance.list(actor, { propertyId: home.id, cursor: null, limit: 1 })).logs
    assert.deepEqual([log?.noticeStatus, log?.occupancy !== 'vacant'], [record.noticeStatus, record.isOccupied])
    return [record.noticeStatus, record.isCompliant, record.residentName, log?.residentInfo?.name ?? null]
  },
  tasks: async () => (await app.agendas.agenda(actor)).tasks.map(({ kind }) => kind),
  serve: () =>
    app.serviceRecords.record(actor, id, {
      method: 'posted',
      servedAt: app.clock.now().toString(),
      servedBy: 'Lena',
    }),
  events: async () => {
    const { rows } = await sql<{ event: string; payload: string }>`
      select event, payload from compliance_entry where booking_id = ${id} and event in ('booked', 'occupancy_changed')
      order by sequence`.execute(app.db)
    return rows.map(({ event, payload }) => [event, JSON.parse(payload).occupancy, JSON.parse(payload).residentInfo])
  },
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: DomainError) => error.code,
  )

test('a tenant who moves in after the booking needs a notice, before and after the showing', async () => {
  const { home, actor, edit, read, tasks, serve, events } = await booked()
  assert.deepEqual(await read(), ['not_needed', true, null, null])
  assert.equal(await codeOf(serve()), 'no_service_needed')
  await edit({ occupancy_status: 'resident' })
  assert.deepEqual(await read(), ['due', false, null, null])
  await edit({ resident_first_name: 'Rosa', resident_last_name: 'Kim' })
  assert.deepEqual(await read(), ['due', false, 'Rosa Kim', 'Rosa Kim'])
  assert.deepEqual(await tasks(), ['notice'])
  app.clock.set('2026-11-27T20:00:00Z')
  assert.deepEqual(await read(), ['late', false, 'Rosa Kim', 'Rosa Kim'])
  app.clock.set(AFTERWARDS)
  await edit(NO_ONE)
  assert.deepEqual(await read(), ['late', false, 'Rosa Kim', 'Rosa Kim'])
  assert.equal(await codeOf(serve()), 'invalid', 'a notice that was served earlier can still be recorded')
  assert.deepEqual(await events(), [
    ['booked', 'vacant', null],
    ['occupancy_changed', 'resident', { name: null, phone: null, email: null }],
    ['occupancy_changed', 'resident', { name: 'Rosa Kim', phone: null, email: null }],
  ])
  assert.equal((await app.compliance.verify(actor, home.id)).valid, true)
})

test('a notice that was served to a tenant who moved in counts after the showing', async () => {
  const { edit, read, serve } = await booked()
  await edit(ROSA)
  await serve()
  assert.deepEqual(await read(), ['served', true, 'Rosa Kim', 'Rosa Kim'])
  app.clock.set(AFTERWARDS)
  await edit({ resident_first_name: 'Ben', resident_last_name: 'Later' })
  assert.deepEqual(await read(), ['served', true, 'Rosa Kim', 'Rosa Kim'])
})

test('after a tenant moves out, no notice is due, late, or missing', async () => {
  const { edit, read, tasks, serve } = await booked({ occupancy: 'resident' })
  assert.deepEqual(await read(), ['due', false, 'Rosa Resident', 'Rosa Resident'])
  assert.deepEqual(await tasks(), ['notice'])
  await edit(NO_ONE)
  assert.deepEqual(await read(), ['not_needed', true, null, null])
  assert.deepEqual(await tasks(), [])
  assert.equal(await codeOf(serve()), 'no_service_needed')
  app.clock.set(AFTERWARDS)
  await edit(ROSA)
  assert.deepEqual(await read(), ['not_needed', true, null, null])
})

test('a request says what notice an approval needs for who lives there now', async () => {
  const { actor, edit, id } = await booked({ approval: 'manual' })
  assert.equal((await app.showings.get(actor, id)).noticeOnApproval, null)
  await edit(ROSA)
  assert.notEqual((await app.showings.get(actor, id)).noticeOnApproval, null)
  await edit(NO_ONE)
  assert.equal((await app.showings.get(actor, id)).noticeOnApproval, null)
})

test('the gauge counts late notices of a tenant who moved in, and none of one who moved out', async () => {
  const late = async () => {
    app.clock.set('2026-11-27T20:00:00Z')
    return createShowings(app.db).countNoticesLate(app.clock.now())
  }
  const before = await late()
  app.clock.set('2026-11-21T18:00:00Z')
  const { edit } = await booked()
  assert.equal(await late(), before)
  await edit(ROSA)
  assert.equal(await late(), before + 1)
  await edit(NO_ONE)
  assert.equal(await late(), before)
})

test('a showing that has started keeps who lived there, even if it has no outcome yet', async () => {
  const { edit, events } = await booked({ occupancy: 'resident' })
  app.clock.set('2026-11-27T21:30:00Z')
  await edit(NO_ONE)
  assert.deepEqual(
    (await events()).map(([event]) => event),
    ['booked'],
  )
})

test('only showings ahead that can still take place get an entry', async () => {
  const { home, actor, edit, id } = await booked()
  await app.transitions.decide(actor, id, 'cancel')
  const demo = await makeShowing(app.db, {
    propertyId: home.id,
    startsAt: app.clock.now().add({ hours: 80 }),
    isDemo: true,
  })
  await edit(ROSA)
  const { rows } = await sql`
    select from compliance_entry where booking_id = any(${[id, demo.id]}::uuid[]) and event = 'occupancy_changed'`.execute(
    app.db,
  )
  assert.equal(rows.length, 0)
})

for (const occupancy of ['vacant', 'owner', 'resident'] as const)
  test(`the database names the same person as the code if it is ${occupancy}, so a booking has one entry about it`, async () => {
    const { edit, events } = await booked({ occupancy })
    await edit({ address_line1: '744 Juniper Street', bedrooms: 2 })
    await edit({ occupancy_status: occupancy })
    assert.equal((await events()).length, 1, JSON.stringify(await events()))
  })

test('an owner who moves in is logged with their own name and contact', async () => {
  const { edit, events } = await booked()
  await edit({ occupancy_status: 'owner', owner_phone: '(213) 555-0122' })
  assert.deepEqual((await events()).at(-1), [
    'occupancy_changed',
    'owner',
    { name: 'Olga Owner', phone: '(213) 555-0122', email: 'olga@owners.example.com' },
  ])
})

test('an edit and the payment of a hold at the same moment agree on who lives there', async () => {
  const { home, edit, actor } = await makeHome({})
  const editing = await app.database.pool.connect()
  try {
    await editing.query('begin')
    await editing.query(
      `update property set occupancy_status = 'resident', version = version + 1, updated_at = $2 where id = $1`,
      [home.id, app.clock.now().toString()],
    )
    const paying = bookShowing(app, makeForm(home.slug))
    await untilLockWaits(app.db, paying)
    await editing.query('commit')
    const { booking } = await paying
    const { read, events } = readersOf({ home, actor, id: booking.id })
    assert.deepEqual(
      (await events()).map(([event, occupancy]) => `${event} ${occupancy}`),
      ['booked vacant', 'occupancy_changed resident'],
    )
    assert.equal((await read())[0], 'due')
    await edit(NO_ONE)
    assert.equal((await read())[0], 'not_needed')
  } finally {
    editing.release()
  }
})

test('an edit waits for a booking that is being made, and follows it', async () => {
  const { home, edit, actor } = await makeHome({})
  const { id } = await makeShowing(app.db, {
    propertyId: home.id,
    startsAt: app.clock.now().add({ hours: 80 }),
    bookedAt: app.clock.now(),
  })
  const payload = JSON.stringify({ occupancy: 'vacant', residentInfo: null })
  await sql`update booking set status = 'lapsed', confirmation_number = null where id = ${id}`.execute(app.db)
  const making = await app.database.pool.connect()
  try {
    await making.query('begin')
    await making.query(`update booking set status = 'confirmed', confirmation_number = 'SB-LATE' where id = $1`, [id])
    await making.query(`select append_compliance($1, $2, 'booked', $3, $4)`, [
      home.id,
      id,
      app.clock.now().toString(),
      payload,
    ])
    const editing = edit({ occupancy_status: 'resident' })
    await untilLockWaits(app.db, editing)
    await making.query('commit')
    await editing
  } finally {
    making.release()
  }
  assert.deepEqual((await readersOf({ home, actor, id }).events()).at(-1)?.slice(0, 2), [
    'occupancy_changed',
    'resident',
  ])
  assert.equal((await app.showings.get(actor, id)).noticeStatus, 'due')
})

test('edits, decisions, records, and the own time of an agent take turns at the same moment', async () => {
  const { home, actor, edit } = await makeHome({ occupancy: 'resident' })
  for (let round = 0; round < 5; round++) {
    const startsAt = [80, 84, 88, 92].map((hours) => app.clock.now().add({ hours: hours + round }))
    const made = await Promise.all(
      startsAt.map((at) => makeShowing(app.db, { propertyId: home.id, startsAt: at, bookedAt: app.clock.now() })),
    )
    const [served, cancelled] = made.map(({ id }) => id)
    const now = app.clock.now().toString()
    await Promise.all([
      edit({ resident_first_name: `Rosa ${round}` }),
      edit({ resident_last_name: `Kim ${round}` }),
      app.transitions.decide(actor, cancelled ?? '', 'cancel'),
      readersOf({ home, actor, id: served ?? '' }).serve(),
      sql`select set_own_time(${home.ownerId}, true, ${round}::smallint, ${now}::timestamptz)`.execute(app.db),
    ])
    await sql`update booking set status = 'cancelled' where property_id = ${home.id}`.execute(app.db)
    for (const { id } of made.slice(2))
      assert.equal((await readersOf({ home, actor, id }).events()).at(-1)?.[2].name, `Rosa ${round} Kim ${round}`)
  }
  assert.equal((await app.compliance.verify(actor, home.id)).valid, true)
})

test('the migration logs who lives there now for a showing ahead that an earlier version did not follow', async () => {
  const { home, actor } = await makeHome({})
  const { id } = await makeShowing(app.db, { propertyId: home.id, startsAt: Temporal.Now.instant().add({ hours: 80 }) })
  const past = await makeShowing(app.db, { propertyId: home.id, startsAt: Temporal.Now.instant().add({ hours: -80 }) })
  const other = await makeShowing(app.db, {
    propertyId: home.id,
    startsAt: Temporal.Now.instant().add({ hours: 104 }),
  })
  const ana = { name: 'Ana', phone: null, email: null }
  for (const [one, payload] of [
    [id, { occupancy: 'vacant', residentInfo: null }],
    [past.id, { occupancy: 'vacant', residentInfo: null }],
    [other.id, { occupancy: 'resident', residentInfo: ana }],
  ] as const)
    await sql`select append_compliance(${home.id}, ${one}, 'booked', now(), ${JSON.stringify(payload)})`.execute(app.db)
  await sql`update property set occupancy_status = 'resident', resident_first_name = 'Rosa' where id = ${home.id}`.execute(
    app.db,
  )
  const file = await readFile('db/migrations/0124_occupancy_followed.sql', 'utf8')
  const [, log = ''] = file.split(/^(?=do \$\$)/m)
  await app.database.pool.query(log)
  await app.database.pool.query(log)
  assert.deepEqual(await readersOf({ home, actor, id }).events(), [
    ['booked', 'vacant', null],
    ['occupancy_changed', 'resident', { name: 'Rosa', phone: null, email: null }],
  ])
  assert.deepEqual(await readersOf({ home, actor, id: other.id }).events(), [
    ['booked', 'resident', ana],
    ['occupancy_changed', 'resident', { name: 'Rosa', phone: null, email: null }],
  ])
  assert.equal((await readersOf({ home, actor, id: past.id }).events()).length, 1)
  assert.equal((await app.compliance.verify(actor, home.id)).valid, true)
})
