import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeProperty } from '../../../test/factories.ts'
import { admin, createPast, makeOwner, NOW } from '../../../test/past.ts'
import { ShowingFilter } from '../booking/contract.ts'
import { choiceOf, UPCOMING_SORTS, UPCOMING_STATUSES, upcomingQuery } from '../booking/showing-view-domain.ts'

let app: TestApp
let past: ReturnType<typeof createPast>
before(async () => {
  app = await testApp()
  past = createPast(app)
})
after(() => app.close())

const tasksIn = (agenda: Awaited<ReturnType<TestApp['agendas']['agenda']>>) =>
  agenda.tasks.map(({ kind, dueAt, showing }) => `${kind} ${dueAt ?? '-'} ${showing.id}`)

test('tasks appear once they need the agent, and are ordered by when they are due', async () => {
  const { actor, ids } = await makeOwner(app, { occupancy: 'resident' }, {})
  const [lived = '', vacant = ''] = ids
  const served = await past.store(lived, { startsAt: '2026-11-25T20:00:00Z' })
  const asked = await past.store(vacant, { status: 'pending', startsAt: '2026-11-24T20:00:00Z' })
  await sql`update booking set decision_due_at = '2026-11-22T20:00:00Z' where id = ${asked}`.execute(app.db)
  const failed = await past.store(vacant, { startsAt: '2026-11-26T20:00:00Z' })
  await past.notify(failed, ['failed', 'sent'], NOW)
  const refund = await past.store(vacant, { status: 'completed', startsAt: '2026-10-01T20:00:00Z' })
  await sql`update booking set refund_requested_at = ${NOW}, refund_reason = 'No one came' where id = ${refund}`.execute(
    app.db,
  )
  await past.pay(refund, [['charge', 2500, NOW]])
  await past.store(vacant, { startsAt: '2026-11-20T20:00:00Z' })
  await past.store(vacant, { status: 'cancelled', startsAt: '2026-11-27T20:00:00Z' })
  const agenda = await app.agendas.agenda(actor)
  assert.deepEqual(tasksIn(agenda), [
    `refund - ${refund}`,
    `message - ${failed}`,
    `decide 2026-11-22T20:00:00.000Z ${asked}`,
    `notice 2026-11-24T20:00:00.000Z ${served}`,
  ])
  assert.equal(agenda.taskCount, 4)
  assert.deepEqual(agenda.due, { overdue: 0, today: 2, tomorrow: 1, later: 1 })
  assert.deepEqual(agenda.kinds, { decide: 1, refund: 1, reply: 0, notice: 1, message: 1 })
  assert.deepEqual(
    agenda.tasks.map(({ noticeUrl }) => noticeUrl),
    [null, null, null, `/api/showingbooker/public/notice/n${served}`],
  )
  assert.deepEqual(await app.agendas.tabCounts(actor), { overview: 0, upcoming: 1, completed: 1, properties: 0 })
})

const write = (id: string) =>
  sql`insert into thread_message (id, booking_id, author, via, words, written_at)
    values (gen_random_uuid(), ${id}, 'buyer', 'page', 'Is there parking?', ${NOW})`.execute(app.db)

test('a showing that needs an answer counts at the tab that lists it', async () => {
  const { actor, ids } = await makeOwner(app, {})
  const [home = ''] = ids
  const counts = () => app.agendas.tabCounts(actor)
  await write(await past.store(home, { startsAt: '2026-11-25T20:00:00Z' }))
  assert.deepEqual(await counts(), { overview: 0, upcoming: 1, completed: 0, properties: 0 })
  // Upcoming lists a showing in progress until it ends.
  await write(await past.store(home, { startsAt: '2026-11-21T08:45:00Z' }))
  assert.deepEqual(await counts(), { overview: 0, upcoming: 2, completed: 0, properties: 0 })
  await write(await past.store(home, { status: 'completed', startsAt: '2026-11-20T20:00:00Z' }))
  assert.deepEqual(await counts(), { overview: 0, upcoming: 2, completed: 1, properties: 0 })
  // Upcoming lists no canceled showing, but the overview lists its new message.
  const off = await past.store(home, { status: 'cancelled', startsAt: '2026-11-26T20:00:00Z' })
  await write(off)
  assert.deepEqual(await counts(), { overview: 1, upcoming: 2, completed: 1, properties: 0 })
  const tasks = tasksIn(await app.agendas.agenda(actor))
  assert.ok(tasks.includes(`reply - ${off}`))
  await sql`update thread_message set read_at = ${NOW} where booking_id = ${off}`.execute(app.db)
  assert.equal((await counts()).overview, 0)
})

