import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../test/app.ts'
import { makeForm, makeProperty } from '../../test/factories.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const hold = (form: object, address: string) =>
  app.call(
    'POST',
    '/api/payments/create-payment-intent',
    { bookingData: form },
    { 'idempotency-key': '1', 'x-address': address },
  )

test('treats the same key from another caller as a different key: it refuses nothing and reveals nothing', async () => {
  const one = makeForm((await makeProperty(app.db)).slug)
  const two = makeForm((await makeProperty(app.db)).slug)
  const mine = await hold(one, '192.0.2.1')
  const theirs = await hold(two, '192.0.2.2')
  assert.deepEqual([mine.status, theirs.status], [201, 201])
  assert.equal(theirs.headers.get('idempotent-replayed'), null)
  assert.notEqual(theirs.body.paymentIntentId, mine.body.paymentIntentId)
  const again = await hold(one, '192.0.2.1')
  assert.deepEqual([again.headers.get('idempotent-replayed'), again.body], ['true', mine.body])
  assert.equal((await hold(two, '192.0.2.1')).body.code, 'idempotency_key_reused')
})

for (const act of ['thread', 'book-offered'])
  test(`${act}: answers with a key as without one, even if the link has a NUL or is too long for an index`, async () => {
    for (const token of ['%00', randomBytes(4000).toString('base64url')]) {
      const path = `/api/showingbooker/public/booking/${token}/${act}`
      const body = { words: 'Hello', showingDate: '2026-11-28', showingTime: '10:00' }
      const answer = await app.call('POST', path, body)
      assert.ok(answer.status === 400 || answer.status === 404, answer.text)
      const same = await app.call('POST', path, body, { 'idempotency-key': act })
      assert.deepEqual([same.status, same.body.code], [answer.status, answer.body.code], same.text)
    }
    assert.deepEqual((await sql`select from idempotency_key where key = ${act}`.execute(app.db)).rows, [])
  })
