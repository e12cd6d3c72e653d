import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { untilLockWaits } from '../../../test/locks.ts'
import { signUp } from '../../../test/scene.ts'
import { totp } from '../../../test/totp.ts'
import { endEverything } from '../recovery/repository.ts'

const PASSWORD = 'a password of the tests'
const ORIGIN = 'http://127.0.0.1:3000'

let app: TestApp
before(async () => {
  app = await testApp()
  app.clock.set(Temporal.Now.instant().toString())
})
after(() => app.close())

type Headers_ = Record<string, string>
const post = (path: string, body: unknown, headers: Headers_ = {}) =>
  app.call('POST', `/api/auth/${path}`, body, { origin: ORIGIN, ...headers })
const get = (path: string, headers: Headers_) => app.call('GET', `/api/auth/${path}`, undefined, headers)
const cookieOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .filter((one) => !/=;|Max-Age=0/.test(one))
    .map((one) => one.split(';')[0])
    .join('; ')
const signIn = (email: string, headers: Headers_ = {}) => post('sign-in/email', { email, password: PASSWORD }, headers)
const isIn = async (headers: Headers_) => (await app.call('GET', '/admin/check', undefined, headers)).status === 200

/** Creates an account with a confirmed email. */
async function confirmed(email: string) {
  const who = await signUp(app, email)
  await app.database.pool.query('update account set email_verified = true where id = $1', [who.accountId])
  return who
}

/** Creates an account with a confirmed email and a second factor. */
async function guarded(email: string) {
  const who = await confirmed(email)
  const begun = await post('two-factor/enable', { password: PASSWORD }, { cookie: who.cookie })
  const on = await post('two-factor/verify-totp', { code: totp(begun.body.totpUri) }, { cookie: who.cookie })
  assert.equal(on.status, 200)
  return {
    ...who,
    cookie: cookieOf(on.headers),
    uri: begun.body.totpUri,
    backupCodes: begun.body.backupCodes as string[],
  }
}

