import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cheapPasswords, type TestApp, testApp } from '../../../test/app.ts'
import { signUp } from '../../../test/scene.ts'

const ORACLE = 'Code-of-the-Oracle'
const ORIGIN = 'http://127.0.0.1:3000'
const WRONG = 'Incorrect password. Please contact support for access.'

/** How long each try waited on top of its check, in milliseconds. */
const pauses: number[] = []
const account = {
  passwords: cheapPasswords,
  pause: async (ms: number) => pauses.push(ms),
}
let app: TestApp
let strict: TestApp
before(async () => {
  app = await testApp({ account })
  strict = await testApp({ rateLimitScale: 1 })
  for (const one of [app, strict]) one.clock.set(Temporal.Now.instant().toString())
})
after(async () => {
  await app.close()
  await strict.close()
})

const enter = (code: unknown, headers: Record<string, string>, on = app, name = 'oracle') =>
  on.call('POST', `/api/access/${name}`, { code }, { origin: ORIGIN, ...headers })
const isOpen = async (cookie: string, name = 'oracle', on = app) =>
  (await on.call('GET', `/api/access/${name}`, undefined, { cookie })).body.granted
const grantOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]?.split(';')[0] ?? ''

test('the right code opens its app, only for this session, after half a second', async () => {
  const { cookie } = await signUp(app, 'opens@people.example.com')
  assert.equal(await isOpen(cookie), false)
  const startedAt = performance.now()
  const answer = await enter(ORACLE, { cookie })
  assert.ok(performance.now() - startedAt + (pauses.pop() ?? 0) >= 500)
  assert.deepEqual([answer.status, answer.body], [200, { granted: true }])
  const [set = ''] = answer.headers.getSetCookie()
  assert.match(set, /^showingbooker\.access_oracle=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  const grant = grantOf(answer)
  assert.equal(await isOpen(`${cookie}; ${grant}`), true)
  assert.equal(await isOpen(`${cookie}; ${grant.replace('oracle', 'create')}`, 'create'), false)
  const other = await signUp(app, 'borrows@people.example.com')
  assert.equal(await isOpen(`${other.cookie}; ${grant}`), false)
  const again = await app.call('POST', '/api/auth/sign-in/email', {
    email: 'opens@people.example.com',
    password: 'a password of the tests',
  })
  const second = again.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  assert.equal(await isOpen(`${second}; ${grant}`), false)
  await app.call('POST', '/api/auth/sign-out', {}, { cookie, origin: ORIGIN })
  assert.equal((await app.call('GET', '/api/access/oracle', undefined, { cookie: `${cookie}; ${grant}` })).status, 401)
})

test("refuses a wrong code, another case, and the other app's code, just as slowly", async () => {
  const { cookie } = await signUp(app, 'guesses@people.example.com')
  for (const code of ['x', ORACLE.toLowerCase(), `${ORACLE} `, 'Code-of-the-Studio']) {
    const startedAt = performance.now()
    const { status, body, headers } = await enter(code, { cookie })
    assert.ok(performance.now() - startedAt + (pauses.pop() ?? 0) >= 500)
    assert.deepEqual([status, body.error, headers.getSetCookie()], [403, WRONG, []])
  }
  const empty = await enter('', { cookie })
  assert.deepEqual([empty.status, empty.body.error], [400, 'Please enter a password'])
  assert.equal((await enter(ORACLE, {})).status, 401)
  assert.equal((await enter(ORACLE, { cookie }, app, 'admin')).status, 400)
})

test('a grant works with a bearer token of the same session, and not with a forged one', async () => {
  const { cookie, headers } = await signUp(app, 'bears@people.example.com')
  const grant = grantOf(await enter(ORACLE, { cookie }))
  const asked = await app.call('GET', '/api/access/oracle', undefined, { ...headers, cookie: grant })
  assert.equal(asked.body.granted, true)
  for (const seal of [
    '',
    'x',
    grant.slice(0, -2),
    `${grant}AA`,
    grant.replace(/=./, (first) => (first === '=_' ? '=-' : '=_')),
  ])
    assert.equal(await isOpen(`${cookie}; ${seal}`), false, seal)
})

test('refuses what a code protects without it, with an error code for programs', async () => {
  const { cookie } = await signUp(app, 'refused@people.example.com')
  const grant = grantOf(await enter(ORACLE, { cookie }))
  const headers = (more = '') => new Headers({ cookie: `${cookie}; ${more}` })
  await app.access.require(headers(grant), 'oracle')
  for (const [name, more] of [
    ['oracle', undefined],
    ['create', grant],
    ['create', grant.replace('oracle', 'create')],
  ] as const)
    await assert.rejects(app.access.require(headers(more), name), { kind: 'forbidden', code: 'access_code_required' })
  await assert.rejects(app.access.require(new Headers({ cookie: grant }), 'oracle'), { kind: 'unauthenticated' })
})

test('behind TLS, the grant travels only over TLS, and no neighboring host can set one', async () => {
  const publicUrl = 'https://showings.example.com'
  const secure = await testApp({ env: { PUBLIC_URL: publicUrl } })
  try {
    secure.clock.set(Temporal.Now.instant().toString())
    const { cookie } = await signUp(secure, 'secure@people.example.com')
    const answer = await enter(ORACLE, { cookie, origin: publicUrl }, secure)
    const [set = ''] = answer.headers.getSetCookie()
    assert.match(set, /^__Host-showingbooker\.access_oracle=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    const grant = grantOf(answer)
    assert.equal(await isOpen(`${cookie}; ${grant}`, 'oracle', secure), true)
    assert.equal(await isOpen(`${cookie}; ${grant.replace('__Host-', '')}`, 'oracle', secure), false)
  } finally {
    await secure.close()
  }
})

test('allows five wrong codes a minute, even all at once, for one account from anywhere and for one address', async () => {
  const first = await signUp(strict, 'hasty@people.example.com')
  const all = await Promise.all(Array.from({ length: 8 }, () => enter('wrong', { cookie: first.cookie }, strict)))
  assert.deepEqual(all.map(({ status }) => status).sort(), [403, 403, 403, 403, 403, 429, 429, 429])
  const right = await enter(ORACLE, { cookie: first.cookie }, strict)
  assert.equal(right.status, 429)
  assert.ok(Number(right.headers.get('retry-after')) > 0)
  const people = await Promise.all(Array.from({ length: 6 }, (_, n) => signUp(strict, `crowd${n}@people.example.com`)))
  const here = { 'x-address': '198.51.100.7' }
  const crowd = await Promise.all(people.map(({ cookie }) => enter('wrong', { cookie, ...here }, strict)))
  assert.deepEqual(crowd.map(({ status }) => status).sort(), [403, 403, 403, 403, 403, 429])
})

test('does not count right codes', async () => {
  const { cookie } = await signUp(strict, 'right@people.example.com')
  const all = await Promise.all(Array.from({ length: 3 }, () => enter(ORACLE, { cookie }, strict)))
  assert.deepEqual(
    all.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal((await enter(ORACLE, { cookie }, strict)).status, 200)
})

test('without test substitutes, stores strong hashes and waits', async () => {
  const real = await testApp({ account: {} })
  try {
    const { cookie } = await signUp(real, 'real@people.example.com')
    const { rows } = await real.database.pool.query(
      "select c.password from account_credential c join account a on a.id = c.account_id where a.email = 'real@people.example.com'",
    )
    assert.match(rows[0].password, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const took = async (call: () => Promise<{ status: number }>, status: number) => {
      const startedAt = performance.now()
      assert.equal((await call()).status, status)
      return performance.now() - startedAt
    }
    const wrong = { email: 'nobody@people.example.com', password: 'wrong password' }
    assert.ok((await took(() => real.call('POST', '/api/auth/sign-in/email', wrong), 401)) >= 245)
    assert.ok((await took(() => enter('wrong', { cookie }, real), 403)) >= 495)
  } finally {
    await real.close()
  }
})
