import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { cheapPasswords, type TestApp, testApp } from '../../../test/app.ts'
import { signUp } from '../../../test/scene.ts'
import type { OutgoingMessage } from '../../notice/message/ports.ts'

const FIRST = 'a password of the tests'
const SECOND = 'another password, as good'

let app: TestApp
const sent: OutgoingMessage[] = []
/** Runs once, after the next password check and before the sign-in continues. */
let meanwhile: (() => Promise<unknown>) | null = null
before(async () => {
  app = await testApp({
    account: {
      pause: async () => undefined,
      passwords: {
        ...cheapPasswords,
        async verify(given) {
          const isRight = await cheapPasswords.verify(given)
          const act = meanwhile
          meanwhile = null
          await act?.()
          return isRight
        },
      },
    },
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

const post = (path: string, body: unknown, headers = {}) => app.call('POST', `/api/auth/${path}`, body, headers)
const signIn = (email: string, password: string) => post('sign-in/email', { email, password })
const askReset = (email: string) => post('request-password-reset', { email })
const choose = (token: string, newPassword = SECOND) => post('reset-password', { token, newPassword })
/** Empties the queue and returns the emails to this address, oldest first. */
async function mailsTo(email: string) {
  await app.runJobs()
  return sent.filter(({ to }) => to === email)
}
const tokensIn = (messages: OutgoingMessage[], page: string) =>
  messages.flatMap(({ text }) => {
    const link = new RegExp(`http://127\\.0\\.0\\.1:3000/${page}\\?token=(\\S+)`).exec(text)
    return link?.[1] ? [decodeURIComponent(link[1])] : []
  })
async function resetToken(email: string): Promise<string> {
  await askReset(email)
  return tokensIn(await mailsTo(email), 'reset-password').at(-1) ?? ''
}
const dead = 'This link has expired or was already used. Please ask for a new one.'

describe('a forgotten password', () => {
  test('can be reset with the link in the email, which works once and signs out everywhere', async () => {
    const email = 'forgetful@people.example.com'
    const { cookie, headers } = await signUp(app, email)
    const token = await resetToken(email)
    assert.equal((await choose(token)).status, 200)
    assert.equal((await app.call('GET', '/admin/check', undefined, { cookie })).status, 401)
    assert.equal((await signIn(email, FIRST)).status, 401)
    assert.equal((await signIn(email, SECOND)).status, 200)
    const again = await choose(token, 'a third password')
    assert.deepEqual([again.status, again.body.error], [410, dead])
    assert.equal((await signIn(email, SECOND)).status, 200)
    assert.match((await mailsTo(email)).at(-1)?.subject ?? '', /^Your password was changed$/)
    assert.ok(headers)
  })

  test('ends a sign-in that began with the old password', async () => {
    const email = 'slow@people.example.com'
    const { accountId } = await signUp(app, email)
    const token = await resetToken(email)
    meanwhile = () => choose(token)
    const late = await signIn(email, FIRST)
    assert.deepEqual([late.status, late.body.code], [401, 'invalid_credentials'])
    assert.deepEqual(late.headers.getSetCookie(), [])
    const { rows } = await app.database.pool.query('select from account_session where account_id = $1', [accountId])
    assert.equal(rows.length, 0)
    assert.equal((await signIn(email, SECOND)).status, 200)
  })

  test('still works if another sign-in rehashes it meanwhile', async () => {
    const email = 'rehashed@people.example.com'
    const { accountId } = await signUp(app, email)
    const hash = await cheapPasswords.hash(FIRST)
    meanwhile = () =>
      app.database.pool.query('update account_credential set password = $1 where account_id = $2', [hash, accountId])
    assert.equal((await signIn(email, FIRST)).status, 200)
  })

  test('accepts one of two simultaneous uses of the link', async () => {
    const email = 'twice@people.example.com'
    await signUp(app, email)
    const token = await resetToken(email)
    const answers = await Promise.all([1, 2, 3, 4].map((n) => choose(token, `password number ${n}`)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410, 410, 410])
  })

  test("ends the account's other links", async () => {
    const email = 'many@people.example.com'
    await signUp(app, email)
    const [first, second] = [await resetToken(email), await resetToken(email)]
    assert.notEqual(first, second)
    assert.equal((await choose(second)).status, 200)
    assert.equal((await choose(first)).status, 410)
  })

  test('can be reset only within an hour', async () => {
    const email = 'late@people.example.com'
    await signUp(app, email)
    const token = await resetToken(email)
    await app.database.pool.query(`update account_verification set expires_at = now() - interval '1 second'`)
    assert.equal((await choose(token)).status, 410)
    assert.equal((await signIn(email, FIRST)).status, 200)
  })

  test('gets the same answer, for the same work, whether or not there is an account', async () => {
    await signUp(app, 'known@people.example.com')
    const [known, unknown] = [await askReset('known@people.example.com'), await askReset('unknown@people.example.com')]
    assert.deepEqual([known.status, known.body], [unknown.status, unknown.body])
    assert.equal((await mailsTo('unknown@people.example.com')).length, 0)
  })

  test('must be replaced with a valid one', async () => {
    const short = await choose('whatever', 'short')
    assert.deepEqual(
      [short.status, short.body.issues],
      [400, [{ path: 'newPassword', message: 'Password must be at least 10 characters' }]],
    )
    for (const none of ['no address', 'demo@showingbooker.invalid', 'Demo@ShowingBooker.Invalid '])
      assert.equal((await askReset(none)).status, 400)
    assert.deepEqual(await mailsTo('demo@showingbooker.invalid'), [])
    for (const token of ['', 'x', '\0', 'reset-password:x'])
      assert.ok([400, 410].includes((await choose(token)).status))
  })

  test('has a token that is stored only as a hash', async () => {
    const email = 'sealed@people.example.com'
    await signUp(app, email)
    const token = await resetToken(email)
    const { rows } = await app.database.pool.query('select identifier, value from account_verification')
    assert.ok(rows.length > 0)
    assert.ok(rows.every(({ identifier }) => !identifier.includes(token)))
    for (const { identifier } of rows) assert.equal((await choose(identifier)).status, 410)
  })
})

describe('an address', () => {
  const isConfirmed = async (cookie: string): Promise<boolean> =>
    (await app.call('GET', '/api/auth/get-session', undefined, { cookie })).body.user.emailVerified

  test('is confirmed with the link in the first email, and a second click is harmless', async () => {
    const email = 'new@people.example.com'
    const { cookie } = await signUp(app, email)
    assert.equal(await isConfirmed(cookie), false)
    const [token = ''] = tokensIn(await mailsTo(email), 'verify-email')
    for (let i = 0; i < 2; i++) assert.equal((await post('verify-email', { token })).status, 200)
    assert.equal(await isConfirmed(cookie), true)
    assert.equal((await post('send-verification-email', {}, { authorization: 'Bearer x' })).status, 401)
  })

  test('is also confirmed by choosing a new password, which proves access to the mailbox', async () => {
    const email = 'read@people.example.com'
    await signUp(app, email)
    await choose(await resetToken(email))
    const { headers } = await signIn(email, SECOND)
    assert.equal(
      await isConfirmed(
        headers
          .getSetCookie()
          .map((one) => one.split(';')[0])
          .join('; '),
      ),
      true,
    )
  })

  test("is not confirmed by a session's token, a forged token, or another address's token", async () => {
    const { token: bearer, cookie } = await signUp(app, 'unread@people.example.com')
    for (const token of ['x', bearer, `${bearer}x`]) assert.equal((await post('verify-email', { token })).status, 410)
    assert.equal(await isConfirmed(cookie), false)
  })

  test('gets the email again on request, until it is confirmed', async () => {
    const email = 'again@people.example.com'
    const { headers } = await signUp(app, email)
    assert.equal((await post('send-verification-email', undefined, headers)).status, 200)
    const tokens = tokensIn(await mailsTo(email), 'verify-email')
    assert.equal(tokens.length, 2)
    await post('verify-email', { token: tokens[1] })
    assert.equal((await post('send-verification-email', undefined, headers)).status, 409)
  })
})

test('no one can flood a mailbox: from the third email on, an address waits longer each time, known or not', async () => {
  const strict = await testApp({ rateLimitScale: 1 })
  try {
    await signUp(strict, 'somebody@people.example.com')
    for (const email of ['somebody@people.example.com', 'Nobody.Else@people.example.com']) {
      const ask = () => strict.call('POST', '/api/auth/request-password-reset', { email })
      assert.deepEqual([(await ask()).status, (await ask()).status, (await ask()).status], [200, 200, 200])
      for (const [waitSeconds, words] of [
        [60, 'a minute'],
        [300, '5 minutes'],
        [900, '15 minutes'],
        [900, '15 minutes'],
      ] as const) {
        const refused = await ask()
        assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, String(waitSeconds)])
        assert.equal(
          refused.body.error,
          `If an account uses this email, we just sent a link to it. Please check your inbox and your spam folder, or try again in ${words}.`,
        )
        strict.clock.advance({ seconds: waitSeconds })
        assert.equal((await ask()).status, 200)
      }
    }
  } finally {
    await strict.close()
  }
})

test("an email is in the account's language, no matter who requests it", async () => {
  const email = 'lupe@people.example.com'
  const { accountId, headers } = await signUp(app, email)
  await app.call('POST', '/create-user', { uid: accountId }, headers)
  await app.call('PATCH', '/user-profile', { settings: { language: 'es' } }, headers)
  await post('request-password-reset', { email }, { 'accept-language': 'en' })
  const mails = await mailsTo(email)
  assert.match(mails.at(-1)?.subject ?? '', /^Elegir una contraseña nueva/)
})

test('the outbox shows account emails, which belong to no booking', async () => {
  const email = 'shown@people.example.com'
  await signUp(app, email)
  await app.runJobs()
  const admin = await signUp(app, 'boss@people.example.com')
  await app.accounts.grantAdmin('boss@people.example.com')
  const { body } = await app.call('GET', '/api/dev/outbox', undefined, admin.headers)
  const message = body.messages.find(({ to }: { to: string }) => to === email)
  assert.deepEqual([message.bookingId, message.role, message.channel], [null, 'account', 'email'])
  assert.match(message.html, /Confirm my email/)
})
