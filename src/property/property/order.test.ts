import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeShowing } from '../../../test/factories.ts'
import { makeOwner } from '../../../test/past.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

test('lists properties in the requested order, page by page, each with its next showing', async () => {
  const now = app.clock.now()
  const { actor, ids } = await makeOwner(app, {}, {}, {}, {}, {})
  const streets = ['5 Elm Street', '9 oak Way', '5 elm Court', '7 Ash Lane', '7 Ash Lane']
  for (const [at, id] of ids.entries())
    await sql`update property set address_line1 = ${streets[at]} where id = ${id}`.execute(app.db)
  const show = (at: number, hours: number, status: 'pending' | 'confirmed' | 'cancelled' | 'completed' = 'confirmed') =>
    makeShowing(app.db, { propertyId: ids[at] ?? '', startsAt: now.add({ hours }), status })
  await show(3, 60)
  await show(3, 80)
  await show(1, 50, 'pending')
  await show(2, 49, 'cancelled')
  await show(0, -49, 'completed')

  const expected = {
    newest: [4, 3, 2, 1, 0],
    address: [2, 0, 3, 4, 1],
    showing: [1, 3, 0, 2, 4],
  }
  for (const [sort, order] of Object.entries(expected) as [keyof typeof expected, number[]][]) {
    const found: number[] = []
    const next: Record<number, string | null> = {}
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await app.properties.listOwn(actor, { limit: 2, sort, cursor })
      for (const { id, next_showing } of page.properties) {
        found.push(ids.indexOf(id))
        next[ids.indexOf(id)] = next_showing
      }
      cursor = page.nextCursor
    }
    assert.deepEqual(found, order, sort)
    const hour = (hours: number) => new Date(now.add({ hours }).epochMilliseconds).toISOString()
    assert.deepEqual(next, { 0: null, 1: hour(50), 2: null, 3: hour(60), 4: null })
  }
  const { nextCursor } = await app.properties.listOwn(actor, { limit: 2, sort: 'address' })
  await assert.rejects(app.properties.listOwn(actor, { limit: 2, sort: 'showing', cursor: nextCursor }), {
    kind: 'invalid',
  })
})