describe('a second factor', () => {
  test('begins with the password of a confirmed account, and turns on with a code', async () => {
    const { cookie } = await confirmed('begin@people.example.com')
    const headers = { cookie }
    assert.deepEqual((await post('two-factor/enable', { password: 'wrong' }, headers)).body.issues, [
      { path: 'password', message: 'That password is incorrect. Please try again.' },
    ])
    const begun = await post('two-factor/enable', { password: PASSWORD }, headers)
    assert.match(begun.body.totpUri, /^otpauth:\/\/totp\/ShowingBooker:begin%40people\.example\.com\?/)
    assert.match(begun.body.qrCode, /^data:image\/svg\+xml;base64,/)
    assert.equal(new Set(begun.body.backupCodes).size, 10)
    assert.deepEqual((await get('two-factor', headers)).body, { enabled: false, backupCodesLeft: null })
    assert.equal((await signIn('begin@people.example.com')).body.user.email, 'begin@people.example.com')
    assert.equal((await post('two-factor/verify-totp', { code: '000000' }, headers)).status, 401)
    const on = await post('two-factor/verify-totp', { code: totp(begun.body.totpUri) }, headers)
    assert.equal(on.status, 200)
    const state = await get('two-factor', { cookie: cookieOf(on.headers) })
    assert.deepEqual(state.body, { enabled: true, backupCodesLeft: 10 })
    assert.equal(
      (await post('two-factor/enable', { password: PASSWORD }, { cookie: cookieOf(on.headers) })).status,
      409,
    )
  })

  test('does not begin with an unconfirmed email or a bearer token', async () => {
    const { cookie, headers, token } = await signUp(app, 'unread@people.example.com')
    const refused = await post('two-factor/enable', { password: PASSWORD }, { cookie })
    assert.deepEqual([refused.status, refused.body.code], [409, 'email_unconfirmed'])
    const other = await confirmed('other@people.example.com')
    const mixed = { authorization: `Bearer ${other.token}`, cookie }
    assert.equal((await post('two-factor/enable', { password: PASSWORD }, mixed)).status, 401)
    assert.ok(headers && token)
  })

  test('is required after the password: there is no session without a code', async () => {
    const { uri } = await guarded('asked@people.example.com')
    const first = await signIn('asked@people.example.com')
    assert.deepEqual([first.status, first.body], [200, { twoFactorRedirect: true }])
    const challenge = { cookie: cookieOf(first.headers) }
    assert.equal(await isIn(challenge), false)
    assert.equal((await get('get-session', challenge)).body, null)
    assert.equal((await get('token', challenge)).status, 401)
    const done = await post('two-factor/verify-totp', { code: totp(uri, 1) }, challenge)
    assert.equal(done.body.user.email, 'asked@people.example.com')
    assert.equal(await isIn({ cookie: cookieOf(done.headers) }), true)
    assert.equal((await post('two-factor/verify-totp', { code: totp(uri, 1) }, challenge)).status, 401)
  })

  test('accepts a code once, even if someone saw it', async () => {
    const { uri } = await guarded('shoulder@people.example.com')
    const [first, second] = [await signIn('shoulder@people.example.com'), await signIn('shoulder@people.example.com')]
    const code = totp(uri, 1)
    assert.equal((await post('two-factor/verify-totp', { code }, { cookie: cookieOf(first.headers) })).status, 200)
    const again = await post('two-factor/verify-totp', { code }, { cookie: cookieOf(second.headers) })
    assert.deepEqual([again.status, again.body.code], [401, 'invalid_code'])
    assert.deepEqual(again.headers.getSetCookie(), [])
  })

  test('refuses a used code, even with the cookie of an ended session', async () => {
    const own = await signUp(app, 'signed-out@people.example.com')
    await post('sign-out', {}, { cookie: own.cookie })
    const { uri } = await guarded('watched@people.example.com')
    const code = totp(uri, 1)
    const first = await signIn('watched@people.example.com')
    assert.equal((await post('two-factor/verify-totp', { code }, { cookie: cookieOf(first.headers) })).status, 200)
    const second = await signIn('watched@people.example.com')
    const cookie = `${own.cookie}; ${cookieOf(second.headers)}`
    const again = await post('two-factor/verify-totp', { code }, { cookie })
    assert.deepEqual([again.status, again.body.code], [401, 'invalid_code'])
    assert.deepEqual(again.headers.getSetCookie(), [])
  })

  test('ends a sign-in after five wrong codes, and is locked after ten in a row', async () => {
    const { uri } = await guarded('guessed@people.example.com')
    const guess = async (times: number) => {
      const cookie = cookieOf((await signIn('guessed@people.example.com')).headers)
      const codes: string[] = []
      for (let i = 0; i < times; i++)
        codes.push((await post('two-factor/verify-totp', { code: '000000' }, { cookie })).body.code)
      return codes
    }
    const wrong = Array(5).fill('invalid_code')
    assert.deepEqual(await guess(6), [...wrong, 'challenge_expired'])
    assert.deepEqual(await guess(5), wrong)
    const cookie = cookieOf((await signIn('guessed@people.example.com')).headers)
    const locked = await post('two-factor/verify-totp', { code: totp(uri) }, { cookie })
    assert.deepEqual([locked.status, locked.headers.get('retry-after')], [429, '900'])
    assert.equal(locked.body.error, 'Too many wrong codes. Try again in 15 minutes, or contact support.')
  })

  test('is not required in a trusted browser until the person signs out everywhere', async () => {
    const { uri } = await guarded('trusted@people.example.com')
    const first = cookieOf((await signIn('trusted@people.example.com')).headers)
    const form = { code: totp(uri, 1), trustDevice: true }
    const cookie = cookieOf((await post('two-factor/verify-totp', form, { cookie: first })).headers)
    const trusted = cookie
      .split('; ')
      .filter((one) => one.includes('trust_device'))
      .join('; ')
    assert.ok(trusted)
    const second = await signIn('trusted@people.example.com', { cookie: trusted })
    assert.equal(second.body.user.email, 'trusted@people.example.com')
    const own = cookieOf(second.headers)
    await post('revoke-sessions', undefined, { cookie: own })
    const still = own
      .split('; ')
      .filter((one) => one.includes('trust_device'))
      .join('; ')
    assert.deepEqual((await signIn('trusted@people.example.com', { cookie: still })).body, { twoFactorRedirect: true })
  })

  for (const way of ['its session is ended', 'the second factor is set up again', 'the command line turned it off'])
    test(`is required again in a trusted browser after ${way}`, async () => {
      const email = `${way.replaceAll(' ', '-')}@people.example.com`
      const { uri, cookie } = await guarded(email)
      const first = cookieOf((await signIn(email)).headers)
      const form = { code: totp(uri, 1), trustDevice: true }
      const lost = cookieOf((await post('two-factor/verify-totp', form, { cookie: first })).headers)
      const trusted = lost
        .split('; ')
        .filter((one) => one.includes('trust_device'))
        .join('; ')
      if (way === 'its session is ended') {
        const { sessions } = (await get('list-sessions', { cookie })).body
        const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
        assert.equal((await post('revoke-session', { id }, { cookie })).status, 200)
      } else {
        const isOurs = way === 'the command line turned it off'
        if (isOurs) await app.runAdmin(['second-step-off', email])
        const off = isOurs ? null : await post('two-factor/disable', { password: PASSWORD }, { cookie })
        const own = { cookie: (off && cookieOf(off.headers)) || cookie }
        const begun = await post('two-factor/enable', { password: PASSWORD }, own)
        assert.equal((await post('two-factor/verify-totp', { code: totp(begun.body.totpUri) }, own)).status, 200)
      }
      assert.deepEqual((await signIn(email, { cookie: trusted })).body, { twoFactorRedirect: true })
    })

  test('turns off with the password', async () => {
    const { cookie } = await guarded('off@people.example.com')
    assert.equal((await post('two-factor/disable', { password: 'wrong' }, { cookie })).status, 400)
    const off = await post('two-factor/disable', { password: PASSWORD }, { cookie })
    assert.equal(off.status, 200)
    assert.ok((await signIn('off@people.example.com')).body.user)
    assert.equal(
      (await post('two-factor/disable', { password: PASSWORD }, { cookie: cookieOf(off.headers) })).status,
      409,
    )
  })

  test('emails its owner when it is turned on or off, and when recovery codes are replaced', async () => {
    const email = 'told@people.example.com'
    const { cookie, uri } = await guarded(email)
    const told = async () => {
      await app.runJobs()
      const { rows } = await sql<{ subject: string }>`
        select subject from outbox_message where recipient #>> '{}' = ${email} order by sent_at, id`.execute(app.db)
      return rows.map(({ subject }) => subject).filter((subject) => !subject.startsWith('Please confirm'))
    }
    assert.deepEqual(await told(), ['Two-step verification is on'])
    // Another code in the same session changes nothing.
    assert.equal((await post('two-factor/verify-totp', { code: totp(uri) }, { cookie })).status, 200)
    await post('two-factor/generate-backup-codes', { password: 'wrong' }, { cookie })
    await post('two-factor/generate-backup-codes', { password: PASSWORD }, { cookie })
    await told()
    await post('two-factor/disable', { password: PASSWORD }, { cookie })
    assert.deepEqual(await told(), [
      'Two-step verification is on',
      'Your recovery codes were replaced',
      'Two-step verification is off',
    ])
  })

  test('is stored encrypted', async () => {
    const { uri, backupCodes } = await guarded('sealed@people.example.com')
    const { rows } = await app.database.pool.query('select secret, backup_codes from account_second_factor')
    const secret = new URL(uri).searchParams.get('secret') ?? 'none'
    for (const row of rows) for (const text of [secret, ...backupCodes]) assert.ok(!JSON.stringify(row).includes(text))
  })
})

