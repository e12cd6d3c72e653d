import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { hashPassword } from 'better-auth/crypto'
import pino from 'pino'
import { cheapPasswords } from '../../../test/app.ts'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { systemClock } from '../../platform/clock.ts'
import { createTryCounts } from '../../platform/db/try-counts.ts'
import { createKnownBrowsers } from '../../platform/known-browser.ts'
import { openIdentity } from '../adapters/better-auth.ts'
import type { Caller } from './ports.ts'
import { type AccountService, createAccountService } from './service.ts'

const publicUrl = 'http://127.0.0.1:3000'
const admin = 'admin@example.com'
const agent = 'agent@example.com'

let database: FreshDatabase
let accounts: AccountService
/** How long each wrong sign-in waited in addition to its check, in milliseconds. */
const pauses: number[] = []

async function open(options: { secret?: string; rateLimitScale?: number; clock?: typeof systemClock } = {}) {
  const shared = { db: database.db, clock: systemClock, rateLimitScale: 1000, ...options }
  const log = pino({ level: 'silent' })
  const secret = options.secret ?? 'a secret that is long enough for tests'
  return createAccountService({
    ...shared,
    welcome: () => Promise.resolve(),
    languageOf: () => Promise.resolve(null),
    pause: async (ms) => pauses.push(ms),
    counts: createTryCounts({ ...shared, secret }),
    browsers: createKnownBrowsers({ ...shared, secret, publicUrl }),
    identity: await openIdentity({ ...shared, secret, publicUrl, log, passwords: cheapPasswords }),
  })
}

before(async () => {
  database = await freshDatabase()
  accounts = await open()
})
after(() => database.close())
// Keeps the owner of the demo home.
const empty = () =>
  database.pool.query('delete from account a where not exists (select from property where owner_id = a.id)')

let lastAddress = 0
const newAddress = () => `192.0.2.${++lastAddress}`
const caller = (cookies: string[] = [], address = newAddress()): Caller => ({
  headers: new Headers({ origin: publicUrl, ...(cookies.length > 0 && { cookie: pairs(cookies) }) }),
  address,
})
const pairs = (cookies: string[]) => cookies.map((one) => one.split(';')[0]).join('; ')
async function signIn(email: string, password: string, by = caller(), service = accounts) {
  const { body, cookies } = await service.signIn(by, { email, password, rememberMe: true })
  assert.ok('user' in body)
  return { body, cookies }
}
const tokenOf = (cookies: string[]) => decodeURIComponent(/session_token=([^;.]+)/.exec(pairs(cookies))?.[1] ?? '')
const actorOf = (headers: Record<string, string>, service = accounts) =>
  service.actorOf({ headers: new Headers(headers) })
const visitor = { kind: 'visitor' }

describe('the sample accounts', () => {
  beforeEach(empty)

  test('are an admin and an agent with profiles that can sign in', async () => {
    const ids = await accounts.seedAccounts({ password: 'first password', isSet: false })
    const { body } = await signIn(admin, 'first password')
    assert.deepEqual([body.user.id, body.user.role], [ids.adminId, 'admin'])
    assert.equal((await signIn(agent, 'first password')).body.user.role, 'agent')
    const { rows } = await database.pool.query('select username, role from profile order by username')
    assert.deepEqual(rows, [
      { username: 'admin', role: 'admin' },
      { username: 'agent', role: 'agent' },
    ])
  })

  test('stay as they are when the server starts again', async () => {
    const first = await accounts.seedAccounts({ password: 'first password', isSet: false })
    const { cookies } = await signIn(agent, 'first password')
    assert.deepEqual(await accounts.seedAccounts({ password: 'second password', isSet: false }), first)
    await signIn(agent, 'first password')
    assert.deepEqual((await actorOf({ cookie: pairs(cookies) })).kind, 'account')
  })

  test('keep their sessions when the chosen password is the same as before', async () => {
    await accounts.seedAccounts({ password: 'first password', isSet: true })
    const { cookies } = await signIn(agent, 'first password')
    await accounts.seedAccounts({ password: 'first password', isSet: true })
    assert.deepEqual((await actorOf({ cookie: pairs(cookies) })).kind, 'account')
  })

  test('take a newly chosen password, which ends their sessions', async () => {
    await accounts.seedAccounts({ password: 'first password', isSet: false })
    const { cookies } = await signIn(agent, 'first password')
    await accounts.seedAccounts({ password: 'second password', isSet: true })
    assert.deepEqual(await actorOf({ cookie: pairs(cookies) }), visitor)
    await assert.rejects(signIn(agent, 'first password'), { code: 'invalid_credentials' })
    await signIn(agent, 'second password')
  })

  test('are created once when several processes start together', async () => {
    const all = await Promise.all(
      [1, 2, 3, 4].map(async () => (await open()).seedAccounts({ password: 'first password', isSet: true })),
    )
    for (const one of all) assert.deepEqual(one, all[0])
    const { rows } = await database.pool.query('select count(*)::int as n from account_credential')
    assert.equal(rows[0].n, 2)
  })

  test('do not make an admin of someone who registered the email before', async () => {
    await accounts.signUp(caller(), { email: admin, password: 'a house by the sea', name: 'Stranger' })
    await accounts.seedAccounts({ password: 'first password', isSet: true })
    assert.equal((await signIn(admin, 'first password')).body.user.role, 'agent')
  })
})

