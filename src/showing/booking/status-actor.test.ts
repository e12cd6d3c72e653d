import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'
import { viewWith } from '../../../test/views.ts'
import type { StatusEvent } from './status-domain.ts'
import { composeLaterMessage } from './status-service.ts'

// An admin can do what an agent can. Then the agent's messages must not say "you", and the buyer's
// must not say "the agent".

type Who = 'agent' | 'admin'
const OTHER_TIME = { showingDate: '2026-11-28', showingTime: '10:00' }
let app: TestApp
const people = {} as Record<Who, Awaited<ReturnType<typeof signUp>>>
before(async () => {
  app = await testApp({ max: 20 })
  people.agent = await signUp(app, 'agent@agents.example.com')
  people.admin = await signUp(app, 'boss@agents.example.com')
  await app.accounts.grantAdmin('boss@agents.example.com')
})
after(() => app.close())

const act = async (who: Who, id: string, deed: string, body: object = {}) => {
  const headers = { cookie: people[who].cookie, origin: app.config.publicUrl }
  const answer = await app.call('POST', `/api/showingbooker/bookings/${id}/${deed}`, body, headers)
  assert.equal(answer.status, 200, answer.text)
  await app.runJobs()
}

async function booked(approval: 'automatic' | 'manual') {
  app.clock.set('2026-11-21T18:00:00Z')
  const home = await makeProperty(app.db, { approval, occupancy: 'vacant', ownerId: people.agent.accountId })
  const { booking, token } = await bookShowing(app, makeForm(home.slug))
  await app.runJobs()
  return { id: booking.id as string, token }
}

