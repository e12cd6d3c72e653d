import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
before(async () => {
  app = await testApp({ max: 5 })
})
after(() => app.close())

test("an agent's suspension ends their open proposals, and the buyers are notified that the old time stays", async () => {
  // The showing is on Friday, November 27, at 13:30 in Los Angeles.
  app.clock.set('2026-11-23T18:00:00Z')
  const agent = await signUp(app, 'agent@agents.example.com')
  const admin = await signUp(app, 'boss@agents.example.com')
  await app.accounts.grantAdmin('boss@agents.example.com')
  const home = await makeProperty(app.db, { ownerId: agent.accountId, occupancy: 'vacant' })
  const { booking, token } = await bookShowing(app, makeForm(home.slug))
  const as = ({ cookie }: { cookie: string }) => ({ cookie, origin: app.config.publicUrl })
  const path = `/api/showingbooker/bookings/${booking.id}/propose-move`
  const proposed = await app.call('POST', path, { showingDate: '2026-11-28', showingTime: '10:00' }, as(agent))
  assert.equal(proposed.status, 200, proposed.text)
  await app.runJobs()
  const page = async () => (await app.call('GET', `/api/showingbooker/public/booking/${token}`)).body
  const proposalId = (await page()).proposal.id as string

  const suspend = `/api/showingbooker/admin/users/${agent.accountId}/suspend`
  assert.equal((await app.call('POST', suspend, { reason: 'Spam' }, as(admin))).status, 200)
  const { proposal, booking: shown } = await page()
  assert.deepEqual([proposal, shown.status], [null, 'confirmed'])
  const answer = { proposalId, answer: 'agree' }
  const agreed = await app.call('POST', `/api/showingbooker/public/booking/${token}/answer-move`, answer)
  assert.deepEqual([agreed.status, agreed.body.code], [409, 'proposal_over'])

  await app.jobs['arrangement.close-unanswered']?.({}, { isLastAttempt: false })
  await app.runJobs()
  const { rows } = await sql<{ answer: string; event: string; by: string; told: string; texts: string[] }>`
    select q.answer, e.event, e.payload::json ->> 'by' as by,
      (select string_agg(channel || ' ' || role, ', ' order by channel) from notification n
        where n.booking_id = q.booking_id and n.event = 'move_withdrawn' and n.status = 'sent') as told,
      (select array_agg(o.text order by o.id) from outbox_message o join notification n on n.id::text = o.id::text
        where n.booking_id = q.booking_id and n.event = 'move_withdrawn') as texts
    from move_proposal q join compliance_entry e on e.booking_id = q.booking_id and e.event like 'move_%'
      and e.event <> 'move_proposed' where q.slot_id = ${proposalId}`.execute(app.db)
  const [end] = rows
  assert.deepEqual([rows.length, end?.answer, end?.event, end?.by], [1, 'withdrawn', 'move_withdrawn', 'system'])
  assert.equal(end?.told, 'email buyer, sms buyer')
  for (const text of end?.texts ?? []) assert.match(text, /[Yy]our showing is still on/)
})