test('a refund request is no task anymore once the whole payment is refunded', async () => {
  const { actor, ids } = await makeOwner(app, {})
  const shown = await past.store(ids[0] ?? '', { startsAt: '2026-11-21T08:50:00Z' })
  await past.pay(shown, [['charge', 2500, NOW]])
  await sql`update booking set refund_requested_at = ${NOW}, refund_reason = 'Nobody came' where id = ${shown}`.execute(
    app.db,
  )
  assert.deepEqual(
    [tasksIn(await app.agendas.agenda(actor)), (await app.agendas.tabCounts(actor)).upcoming],
    [[`refund - ${shown}`], 1],
  )
  await app.transitions.decide(actor, shown, 'cancel')
  assert.deepEqual([tasksIn(await app.agendas.agenda(actor)), (await app.agendas.tabCounts(actor)).upcoming], [[], 0])
})

test('a refund request is overdue for the agent and for admins after six days', async () => {
  const { actor, ids } = await makeOwner(app, {})
  const [shown = ''] = ids
  const ask = async (at: string, startsAt: string) => {
    const id = await past.store(shown, { status: 'completed', startsAt })
    await past.pay(id, [['charge', 2500, at]])
    await sql`update booking set refund_requested_at = ${at}, refund_reason = 'Locked out' where id = ${id}`.execute(
      app.db,
    )
    return id
  }
  const late = await ask('2026-11-15T09:00:00Z', '2026-11-14T20:00:00Z')
  const fresh = await ask('2026-11-15T09:01:00Z', '2026-11-14T21:00:00Z')
  const agenda = await app.agendas.agenda(actor)
  assert.deepEqual(tasksIn(agenda), [`refund 2026-11-21T09:00:00.000Z ${late}`, `refund - ${fresh}`])
  assert.deepEqual(agenda.due, { overdue: 1, today: 1, tomorrow: 0, later: 0 })
  assert.ok(tasksIn(await app.agendas.agenda(admin)).includes(`refund 2026-11-21T09:00:00.000Z ${late}`))
})

test("an agent sees no other agent's tasks, and an admin sees all tasks", async () => {
  const { actor, ids } = await makeOwner(app, {})
  const other = await makeOwner(app, {})
  const asked = await past.store(ids[0] ?? '', { status: 'pending', startsAt: '2026-11-24T21:00:00Z' })
  assert.deepEqual(tasksIn(await app.agendas.agenda(other.actor)), [])
  assert.deepEqual(await app.agendas.tabCounts(other.actor), { overview: 0, upcoming: 0, completed: 0, properties: 0 })
  assert.equal((await app.agendas.agenda(actor)).taskCount, 1)
  assert.ok(tasksIn(await app.agendas.agenda(admin)).some((task) => task.endsWith(asked)))
})

test("an admin sees unread messages from their own visitors, and other agents' messages crowd out no task", async () => {
  const { actor, ids } = await makeOwner(app, {})
  const [own = ''] = ids
  const asked = await past.store(own, { status: 'completed', startsAt: '2026-11-01T20:00:00Z' })
  await write(asked)
  const due = await past.store(own, { status: 'pending', startsAt: '2026-11-24T20:00:00Z' })
  const [other = ''] = (await makeOwner(app, {})).ids
  const long = Temporal.Instant.from('2020-01-01T20:00:00Z')
  for (let i = 0; i <= 300; i++)
    await write(await past.store(other, { status: 'completed', startsAt: long.add({ hours: i }).toString() }))
  const tasks = tasksIn(await app.agendas.agenda({ ...actor, role: 'admin' }))
  assert.ok(tasks.includes(`reply - ${asked}`))
  assert.ok(tasks.some((task) => task.startsWith('decide') && task.endsWith(due)))
  assert.equal(tasks.filter((task) => task.startsWith('reply')).length, 1)
})

/** Stores this many showings, one each half hour from tomorrow on. */
async function storeMany(propertyId: string, count: number, status: string) {
  const start = Temporal.Instant.from('2026-11-22T09:00:00Z')
  for (let i = 0; i < count; i++)
    await past.store(propertyId, { status, startsAt: start.add({ minutes: 30 * i }).toString() })
}

