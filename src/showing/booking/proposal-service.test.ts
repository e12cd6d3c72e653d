import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { untilLockWaits } from '../../../test/locks.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let stranger: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({ max: 20 })
  agent = await signUp(app, 'agent@agents.example.com')
  stranger = await signUp(app, 'other@agents.example.com')
})
after(() => app.close())
// The showing is on Friday, November 27, at 13:30 in Los Angeles.
beforeEach(() => app.clock.set('2026-11-23T18:00:00Z'))

const NEW_TIME = { showingDate: '2026-11-28', showingTime: '10:00' }
const asAgent = (id: string, name: string, body: object = {}, who = agent) =>
  app.call('POST', `/api/showingbooker/bookings/${id}/${name}`, body, {
    cookie: who.cookie,
    origin: app.config.publicUrl,
  })
const propose = (id: string, time: object = NEW_TIME) => asAgent(id, 'propose-move', time)
const asBuyer = (token: string, name: string, body: object = {}) =>
  app.call('POST', `/api/showingbooker/public/booking/${token}/${name}`, body)
const answer = (token: string, proposalId: string, said: 'agree' | 'keep') =>
  asBuyer(token, 'answer-move', { proposalId, answer: said })

async function booked(approval: 'manual' | 'automatic' = 'automatic', bufferMinutes = 0) {
  const home = await makeProperty(app.db, { ownerId: agent.accountId, occupancy: 'resident', approval, bufferMinutes })
  const shown = await bookShowing(app, makeForm(home.slug))
  const id = shown.booking.id as string
  await app.runJobs()
  if (approval === 'manual') {
    await asAgent(id, 'approve')
    await app.runJobs()
  }
  return { home, ...shown, id }
}

async function asked(approval: 'manual' | 'automatic' = 'automatic', time: object = NEW_TIME) {
  const shown = await booked(approval)
  const proposed = await propose(shown.id, time)
  assert.equal(proposed.status, 200, proposed.text)
  return { ...shown, proposalId: proposed.body.proposal.id as string }
}

/** Returns the booking with its money, proposal, held slot, log, and the messages since it was booked. */
async function story(id: string) {
  const { rows } = await sql<Record<string, string>>`
    select b.status || ' ' || to_char(b.starts_at at time zone b.time_zone, 'DD HH24:MI') as showing,
      (select string_agg(kind || ' ' || amount_cents, ', ' order by m.id) from money_entry m where m.payment_id = p.id) as money,
      (select string_agg(coalesce(q.answer, 'open') || ' ' || k.status, ', ' order by q.turn) from move_proposal q
        join booking k on k.id = q.slot_id where q.booking_id = b.id) as questions,
      (select string_agg(event, ', ' order by sequence) from compliance_entry c
        where c.booking_id = b.id and event not in ('notified', 'booked')) as log,
      (select string_agg(distinct event || ' ' || role, ', ') from notification n
        where n.booking_id = b.id and event not in ('booked', 'approved')) as told
    from booking b join payment p on p.booking_id = b.id where b.id = ${id}`.execute(app.db)
  return rows[0]
}

