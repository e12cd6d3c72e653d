import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeAgent, makeForm, makeProperty, makeShowing, type ShowingChoices } from '../../../test/factories.ts'
import { bookShowing } from '../../../test/scene.ts'
import type { Actor } from '../../platform/actor.ts'
import type { DomainError } from '../../platform/errors.ts'
import type { ShowingFilter } from './contract.ts'
import { findListedRow } from './showing-repository.ts'

const START = '2026-11-21T17:00:00Z'
const now = Temporal.Instant.from(START)
const hours = (count: number) => now.add({ minutes: count * 60 })

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())
beforeEach(() => app.clock.set(START))

const agent = (accountId: string): Actor => ({ kind: 'account', accountId, role: 'agent', email: '' })
const admin: Actor = { kind: 'account', accountId: randomUUIDv7(), role: 'admin', email: '' }

async function makeOwner() {
  const ownerId = await makeAgent(app.db)
  const home = await makeProperty(app.db, { ownerId })
  const show = (startsAt: Temporal.Instant, more: Partial<ShowingChoices> = {}) =>
    makeShowing(app.db, { propertyId: home.id, startsAt, ...more })
  return { ownerId, actor: agent(ownerId), home, show }
}

const found = async (actor: Actor, filter: Partial<ShowingFilter> = {}) =>
  (await app.showings.list(actor, { sort: 'date', ...filter }, { cursor: null, limit: 100 })).bookings.map(
    ({ id }) => id,
  )

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: DomainError) => error.code,
  )

const eventsOf = async (bookingId: string) =>
  (
    await sql<{ event: string; payload: string }>`
      select event, payload from compliance_entry where booking_id = ${bookingId} order by sequence`.execute(app.db)
  ).rows.map(({ event, payload }) => ({ event, ...JSON.parse(payload) }))

test('a filter finds exactly what it says, and nothing from another agent', async () => {
  const { actor, home, show, ownerId } = await makeOwner()
  const second = await makeProperty(app.db, { ownerId, timeZone: 'America/New_York' })
  await sql`update property set address_line1 = '9 Alder Court', city = 'Albany', state = 'NY' where id = ${second.id}`.execute(
    app.db,
  )
  const past = await show(hours(-30), { status: 'completed', buyer: { name: 'Ada Byron' } })
  const running = await show(hours(-0.25))
  const soon = await show(hours(20), { status: 'pending', buyer: { phone: '(310) 555-0199' } })
  // This is 11:30 PM in New York, which is on the next day in UTC.
  const far = await makeShowing(app.db, {
    propertyId: second.id,
    startsAt: Temporal.Instant.from('2026-12-20T04:30:00Z'),
    timeZone: 'America/New_York',
    buyer: { name: 'Zoë O’Neil_100%', email: 'zoe@far.example' },
  })
  const other = await makeOwner()
  const theirs = await other.show(hours(20), { buyer: { name: 'Ada Byron' } })

  const table: [Partial<ShowingFilter>, { id: string }[]][] = [
    [{}, [past, running, soon, far]],
    [{ sort: '-date' }, [far, soon, running, past]],
    [{ property_id: second.id }, [far]],
    [{ property_id: other.home.id }, []],
    [{ status: ['completed'] }, [past]],
    [{ status: ['pending', 'confirmed'] }, [running, soon, far]],
    [{ status: ['declined'] }, []],
    [{ when: 'upcoming' }, [running, soon, far]],
    [{ when: 'upcoming', days: 14 }, [running, soon]],
    [{ when: 'past' }, [past, running]],
    [{ when: 'past', days: 1 }, [running]],
    [{ from: '2026-12-19', to: '2026-12-19' }, [far]],
    [{ from: '2026-12-20' }, []],
    [{ to: '2026-11-20' }, [past]],
    [{ q: 'byron' }, [past]],
    [{ q: 'ADA byr' }, [past]],
    [{ q: '310 555 0199' }, [soon]],
    [{ q: '+1 (310) 555-0199' }, [soon]],
    [{ q: '0199' }, [soon]],
    [{ q: soon.number.toLowerCase() }, [soon]],
    [{ q: 'alder ny' }, [far]],
    [{ q: 'zoë' }, [far]],
    [{ q: '_100%' }, [far]],
    [{ q: '%' }, [far]],
    [{ q: 'zoe@far.example' }, [far]],
    [{ q: 'juniper' }, [past, running, soon]],
    [{ q: 'juniper zoë' }, []],
  ]
  for (const [filter, expected] of table)
    assert.deepEqual(
      await found(actor, filter),
      expected.map(({ id }) => id),
      JSON.stringify(filter),
    )
  const all = await found(admin, { q: 'byron' })
  assert.ok(all.includes(past.id) && all.includes(theirs.id), 'an admin sees everyone’s')
  assert.deepEqual(await found(other.actor, { property_id: home.id }), [])
})

