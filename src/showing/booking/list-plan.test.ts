import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeLongAgo, watchedDatabase } from '../../../test/past.ts'
import { createShowings, findListedRow, listOpenRows, listRows, listRowsByDate } from './showing-repository.ts'

let app: TestApp
before(async () => {
  app = await testApp({ hasOwnPlans: true })
})
after(() => app.close())

test('a list of showings reads only the showings on its page, not every showing ever booked', async () => {
  const { ownerId } = await makeLongAgo(app, 3000)
  const { db, plans } = watchedDatabase(app)
  const now = app.clock.now()
  const search = {
    order: 'date' as const,
    propertyId: null,
    statuses: [],
    fromDate: null,
    toDate: null,
    startsFrom: '2020-03-01T00:00:00Z',
    startsBefore: '2020-03-03T00:00:00Z',
    findsAllRequests: false,
    patterns: [],
  }
  const rows = await listRows(db, { ownerId, search, after: null, limit: 25 })
  assert.equal(rows.length, 25)
  const [id = ''] = rows.map((row) => row.id)
  assert.equal((await findListedRow(db, { ownerId, id }))?.id, id)
  for (const owner of [ownerId, null])
    await listOpenRows(db, { ownerId: owner, readerId: ownerId, since: now, limit: 25 })
  await listRows(db, { ownerId, search: { ...search, findsAllRequests: true }, after: null, limit: 25 })
  await listRowsByDate(db, { ownerId, search, perDate: 5 })
  await createShowings(db).listNoticesDue([id], now)
  const found = await plans()
  assert.equal(found.length, 8)
  for (const plan of found) assert.doesNotMatch(plan, /Seq Scan on (booking|payment|notification)\b/, plan)
})
