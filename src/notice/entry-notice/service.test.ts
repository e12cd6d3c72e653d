import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing } from '../../../test/scene.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

async function bookedAt(approval: 'automatic' | 'manual') {
  const home = await makeProperty(app.db, { occupancy: 'resident', approval })
  const { booking, token } = await bookShowing(app, makeForm(home.slug))
  const agent = { kind: 'account', accountId: home.ownerId, email: 'lena@agents.example.com', role: 'agent' } as const
  await app.runJobs()
  return {
    token,
    act: async (move: 'approve' | 'cancel') => {
      await app.transitions.decide(agent, booking.id, move)
      await app.runJobs()
    },
    paper: async () => {
      const row = await app.showings.find(booking.id)
      const answer = await app.app.request(`/api/showingbooker/public/notice/${row?.noticeToken}`)
      assert.equal(answer.status, 200)
      return Buffer.from(await answer.arrayBuffer()).toString('latin1')
    },
    evidence: async () => (await app.evidence.get(agent, booking.id)).notice,
  }
}

/** Finds the title of a PDF, which contains ASCII texts unencoded. */
const title = (pdf: string) =>
  ['Notice to Enter the Home', 'This Notice Is Withdrawn'].filter((one) => pdf.includes(`(${one})`))

test("once the showing is off, the notice's link says so, and the evidence has no invalid notice", async () => {
  const { act, paper, evidence } = await bookedAt('automatic')
  const notice = await paper()
  assert.deepEqual(title(notice), ['Notice to Enter the Home'])
  assert.equal(await paper(), notice)
  assert.notEqual(await evidence(), null)
  await act('cancel')
  assert.deepEqual(title(await paper()), ['This Notice Is Withdrawn'])
  assert.equal(await evidence(), null)
})

test("while a new time waits for approval, the notice's link shows no time of entry", async () => {
  const { token, act, paper } = await bookedAt('manual')
  await act('approve')
  assert.deepEqual(title(await paper()), ['Notice to Enter the Home'])
  const to = { showingDate: '2026-11-28', showingTime: '14:00' }
  const moved = await app.call('POST', `/api/showingbooker/public/booking/${token}/move`, to)
  assert.equal(moved.body.booking?.status, 'pending', moved.text)
  assert.deepEqual(title(await paper()), ['This Notice Is Withdrawn'])
  await act('approve')
  assert.deepEqual(title(await paper()), ['Notice to Enter the Home'])
})
