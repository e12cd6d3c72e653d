import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { signUp } from '../../../test/scene.ts'
import { totp } from '../../../test/totp.ts'

// The identity provider changes two-step verification in several statements that it commits one by one.
const PASSWORD = 'a password of the tests'

let app: TestApp
before(async () => {
  app = await testApp()
  app.clock.set(Temporal.Now.instant().toString())
})
after(() => app.close())

const post = (path: string, body: unknown, cookie = '') =>
  app.call('POST', `/api/auth/${path}`, body, { origin: 'http://127.0.0.1:3000', cookie })
const cookieOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

/** Creates an account that has begun to turn on two-step verification. */
async function beginner(email: string) {
  const { accountId, cookie } = await signUp(app, email)
  await sql`update account set email_verified = true where id = ${accountId}`.execute(app.db)
  const { totpUri } = (await post('two-factor/enable', { password: PASSWORD }, cookie)).body
  const turnOn = () => post('two-factor/verify-totp', { code: totp(totpUri) }, cookie)
  async function signIn() {
    const { headers } = await post('sign-in/email', { email, password: PASSWORD })
    return post('two-factor/verify-totp', { code: totp(totpUri, 1) }, cookieOf(headers))
  }
  return { accountId, cookie, turnOn, signIn }
}

/** Makes a kind of statement fail while something runs, as if the provider stopped there. */
async function without(statement: string, act: () => Promise<{ status: number }>) {
  await sql`create function refuse_it() returns trigger language plpgsql as $$
    begin raise exception 'The disk is full'; end $$`.execute(app.db)
  await sql.raw(`create trigger refused before ${statement} execute function refuse_it()`).execute(app.db)
  assert.equal((await act()).status, 500)
  await sql`drop function refuse_it cascade`.execute(app.db)
}

test('two-step verification works if the provider stops while it turns on', async () => {
  const { turnOn, signIn } = await beginner('cut-on@people.example.com')
  await without('insert on account_session', turnOn)
  assert.equal((await signIn()).status, 200)
})

test('two-step verification can be turned off and on again if the provider stops before its factor is gone', async () => {
  const { turnOn } = await beginner('cut-off@people.example.com')
  const cookie = cookieOf((await turnOn()).headers)
  const turnOff = () => post('two-factor/disable', { password: PASSWORD }, cookie)
  await without('delete on account_second_factor', turnOff)
  const { headers } = await turnOff()
  assert.equal((await post('two-factor/enable', { password: PASSWORD }, cookieOf(headers))).status, 200)
})

test('the migration repairs what stopped halfway before', async () => {
  const on = await beginner('was-cut-on@people.example.com')
  assert.equal((await on.turnOn()).status, 200)
  const off = await beginner('was-cut-off@people.example.com')
  await sql`update account_second_factor set verified = (account_id = ${off.accountId})`.execute(app.db)
  await app.database.pool.query(await readFile('db/migrations/0119_second_factor_kept.sql', 'utf8'))
  assert.equal((await on.signIn()).status, 200)
  assert.equal((await post('two-factor/enable', { password: PASSWORD }, off.cookie)).status, 200)
})
