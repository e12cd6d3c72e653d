import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { passkeyDevice } from '../../../test/passkey-device.ts'
import { signUp } from '../../../test/scene.ts'
import type { OutgoingMessage } from '../../notice/message/ports.ts'

const PASSWORD = 'a password of the tests'
const ORIGIN = 'http://localhost:3000'

let app: TestApp
const sent: OutgoingMessage[] = []
before(async () => {
  app = await testApp({
    senders: (real) => ({
      ...real,
      email: {
        async send(message) {
          sent.push(message)
          return real.email.send(message)
        },
      },
    }),
  })
  app.clock.set(Temporal.Now.instant().toString())
})
after(() => app.close())

type Headers_ = Record<string, string>
type Device = ReturnType<typeof passkeyDevice>
const post = (path: string, body: unknown, headers: Headers_ = {}, of = app) =>
  of.call('POST', `/api/auth/${path}`, body, { origin: ORIGIN, host: 'localhost:3000', ...headers })
const passkeysOf = async (headers: Headers_) =>
  (await app.call('GET', '/api/auth/passkey/list-user-passkeys', undefined, headers)).body.passkeys
const cookieOf = (headers: Headers, name = '') =>
  headers
    .getSetCookie()
    .filter((one) => one.includes(name) && !/=;|Max-Age=0/.test(one))
    .map((one) => one.split(';')[0])
    .join('; ')
const idOf = async (cookie: string) =>
  (await app.call('GET', '/api/auth/get-session', undefined, { cookie })).body?.user.id

async function confirmed(email: string) {
  const who = { ...(await signUp(app, email)), email }
  await app.database.pool.query('update account set email_verified = true where id = $1', [who.accountId])
  return who
}

/** Gets the device's answer to a new challenge and the cookie that the answer is bound to. */
async function asked(device: Device, choices?: Parameters<Device['get']>[1]) {
  const begun = await post('passkey/generate-authenticate-options', undefined)
  assert.equal(begun.status, 200)
  return { begun: begun.body, response: device.get(begun.body, choices), cookie: cookieOf(begun.headers) }
}
const enter = (response: object, cookie: string) => post('passkey/verify-authentication', { response }, { cookie })
const signIn = async (device: Device, choices?: Parameters<Device['get']>[1]) => {
  const { response, cookie } = await asked(device, choices)
  return enter(response, cookie)
}

async function add(cookie: string, device: Device, choices?: Parameters<Device['create']>[1]) {
  const begun = await post('passkey/generate-register-options', {}, { cookie })
  assert.equal(begun.status, 200, begun.text)
  const both = `${cookie}; ${cookieOf(begun.headers, 'passkey')}`
  return post('passkey/verify-registration', { response: device.create(begun.body, choices) }, { cookie: both })
}

/** Creates an account with one passkey. */
async function keyed(email: string) {
  const who = await confirmed(email)
  const device = passkeyDevice(ORIGIN)
  const added = await add(who.cookie, device)
  assert.equal(added.status, 200, added.text)
  return { ...who, device }
}

