import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { admin, createPast, makeOwner } from '../../../test/past.ts'

let app: TestApp
let past: ReturnType<typeof createPast>
before(async () => {
  app = await testApp()
  past = createPast(app)
  app.clock.set('2026-11-21T20:00:00Z')
})
after(() => app.close())

const tokenOf = (url: string | null) => url?.split('/').at(-1) ?? ''
const unknown = { code: 'link_unknown' }

test('an owner sees views, showings, notices, and feedback of 90 days, and no contact', async () => {
  const { actor, ids } = await makeOwner(app, { occupancy: 'resident' })
  const [home = ''] = ids
  await past.view(home, '2026-11-20', 7)
  await past.view(home, '2026-11-21', 3)
  await past.view(home, '2026-07-01', 90)
  const store = (startsAt: string, status: string, more: object = {}) => past.store(home, { startsAt, status, ...more })
  await store('2026-11-25T18:00:00Z', 'confirmed')
  const shown = await store('2026-11-10T18:00:00Z', 'completed')
  await store('2026-11-11T18:00:00Z', 'no_show')
  await store('2026-11-12T18:00:00Z', 'cancelled')
  await store('2026-07-01T18:00:00Z', 'completed')
  await store('2026-11-13T18:00:00Z', 'completed', { isDemo: true })
  await sql`insert into feedback values (${shown}, ${'f'.repeat(32)}, '2026-11-10T20:00:00Z', 'yes', 'high', 'better',
    'Call me at (213) 555-0142', '2026-11-10T20:00:00Z', '2026-11-10T20:00:00Z')`.execute(app.db)
  const { url } = await app.ownerLinks.renew(actor, home)
  const report = await app.ownerLinks.report(tokenOf(url))
  assert.deepEqual(
    [report.views, report.booked, report.shown, report.noShows, report.feedback.answered],
    [10, 3, 1, 1, 1],
  )
  assert.deepEqual(
    report.showings.map(({ status, visitor, noticeStatus }) => `${status} ${visitor} ${noticeStatus}`),
    ['confirmed Maria G. due', 'cancelled Maria G. null', 'no_show Maria G. late', 'completed Maria G. late'],
  )
  const told = JSON.stringify(report)
  for (const secret of ['Gomez', 'm@b.example', '555', 'Call me', 'Rosa', 'Lockbox', shown])
    assert.ok(!told.includes(secret), secret)
})

test('a replaced, revoked, or guessed link shows nothing, and neither does the link of a deleted property', async () => {
  const { actor, ids, ownerId } = await makeOwner(app, {})
  const [home = ''] = ids
  assert.equal((await app.ownerLinks.get(actor, home)).url, null)
  const first = tokenOf((await app.ownerLinks.renew(actor, home)).url)
  assert.equal(tokenOf((await app.ownerLinks.get(actor, home)).url), first)
  const second = tokenOf((await app.ownerLinks.renew(actor, home)).url)
  await assert.rejects(app.ownerLinks.report(first), unknown)
  await app.ownerLinks.report(second)
  assert.equal((await app.ownerLinks.revoke(actor, home)).url, null)
  await assert.rejects(app.ownerLinks.report(second), unknown)
  for (const guessed of ['', 'x'.repeat(32), '../admin']) await assert.rejects(app.ownerLinks.report(guessed), unknown)
  const third = tokenOf((await app.ownerLinks.renew(actor, home)).url)
  await app.ownerLinks.eraseAll(ownerId)
  await assert.rejects(app.ownerLinks.report(third), unknown)
  const fourth = tokenOf((await app.ownerLinks.renew(actor, home)).url)
  await sql`update property set deleted_at = now(), status = 'unlisted' where id = ${home}`.execute(app.db)
  await assert.rejects(app.ownerLinks.report(fourth), unknown)
  await assert.rejects(app.ownerLinks.renew(actor, home), { code: 'property_not_found' })
})

test("only a property's agent and an admin can manage its owner's link", async () => {
  const { actor, ids } = await makeOwner(app, {})
  const [home = ''] = ids
  const { url } = await app.ownerLinks.renew(actor, home)
  const stranger = (await makeOwner(app, {})).actor
  for (const call of [app.ownerLinks.get, app.ownerLinks.renew, app.ownerLinks.revoke]) {
    await assert.rejects(call(stranger, home), { code: 'property_not_found' })
    await assert.rejects(call({ kind: 'visitor' }, home), { code: 'unauthenticated' })
  }
  assert.equal((await app.ownerLinks.get(admin, home)).url, url)
})

test('an out-of-date page cannot replace a link that it has not shown', async () => {
  const { actor, ids } = await makeOwner(app, {})
  const [home = ''] = ids
  const changed = { code: 'link_changed' }
  const first = await app.ownerLinks.renew(actor, home, null)
  await assert.rejects(app.ownerLinks.renew(actor, home, null), changed)
  app.clock.set('2026-11-21T20:01:00Z')
  const second = await app.ownerLinks.renew(actor, home, first.createdAt)
  await assert.rejects(app.ownerLinks.renew(actor, home, first.createdAt), changed)
  assert.equal((await app.ownerLinks.get(actor, home)).url, second.url)
  await app.ownerLinks.revoke(actor, home)
  await assert.rejects(app.ownerLinks.renew(actor, home, second.createdAt), changed)
  assert.equal((await app.ownerLinks.get(actor, home)).url, null, 'a link revoked elsewhere stays revoked')
})

test('an out-of-date page cannot revoke a link that it has not shown', async () => {
  const { actor, ids } = await makeOwner(app, {})
  const [home = ''] = ids
  const first = await app.ownerLinks.renew(actor, home, null)
  app.clock.set('2026-11-21T20:02:00Z')
  const second = await app.ownerLinks.renew(actor, home, first.createdAt)
  await assert.rejects(app.ownerLinks.revoke(actor, home, first.createdAt ?? ''), { code: 'link_changed' })
  assert.equal((await app.ownerLinks.get(actor, home)).url, second.url)
  for (const _ of ['once', 'again'])
    assert.equal((await app.ownerLinks.revoke(actor, home, second.createdAt ?? '')).url, null)
})