test('if the buyer agrees with one tap, the showing moves as in any other move, and the payment stays', async () => {
  const { id, token, home, proposalId, booking } = await asked()
  const page = await app.call('GET', `/api/showingbooker/public/booking/${token}`)
  assert.deepEqual(page.body.proposal, {
    id: proposalId,
    startsAt: '2026-11-28T18:00:00.000Z',
    // That is 24 hours from now, which comes before the other two limits: an hour before the old start and 48 hours
    // before the new one.
    dueAt: '2026-11-24T18:00:00.000Z',
    reason: null,
  })
  const rival = await app.call('POST', '/api/payments/create-payment-intent', {
    bookingData: makeForm(home.slug, { ...NEW_TIME, buyerEmail: 'rival@b.example', buyerPhone: '213-555-0177' }),
  })
  assert.deepEqual([rival.status, rival.body.code], [409, 'slot_taken'], 'the database keeps the proposed time')
  const agreed = await answer(token, proposalId, 'agree')
  assert.deepEqual([agreed.status, agreed.body.booking.startsAt], [200, '2026-11-28T18:00:00.000Z'], agreed.text)
  assert.equal(agreed.body.proposal, null)
  await app.runJobs()
  assert.deepEqual(await story(id), {
    showing: 'confirmed 28 10:00',
    money: 'charge 2500',
    questions: 'agreed lapsed',
    log: 'move_proposed, moved',
    told: 'move_proposed buyer, moved buyer, moved listing_agent, moved resident',
  })
  assert.ok(agreed.body.can.move, "the visitor's own move is left")
  const repeated = await answer(token, proposalId, 'agree')
  assert.deepEqual([repeated.status, repeated.body.booking?.startsAt], [200, '2026-11-28T18:00:00.000Z'], repeated.text)
  const kept = await answer(token, proposalId, 'keep')
  assert.deepEqual(
    [kept.status, kept.body.code, kept.body.error],
    [409, 'proposal_agreed', 'You already agreed to the new time, and your showing has moved.'],
  )
  await app.runJobs()
  assert.equal((await story(id))?.log, 'move_proposed, moved', 'a repeated answer changes nothing')
  const old = await app.call('POST', '/api/payments/create-payment-intent', {
    bookingData: makeForm(home.slug, { buyerEmail: 'rival@b.example', buyerPhone: '213-555-0177' }),
  })
  assert.equal(old.status, 201, `the old time ${booking.startsAt} is free`)
})

test('agreeing again does not bring back a showing that has moved on or was canceled', async () => {
  const moved = await asked()
  assert.equal((await answer(moved.token, moved.proposalId, 'agree')).status, 200)
  const own = await asBuyer(moved.token, 'move', { showingDate: '2026-11-30', showingTime: '12:00' })
  assert.equal(own.status, 200, own.text)
  const over = await answer(moved.token, moved.proposalId, 'agree')
  assert.deepEqual([over.status, over.body.code], [409, 'proposal_over'])
  assert.equal((await asBuyer(moved.token, 'cancel')).status, 200)
  const off = await answer(moved.token, moved.proposalId, 'agree')
  assert.deepEqual([off.status, off.body.code], [409, 'booking_cancelled'])
})

test('a time that the agent proposed needs no approval', async () => {
  const { id, token, proposalId } = await asked('manual')
  assert.equal((await answer(token, proposalId, 'agree')).status, 200)
  await app.runJobs()
  assert.match((await story(id))?.showing ?? '', /^confirmed 28/)
})

test('if the buyer keeps the scheduled time, the agent can propose another one', async () => {
  const { id, token, proposalId } = await asked()
  const open = await propose(id)
  assert.deepEqual([open.status, open.body.code], [409, 'proposal_open'])
  assert.equal((await answer(token, proposalId, 'keep')).status, 200)
  const again = await propose(id, { ...NEW_TIME, showingTime: '11:00', reason: 'The <b>plumber</b> comes' })
  assert.equal(again.status, 200, again.text)
  await app.runJobs()
  assert.equal(
    (await answer(token, proposalId, 'agree')).body.code,
    'proposal_over',
    'an outdated page agrees to nothing',
  )
  assert.equal((await asAgent(id, 'withdraw-move')).status, 200)
  assert.equal((await asAgent(id, 'withdraw-move')).body.code, 'no_proposal')
  await app.runJobs()
  assert.deepEqual(await story(id), {
    showing: 'confirmed 27 13:30',
    money: 'charge 2500',
    questions: 'kept lapsed, withdrawn lapsed',
    log: 'move_proposed, move_kept, move_proposed, move_withdrawn',
    told: 'move_kept listing_agent, move_proposed buyer, move_withdrawn buyer',
  })
  const { rows } = await sql<{ text: string; html: string }>`
    select text, html from outbox_message where booking_id = ${id} and text like '%plumber%'`.execute(app.db)
  assert.ok(rows.length >= 1)
  for (const { html } of rows) assert.doesNotMatch(html ?? '', /<b>plumber/)
})

