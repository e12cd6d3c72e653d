import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing } from '../../../test/scene.ts'
import type { PropertyChange } from '../../property/property/contract.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  app.clock.set('2026-11-21T18:00:00Z')
})
after(() => app.close())

async function bookedAt(
  approval: 'automatic' | 'manual',
  hasEmail = true,
  occupancy: 'owner' | 'resident' = 'resident',
) {
  const home = await makeProperty(app.db, { occupancy, approval })
  if (!hasEmail) await sql`update property set resident_email = null where id = ${home.id}`.execute(app.db)
  const { booking, token } = await bookShowing(app, makeForm(home.slug))
  const agent = { kind: 'account', accountId: home.ownerId, email: 'lena@agents.example.com', role: 'agent' } as const
  await app.runJobs()
  return {
    token,
    edit: (change: PropertyChange) => app.properties.change(agent, home.id, change),
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

test('the notice that went out by text stays as it was sent, even if no one opened it before the resident left', async () => {
  const { edit, paper, evidence } = await bookedAt('automatic', false)
  await edit({ occupancy_status: 'vacant' })
  assert.deepEqual(title(await paper()), ['Notice to Enter the Home'])
  assert.notEqual(await evidence(), null)
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

test('the notice stays as it was printed after an edit of the home', async () => {
  const { edit, paper, evidence } = await bookedAt('automatic')
  const [first, hash] = [await paper(), (await evidence())?.sha256]
  await edit({ address_line1: '744 Juniper Street', resident_first_name: 'Ben' })
  assert.equal(await paper(), first)
  assert.equal((await evidence())?.sha256, hash)
})