test('pages follow one another in both orders without gaps or duplicates, even if starts are equal', async () => {
  const { actor, ownerId } = await makeOwner()
  const made: string[] = []
  for (let home = 0; home < 4; home++) {
    const { id } = await makeProperty(app.db, { ownerId })
    for (const at of [-50, -2, 30]) made.push((await makeShowing(app.db, { propertyId: id, startsAt: hours(at) })).id)
  }
  for (const sort of ['date', '-date'] as const) {
    const seen: { id: string; datetime: string }[] = []
    for (let cursor: string | null = null; ; ) {
      const page = await app.showings.list(actor, { sort }, { cursor, limit: 5 })
      seen.push(...page.bookings)
      cursor = page.nextCursor
      if (!cursor) break
    }
    assert.deepEqual(seen.map(({ id }) => id).sort(), made.toSorted())
    const starts = seen.map(({ datetime }) => datetime)
    assert.deepEqual(starts, sort === 'date' ? starts.toSorted() : starts.toSorted().reverse())
  }
})

test('a record says how the resident actually got notice, and a home that is vacant afterwards does not change it', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const actor = agent(home.ownerId)
  const form = makeForm(home.slug, { showingDate: '2026-11-30', showingTime: '13:30', mailUpgrade: true })
  const { booking } = await bookShowing(app, form)
  const before = await app.showings.get(actor, booking.id)
  assert.deepEqual([before.isOccupied, before.advanceNoticeHours, before.hasAdvanceNotice], [true, null, false])
  assert.deepEqual([before.isCompliant, before.hasCertifiedMail], [false, false])

  app.clock.set('2026-11-21T19:30:00Z')
  await app.runJobs()
  const told = await app.showings.get(actor, booking.id)
  assert.deepEqual([told.advanceNoticeHours, told.hasAdvanceNotice], [218, true])
  assert.deepEqual([told.hasCertifiedMail, told.certifiedMailDate], [true, '2026-11-21T19:30:00.000Z'])
  assert.equal(told.isCompliant, true, 'a letter of nine days, for a Monday afternoon')
  assert.deepEqual([told.bookingFee, told.paymentStatus, told.duration], [3500, 'Paid', 30])

  // A message that is sent again forgets when it was first sent, but the log does not.
  await sql`update notification set status = 'queued', sent_at = null where booking_id = ${booking.id}`.execute(app.db)
  assert.equal((await app.showings.get(actor, booking.id)).advanceNoticeHours, 218)
  await app.compliance.record({
    propertyId: home.id,
    bookingId: booking.id,
    event: 'delivery',
    at: app.clock.now(),
    payload: { event: 'booked', channel: 'certified_mail', role: 'resident', state: 'rejected' },
  })
  const unsent = await app.showings.get(actor, booking.id)
  assert.deepEqual([unsent.isCompliant, unsent.hasCertifiedMail, unsent.certifiedMailDate], [false, false, null])

  app.clock.set('2026-12-01T18:00:00Z')
  await app.properties.change(actor, home.id, { occupancy_status: 'vacant' })
  const later = await app.showings.get(actor, booking.id)
  assert.deepEqual([later.isOccupied, later.isCompliant, later.advanceNoticeHours], [true, false, 218])
})

test('a demo showing has no payment and no compliance', async () => {
  const { actor, show } = await makeOwner()
  const demo = await show(hours(-50), { status: 'completed', isDemo: true })
  const { isCompliant, complianceReasons, paymentStatus, is_demo } = await app.showings.get(actor, demo.id)
  assert.deepEqual([isCompliant, complianceReasons, paymentStatus, is_demo], [null, [], 'Not charged', true])
})