test('after the deadline, the old time stays, and the buyer and the agent are notified once', async () => {
  const { id, token, proposalId } = await asked()
  await app.runJobs()
  assert.equal(await app.proposals.closeUnanswered(), 0)
  app.clock.advance({ hours: 24 })
  assert.equal((await answer(token, proposalId, 'agree')).body.code, 'proposal_over')
  await Promise.all([app.proposals.closeUnanswered(), app.proposals.closeUnanswered()])
  assert.equal(await app.proposals.closeUnanswered(), 0)
  await app.runJobs()
  assert.deepEqual(await story(id), {
    showing: 'confirmed 27 13:30',
    money: 'charge 2500',
    questions: 'unanswered lapsed',
    log: 'move_proposed, move_unanswered',
    told: 'move_proposed buyer, move_unanswered buyer, move_unanswered listing_agent',
  })
})

test('any change that ends or moves the showing ends the proposal', async () => {
  const cancelled = await asked()
  assert.equal((await asBuyer(cancelled.token, 'cancel')).status, 200)
  assert.equal((await story(cancelled.id))?.questions, 'ended lapsed')
  const moved = await asked()
  const own = await asBuyer(moved.token, 'move', { showingDate: '2026-11-30', showingTime: '12:00' })
  assert.equal(own.status, 200, own.text)
  assert.equal((await story(moved.id))?.questions, 'ended lapsed')
  const off = await asked()
  assert.equal((await asAgent(off.id, 'cancel')).status, 200)
  assert.equal((await answer(off.token, off.proposalId, 'agree')).status, 409)
  await app.runJobs()
  assert.deepEqual(
    [(await story(off.id))?.log, (await story(off.id))?.questions],
    ['move_proposed, cancelled, refunded', 'ended lapsed'],
  )
})

test('if an answer, a cancellation, and a withdrawal come at once, exactly one of them counts', async () => {
  for (let round = 0; round < 6; round++) {
    const { id, token, proposalId } = await asked()
    const answers = await Promise.all([
      answer(token, proposalId, 'agree'),
      answer(token, proposalId, 'agree'),
      answer(token, proposalId, 'keep'),
      asAgent(id, 'withdraw-move'),
      ...(round % 2 ? [asAgent(id, 'cancel')] : []),
    ])
    for (const { status, text } of answers) assert.ok([200, 409].includes(status), text)
    await app.runJobs()
    const { showing, questions, log, money } = (await story(id)) ?? {}
    const [first = ''] = questions?.split(' ') ?? []
    const events = { agreed: 'moved', kept: 'move_kept', withdrawn: 'move_withdrawn', ended: 'cancelled' }
    const ends = ['moved', 'move_kept', 'move_withdrawn'].filter((event) => log?.includes(event))
    assert.equal(ends.length, first === 'ended' ? 0 : 1, String(log))
    assert.ok(log?.includes(events[first as keyof typeof events]), `${first}: ${log}`)
    assert.equal(showing?.includes('28 10:00'), first === 'agreed', String(showing))
    assert.equal(money, showing?.startsWith('cancelled') ? 'charge 2500, refund 2500' : 'charge 2500')
  }
})

test("a proposal is refused if the time is not offered, too soon, or taken, or the showing is another agent's", async () => {
  const { id, home } = await booked()
  assert.equal((await asAgent(id, 'propose-move', NEW_TIME, stranger)).status, 404)
  assert.equal((await propose(id, { ...NEW_TIME, showingTime: '10:10' })).body.code, 'slot_not_offered')
  assert.equal((await propose(id, { showingDate: '2026-11-27', showingTime: '13:30' })).body.code, 'same_time')
  // Exactly 48 hours ahead, the time is offered, but no one could answer in time.
  assert.equal((await propose(id, { showingDate: '2026-11-25', showingTime: '10:30' })).body.code, 'too_soon_to_answer')
  await bookShowing(app, makeForm(home.slug, NEW_TIME))
  const taken = await propose(id)
  assert.deepEqual([taken.status, taken.body.code, taken.body.alternatives.length], [409, 'slot_taken', 3])
  app.clock.set('2026-11-27T19:31:00Z')
  assert.equal((await propose(id, { ...NEW_TIME, showingDate: '2026-12-01' })).body.code, 'too_late_to_propose')
})