describe('the list of sessions', () => {
  test('names the device, the place, and the current session, and nothing that could sign anyone in', async () => {
    const email = 'listed@people.example.com'
    const { cookie } = await signUp(app, email)
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
    await signIn(email, { 'user-agent': userAgent, 'x-address': '203.0.113.77' })
    app.clock.advance({ minutes: 7 })
    assert.equal(await isIn({ cookie }), true)
    const { body, text } = await get('list-sessions', { cookie })
    assert.equal(body.sessions.length, 2)
    const [own, other] = body.sessions
    assert.deepEqual([own.isCurrent, other.isCurrent], [true, false])
    assert.deepEqual([other.device, other.place], ['Firefox on Linux', '203.0.113.*'])
    assert.equal(own.lastUsedAt, new Date(app.clock.now().epochMilliseconds).toISOString())
    for (const { token } of (await app.database.pool.query('select token from account_session')).rows)
      assert.ok(!text.includes(token))
    app.clock.set(Temporal.Now.instant().toString())
  })

  test('ends one of them at once, with its bearer tokens', async () => {
    const email = 'ended@people.example.com'
    const { cookie, headers } = await signUp(app, email)
    const second = { cookie: cookieOf((await signIn(email)).headers) }
    const { body } = await get('list-sessions', second)
    const { id } = body.sessions.find((one: { isCurrent: boolean }) => !one.isCurrent)
    const stranger = await signUp(app, 'stranger@people.example.com')
    assert.equal((await post('revoke-session', { id }, { cookie: stranger.cookie })).status, 404)
    assert.equal((await post('revoke-session', { id: 'x' }, second)).status, 404)
    assert.equal(await isIn(headers), true)
    assert.equal((await post('revoke-session', { id }, second)).status, 200)
    assert.deepEqual([await isIn({ cookie }), await isIn(headers), await isIn(second)], [false, false, true])
    assert.equal((await post('revoke-session', { id }, second)).status, 404)
  })

  test('ends none if it cannot also end the trust in its browser', async () => {
    const email = 'half@people.example.com'
    const { cookie } = await signUp(app, email)
    const second = { cookie: cookieOf((await signIn(email)).headers) }
    const { body } = await get('list-sessions', second)
    const { id } = body.sessions.find((one: { isCurrent: boolean }) => !one.isCurrent)
    await sql`create function refuse_it() returns trigger language plpgsql as $$
      begin raise exception 'The disk is full'; end $$`.execute(app.db)
    await sql`create trigger refused before delete on account_verification execute function refuse_it()`.execute(app.db)
    assert.equal((await post('revoke-session', { id }, second)).status, 500)
    await sql`drop function refuse_it cascade`.execute(app.db)
    assert.equal(await isIn({ cookie }), true)
    assert.equal((await post('revoke-session', { id }, second)).status, 200)
    assert.equal(await isIn({ cookie }), false)
  })

  test('ends all of them, even this one', async () => {
    const email = 'all@people.example.com'
    const { cookie, headers } = await signUp(app, email)
    const second = { cookie: cookieOf((await signIn(email)).headers) }
    assert.equal((await post('revoke-sessions', undefined, second)).status, 200)
    assert.deepEqual([await isIn({ cookie }), await isIn(headers), await isIn(second)], [false, false, false])
    assert.equal((await post('revoke-sessions', undefined, second)).status, 401)
  })

  test('a bearer token stops working when its session signs out', async () => {
    const { cookie, headers } = await signUp(app, 'replayed@people.example.com')
    assert.equal(await isIn(headers), true)
    await post('sign-out', {}, { cookie })
    assert.equal(await isIn(headers), false)
  })
})

