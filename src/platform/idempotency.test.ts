import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
