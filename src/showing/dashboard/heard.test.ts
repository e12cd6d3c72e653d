import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

test("every change of a showing sends an event to its agent's open pages", async () => {
  // The showing is on Friday, November 27, at 13:30 in Los Angeles.
  app.clock.set('2026-11-23T18:00:00Z')
  const agent = await signUp(app, 'agent@agents.example.com')
  const home = await makeProperty(app.db, { ownerId: agent.accountId, occupancy: 'resident', approval: 'manual' })
  const { booking, token } = await bookShowing(app, makeForm(home.slug))
  const { id } = booking
  const asAgent = (name: string, body: object = {}) =>
    app.call('POST', `/api/showingbooker/bookings/${id}/${name}`, body, agent.headers)
  let link = token
  const asBuyer = (name: string, body: object = {}) =>
    app.call('POST', `/api/showingbooker/public/booking/${link}/${name}`, body)
  /** Fails if the action sends the agent no event. */
  async function heard(what: string, act: () => Promise<unknown>) {
    const count = async () =>
      (await sql`select from event where data ->> 'owner' = ${agent.accountId}`.execute(app.db)).rows.length
    const before = await count()
    const answer = (await act()) as { status?: number; text?: string; body?: unknown } | undefined
    if (answer?.status) assert.ok(answer.status < 300, `${what}: ${answer.text}`)
    assert.ok((await count()) > before, what)
    return answer?.body as Record<string, never> & { proposal: { id: string }; id: string }
  }
  const propose = () => asAgent('propose-move', { showingDate: '2026-11-28', showingTime: '10:00' })

  await asAgent('approve')
  await heard('the card was charged', () => app.runJobs())
  await heard('the visitor corrected their email', async () => {
    const corrected = await asBuyer('email', { email: 'corrected@typo.example.com' })
    link = corrected.body.booking.manageUrl.split('/').at(-1)
    return corrected
  })
  const first = await heard('a time was proposed', propose)
  await heard('the visitor kept the time', () =>
    asBuyer('answer-move', { proposalId: first.proposal.id, answer: 'keep' }),
  )
  await heard('another time was proposed', propose)
  await heard('it was withdrawn', () => asAgent('withdraw-move'))
  await heard('a third time was proposed', propose)
  app.clock.advance({ hours: 24 })
  await heard('nobody answered', () => app.proposals.closeUnanswered())
  const servedAt = app.clock.now().toString()
  const service = await heard('the notice was served', () =>
    asAgent('service', { method: 'posted', servedAt, servedBy: 'Lena' }),
  )
  await heard('that was a mistake', () => asAgent(`service/${service.id}/withdraw`, { reason: 'Another home' }))
  app.clock.set('2026-11-27T21:00:00Z')
  await heard('the agent is late', () => asAgent('running-late', { minutes: 10 }))
  app.clock.set('2026-11-27T22:30:00Z')
  await asAgent('complete')
  await app.feedback.askDue()
  const { rows } = await sql<{ token: string }>`select token from feedback where booking_id = ${id}`.execute(app.db)
  await heard('the visitor answered', () =>
    app.call('POST', `/api/showingbooker/public/feedback/${rows[0]?.token}`, {
      interest: 'yes',
      price: 'right',
      condition: 'better',
      comment: '',
    }),
  )
  await heard('the visitor asks for a refund', () => asBuyer('refund-request', { reason: 'Nobody was there' }))
  await heard('the bank took the money back', () =>
    sql`select record_outside_money(${booking.payment_intent_id}, 'dispute', 100, 'dp_1', now())`.execute(app.db),
  )
  await app.runJobs()
  await heard('the refund was granted', () => asAgent('refund', { decision: 'approve' }))
  await heard('the money went back', () => app.runJobs())
})