test('an outcome is stored with its feedback, logged with the previous state, and can change to the other outcome', async () => {
  const { actor, ownerId, home, show } = await makeOwner()
  const { id } = await show(hours(-1))
  const completed = await app.outcomes.recordOutcome(actor, id, { outcome: 'completed', feedback: ' They liked it. ' })
  assert.deepEqual(
    [completed.status, completed.feedback, completed.marks],
    ['completed', 'They liked it.', ['no_show']],
  )
  const missed = await app.outcomes.recordOutcome(admin, id, { outcome: 'no_show', reason: 'It was the wrong one' })
  assert.deepEqual([missed.status, missed.feedback], ['no_show', 'They liked it.'])
  const cleared = await app.outcomes.recordOutcome(actor, id, { outcome: 'completed', feedback: '' })
  assert.equal(cleared.feedback, null)
  assert.deepEqual(await eventsOf(id), [
    {
      event: 'completed',
      from: 'confirmed',
      by: 'agent',
      accountId: ownerId,
      reason: null,
      feedback: 'They liked it.',
    },
    {
      event: 'no_show',
      from: 'completed',
      by: 'admin',
      accountId: (admin as { accountId: string }).accountId,
      reason: 'It was the wrong one',
      feedback: 'They liked it.',
    },
    { event: 'completed', from: 'no_show', by: 'agent', accountId: ownerId, reason: null, feedback: null },
  ])
  assert.deepEqual(await app.compliance.verify(actor, home.id), { valid: true, entries: 3 })
})

test('an outcome that is not allowed is a conflict and changes nothing', async () => {
  const { actor, show } = await makeOwner()
  const mark = (id: string, to: 'completed' | 'no_show') =>
    codeOf(app.outcomes.recordOutcome(actor, id, { outcome: to }))
  const upcoming = await show(hours(1))
  const pending = await show(hours(-3), { status: 'pending' })
  const old = await show(hours(-200), { status: 'completed' })
  const done = await show(hours(-5), { status: 'completed' })
  assert.deepEqual(
    [
      await mark(upcoming.id, 'completed'),
      await mark(upcoming.id, 'no_show'),
      await mark(pending.id, 'completed'),
      await mark(old.id, 'no_show'),
      await mark(done.id, 'completed'),
    ],
    ['not_started', 'not_started', 'not_confirmed', 'mark_is_final', 'already_marked'],
  )
  const { rows } = await sql`
    select from compliance_entry where booking_id = any(${[upcoming.id, pending.id, old.id, done.id]}::uuid[])`.execute(
    app.db,
  )
  assert.equal(rows.length, 0)
  const stranger = await makeOwner()
  assert.equal(
    await codeOf(app.outcomes.recordOutcome(stranger.actor, done.id, { outcome: 'no_show' })),
    'booking_not_found',
  )
  assert.equal(
    await codeOf(app.outcomes.recordOutcome({ kind: 'visitor' }, done.id, { outcome: 'no_show' })),
    'unauthenticated',
  )
  assert.equal(
    await codeOf(app.outcomes.recordOutcome(actor, done.id, { outcome: 'no_show', feedback: 'bell \u0007' })),
    'invalid',
  )
})

test('if many people mark a showing at once, the log has each change once, in an unbroken chain', async () => {
  const { actor, home, show } = await makeOwner()
  for (let round = 0; round < 5; round++) {
    const { id } = await show(hours(-1 - round))
    const same = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(app.outcomes.recordOutcome(actor, id, { outcome: 'completed' }))),
    )
    assert.deepEqual(same.toSorted(), [...Array(7).fill('already_marked'), 'done'])
    assert.equal((await eventsOf(id)).length, 1)
  }
  const { id } = await show(hours(-20))
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      codeOf(
        app.outcomes.recordOutcome(actor, id, { outcome: n % 2 ? 'completed' : 'no_show', feedback: `number ${n}` }),
      ),
    ),
  )
  const events = await eventsOf(id)
  assert.equal(events.length, outcomes.filter((outcome) => outcome === 'done').length)
  assert.ok(outcomes.every((outcome) => outcome === 'done' || outcome === 'already_marked'))
  // Each change starts from the state that the previous one left.
  events.forEach(({ from }, at) => {
    assert.equal(from, at === 0 ? 'confirmed' : events[at - 1]?.event)
  })
  const last = await app.showings.get(actor, id)
  assert.deepEqual([last.status, last.feedback], [events.at(-1)?.event, events.at(-1)?.feedback])
  assert.equal((await app.compliance.verify(actor, home.id)).valid, true)
})

