import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../test/app.ts'
import { assertProblem, countRows } from '../../test/problem.ts'
import { signUp } from '../../test/scene.ts'

let app: TestApp
before(async () => {
  app = await testApp({ rateLimitScale: 1 })
})
after(() => app.close())

const limits: [path: string, perMinute: number][] = [
  ['/api/payments/create-payment-intent', 30],
  ['/api/payments/process-booking', 60],
  ['/api/payments/sandbox/confirm', 60],
  ['/api/auth/sign-up/email', 20],
  ['/api/auth/sign-in/email', 60],
]
for (const [path, perMinute] of limits)
  test(`${path} takes ${perMinute} requests a minute from one address and answers 429 to the next`, async () => {
    const send = (address: string) => app.call('POST', path, {}, { 'x-address': address })
    for (let n = 0; n < perMinute; n++) assert.equal((await send('192.0.2.7')).status, 400, `${n + 1}`)
    const stored = await countRows(app)
    const answer = await send('192.0.2.7')
    assertProblem(answer, 429, path)
    assert.equal(answer.body.code, 'too_many_requests')
    const wait = Number(answer.headers.get('retry-after'))
    assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, `${wait}`)
    assert.equal((await send('192.0.2.8')).status, 400)
    assert.deepEqual(await countRows(app), stored)
  })

test('one-call and two-call holds share one count', async () => {
  const send = (path: string) => app.call('POST', path, {}, { 'x-address': '192.0.2.9' })
  for (let n = 0; n < 30; n++)
    await send(n % 2 ? '/api/showingbooker/public/book' : '/api/payments/create-payment-intent')
  assert.equal((await send('/api/showingbooker/public/book')).status, 429)
})

test('does not limit reads', async () => {
  for (let n = 0; n < 100; n++)
    assert.equal(
      (await app.call('GET', '/api/showingbooker/public/property/none', undefined, { 'x-address': '192.0.2.10' }))
        .status,
      404,
    )
})

test('limits outcomes and decisions separately', async () => {
  const { headers } = await signUp(app, 'limits@agents.example.com')
  const from = { ...headers, 'x-address': '192.0.2.11' }
  const send = (name: string) => app.call('POST', `/api/showingbooker/bookings/${randomUUIDv7()}/${name}`, {}, from)
  for (const names of [
    ['complete', 'no-show'],
    ['approve', 'decline', 'cancel'],
  ]) {
    for (let n = 0; n < 60; n++) assert.equal((await send(names[n % names.length] ?? '')).status, 404, `${names} ${n}`)
    for (const name of names) assert.equal((await send(name)).status, 429, name)
  }
})