test('more showings than the overview checks hide no request and no failed message, and it says that it is cut', async () => {
  const { actor, ids } = await makeOwner(app, {}, {})
  const [busy = '', other = ''] = ids
  await storeMany(busy, 299, 'confirmed')
  assert.equal((await app.agendas.agenda(actor)).checkedFirst, null)
  await past.store(busy, { startsAt: '2026-12-01T20:00:00Z' })
  const asked = await past.store(other, { status: 'pending', startsAt: '2026-12-05T20:00:00Z' })
  await sql`update booking set decision_due_at = '2026-11-22T20:00:00Z' where id = ${asked}`.execute(app.db)
  const unsent = await past.store(other, { startsAt: '2026-12-06T20:00:00Z' })
  await past.notify(unsent, ['failed'], NOW)
  for (const reader of [actor, admin]) {
    const { tasks, checkedFirst } = await app.agendas.agenda(reader)
    const named = tasks.map(({ kind, showing }) => `${kind} ${showing.id}`)
    for (const task of [`decide ${asked}`, `message ${unsent}`]) assert.ok(named.includes(task), task)
    assert.equal(checkedFirst, 300)
  }
})

test('canceled showings crowd out no task', async () => {
  const { actor, ids } = await makeOwner(app, {}, { occupancy: 'resident' })
  const [busy = '', lived = ''] = ids
  await storeMany(busy, 300, 'cancelled')
  const served = await past.store(lived, { startsAt: '2026-12-01T20:00:00Z' })
  const off = await past.store(lived, { status: 'cancelled', startsAt: '2026-12-02T20:00:00Z' })
  await past.notify(off, ['failed'], NOW)
  const agenda = await app.agendas.agenda(actor)
  assert.deepEqual(tasksIn(agenda), [`message - ${off}`, `notice 2026-11-30T20:00:00.000Z ${served}`])
  assert.equal(agenda.checkedFirst, null)
})

test('Upcoming lists each request that it counts, and a search finds showings farther ahead', async () => {
  const { actor, ids } = await makeOwner(app, {})
  const [home = ''] = ids
  const asked = await past.store(home, { status: 'pending', startsAt: '2026-12-07T18:00:00Z' })
  const near = await past.store(home, { startsAt: '2026-12-04T18:00:00Z' })
  const far = await past.store(home, { startsAt: '2026-12-06T18:00:00Z' })
  for (const id of [asked, near, far]) await write(id)
  const listed = async (search: string) => {
    const query = upcomingQuery(choiceOf(new URLSearchParams(search), UPCOMING_STATUSES, UPCOMING_SORTS))
    const page = await app.showings.list(actor, ShowingFilter.parse(query), { cursor: null, limit: 50 })
    return page.bookings.map(({ id }) => id)
  }
  assert.deepEqual(await listed(''), [near, asked])
  assert.deepEqual(await listed('status=pending'), [asked])
  assert.deepEqual(await listed('status=confirmed'), [near])
  assert.deepEqual(await listed('q=gomez'), [near, far, asked])
  assert.deepEqual(await listed('to=2026-12-06'), [near, far])
  // The request, its message, and that of the showing in the 14 days. Only the overview lists the other message.
  const counts = { upcoming: 3, overview: 1, completed: 0, properties: 0 }
  assert.deepEqual(await app.agendas.tabCounts(actor), counts)
  assert.ok(tasksIn(await app.agendas.agenda(actor)).includes(`reply - ${far}`))
})

test("today's showings follow the property's date, have entry instructions, and disappear when they end", async () => {
  const { actor, ids } = await makeOwner(app, {}, {})
  const [first = '', second = ''] = ids
  await sql`update property set showing_instructions = case id when ${second} then ' Lockbox 12 ' end,
    address_line1 = case id when ${first} then '1 First St' else '2 Second St' end
    where id = any(${ids}::uuid[])`.execute(app.db)
  const noon = await past.store(first, { startsAt: '2026-11-21T20:00:00Z' })
  const one = await past.store(second, { startsAt: '2026-11-21T21:00:00Z' })
  // At the property, it is still the 20th, and this showing is over.
  await past.store(first, { startsAt: '2026-11-21T07:30:00Z' })
  // A request is not a stop yet.
  await past.store(second, { status: 'pending', startsAt: '2026-11-22T18:00:00Z' })
  const tomorrow = await past.store(first, { startsAt: '2026-11-22T20:00:00Z' })
  await past.store(second, { status: 'declined', startsAt: '2026-11-21T22:00:00Z' })
  const { today, next, routeUrl } = await app.agendas.agenda(actor)
  assert.deepEqual(
    today.map(({ showing, entry }) => [showing.id, entry]),
    [
      [noon, null],
      [one, 'Lockbox 12'],
    ],
  )
  assert.equal(next?.id, tomorrow)
  assert.match(routeUrl ?? '', /destination=2%20Second%20St.*&waypoints=1%20First%20St/)
})

