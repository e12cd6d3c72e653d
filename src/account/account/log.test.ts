import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { passkeyDevice } from '../../../test/passkey-device.ts'
import { signUp } from '../../../test/scene.ts'

const PASSWORD = 'a password of the tests'
const ORIGIN = 'http://localhost:3000'

type Line = Record<string, unknown> & { level: number; security?: string }
let folder: string
let app: TestApp
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'showingbooker-log-'))
  app = await testApp({ rateLimitScale: 1, env: { LOG_LEVEL: 'info', LOG_FILE: join(folder, 'log') } })
  app.clock.set(Temporal.Now.instant().toString())
})
after(() => rm(folder, { recursive: true, force: true }))

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', path, body, { origin: ORIGIN, host: 'localhost:3000', ...headers })
const pairsOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

test('logs sign-ins and refusals with account, place, and method, without personal data, and expected refusals not as errors', async () => {
  const email = 'observed@people.example.com'
  const from = { 'x-address': '203.0.113.77' }
  const { accountId, cookie } = await signUp(app, email)
  await app.database.pool.query('update account set email_verified = true where id = $1', [accountId])
  const signIn = (password: string, headers = from) => post('/api/auth/sign-in/email', { email, password }, headers)

  for (let n = 0; n < 6; n++) await signIn('wrong password')
  const own = pairsOf((await signIn(PASSWORD, { 'x-address': '2001:db8:1:2::' })).headers)
  await post('/api/auth/sign-in/email', { email: 'nobody@people.example.com', password: PASSWORD }, from)
  await post('/api/access/oracle', { code: 'wrong' }, { cookie, ...from })
  await post('/api/access/oracle', { code: 'Code-of-the-Oracle' }, { cookie, ...from })
  await post('/api/auth/request-password-reset', { email }, from)
  await post('/api/auth/reset-password', { token: 'none', newPassword: 'kitchen window mango' }, from)
  await post('/api/auth/two-factor/enable', { password: 'wrong password' }, { cookie, ...from })
  await post('/api/auth/sign-out', {}, { cookie: own, ...from })

  // When several sign-ups use one email at once, one wins and the others are refused. That is not a fault.
  const twin = { email: 'twin@people.example.com', password: PASSWORD, name: 'Twin' }
  const twins = await Promise.all([1, 2, 3, 4].map(() => post('/api/auth/sign-up/email', twin)))
  assert.deepEqual(twins.map(({ status }) => status).sort(), [200, 409, 409, 409])

  const device = passkeyDevice(ORIGIN)
  const begun = await post('/api/auth/passkey/generate-register-options', {}, { cookie })
  const created = device.create(begun.body)
  const register = (response: object, headers: Headers) =>
    post('/api/auth/passkey/verify-registration', { response }, { cookie: `${cookie}; ${pairsOf(headers)}` })
  assert.equal((await register({ ...created, rawId: 'x' }, begun.headers)).status, 400)
  const again = await post('/api/auth/passkey/generate-register-options', {}, { cookie })
  assert.equal((await register(device.create(again.body), again.headers)).status, 200)
  for (const bad of [{ rawId: 'x' }, { id: 'x' }, { id: '%' }]) {
    const asked = await post('/api/auth/passkey/generate-authenticate-options', undefined)
    const response = { ...device.get(asked.body), ...bad }
    const answer = await post(
      '/api/auth/passkey/verify-authentication',
      { response },
      { cookie: pairsOf(asked.headers) },
    )
    assert.ok([400, 401].includes(answer.status), JSON.stringify([bad, answer.status, answer.body]))
  }

  const key = app.securityLog.keyOf(email)
  await app.close()
  const text = await readFile(join(folder, 'log'), 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line))
  assert.deepEqual(
    lines.filter(({ level }) => level >= 50),
    [],
  )

  const seen = lines.filter(({ security }) => security !== undefined)
  const count = (wanted: Partial<Line>) =>
    seen.filter((line) => Object.entries(wanted).every(([name, value]) => line[name] === value)).length
  const here = { network: '203.0.113.*' }
  assert.equal(count({ security: 'sign_up', outcome: 'ok', account: accountId, emailKey: key }), 1)
  const byPassword = { security: 'sign_in', factor: 'password' }
  assert.equal(count({ ...byPassword, outcome: 'invalid_credentials', emailKey: key, ...here }), 5)
  assert.equal(count({ ...byPassword, outcome: 'too_many_tries', emailKey: key, ...here }), 1)
  assert.equal(count({ ...byPassword, outcome: 'ok', account: accountId, emailKey: key, network: '2001:db8:1:*' }), 1)
  const nobody = app.securityLog.keyOf('nobody@people.example.com')
  assert.equal(count({ ...byPassword, outcome: 'invalid_credentials', emailKey: nobody }), 1)
  const code = { security: 'open_oracle', factor: 'access_code', account: accountId, ...here }
  assert.deepEqual([count({ ...code, outcome: 'wrong_access_code' }), count({ ...code, outcome: 'ok' })], [1, 1])
  assert.equal(count({ security: 'reset_mail', outcome: 'ok', emailKey: key, ...here }), 1)
  assert.equal(count({ security: 'password_changed', outcome: 'link_expired', ...here }), 1)
  assert.equal(count({ security: 'second_step_begun', outcome: 'wrong_password', account: accountId }), 1)
  assert.equal(count({ security: 'sign_out', outcome: 'ok', account: accountId }), 1)
  assert.equal(count({ security: 'sign_up', outcome: 'email_taken' }), 3)
  assert.equal(count({ security: 'passkey_added', outcome: 'ok', account: accountId }), 1)
  assert.equal(count({ security: 'sign_in', factor: 'passkey' }), 3)

  for (const personal of ['@', 'observed', 'nobody', 'twin', '203.0.113.77', '2001:db8:1:2', PASSWORD, 'Code-of-the'])
    assert.ok(!text.includes(personal), personal)
})
