import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hashPassword } from 'better-auth/crypto'
import { type TestApp, testApp } from '../../../test/app.ts'
import { signUp } from '../../../test/scene.ts'
import type { OutgoingMessage } from '../../notice/message/ports.ts'
import { createKnownBrowsers } from '../../platform/known-browser.ts'

const PASSWORD = 'a password of the tests'
const ORIGIN = 'http://127.0.0.1:3000'

/** Two server processes on one database, with the product's limits. */
let first: TestApp
let second: TestApp
const sent: OutgoingMessage[] = []
before(async () => {
  first = await testApp({
    rateLimitScale: 1,
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
  first.clock.set(Temporal.Now.instant().toString())
  second = await testApp({ rateLimitScale: 1, database: first.database, clock: first.clock })
})
after(async () => {
  await second.close()
  await first.close()
})

type Headers_ = Record<string, string>
const both = (n: number) => (n % 2 ? second : first)
const signIn = (app: TestApp, email: string, password: string, headers: Headers_ = {}) =>
  app.call('POST', '/api/auth/sign-in/email', { email, password }, { origin: ORIGIN, ...headers })
const askReset = (app: TestApp, email: string, headers: Headers_ = {}) =>
  app.call('POST', '/api/auth/request-password-reset', { email }, { origin: ORIGIN, ...headers })
const cookieOf = (headers: Headers, name: string) =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0] ?? '')
    .filter((one) => one.includes(name))
    .join('; ')
/** Returns the cookie of a browser that once signed in to this account and signed out again. */
async function knownBrowser(email: string): Promise<string> {
  const known = cookieOf((await signIn(first, email, PASSWORD)).headers, 'showingbooker.known')
  assert.match(known, /^showingbooker\.known=[\w.-]+$/)
  return known
}
const statusesOf = async (times: number, call: (n: number) => Promise<{ status: number }>) => {
  const statuses = []
  for (let n = 0; n < times; n++) statuses.push((await call(n)).status)
  return statuses
}

describe('two processes count together', () => {
  test('wrong passwords', async () => {
    await signUp(first, 'shared@people.example.com')
    const here = { 'x-address': '198.51.100.1' }
    const statuses = await statusesOf(8, (n) => signIn(both(n), 'shared@people.example.com', 'wrong', here))
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429])
    assert.equal((await signIn(second, 'shared@people.example.com', PASSWORD, here)).status, 429)
    first.clock.advance({ minutes: 1 })
    assert.equal((await signIn(second, 'shared@people.example.com', PASSWORD, here)).status, 200)
  })

  test('wrong passwords that arrive all at once', async () => {
    const here = { 'x-address': '198.51.100.2' }
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, n) => signIn(both(n), 'at-once@people.example.com', 'wrong', here)),
    )
    assert.equal(all.filter(({ status }) => status === 401).length, 5)
    assert.equal(all.filter(({ status }) => status === 429).length, 7)
  })

  test('wrong access codes for one account and from one address', async () => {
    const { cookie } = await signUp(first, 'coder@people.example.com')
    const enter = (n: number, headers: Headers_) =>
      both(n).call('POST', '/api/access/oracle', { code: 'wrong' }, { origin: ORIGIN, ...headers })
    assert.deepEqual(await statusesOf(6, (n) => enter(n, { cookie })), [403, 403, 403, 403, 403, 429])
    const people = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => signUp(first, `coder${n}@people.example.com`)))
    const here = { 'x-address': '198.51.100.3' }
    const ofAddress = await statusesOf(6, (n) => enter(n, { cookie: people[n]?.cookie ?? '', ...here }))
    assert.deepEqual(ofAddress, [403, 403, 403, 403, 403, 429])
  })

  test('wrong passwords from someone who is signed in, for any action', async () => {
    const { cookie, accountId } = await signUp(first, 'stolen@people.example.com')
    await first.database.pool.query('update account set email_verified = true where id = $1', [accountId])
    const guess = (n: number) =>
      both(n).call('POST', '/api/auth/two-factor/enable', { password: `guess ${n}` }, { cookie, origin: ORIGIN })
    assert.deepEqual(await statusesOf(6, guess), [400, 400, 400, 400, 400, 429])
    const deletion = { password: 'guess', confirm: true }
    assert.equal((await second.call('POST', '/api/account/deletion', deletion, { cookie, origin: ORIGIN })).status, 429)
  })

  test('emails with a link', async () => {
    const statuses = await statusesOf(5, (n) => askReset(both(n), 'mailbox@people.example.com'))
    assert.deepEqual(statuses, [200, 200, 200, 429, 429])
  })
})