describe('a passkey', () => {
  test('signs in alone, and can be identified, renamed, and removed', async () => {
    const { cookie, accountId, device } = await keyed('keeper@people.example.com')
    const [first] = await passkeysOf({ cookie })
    assert.deepEqual([first.name, first.lastUsedAt, first.isSynced], ['Unknown device', null, false])
    const entered = await signIn(device)
    assert.deepEqual([entered.status, entered.body.user.id], [200, accountId])
    assert.doesNotMatch(entered.text, /token/)
    assert.match(entered.headers.getSetCookie().join(), /session_token=[^;]+;.*HttpOnly; SameSite=Lax/)
    assert.equal(await idOf(cookieOf(entered.headers)), accountId)
    assert.ok((await passkeysOf({ cookie }))[0].lastUsedAt)
    assert.equal((await signIn(device)).status, 200)

    const rename = (name: string) => post('passkey/update-passkey', { id: first.id, name }, { cookie })
    assert.deepEqual((await rename('  ')).body.issues, [
      { path: 'name', message: 'Please enter a name for the passkey' },
    ])
    assert.equal((await rename('x'.repeat(61))).status, 400)
    assert.equal((await rename('  My\n phone ')).status, 200)
    assert.equal((await passkeysOf({ cookie }))[0].name, 'My phone')
    assert.equal((await post('passkey/delete-passkey', { id: first.id }, { cookie })).status, 200)
    assert.deepEqual(await passkeysOf({ cookie }), [])
    const gone = await signIn(device)
    assert.deepEqual([gone.status, gone.body.code], [401, 'passkey_unknown'])
    assert.equal(cookieOf(gone.headers, 'session_token'), '')
  })

  test("is announced to the account's address when it is added and when it is removed", async () => {
    const { cookie, email } = await keyed('told@people.example.com')
    const [key] = await passkeysOf({ cookie })
    await post('passkey/update-passkey', { id: key.id, name: 'My phone' }, { cookie })
    assert.equal((await post('passkey/delete-passkey', { id: key.id }, { cookie })).status, 200)
    assert.equal((await post('passkey/delete-passkey', { id: key.id }, { cookie })).status, 404)
    await app.runJobs()
    const notices = sent.filter(({ to, subject }) => to === email && /passkey/.test(subject ?? ''))
    assert.deepEqual(notices.map(({ subject }) => subject).sort(), ['A passkey was added', 'A passkey was removed'])
    assert.match(
      notices.map(({ text }) => text).join(),
      /passkey “Unknown device” was added[\s\S]*“My phone” was removed/,
    )
  })

  test('does not open a suspended account, and says so in the same words as the password', async () => {
    const { accountId, email, device } = await keyed('banned@people.example.com')
    await app.database.pool.query(
      `insert into suspension (account_id, reason, suspended_at, unlisted) values ($1, 'Spam.', now(), '{}')`,
      [accountId],
    )
    const [byPasskey, byPassword] = [await signIn(device), await post('sign-in/email', { email, password: PASSWORD })]
    assert.deepEqual([byPasskey.status, byPasskey.body.code], [403, 'account_suspended'])
    assert.deepEqual([byPasskey.status, byPasskey.body.error], [byPassword.status, byPassword.body.error])
    assert.equal(cookieOf(byPasskey.headers, 'session_token'), '')
    // Only someone with the passkey learns about the suspension.
    const { response, cookie } = await asked(passkeyDevice(ORIGIN))
    const forged = await enter({ ...response, id: device.id, rawId: device.id }, cookie)
    assert.equal(forged.body.code, 'passkey_unknown')
  })

  test('counts as both factors, so the device must have checked the person', async () => {
    const { cookie, accountId, device } = await keyed('both@people.example.com')
    await app.database.pool.query('update account set two_factor_enabled = true where id = $1', [accountId])
    const touched = await signIn(device, { verified: false })
    assert.deepEqual([touched.status, touched.body.code], [401, 'passkey_unknown'])
    assert.equal(cookieOf(touched.headers, 'session_token'), '')
    assert.equal((await signIn(device)).body.user.id, accountId)
    assert.equal((await asked(device)).begun.userVerification, 'required')
    const lax = await add(cookie, passkeyDevice(ORIGIN), { verified: false })
    assert.deepEqual([lax.status, lax.body.code], [400, 'passkey_refused'])
    assert.equal((await passkeysOf({ cookie })).length, 1)
  })

  test('signs in only its owner', async () => {
    const [ann, bob] = [await keyed('ann@people.example.com'), await keyed('bob@people.example.com')]
    const { response, cookie } = await asked(ann.device)
    // Signed with Ann's passkey but sent as Bob's.
    const forged = await enter({ ...response, id: bob.device.id, rawId: bob.device.id }, cookie)
    assert.deepEqual([forged.status, forged.body.code], [401, 'passkey_unknown'])
    assert.equal((await signIn(passkeyDevice(ORIGIN))).status, 401)
    assert.equal((await signIn(ann.device, { origin: 'https://evil.example' })).status, 401)
    assert.equal((await signIn(ann.device)).body.user.id, ann.accountId)
    const [key] = await passkeysOf({ cookie: ann.cookie })
    const byBob = { cookie: bob.cookie }
    assert.equal((await post('passkey/delete-passkey', { id: key.id }, byBob)).status, 404)
    assert.equal((await post('passkey/update-passkey', { id: key.id, name: 'Mine' }, byBob)).status, 404)
    // A passkey of one account cannot belong to another.
    const taken = await add(bob.cookie, ann.device)
    assert.deepEqual([taken.status, taken.body.code], [400, 'passkey_refused'])
    assert.equal((await signIn(ann.device)).body.user.id, ann.accountId)
  })

  test('answers a challenge once, in the same browser, and in time', async () => {
    const { device } = await keyed('replay@people.example.com')
    const { response, cookie } = await asked(device)
    assert.equal((await enter(response, cookie)).status, 200)
    const again = await enter(response, cookie)
    assert.deepEqual([again.status, again.body.code], [401, 'passkey_expired'])
    const another = await asked(device)
    const elsewhere = await enter(response, another.cookie)
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [401, 'passkey_unknown'])
    assert.equal((await enter(response, '')).body.code, 'passkey_expired')
    const late = await asked(device)
    await app.database.pool.query(`update account_verification set expires_at = now() - interval '1 second'`)
    assert.equal((await enter(late.response, late.cookie)).body.code, 'passkey_expired')
    const two = await asked(device)
    const both = await Promise.all([enter(two.response, two.cookie), enter(two.response, two.cookie)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  })

  test('is refused if it was copied: its counter runs backward', async () => {
    const { device } = await keyed('copied@people.example.com')
    assert.equal((await signIn(device, { counter: 4_000_000_000 })).status, 200)
    for (const counter of [4_000_000_000, 7]) assert.equal((await signIn(device, { counter })).status, 401)
    assert.equal((await signIn(device, { counter: 4_000_000_001 })).status, 200)
  })

  test('is added and removed only shortly after the sign-in, or with the password', async () => {
    const { cookie } = await keyed('late@people.example.com')
    const headers = { cookie }
    const [key] = await passkeysOf(headers)
    app.clock.advance({ minutes: 11 })
    const asks = (path: string, body: object) => post(`passkey/${path}`, body, headers)
    for (const path of ['generate-register-options', 'delete-passkey']) {
      const needed = await asks(path, { id: key.id })
      assert.deepEqual([needed.status, needed.body.code], [400, 'password_needed'])
      assert.equal((await asks(path, { id: key.id, password: 'wrong' })).body.code, 'wrong_password')
    }
    assert.equal((await passkeysOf(headers)).length, 1)
    assert.equal((await asks('generate-register-options', { password: PASSWORD })).status, 200)
    assert.equal((await asks('delete-passkey', { id: key.id, password: PASSWORD })).status, 200)
    app.clock.set(Temporal.Now.instant().toString())
  })

  test('cannot be added to an account with an unconfirmed email, with a bearer token, or for someone else', async () => {
    const { cookie } = await signUp(app, 'unread@people.example.com')
    const unread = await post('passkey/generate-register-options', {}, { cookie })
    assert.deepEqual([unread.status, unread.body.code], [409, 'email_unconfirmed'])
    const { headers, cookie: own } = await confirmed('bearer@people.example.com')
    const forged = { response: passkeyDevice(ORIGIN).create({ challenge: 'of-nobody' }) }
    for (const path of ['generate-register-options', 'verify-registration'])
      assert.equal((await post(`passkey/${path}`, forged, { ...headers, cookie: own })).status, 401)
    const begun = await post('passkey/generate-register-options', {}, { cookie: own })
    const other = await confirmed('swapped@people.example.com')
    const response = passkeyDevice(ORIGIN).create(begun.body)
    const mixed = { cookie: `${other.cookie}; ${cookieOf(begun.headers, 'passkey')}` }
    const swapped = await post('passkey/verify-registration', { response }, mixed)
    assert.deepEqual([swapped.status, swapped.body.code], [400, 'passkey_refused'])
    assert.deepEqual(await passkeysOf({ cookie: other.cookie }), [])
  })

  test('works only from our own pages', async () => {
    const foreign = { origin: 'https://evil.example' }
    assert.equal((await post('passkey/generate-authenticate-options', undefined, foreign)).status, 403)
    const { cookie } = await confirmed('site@people.example.com')
    assert.equal((await post('passkey/generate-register-options', {}, { cookie, ...foreign })).status, 403)
  })

  test('is limited to twenty per account', async () => {
    const { cookie, accountId } = await confirmed('many@people.example.com')
    await app.database.pool.query(
      `insert into account_passkey (id, account_id, public_key, credential_id, counter, device_type, backed_up, created_at)
       select gen_random_uuid(), $1, '', 'many-' || n, 0, 'singleDevice', false, now() from generate_series(1, 20) n`,
      [accountId],
    )
    const refused = await post('passkey/generate-register-options', {}, { cookie })
    assert.deepEqual([refused.status, refused.body.code], [409, 'too_many_passkeys'])
  })

  test('unanswered challenges are deleted', async () => {
    await post('passkey/generate-authenticate-options', undefined)
    await app.database.pool.query(`update account_verification set expires_at = now() - interval '1 hour'`)
    await post('passkey/generate-authenticate-options', undefined)
    const { rows } = await app.database.pool.query('select count(*) from account_verification where expires_at < now()')
    assert.equal(rows[0].count, 0)
  })
})

test('a server without a host name offers none, and says so', async () => {
  const bare = await testApp({ env: { PUBLIC_URL: 'http://192.168.1.5:3000' } })
  try {
    const origin = { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }
    const { status, body } = await post('passkey/generate-authenticate-options', undefined, origin, bare)
    assert.deepEqual([status, body.code], [409, 'passkeys_unavailable'])
  } finally {
    await bare.close()
  }
})