test('an unmarked showing is completed once, two hours after its end, with a log entry unless it is a demo', async () => {
  const { actor, home, show } = await makeOwner()
  const second = await makeProperty(app.db, { ownerId: home.ownerId })
  const third = await makeProperty(app.db, { ownerId: home.ownerId })
  const due = [await show(hours(-2.5)), await show(hours(-90))]
  for (let n = 0; n < 205; n++)
    due.push(await makeShowing(app.db, { propertyId: second.id, startsAt: hours(-100 - n) }))
  const demo = await show(hours(-50), { isDemo: true })
  const kept = [
    { ...(await makeShowing(app.db, { propertyId: third.id, startsAt: hours(-2.4) })), status: 'confirmed' },
    { ...(await show(hours(3))), status: 'confirmed' },
    { ...(await show(hours(-60), { status: 'pending' })), status: 'pending' },
    { ...(await show(hours(-70), { status: 'no_show' })), status: 'no_show' },
    { ...(await show(hours(-80), { status: 'cancelled' })), status: 'cancelled' },
  ]
  const totals = await Promise.all([app.outcomes.completeEnded(), app.outcomes.completeEnded()])
  assert.ok(totals[0] + totals[1] >= due.length, String(totals))
  await app.jobs['showing.complete-ended']?.({}, { isLastAttempt: false })
  for (const { id } of due.slice(0, 5)) {
    assert.equal((await app.showings.get(actor, id)).status, 'completed')
    const [event, ...more] = await eventsOf(id)
    assert.deepEqual([event?.event, event?.by, event?.from, more.length], ['completed', 'system', 'confirmed', 0])
  }
  const { rows } = await sql<{ status: string; entries: number }>`
    select status, (select count(*) from compliance_entry e where e.booking_id = b.id) as entries
    from booking b where property_id = ${second.id}`.execute(app.db)
  assert.equal(rows.length, 205)
  assert.ok(rows.every(({ status, entries }) => status === 'completed' && entries === 1))
  assert.equal((await app.showings.get(actor, demo.id)).status, 'completed')
  assert.deepEqual(await eventsOf(demo.id), [])
  for (const { id, status } of kept) assert.equal((await app.showings.get(actor, id)).status, status)
  for (const { id } of [home, second]) assert.equal((await app.compliance.verify(actor, id)).valid, true)
  // The agent can still change the outcome.
  assert.equal((await app.outcomes.recordOutcome(actor, due[0]?.id ?? '', { outcome: 'no_show' })).status, 'no_show')
})

test('if the agent and the clock complete a showing at once, only one of them does it', async () => {
  const { actor, show } = await makeOwner()
  for (let round = 0; round < 6; round++) {
    const { id } = await show(hours(-3 - round))
    const [byHand] = await Promise.all([
      codeOf(app.outcomes.recordOutcome(actor, id, { outcome: 'completed' })),
      app.outcomes.completeEnded(),
    ])
    const events = await eventsOf(id)
    assert.equal(events.length, 1)
    assert.equal(events[0]?.by, byHand === 'done' ? 'agent' : 'system')
  }
})

test('only a message with the notice counts as notifying the resident', async () => {
  const { ownerId, home, show } = await makeOwner()
  const { id } = await show(hours(72))
  const tell = (event: string) => {
    const message = { event, channel: 'sms', role: 'resident', status: 'Sent', sentAt: START, cc: [] }
    const payload = JSON.stringify({ messages: [message] })
    return sql`select append_compliance(${home.id}, ${id}, 'notified', ${START}::timestamptz, ${payload})`.execute(
      app.db,
    )
  }
  for (const event of ['cancelled', 'reminder_day', 'completed', 'booked', 'moved']) await tell(event)
  const row = await findListedRow(app.db, { ownerId, id })
  assert.deepEqual(
    row?.notices?.map(({ event }) => event),
    ['booked', 'moved'],
  )
})