describe("strangers who guess an account's password from many places", () => {
  const email = 'besieged@people.example.com'
  let known: string
  const address = (n: number) => ({ 'x-address': `203.0.${n >> 8}.${n & 255}` })
  /** Tries one wrong password from each of these new addresses, as soon as the limits allow. */
  async function siege(from: number, to: number, target = email) {
    for (let n = from; n < to; n++) {
      const { status, headers } = await signIn(both(n), target, `guess number ${n}`, address(n))
      if (status === 429) first.clock.advance({ seconds: Number(headers.get('retry-after')) })
      else assert.equal(status, 401)
    }
  }

  before(async () => {
    await signUp(first, email)
    known = await knownBrowser(email)
    await siege(0, 150)
  })

  test('do not block a browser in which its owner has signed in before', async () => {
    assert.equal((await signIn(second, email, PASSWORD, { cookie: known, ...address(1) })).status, 200)
    const statuses = await statusesOf(6, () => signIn(first, email, 'mistyped', { cookie: known, ...address(2) }))
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
    first.clock.advance({ minutes: 1 })
    assert.equal((await signIn(first, email, PASSWORD, { cookie: known })).status, 200)
  })

  test('make any other browser wait for seconds, not for an hour', async () => {
    await siege(200, 203)
    const refused = await signIn(first, email, PASSWORD, address(900))
    assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_tries'])
    const waitSeconds = Number(refused.headers.get('retry-after'))
    assert.ok(waitSeconds > 0 && waitSeconds <= 15, String(waitSeconds))
    first.clock.advance({ seconds: waitSeconds })
    assert.equal((await signIn(first, email, PASSWORD, address(900))).status, 200)
  })

  test('get at most four tries a minute, all together', async () => {
    let looked = 0
    for (let second_ = 0; second_ < 60; second_++) {
      const answers = await Promise.all(
        [0, 1].map((n) => signIn(both(n), email, 'a guess', address(1000 + second_ * 2 + n))),
      )
      looked += answers.filter(({ status }) => status === 401).length
      first.clock.advance({ seconds: 1 })
    }
    assert.ok(looked <= 5, `${looked} of 120 guesses were checked`)
  })

  test('learn nothing: an address without an account slows down just the same', async () => {
    await siege(300, 325, 'nobody-there@people.example.com')
    const answer = await signIn(first, 'nobody-there@people.example.com', PASSWORD, address(950))
    assert.deepEqual([answer.status, answer.body.code], [429, 'too_many_tries'])
  })

  test("cannot use the cookie of another account's known browser, or forge one", async () => {
    await signUp(first, 'own@people.example.com')
    const ofAnother = await knownBrowser('own@people.example.com')
    const forged = known.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))
    await siege(400, 403)
    for (const cookie of [ofAnother, forged, `${known}x`, 'showingbooker.known=1-aaaaaaaaaaaaaaaa-x'])
      assert.equal((await signIn(first, email, PASSWORD, { cookie, ...address(960) })).status, 429)
    const of = async (cookie: string) => (await signIn(first, email, PASSWORD, { cookie })).status
    assert.equal(await of(`${ofAnother}.${known.split('=')[1]}`), 200)
  })

  test('do not use up the emails with a link: a known browser gets one, and the mailbox has one', async () => {
    await statusesOf(5, (n) => askReset(both(n), email))
    assert.equal((await askReset(first, email)).status, 429)
    assert.equal((await askReset(second, email, { cookie: known })).status, 200)
    const asked = await statusesOf(6, () => askReset(first, email, { cookie: known }))
    assert.deepEqual(asked, [200, 200, 200, 200, 429, 429])
  })

  test('do not block someone who chooses a new password by email: the email makes the browser known', async () => {
    await askReset(second, email, { cookie: known })
    await first.runJobs()
    const mail = sent.findLast(({ to, text }) => to === email && text.includes('/reset-password'))
    const token = decodeURIComponent(/reset-password\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '')
    const chosen = { token, newPassword: 'another good phrase of six words' }
    const { headers } = await first.call('POST', '/api/auth/reset-password', chosen, { origin: ORIGIN })
    await siege(500, 503)
    const cookie = cookieOf(headers, 'showingbooker.known')
    assert.equal((await signIn(first, email, chosen.newPassword, { cookie, ...address(970) })).status, 200)
  })
})