describe('signing in', () => {
  before(async () => {
    await empty()
    await accounts.seedAccounts({ password: 'first password', isSet: false })
  })

  test('accepts the email in any case, and gives the same answer for a wrong password and a missing account', async () => {
    await signIn(' Agent@EXAMPLE.com ', 'first password')
    const wrong = {
      kind: 'unauthenticated',
      code: 'invalid_credentials',
      message: 'Invalid login credentials. Please try again.',
    }
    await assert.rejects(signIn(agent, 'First password'), wrong)
    await assert.rejects(signIn('nobody@example.com', 'first password'), wrong)
  })

  test('takes a quarter of a second when it fails, with or without an account', async () => {
    for (const email of [agent, 'nobody@example.com']) {
      pauses.length = 0
      const startedAt = performance.now()
      await assert.rejects(signIn(email, 'wrong password'), { code: 'invalid_credentials' })
      const [waited = 0] = pauses
      assert.ok(performance.now() - startedAt + waited >= 250, email)
    }
    pauses.length = 0
    await signIn(agent, 'first password')
    assert.deepEqual(pauses, [])
  })

  test('is refused for a minute after five wrong tries, even with the right password', async () => {
    const strict = await open({ rateLimitScale: 1 })
    const here = caller()
    for (let i = 0; i < 5; i++)
      await assert.rejects(signIn(agent, 'wrong', here, strict), { code: 'invalid_credentials' })
    await assert.rejects(
      signIn(agent, 'first password', here, strict),
      (error: { kind: string; retryAfterSeconds: number }) => {
        assert.equal(error.kind, 'too_many')
        assert.ok(error.retryAfterSeconds > 0 && error.retryAfterSeconds <= 60)
        return true
      },
    )
    await signIn(agent, 'first password', caller(), strict)
    await signIn(admin, 'first password', here, strict)
  })

  test('lets no extra guesses through when they arrive all at once', async () => {
    const strict = await open({ rateLimitScale: 1 })
    const here = caller()
    const guesses = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(agent, 'wrong', here, strict)))
    const codes = guesses.map((guess) => guess.status === 'rejected' && guess.reason.code)
    assert.equal(codes.filter((code) => code === 'invalid_credentials').length, 5)
    assert.equal(codes.filter((code) => code === 'too_many_tries').length, 15)
  })

  test('rehashes a right password from an earlier version with Argon2id, and not a wrong one', async () => {
    const stored = async () =>
      (
        await database.pool.query(
          `select c.password from account_credential c join account a on a.id = c.account_id
        where a.email = $1`,
          [agent],
        )
      ).rows[0].password
    await database.pool.query(
      'update account_credential c set password = $1 from account a where a.id = c.account_id and a.email = $2',
      [await hashPassword('first password'), agent],
    )
    const before = await stored()
    await assert.rejects(signIn(agent, 'wrong password'), { code: 'invalid_credentials' })
    assert.equal(await stored(), before)
    await signIn(agent, 'first password')
    const after = await stored()
    assert.match(after, /^\$argon2id\$/)
    await signIn(agent, 'first password')
    assert.equal(await stored(), after)
  })

  test("a sign-in ends the session that the browser had before, even another person's", async () => {
    const { cookies } = await signIn(agent, 'first password')
    const elsewhere = await signIn(agent, 'first password')
    const next = await signIn(admin, 'first password', caller(cookies))
    assert.deepEqual(await actorOf({ cookie: pairs(cookies) }), visitor)
    for (const one of [next, elsewhere]) assert.equal((await actorOf({ cookie: pairs(one.cookies) })).kind, 'account')
    const { cookies: third } = await accounts.signUp(caller(next.cookies), {
      email: 'third@example.com',
      password: 'first password',
      name: '',
    })
    assert.deepEqual(await actorOf({ cookie: pairs(next.cookies) }), visitor)
    assert.equal((await actorOf({ cookie: pairs(third) })).kind, 'account')
  })

  test('a session lasts thirty days at most, however often it is renewed', async () => {
    const { cookies } = await signIn(agent, 'first password')
    const began = (days: number) =>
      database.pool.query(
        `update account_session set created_at = now() - make_interval(days => $1),
        expires_at = now() + interval '1 day' where token = $2`,
        [days, tokenOf(cookies)],
      )
    await began(27)
    assert.ok((await accounts.getSession(caller(cookies), true)).body)
    const { rows } = await database.pool.query(
      'select expires_at - created_at as life from account_session where token = $1',
      [tokenOf(cookies)],
    )
    assert.deepEqual({ ...rows[0].life }, { days: 30 })
    await began(30)
    assert.deepEqual(await actorOf({ cookie: pairs(cookies) }), visitor)
  })

  test('counts only wrong tries', async () => {
    const strict = await open({ rateLimitScale: 1 })
    const here = caller()
    for (let i = 0; i < 8; i++) await signIn(agent, 'first password', here, strict)
  })

  test('stops one address from trying many accounts', async () => {
    const strict = await open({ rateLimitScale: 0.1 })
    const here = caller()
    const sprayed = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => signIn(`person${i}@example.com`, 'Summer2026!', here, strict)),
    )
    const codes = sprayed.map((guess) => guess.status === 'rejected' && guess.reason.code)
    assert.equal(codes.filter((code) => code === 'invalid_credentials').length, 3)
    assert.equal(codes.filter((code) => code === 'too_many_tries').length, 5)
  })
})