test('a new agent has three first steps, and each is done once the agent does it', async () => {
  const { actor, ownerId } = await makeOwner(app)
  const steps = async () => (await app.agendas.agenda(actor)).steps
  assert.deepEqual(await steps(), { contact: false, property: false, shared: false })
  await sql`insert into agent_profile (account_id, agent_phone) values (${ownerId}, '(213) 555-0188')`.execute(app.db)
  assert.deepEqual(await steps(), { contact: true, property: false, shared: false })
  const home = await makeProperty(app.db, { ownerId })
  assert.deepEqual(await steps(), { contact: true, property: true, shared: false })
  await sql`update property set view_count = 1 where id = ${home.id}`.execute(app.db)
  assert.deepEqual(await steps(), { contact: true, property: true, shared: true })
})

test('an agent with a booking at a property with a phone number needs no first steps', async () => {
  const { actor, ids } = await makeOwner(app, {})
  const [home = ''] = ids
  const steps = async () => (await app.agendas.agenda(actor)).steps
  await past.store(home, { startsAt: '2026-11-25T20:00:00Z', status: 'held' })
  assert.deepEqual(await steps(), { contact: false, property: true, shared: false })
  await past.store(home, { startsAt: '2026-11-26T20:00:00Z' })
  assert.deepEqual(await steps(), { contact: true, property: true, shared: true })
})

test('an agent does not have to be at a property whose contact is a colleague', async () => {
  const { actor, ownerId, ids } = await makeOwner(app, {}, {}, {})
  const setContact = (id: string | undefined, phone: string, email: string) =>
    sql`update property set agent_phone = ${phone}, agent_email = ${email} where id = ${id}`.execute(app.db)
  await setContact(ids[0], '(213) 555-0100', 'ana@agents.example.com')
  await setContact(ids[1], '(213) 555-0177', 'ben@agents.example.com')
  await setContact(ids[2], '(213) 555-0178', 'Ana@Agents.example.com')
  for (const [n, id] of ids.entries()) await past.store(id, { startsAt: `2026-11-21T2${n}:00:00Z` })
  const flags = async () => (await app.agendas.agenda(actor)).today.map(({ isForYou }) => isForYou)
  // Without a phone number of their own, we cannot tell who the agent is.
  assert.deepEqual(await flags(), [true, true, true])
  await sql`insert into agent_profile (account_id, agent_phone, agent_email)
    values (${ownerId}, '(213) 555-0100', 'ana@agents.example.com')`.execute(app.db)
  assert.deepEqual(await flags(), [true, false, true])
  await sql`update property set use_public_profile = true where id = ${ids[1]}`.execute(app.db)
  assert.deepEqual(await flags(), [true, true, true])
})

test('the agenda names a listed property without a phone number', async () => {
  const { actor, ids } = await makeOwner(app, {}, { status: 'unlisted' })
  await sql`update property set agent_phone = null, agent_phone_e164 = null, use_public_profile = false
    where id = any(${ids}::uuid[])`.execute(app.db)
  const { withoutPhone } = await app.agendas.agenda(actor)
  assert.deepEqual(
    withoutPhone.map(({ id }) => id),
    [ids[0]],
  )
  assert.equal((await app.agendas.tabCounts(actor)).properties, 1)
})

test('every listed property without a phone number counts, and the first ones are named', async () => {
  const { actor, ids } = await makeOwner(app, ...Array.from({ length: 21 }, () => ({})))
  await sql`update property set agent_phone = null, agent_phone_e164 = null where id = any(${ids}::uuid[])`.execute(
    app.db,
  )
  const { withoutPhone, withoutPhoneCount } = await app.agendas.agenda(actor)
  assert.deepEqual([withoutPhone.length, withoutPhoneCount], [20, 21])
  assert.equal((await app.agendas.tabCounts(actor)).properties, 21)
})

test('a visitor has no agenda', async () => {
  for (const call of [app.agendas.agenda, app.agendas.tabCounts])
    await assert.rejects(call({ kind: 'visitor' }), { code: 'unauthenticated' })
})

test('the counts include overdue tasks that the list leaves out', async () => {
  const { actor, ids } = await makeOwner(app, ...Array.from({ length: 6 }, () => ({ occupancy: 'resident' as const })))
  // Their notices were due 24 hours before the showings.
  const soon = Array.from({ length: 9 }, (_, hour) => new Date(Date.parse(NOW) + (hour + 2) * 3_600_000).toISOString())
  for (const home of ids) for (const startsAt of soon) await past.store(home, { startsAt })
  await past.store(ids[0] ?? '', { startsAt: '2026-11-28T20:00:00Z' })
  const { tasks, taskCount, due } = await app.agendas.agenda(actor)
  assert.deepEqual([tasks.length, taskCount], [50, 55])
  assert.deepEqual(due, { overdue: 54, today: 0, tomorrow: 0, later: 1 })
})