test('a buyer gets at most five proposals for one showing', async () => {
  const { id } = await booked()
  for (let turn = 0; turn < 5; turn++) {
    assert.equal((await propose(id)).status, 200)
    assert.equal((await asAgent(id, 'withdraw-move')).status, 200)
  }
  assert.deepEqual([(await propose(id)).status, (await propose(id)).body.code], [409, 'proposed_too_often'])
})

test('if the agent blocks a proposed time but keeps the proposal, the buyer can still agree', async () => {
  const { id, token, proposalId } = await asked()
  const day = { from_date: '2026-11-28', to_date: '2026-11-28' }
  const close = (keep: boolean) =>
    app.call(
      'POST',
      '/api/showingbooker/block-outs',
      { ...day, keep },
      { cookie: agent.cookie, origin: app.config.publicUrl },
    )
  const refused = await close(false)
  const kept = refused.body.bookings.map(({ status }: { status: string }) => status)
  assert.deepEqual([refused.status, kept.includes('held')], [409, true])
  const closed = await close(true)
  assert.equal(closed.status, 201)
  const agreed = await answer(token, proposalId, 'agree')
  assert.equal(agreed.status, 200, agreed.text)
  assert.match((await story(id))?.showing ?? '', /^confirmed 28 10:00/)
  // No one else gets a blocked time.
  const other = await asked('automatic', { showingDate: '2026-11-29', showingTime: '10:00' })
  const moved = await asBuyer(other.token, 'move', { showingDate: '2026-11-28', showingTime: '12:00' })
  assert.deepEqual([moved.status, moved.body.code], [409, 'slot_taken'])
  await app.call('DELETE', `/api/showingbooker/block-outs/${closed.body.id}`, undefined, {
    cookie: agent.cookie,
    origin: app.config.publicUrl,
  })
})

test("an agent can propose the half hours next to a showing despite the showing's own buffer", async () => {
  const day = '2026-11-27'
  const { id, token, home } = await booked('automatic', 30)
  const rival = async (showingTime: string) => {
    const form = makeForm(home.slug, {
      showingDate: day,
      showingTime,
      buyerEmail: 'rival@b.example',
      buyerPhone: '213-555-0177',
    })
    return (await app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })).status
  }
  const taken = async () => {
    const { rows } = await sql<{ text: string }>`
      select string_agg(to_char(lower(r) at time zone 'America/Los_Angeles', 'HH24:MI') || '-'
        || to_char(upper(r) at time zone 'America/Los_Angeles', 'HH24:MI'), ' ') as text
      from (select unnest(range_agg(during)) as r from booking
        where property_id = ${home.id} and status in ('held', 'confirmed')) ranges`.execute(app.db)
    return rows[0]?.text
  }
  assert.equal(await taken(), '13:30-14:30')
  // Propose an earlier time, and the buyer keeps the old one.
  const earlier = await propose(id, { showingDate: day, showingTime: '13:00' })
  assert.equal(earlier.status, 200, earlier.text)
  assert.equal(await taken(), '13:00-14:30')
  assert.equal(await rival('13:00'), 409)
  assert.equal((await answer(token, earlier.body.proposal.id, 'keep')).status, 200)
  assert.equal(await taken(), '13:30-14:30')
  // Propose a later time, and the buyer agrees: the buffer moves, too.
  const later = await propose(id, { showingDate: day, showingTime: '14:00' })
  assert.equal(later.status, 200, later.text)
  assert.equal(await taken(), '13:30-15:00')
  assert.equal(await rival('14:30'), 409)
  const moved = await answer(token, later.body.proposal.id, 'agree')
  assert.equal(moved.status, 200, moved.text)
  assert.equal(await taken(), '14:00-15:00')
  // Propose the half hour before again.
  const back = await propose(id, { showingDate: day, showingTime: '13:30' })
  assert.equal(back.status, 200, back.text)
  assert.equal(await taken(), '13:30-15:00')
  assert.equal((await answer(token, back.body.proposal.id, 'agree')).status, 200)
  assert.equal(await taken(), '13:30-14:30')
  assert.equal(await rival('14:30'), 201)
})

