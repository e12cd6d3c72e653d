import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { signUp } from '../../../test/scene.ts'
import { totp } from '../../../test/totp.ts'

const PASSWORD = 'a password of the tests'

let app: TestApp
before(async () => {
  app = await testApp()
  app.clock.set(Temporal.Now.instant().toString())
})
after(() => app.close())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', `/api/auth/${path}`, body, { origin: 'http://127.0.0.1:3000', ...headers })
const cookieOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .filter((one) => !/=;|Max-Age=0/.test(one))
    .map((one) => one.split(';')[0])
    .join('; ')
const signIn = (email: string) => post('sign-in/email', { email, password: PASSWORD })

/** Creates an account with two-step verification. */
async function guarded(email: string) {
  const { accountId, cookie } = await signUp(app, email)
  await app.database.pool.query('update account set email_verified = true where id = $1', [accountId])
  const { totpUri, backupCodes } = (await post('two-factor/enable', { password: PASSWORD }, { cookie })).body
  const on = await post('two-factor/verify-totp', { code: totp(totpUri) }, { cookie })
  assert.equal(on.status, 200)
  return { cookie: cookieOf(on.headers), backupCodes: backupCodes as string[] }
}

test('accepts each recovery code once, and no old code after new ones were created', async () => {
  const { backupCodes, cookie } = await guarded('recover@people.example.com')
  const use = async (code: string | undefined) => {
    const { headers } = await signIn('recover@people.example.com')
    return (await post('two-factor/verify-backup-code', { code }, { cookie: cookieOf(headers) })).status
  }
  assert.deepEqual([await use(backupCodes[0]), await use(backupCodes[0]), await use(backupCodes[1])], [200, 401, 200])
  assert.equal((await post('two-factor/generate-backup-codes', { password: 'wrong' }, { cookie })).status, 400)
  const renewed = await post('two-factor/generate-backup-codes', { password: PASSWORD }, { cookie })
  assert.equal(renewed.body.backupCodes.length, 10)
  assert.deepEqual([await use(backupCodes[2]), await use(renewed.body.backupCodes[0])], [401, 200])
})

test('takes a recovery code once even if three sign-ins use it at the same moment', async () => {
  const { backupCodes } = await guarded('doubled@people.example.com')
  const begun = await Promise.all(Array.from({ length: 3 }, () => signIn('doubled@people.example.com')))
  const use = ({ headers }: (typeof begun)[number]) =>
    post('two-factor/verify-backup-code', { code: backupCodes[0] }, { cookie: cookieOf(headers) })
  const answers = await Promise.all(begun.map(use))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401])
  for (const { body, status } of answers) assert.equal(body.code, status === 200 ? undefined : 'invalid_code')
  // The others go on with another code, in the same sign-in.
  const [again, third] = begun.filter((_, at) => answers[at]?.status !== 200)
  const tryAnother = (one: (typeof begun)[number] | undefined, code: string | undefined) =>
    post('two-factor/verify-backup-code', { code }, { cookie: cookieOf(one?.headers ?? new Headers()) })
  assert.equal((await tryAnother(again, 'wrong-code1')).body.code, 'invalid_code')
  assert.equal((await tryAnother(again, backupCodes[1])).status, 200)
  const codes: string[] = []
  for (let i = 0; i < 5; i++) codes.push((await tryAnother(third, 'wrong-code1')).body.code)
  assert.deepEqual(codes, [...Array(4).fill('invalid_code'), 'challenge_expired'])
})

test('takes different recovery codes at the same moment', async () => {
  const { backupCodes } = await guarded('several@people.example.com')
  const begun = await Promise.all(Array.from({ length: 3 }, () => signIn('several@people.example.com')))
  const answers = await Promise.all(
    begun.map(({ headers }, at) =>
      post('two-factor/verify-backup-code', { code: backupCodes[at] }, { cookie: cookieOf(headers) }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
})

test('accepts a recovery code with or without its hyphen, and with other dashes or spaces', async () => {
  const { backupCodes } = await guarded('typed@people.example.com')
  const spellings = [(code: string) => code.replace('-', ''), (code: string) => ` ${code.replace('-', ' \u2013 ')} `]
  for (const [at, spell] of spellings.entries()) {
    const { headers } = await signIn('typed@people.example.com')
    const code = spell(backupCodes[at] ?? '')
    const { status } = await post('two-factor/verify-backup-code', { code }, { cookie: cookieOf(headers) })
    assert.equal(status, 200, code)
  }
})

test('says how many recovery codes are left', async () => {
  const { cookie, backupCodes } = await guarded('counted@people.example.com')
  const left = async () => (await app.call('GET', '/api/auth/two-factor', undefined, { cookie })).body.backupCodesLeft
  assert.equal(await left(), 10)
  const { headers } = await signIn('counted@people.example.com')
  await post('two-factor/verify-backup-code', { code: backupCodes[0] }, { cookie: cookieOf(headers) })
  assert.equal(await left(), 9)
  await post('two-factor/generate-backup-codes', { password: PASSWORD }, { cookie })
  assert.equal(await left(), 10)
})