test('ending all sessions and setting a new password do not deadlock', async () => {
  const { cookie, accountId } = await signUp(app, 'both@people.example.com')
  await sql`
    insert into account_verification (id, identifier, value, expires_at)
    values (uuidv7(), 'a mailed link', ${accountId}, now() + interval '1 hour')`.execute(app.db)
  assert.ok(await isIn({ cookie }))
  await app.db.connection().execute(async (reset) => {
    await sql`begin`.execute(reset)
    await sql`select from account_session where account_id = ${accountId} for update`.execute(reset)
    const ending = post('revoke-sessions', {}, { cookie })
    await untilLockWaits(app.db, ending)
    assert.equal(await endEverything(reset, accountId, app.clock.now()), 'both@people.example.com')
    await sql`commit`.execute(reset)
    assert.equal((await ending).status, 200)
  })
})

test('a stolen session cannot be used to guess the password', async () => {
  const strict = await testApp({ rateLimitScale: 1 })
  try {
    strict.clock.set(Temporal.Now.instant().toString())
    const { cookie, accountId } = await signUp(strict, 'stolen@people.example.com')
    await strict.database.pool.query('update account set email_verified = true where id = $1', [accountId])
    const guess = (password: string) =>
      strict.call('POST', '/api/auth/two-factor/enable', { password }, { cookie, origin: ORIGIN })
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await guess(`guess number ${i}`)).status)
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429])
    assert.ok(Number((await guess(PASSWORD)).headers.get('retry-after')) > 0)
  } finally {
    await strict.close()
  }
})

test('refuses codes encrypted with another AUTH_SECRET in plain words, until the command line turns verification off', async (t) => {
  const email = 'rekeyed@people.example.com'
  const { accountId, cookie: own, uri, backupCodes } = await guarded(email)
  const ofOther = await symmetricEncrypt({ key: 'another secret of 32 characters or more', data: 'unreadable' })
  const { pool } = app.database
  await pool.query('update account_second_factor set secret = $2, backup_codes = $2 where account_id = $1', [
    accountId,
    ofOther,
  ])
  assert.deepEqual((await get('two-factor', { cookie: own })).body, { enabled: true, backupCodesLeft: null })
  const cookie = cookieOf((await signIn(email)).headers)
  for (const [path, code] of [
    ['verify-totp', totp(uri, 1)],
    ['verify-backup-code', backupCodes[0]],
  ] as const) {
    const refused = await post(`two-factor/${path}`, { code }, { cookie })
    assert.deepEqual([refused.status, refused.body.code], [409, 'second_factor_unreadable'], path)
  }
  const said = t.mock.method(console, 'log', () => undefined).mock
  const faults = t.mock.method(console, 'error', () => undefined).mock
  assert.equal(await app.runAdmin(['second-step-off', email]), 0)
  assert.equal(await app.runAdmin(['second-step-off', email]), 1)
  assert.equal(await app.runAdmin(['second-step-off', 'nobody@people.example.com']), 1)
  for (const mock of [said, faults]) mock.restore()
  assert.equal((await signIn(email)).body.user.email, email)
  const acts = await pool.query('select act, actor_id from admin_act where subject_id = $1', [accountId])
  assert.deepEqual(acts.rows, [{ act: 'user.second_step_off', actor_id: null }])
  await app.runJobs()
  const mails = await pool.query(`select subject from outbox_message where recipient #>> '{}' = $1`, [email])
  assert.ok(mails.rows.some(({ subject }) => subject === 'Two-step verification is off'))
})