test('a proposal that ended before it was sent is never announced, and a later one is sent once', async () => {
  const { id } = await booked()
  assert.equal((await propose(id)).status, 200)
  assert.equal((await asAgent(id, 'withdraw-move')).status, 200)
  assert.equal((await propose(id, { ...NEW_TIME, showingTime: '11:00' })).status, 200)
  await app.runJobs()
  const { rows } = await sql<{ said: string }>`
    select channel || ' ' || turn || ' ' || status || coalesce(': ' || reason, '') as said from notification
    where booking_id = ${id} and event = 'move_proposed' order by channel, turn`.execute(app.db)
  const reason = 'The question was over before this was sent'
  assert.deepEqual(
    rows.map(({ said }) => said),
    [`email 1 not_sent: ${reason}`, 'email 2 sent', `sms 1 not_sent: ${reason}`, 'sms 2 sent'],
  )
  assert.doesNotMatch((await story(id))?.told ?? '', /move_withdrawn/)
})

/** Lists the channels on which the buyer gets a message that the proposal is over. */
async function endsOf(id: string) {
  const { rows } = await sql<{ channel: string }>`
    select channel from notification where booking_id = ${id} and event = 'move_withdrawn' order by channel`.execute(
    app.db,
  )
  return rows.map(({ channel }) => channel)
}
const question = (id: string) => sql`booking_id = ${id} and event = 'move_proposed' and channel = 'sms'`

test('if a proposal may have arrived, the buyer gets a message about its end', async () => {
  const changes: [string, (id: string) => Promise<unknown>, string[]][] = [
    ['nothing went out', async () => undefined, []],
    [
      'the vendor was called and did not answer',
      (id) => sql`update notification set attempts = 1 where ${question(id)}`.execute(app.db),
      ['sms'],
    ],
    [
      'the phone had said STOP',
      (id) =>
        sql`update notification set status = 'not_sent', attempts = 1, logged_at = now() where ${question(id)}`.execute(
          app.db,
        ),
      [],
    ],
    [
      'a second try was left out, and the first may have arrived',
      (id) =>
        sql`update notification set status = 'not_sent', attempts = 2, logged_at = now() where ${question(id)}`.execute(
          app.db,
        ),
      ['sms'],
    ],
    [
      'it was sent, and is to be sent again',
      async (id) => {
        await app.runJobs()
        app.clock.advance({ minutes: 2 })
        const { rows } = await sql<{ id: string }>`select id from notification where ${question(id)}`.execute(app.db)
        const path = `/api/showingbooker/notifications/${rows[0]?.id}/resend`
        assert.equal(
          (await app.call('POST', path, {}, { cookie: agent.cookie, origin: app.config.publicUrl })).status,
          200,
        )
      },
      ['email', 'sms'],
    ],
  ]
  for (const [name, change, channels] of changes) {
    const { id } = await booked()
    assert.equal((await propose(id)).status, 200)
    await change(id)
    assert.equal((await asAgent(id, 'withdraw-move')).status, 200)
    assert.deepEqual(await endsOf(id), channels, name)
    app.clock.set('2026-11-23T18:00:00Z')
    await sql`update booking set status = 'cancelled' where id = ${id}`.execute(app.db)
  }
})

test('the message about its end waits for a sender that has just taken the proposal', async () => {
  const { id } = await booked()
  assert.equal((await propose(id)).status, 200)
  await app.db.connection().execute(async (sender) => {
    await sql`begin`.execute(sender)
    await sql`update notification set status = 'sending', attempts = 1, sending_until = now() + interval '1 minute'
      where ${question(id)}`.execute(sender)
    const withdrawn = asAgent(id, 'withdraw-move')
    await untilLockWaits(app.db, withdrawn)
    await sql`commit`.execute(sender)
    assert.equal((await withdrawn).status, 200)
  })
  assert.deepEqual(await endsOf(id), ['sms'])
})