describe('the cookie of a known browser', () => {
  test('is hidden from scripts, lasts 400 days, and travels only over TLS if there is TLS', async () => {
    const email = 'cookie@people.example.com'
    await signUp(first, email)
    const set = (headers: Headers) => headers.getSetCookie().find((one) => one.includes('showingbooker.known')) ?? ''
    const plain = set((await signIn(first, email, PASSWORD)).headers)
    assert.match(plain, /^showingbooker\.known=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    const publicUrl = 'https://showings.example.com'
    const secure = await testApp({ database: first.database, clock: first.clock, env: { PUBLIC_URL: publicUrl } })
    try {
      const { headers } = await signIn(secure, email, PASSWORD, { origin: publicUrl })
      assert.match(
        set(headers),
        /^__Host-showingbooker\.known=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      )
    } finally {
      await secure.close()
    }
  })

  test('identifies no one, and remembers the last five accounts', async () => {
    let cookie = ''
    const people = [0, 1, 2, 3, 4, 5].map((n) => `sharing${n}@people.example.com`)
    for (const email of people) {
      await signUp(first, email)
      cookie = cookieOf((await signIn(first, email, PASSWORD, { cookie })).headers, 'showingbooker.known')
    }
    assert.ok(!decodeURIComponent(cookie).includes('sharing'))
    assert.equal(cookie.split('.').length, 1 + 5)
    const headers = new Headers({ cookie })
    const browsers = createKnownBrowsers({ ...first.config, secret: first.config.authSecret, clock: first.clock })
    assert.deepEqual(
      people.map((email) => browsers.idOf(headers, email) !== null),
      [false, true, true, true, true, true],
    )
    first.clock.advance({ hours: 24 * 400 })
    assert.equal(browsers.idOf(headers, people[5] ?? ''), null)
    first.clock.advance({ hours: -24 * 400 })
  })
})

test('stores no person and no address with the counts, and deletes them', async () => {
  await signIn(first, 'remembered@people.example.com', 'wrong', { 'x-address': '198.51.100.77' })
  const counted = async () => (await first.database.pool.query('select key from try_count')).rows
  assert.ok((await counted()).length > 0)
  for (const { key } of await counted()) assert.match(key, /^[\w-]{43}$/)
  first.clock.advance({ hours: 25 })
  await first.jobs['try-counts.forget']?.({}, { isLastAttempt: false })
  assert.deepEqual(await counted(), [])
  first.clock.advance({ hours: -25 })
})

describe('a new password', () => {
  const register = (password: string, more: object = {}) =>
    first.call('POST', '/api/auth/sign-up/email', {
      email: 'maria.gonzalez@people.example.com',
      password,
      name: '',
      ...more,
    })
  const easy = 'This password is easy to guess. Use a few unrelated words.'
  const pattern = 'This password follows a pattern that is easy to guess. Use a few unrelated words.'
  const own = 'Your password is too close to our name, your name, or your email. Add a few other words.'

  for (const [password, message] of [
    ['password12', easy],
    ['1234567890', easy],
    ['          ', pattern],
    ['ShowingBooker1', own],
    ['showingbooker', own],
    ['maria.gonzalez1', own],
    ['Fernández1990', own],
    ['ten char', 'Password must be at least 10 characters'],
    ['x'.repeat(129), 'Password must be at most 128 characters'],
  ] as const)
    test(`refuses and says what to do: ${password.slice(0, 20)}`, async () => {
      const { status, body } = await register(password, { name: 'Maria Fernández' })
      assert.deepEqual([status, body.issues], [400, [{ path: 'password', message }]])
    })

  test('that is easy to guess does not use up the link in the email', async () => {
    const email = 'renewed@people.example.com'
    await signUp(first, email)
    await askReset(first, email)
    await first.runJobs()
    const mail = sent.findLast(({ to, text }) => to === email && text.includes('/reset-password'))
    const token = decodeURIComponent(/reset-password\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '')
    const choose = (newPassword: string) => first.call('POST', '/api/auth/reset-password', { token, newPassword })
    const refused = await choose('renewed2026')
    assert.deepEqual([refused.status, refused.body.issues], [400, [{ path: 'newPassword', message: own }]])
    assert.equal((await choose('password12')).status, 400)
    assert.equal((await choose('kitchen window mango')).status, 200)
  })

  test('has to be hard to guess, but people with an easy old one can still sign in', async () => {
    const email = 'earlier@people.example.com'
    const { accountId } = await signUp(first, email)
    const hash = await hashPassword('password12')
    await first.database.pool.query('update account_credential set password = $1 where account_id = $2', [
      hash,
      accountId,
    ])
    assert.equal((await signIn(first, email, 'password12')).status, 200)
  })
})
