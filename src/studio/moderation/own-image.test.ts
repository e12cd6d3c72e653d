import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeImage } from '../../../test/images.ts'
import { signUp } from '../../../test/scene.ts'

type Person = Awaited<ReturnType<typeof signUp>>
let app: TestApp
/** An admin with an image, and another admin. */
let maker: Person
let boss: Person
let imageId: string
before(async () => {
  app = await testApp()
  // Bearer tokens use the real clock.
  app.clock.set(Temporal.Now.instant().round('second').toString())
  maker = await newAdmin('maker')
  boss = await newAdmin('boss')
  imageId = (await makeImage(app, { accountId: maker.accountId, visibility: 'public' })).id
})
after(() => app.close())

async function newAdmin(name: string): Promise<Person> {
  const email = `${name}@images.example.com`
  const person = await signUp(app, email)
  await app.call('POST', '/create-user', { uid: person.accountId, username: name }, person.headers)
  await app.accounts.grantAdmin(email)
  return person
}
const seen = async (path: string, { headers }: Person) => (await app.call('GET', path, undefined, headers)).body
const decide = (path: string, body: object, { headers }: Person) => app.call('POST', path, body, headers)

test('an admin decides neither about reports of their own image nor about their appeal, unless no one else can', async () => {
  const another = await makeImage(app, { accountId: boss.accountId, visibility: 'public' })
  for (const id of [imageId, another.id]) await app.call('POST', `/images/${id}/report`, { reason: 'violent' })
  const { reports } = await seen('/admin/reports', maker)
  assert.deepEqual(
    reports.map((one: { image: { id: string }; canDecide: boolean }) => [one.image.id, one.canDecide]),
    [
      [imageId, false],
      [another.id, true],
    ],
  )
  const report = `/admin/reports/${reports[0].id}/resolve`
  const refused = await decide(report, { action: 'dismiss' }, maker)
  assert.deepEqual([refused.status, refused.body.code], [409, 'own_image'])
  assert.equal((await decide(report, { action: 'remove', reason: 'Blood.' }, boss)).status, 200)

  await decide(`/images/${imageId}/appeal`, { text: 'It is a painting.' }, maker)
  const { appeals } = await seen('/admin/appeals', maker)
  assert.equal(appeals[0].canDecide, false)
  const restore = () => decide(`/admin/appeals/${appeals[0].id}/decide`, { action: 'restore' }, maker)
  assert.equal((await restore()).body.code, 'own_image')
  assert.ok((await seen(`/images/${imageId}`, maker)).removed)
  await sql`update profile set role = 'agent' where account_id = ${boss.accountId}`.execute(app.db)
  assert.equal((await restore()).status, 200)
})