describe('the caller', () => {
  let cookie: string
  let token: string
  let agentId: string

  before(async () => {
    await empty()
    agentId = (await accounts.seedAccounts({ password: 'first password', isSet: false })).agentId
  })
  beforeEach(async () => {
    const { cookies } = await signIn(agent, 'first password')
    cookie = pairs(cookies)
    token = (await accounts.createToken(caller(cookies))).body.token
  })

  test('is identified by the cookie or by the token', async () => {
    const expected = { kind: 'account', accountId: agentId, role: 'agent', email: agent }
    assert.deepEqual(await actorOf({ cookie }), expected)
    assert.deepEqual(await actorOf({ authorization: `Bearer ${token}` }), expected)
    assert.deepEqual(await actorOf({ authorization: `bearer ${token}` }), expected)
  })

  test('is a visitor without either, and with a bad token even if the cookie is good', async () => {
    assert.deepEqual(await actorOf({}), visitor)
    assert.deepEqual(await actorOf({ cookie: 'a=b' }), visitor)
    assert.deepEqual(await actorOf({ authorization: 'Bearer nonsense', cookie }), visitor)
  })

  test('is identified by the cookie behind a proxy with its own password', async () => {
    assert.equal((await actorOf({ authorization: 'Basic cHJveHk6cHJveHk=', cookie })).kind, 'account')
  })

  test('is signed out at once, in every process', async () => {
    const otherProcess = await open()
    assert.equal((await actorOf({ cookie }, otherProcess)).kind, 'account')
    const { cookies } = await accounts.signOut(caller([cookie]))
    assert.match(cookies.join(), /session_token=; Max-Age=0/)
    assert.deepEqual(await actorOf({ cookie }), visitor)
    assert.deepEqual(await actorOf({ cookie }, otherProcess), visitor)
    await assert.rejects(accounts.createToken(caller([cookie])), { kind: 'unauthenticated' })
  })

  test("never removes a cookie from a browser that may have a newer one by the time a session's end arrives", async () => {
    await accounts.signOut(caller([cookie]))
    assert.deepEqual(await accounts.getSession(caller([cookie]), true), { body: null, cookies: [] })
  })

  test('is a visitor once the session has expired', async () => {
    const at = (hours: number) => open({ clock: { now: () => Temporal.Now.instant().add({ hours }) } })
    assert.equal((await actorOf({ cookie }, await at(7 * 24 - 1))).kind, 'account')
    assert.deepEqual(await actorOf({ cookie }, await at(7 * 24 + 1)), visitor)
  })

  test('is an admin from the moment of the grant', async () => {
    assert.equal(accounts.checkAdmin(await actorOf({ cookie })).isAdmin, false)
    await accounts.grantAdmin(' AGENT@example.com')
    assert.equal(accounts.checkAdmin(await actorOf({ cookie })).isAdmin, true)
    assert.equal(accounts.checkAdmin(await actorOf({ authorization: `Bearer ${token}` })).isAdmin, true)
  })

  test('is a visitor once the account is gone, even with a token', async () => {
    await database.pool.query('delete from account where id = $1', [agentId])
    assert.deepEqual(await actorOf({ authorization: `Bearer ${token}` }), visitor)
    assert.deepEqual(await actorOf({ cookie }), visitor)
  })
})

