import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeProperty } from '../../../test/factories.ts'
import { admin, createPast, makeOwner } from '../../../test/past.ts'
import { signUp } from '../../../test/scene.ts'
import type { FeedbackForm } from './contract.ts'
import { askFeedback } from './repository.ts'

let app: TestApp
let past: ReturnType<typeof createPast>
before(async () => {
  app = await testApp()
  past = createPast(app)
})
after(() => app.close())

/** Noon in Los Angeles, two hours after a showing. */
const NOON = '2026-11-25T20:00:00Z'
const SHOWN = { status: 'completed', startsAt: '2026-11-25T17:30:00Z' }
const answers: FeedbackForm = { interest: 'yes', price: 'high', condition: 'better', comment: ' Bright. ' }

const messagesOf = async (id: string) => {
  const { rows } = await sql<{ said: string }>`
    select concat_ws(' ', channel, role, status || coalesce(': ' || reason, '')) as said from notification
    where booking_id = ${id} and event = 'feedback_asked'`.execute(app.db)
  return rows.map(({ said }) => said)
}

async function ask(at: string, ...ids: string[]) {
  app.clock.set(at)
  await app.feedback.askDue()
  for (const id of ids) await app.messaging.deliver(id)
}

/** Reads the token in the link that the visitor got. */
async function linkOf(id: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select text from outbox_message where booking_id = ${id} and role = 'buyer'`.execute(app.db)
  return /\/showingbooker\/feedback\/([\w-]{32})/.exec(rows.map(({ text }) => text).join('\n'))?.[1] ?? ''
}

test('we ask a visitor once, in the daytime, and only after a completed showing', async () => {
  const { ids } = await makeOwner(app, {}, {})
  const [home = '', other = ''] = ids
  const shown = await past.store(home, SHOWN)
  const silent = await Promise.all([
    past.store(other, { ...SHOWN, status: 'no_show' }),
    past.store(other, { ...SHOWN, status: 'cancelled' }),
    past.store(other, { ...SHOWN, status: 'declined' }),
    past.store(other, { startsAt: '2026-11-25T18:30:00Z', status: 'confirmed' }),
    past.store(other, { startsAt: '2026-11-25T16:30:00Z', status: 'completed', isDemo: true }),
    past.store(other, { startsAt: '2026-11-20T17:30:00Z', status: 'completed' }),
  ])
  await ask('2026-11-26T05:00:00Z', shown)
  assert.deepEqual(await messagesOf(shown), [], 'no one gets a question at 9 PM')
  await Promise.all([ask(NOON), ask(NOON)])
  await ask(NOON, shown, ...silent)
  assert.deepEqual(await messagesOf(shown), ['email buyer sent'])
  for (const id of silent) assert.deepEqual(await messagesOf(id), [])
})

test('we do not ask about a showing that the agent marks as a no-show before the message goes out', async () => {
  const { ids } = await makeOwner(app, {})
  const shown = await past.store(ids[0] ?? '', SHOWN)
  await ask(NOON)
  await past.change(shown, 'no_show', NOON)
  await app.messaging.deliver(shown)
  assert.deepEqual(await messagesOf(shown), ['email buyer not_sent: The showing was not completed'])
})

const wantRefund = (id: string, decision: 'approved' | 'declined' | null = null) =>
  sql`update booking set refund_requested_at = '2026-11-25T17:40:00Z', refund_reason = 'Nobody came',
    refund_decision = ${decision} where id = ${id}`.execute(app.db)

test('we do not ask a visitor who wants a refund, unless the agent declined it', async () => {
  const { ids } = await makeOwner(app, {})
  const [home = ''] = ids
  const shown = (hour: number) => past.store(home, { ...SHOWN, startsAt: `2026-11-25T${hour}:30:00Z` })
  const [open, approved, declined] = [await shown(15), await shown(16), await shown(17)]
  await wantRefund(open)
  await wantRefund(approved, 'approved')
  await wantRefund(declined, 'declined')
  await ask(NOON, open, approved, declined)
  assert.deepEqual(await messagesOf(open), [])
  assert.deepEqual(await messagesOf(approved), [])
  assert.deepEqual(await messagesOf(declined), ['email buyer sent'])
  const question = { token: 'x'.repeat(32), messages: [] }
  assert.equal(await askFeedback(app.db, open, question, NOON), false, 'the request may come after we listed it')
  await wantRefund(open, 'declined')
  await ask(NOON, open)
  assert.deepEqual(await messagesOf(open), ['email buyer sent'])
})

test('we do not ask a visitor who wants a refund before the message goes out', async () => {
  const { ids } = await makeOwner(app, {})
  const shown = await past.store(ids[0] ?? '', SHOWN)
  await ask(NOON)
  await wantRefund(shown)
  await app.messaging.deliver(shown)
  assert.deepEqual(await messagesOf(shown), ['email buyer not_sent: The buyer asked for a refund'])
})

test('the link stores answers, lets the visitor change them for 14 days, and then shows nothing', async () => {
  const { actor, ids } = await makeOwner(app, {})
  const [home = ''] = ids
  const shown = await past.store(home, SHOWN)
  await ask(NOON, shown)
  const token = await linkOf(shown)
  // Mail scanners open the link, but that stores no answer.
  assert.equal((await app.feedback.open(token)).answers, null)
  assert.equal((await app.feedback.open(token)).answers, null)
  const first = await app.feedback.answer(token, answers)
  assert.deepEqual(first.answers, { ...answers, comment: 'Bright.' })
  assert.deepEqual(Object.keys(first).sort(), ['answers', 'changeableUntil', 'full_address', 'startsAt', 'time_zone'])
  assert.equal(first.changeableUntil, '2026-12-09T20:00:00.000Z')
  app.clock.set('2026-12-09T19:59:59Z')
  await app.feedback.answer(token, { ...answers, interest: 'no' })
  const { counts, feedback } = await app.feedback.listForProperty(actor, { propertyId: home, limit: 50 })
  assert.deepEqual([counts.asked, counts.answered, counts.interest], [1, 1, { yes: 0, maybe: 0, no: 1 }])
  assert.deepEqual([feedback.length, feedback[0]?.id, feedback[0]?.comment], [1, shown, 'Bright.'])
  assert.equal((await app.showings.get(actor, shown)).visitorFeedback?.interest, 'no')
  app.clock.set('2026-12-09T20:00:00Z')
  await assert.rejects(app.feedback.open(token), { code: 'link_unknown' })
  await assert.rejects(app.feedback.answer(token, answers), { code: 'link_unknown' })
})

test('a guessed link shows nothing, and neither does the link of a no-show', async () => {
  const { ids } = await makeOwner(app, {})
  const shown = await past.store(ids[0] ?? '', SHOWN)
  await ask(NOON, shown)
  const token = await linkOf(shown)
  for (const guessed of ['x'.repeat(32), 'nonsense', `${token}x`])
    await assert.rejects(app.feedback.answer(guessed, answers), { code: 'link_unknown' })
  await past.change(shown, 'no_show', NOON)
  await assert.rejects(app.feedback.open(token), { code: 'link_unknown' })
  await assert.rejects(app.feedback.answer(token, answers), { code: 'link_unknown' })
})

test('answers stop counting once the agent marks the showing as a no-show', async () => {
  const { actor, ids } = await makeOwner(app, {})
  const [home = ''] = ids
  const shown = await past.store(home, SHOWN)
  await ask(NOON, shown)
  await app.feedback.answer(await linkOf(shown), answers)
  await past.change(shown, 'no_show', NOON)
  const { counts, feedback } = await app.feedback.listForProperty(actor, { propertyId: home, limit: 50 })
  assert.deepEqual([counts.asked, counts.answered, counts.interest.yes, feedback], [0, 0, 0, []])
})

test("only a property's agent and an admin can read its feedback, page by page", async () => {
  const { actor, ids } = await makeOwner(app, {}, {})
  const [home = '', other = ''] = ids
  for (const hour of ['14', '15', '16']) {
    const shown = await past.store(home, { status: 'completed', startsAt: `2026-11-25T${hour}:30:00Z` })
    await ask(NOON, shown)
    await app.feedback.answer(await linkOf(shown), answers)
  }
  const first = await app.feedback.listForProperty(actor, { propertyId: home, limit: 2 })
  const rest = await app.feedback.listForProperty(admin, { propertyId: home, limit: 2, cursor: first.nextCursor })
  assert.deepEqual([first.feedback.length, rest.feedback.length, rest.nextCursor], [2, 1, null])
  assert.equal(new Set([...first.feedback, ...rest.feedback].map(({ id }) => id)).size, 3)
  assert.equal((await app.feedback.listForProperty(actor, { propertyId: other, limit: 2 })).counts.asked, 0)
  const stranger = (await makeOwner(app, {})).actor
  await assert.rejects(app.feedback.listForProperty(stranger, { propertyId: home, limit: 2 }), {
    code: 'property_not_found',
  })
})

test('deleting the account deletes the answers', async () => {
  const { ids, ownerId, actor } = await makeOwner(app, {})
  const shown = await past.store(ids[0] ?? '', SHOWN)
  await ask(NOON, shown)
  await app.feedback.answer(await linkOf(shown), answers)
  await app.feedback.eraseAll(ownerId)
  assert.equal((await app.showings.get(actor, shown)).visitorFeedback, null)
})

test("we ask no visitor of a deleted account, and still ask other accounts' visitors", async () => {
  const gone = await signUp(app, 'gone@agents.example.com')
  const home = await makeProperty(app.db, { ownerId: gone.accountId })
  const [asked, late] = [
    await past.store(home.id, SHOWN),
    await past.store(home.id, { ...SHOWN, startsAt: '2026-11-25T18:30:00Z' }),
  ]
  const become = (status: string) => sql`update booking set status = ${status} where id = ${late}`.execute(app.db)
  await become('cancelled')
  await ask(NOON, asked)
  await app.runJobs()
  const form = { password: 'a password of the tests', confirm: true }
  assert.equal((await app.call('POST', '/api/account/deletion', form, gone.headers)).status, 202)
  await app.accountDeletions.sweep()
  await become('completed')
  const { ids } = await makeOwner(app, {})
  const shown = await past.store(ids[0] ?? '', SHOWN)
  await ask(NOON, shown)
  assert.deepEqual(await messagesOf(shown), ['email buyer sent'])
  assert.deepEqual(await messagesOf(asked), ['email buyer sent'])
  assert.deepEqual(await messagesOf(late), [])
})