/** Returns the last text and email to a role, on one line. */
async function told(id: string, role = 'listing_agent'): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select distinct on (channel) text from outbox_message where booking_id = ${id} and role = ${role}
    order by channel, id desc`.execute(app.db)
  return rows.map(({ text }) => text.replace(/\s+/g, ' ')).join(' | ')
}

const BY_YOU = /by you|You (approved|declined|canceled)/

test('we look up who acted only for messages that say who did it', async () => {
  const { id } = await booked('automatic')
  let lookups = 0
  const counting = app.db.withPlugin({
    transformQuery({ node }) {
      if (JSON.stringify(node).includes('compliance_entry')) lookups++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const compose = (event: StatusEvent) =>
    composeLaterMessage(counting, id, { event, role: 'listing_agent', channel: 'email', cc: [] }, viewWith())
  await compose('moved')
  await compose('refund_requested')
  assert.equal(lookups, 0)
  await compose('approved')
  assert.equal(lookups, 1)
})

test("the agent's messages say who canceled, approved, or declined a refund: the agent or an admin", async () => {
  for (const who of ['agent', 'admin'] as const) {
    const says = (text: string, own: RegExp, admins: RegExp) => {
      assert.match(text, who === 'agent' ? own : admins)
      if (who === 'admin') assert.doesNotMatch(text, BY_YOU)
    }
    const cancelled = await booked('automatic')
    await act(who, cancelled.id, 'cancel')
    const cancelText = await told(cancelled.id)
    says(cancelText, /Canceled by you\./, /Canceled by an admin\./)
    says(cancelText, /You canceled this showing\. We're/, /An admin canceled this showing\. We're refunding the buyer/)

    const approved = await booked('manual')
    await act(who, approved.id, 'approve')
    says(await told(approved.id), /You approved the showing, and/, /An admin approved the showing, and/)

    const refused = await booked('automatic')
    app.clock.set('2026-11-27T21:40:00Z')
    await app.call('POST', `/api/showingbooker/public/booking/${refused.token}/refund-request`, { reason: 'Locked' })
    await act(who, refused.id, 'refund', { decision: 'decline' })
    says(await told(refused.id), /You declined the refund of \$25/, /An admin declined the refund of \$25/)
  }
})

test("the buyer's messages say who canceled, approved, or declined: the agent or ShowingBooker", async () => {
  for (const who of ['agent', 'admin'] as const) {
    const name = who === 'agent' ? 'The listing agent' : 'ShowingBooker'
    const cancelled = await booked('automatic')
    await act(who, cancelled.id, 'cancel', { reason: 'The home is sold' })
    const cancelText = await told(cancelled.id, 'buyer')
    assert.match(cancelText, who === 'agent' ? /Canceled by agent\./ : /Canceled by ShowingBooker\./)
    assert.match(cancelText, new RegExp(`${name} canceled this showing\\.`))
    const page = await app.call('GET', `/api/showingbooker/public/booking/${cancelled.token}`)
    assert.deepEqual([page.body.cancelledBy, page.body.endedByAdmin], ['agent', who === 'admin'])

    const approved = await booked('manual')
    await act(who, approved.id, 'approve')
    assert.match(await told(approved.id, 'buyer'), new RegExp(`${name} approved your showing`))

    const declined = await booked('manual')
    await act(who, declined.id, 'decline')
    assert.match(await told(declined.id, 'buyer'), new RegExp(`${name} declined your request`))

    const refused = await booked('automatic')
    app.clock.set('2026-11-27T21:40:00Z')
    await app.call('POST', `/api/showingbooker/public/booking/${refused.token}/refund-request`, { reason: 'Locked' })
    await act(who, refused.id, 'refund', { decision: 'decline' })
    assert.match(await told(refused.id, 'buyer'), new RegExp(`${name} declined your refund request`))
  }
})

test("the buyer's messages say who proposed a time, ran late, or offered times: the agent or ShowingBooker", async () => {
  for (const who of ['agent', 'admin'] as const) {
    const name = who === 'agent' ? 'The listing agent' : 'ShowingBooker'
    const moving = await booked('automatic')
    app.clock.set('2026-11-23T18:00:00Z')
    await act(who, moving.id, 'propose-move', { ...OTHER_TIME, reason: 'The plumber comes' })
    const ask = await told(moving.id, 'buyer')
    assert.match(ask, new RegExp(`${name} would like to move your showing`))
    const { body } = await app.call('GET', `/api/showingbooker/public/booking/${moving.token}`)
    assert.equal(body.proposedByAdmin, who === 'admin')
    await act(who, moving.id, 'withdraw-move')

    app.clock.set('2026-11-27T21:00:00Z')
    await act(who, moving.id, 'running-late', { minutes: 10 })
    const late = await told(moving.id, 'buyer')
    assert.match(late, who === 'agent' ? /The listing agent is on the way/ : /ShowingBooker expects the listing agent/)

    const declined = await booked('manual')
    await act(who, declined.id, 'decline', { times: [OTHER_TIME] })
    const offer = await told(declined.id, 'buyer')
    assert.match(offer, who === 'agent' ? /The agent offers another time/ : /ShowingBooker offers another time/)
    assert.match(offer, who === 'agent' ? /The listing agent can't show/ : /ShowingBooker declined your request but/)
  }
})

test('the log of an agreed move says who proposed it', async () => {
  for (const who of ['agent', 'admin'] as const) {
    const moving = await booked('automatic')
    app.clock.set('2026-11-23T18:00:00Z')
    await act(who, moving.id, 'propose-move', OTHER_TIME)
    const path = `/api/showingbooker/public/booking/${moving.token}`
    const { proposal } = (await app.call('GET', path)).body
    const answer = await app.call('POST', `${path}/answer-move`, { proposalId: proposal.id, answer: 'agree' })
    assert.equal(answer.status, 200, answer.text)
    const { rows } = await sql<{ by: string }>`
      select payload::jsonb ->> 'proposedBy' as by from compliance_entry
      where booking_id = ${moving.id} and payload::jsonb ? 'proposedBy'`.execute(app.db)
    assert.deepEqual(rows, [{ by: who }])
  }
})
