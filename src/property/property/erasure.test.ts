import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeAgent, makeProperty, makeShowing } from '../../../test/factories.ts'
import { signUp } from '../../../test/scene.ts'
import type { PropertyChange } from './contract.ts'
import type { PropertyRow } from './domain.ts'
import { eraseProperties } from './erasure-service.ts'
import { amountFields, optionalFields } from './field-domain.ts'
import { findProperty } from './repository.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const filled = (name: string) => {
  if (amountFields.some((amount) => amount === name)) return 1
  if (name.endsWith('_email')) return 'somebody@example.com'
  return name.endsWith('_phone') ? '(213) 555-0100' : 'Words'
}

test('erases every optional field of a property with a showing', async () => {
  const accountId = await makeAgent(app.db)
  const { id } = await makeProperty(app.db, { ownerId: accountId, occupancy: 'resident' })
  await makeShowing(app.db, { propertyId: id, startsAt: app.clock.now().subtract({ hours: 48 }), status: 'cancelled' })
  const form = Object.fromEntries(optionalFields.map((name) => [name, filled(name)])) as PropertyChange
  const agent = { kind: 'account' as const, accountId, role: 'agent' as const, email: 'agent@example.com' }
  await app.properties.change(agent, id, { ...form, owner_type: 'entity', status: 'unlisted' })
  const kept = async () => {
    const row = (await findProperty(app.db, { id, ownerId: accountId, now: app.clock.now() })) as PropertyRow
    return optionalFields.filter((name) => row[name] !== null)
  }
  assert.deepEqual(await kept(), optionalFields)
  await eraseProperties(app, accountId)
  assert.deepEqual(await kept(), [])
})

test("a property that no one booked is deleted with its owner's link and an admin's text of that link", async () => {
  const owner = await signUp(app, 'leaves@agents.example.com')
  const admin = await signUp(app, 'boss@agents.example.com')
  const { id } = await makeProperty(app.db, { ownerId: owner.accountId })
  const link = await app.call('POST', `/api/showingbooker/properties/${id}/owner-link`, undefined, owner.headers)
  assert.equal(link.status, 201)
  await sql`
    insert into link_text (id, account_id, property_id, language, created_at)
    values (${crypto.randomUUID()}, ${admin.accountId}, ${id}, 'en', now())`.execute(app.db)
  await eraseProperties(app, owner.accountId)
  const { rows } = await sql`select from property where id = ${id}`.execute(app.db)
  assert.equal(rows.length, 0)
})