test('a grant creates a missing profile, and refuses unknown accounts', async () => {
  await empty()
  await accounts.signUp(caller(), { email: 'jo@example.com', password: 'first password', name: '' })
  assert.equal((await signIn('jo@example.com', 'first password')).body.user.role, 'agent')
  await accounts.signUp(caller(), { email: 'jo@example.org', password: 'first password', name: '' })
  for (const email of ['jo@example.com', 'jo@example.org', 'jo@example.com']) await accounts.grantAdmin(email)
  const { rows } = await database.pool.query('select username, role from profile order by length(username)')
  assert.deepEqual([rows[0].username, rows.length, rows[1].role], ['jo_', 2, 'admin'])
  await assert.rejects(accounts.grantAdmin('nobody@example.com'), { kind: 'not_found' })
})

test('if two sign-ups use one email at once, one wins and the other gets an error', async () => {
  await empty()
  const form = { email: 'twin@example.com', password: 'first password', name: 'Twin' }
  const both = await Promise.allSettled([1, 2, 3].map(() => accounts.signUp(caller(), form)))
  assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const one of both) if (one.status === 'rejected') assert.equal(one.reason.code, 'email_taken')
  const { rows } = await database.pool.query('select count(*)::int as n from account_credential')
  assert.equal(rows[0].n, 1)
})

test('a sign-up that fails half way leaves nothing behind', async () => {
  await empty()
  await database.pool.query(`create function refuse_credential() returns trigger language plpgsql as $$
    begin raise exception 'no'; end $$;
    create trigger refuse before insert on account_credential for each row execute function refuse_credential()`)
  try {
    await assert.rejects(accounts.signUp(caller(), { email: 'half@example.com', password: 'first password', name: '' }))
    const { rows } = await database.pool.query(
      `select count(*)::int as n from account where email = 'half@example.com'`,
    )
    assert.equal(rows[0].n, 0)
  } finally {
    await database.pool.query('drop function refuse_credential cascade')
  }
})

test('after the secret changes, new keys sign and we issue tokens again', async () => {
  await empty()
  await accounts.seedAccounts({ password: 'first password', isSet: false })
  await accounts.prepare()
  const changed = await open({ secret: 'another secret, just as long as the first' })
  await changed.prepare()
  const { cookies } = await signIn(agent, 'first password', caller(), changed)
  const { token } = (await changed.createToken(caller(cookies))).body
  assert.equal((await actorOf({ authorization: `Bearer ${token}` }, changed)).kind, 'account')
  const live = 'select count(*)::int as n from account_key where expires_at > now()'
  assert.equal((await database.pool.query(live)).rows[0].n, 1)
  await changed.prepare()
  assert.equal((await database.pool.query(live)).rows[0].n, 1)
})
