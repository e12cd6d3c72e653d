import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { PASSWORD, signUp } from '../../../test/scene.ts'
import { findAccountByToken } from './repository.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  app.clock.set(Temporal.Now.instant().toString())
})
after(() => app.close())

test('deletes an expired session with its address and browser, and no live one', async () => {
  const { accountId } = await signUp(app, 'expired@people.example.com')
  const { accountId: other } = await signUp(app, 'live@people.example.com')
  await sql`update account_session set expires_at = ${app.clock.now()} where account_id = ${accountId}`.execute(app.db)
  for (const task of Object.keys(app.schedule)) await app.jobs[task]?.({}, { isLastAttempt: false })
  const { rows } = await sql<{ id: string }>`select account_id as id from account_session`.execute(app.db)
  assert.deepEqual(
    rows.map(({ id }) => id),
    [other],
  )
})

test("finds a bearer token's session by its key", async () => {
  const { accountId } = await signUp(app, 'bearer@people.example.com')
  const { rows: sessions } = await sql<{ id: string }>`
    select id from account_session where account_id = ${accountId}`.execute(app.db)
  const queries: CompiledQuery[] = []
  const db = new Kysely<never>({
    dialect: new PostgresDialect({ pool: app.database.pool }),
    log: ({ query }) => void queries.push(query),
  })
  const subject = { accountId, sessionId: sessions[0]?.id ?? '' }
  assert.equal((await findAccountByToken(db as never, subject, app.clock.now()))?.id, accountId)
  const [query] = queries
  assert.ok(query)
  const client = await app.database.pool.connect()
  try {
    // PostgreSQL scans tiny tables. Only the plan of a large one shows which indexes it can use.
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    const { rows } = await client.query(`explain (costs off) ${query.sql}`, [...query.parameters])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /account_session_pkey on account_session s\n\s+Index Cond: \(id = /, plan)
  } finally {
    await client.query('rollback')
    client.release()
  }
  for (const wrong of [{ sessionId: 'x' }, { accountId: 'x' }])
    assert.equal(await findAccountByToken(app.db, { ...subject, ...wrong }, app.clock.now()), null)
})

test('a call with a bearer token, even a malformed one, never uses its cookie', async () => {
  const { cookie } = await signUp(app, 'named@people.example.com')
  const path = '/api/showingbooker/profile'
  const form = { agent_name: 'Someone Else', agent_email: 'else@people.example.com', agent_phone: '213 555 0100' }
  const calls: [authorization: string | undefined, status: number][] = [
    [undefined, 403],
    ['Basic x', 403],
    ['Bearer x', 401],
    ['Bearer a b', 401],
    ['bearer', 401],
    ['Bearer,x', 401],
  ]
  for (const [authorization, status] of calls) {
    const named: Record<string, string> = authorization === undefined ? {} : { authorization }
    const what = String(authorization)
    const changed = await app.call('PUT', path, form, { cookie, origin: 'https://evil.example', ...named })
    assert.equal(changed.status, status, what)
    const read = await app.call('GET', path, undefined, { cookie, ...named })
    assert.equal(read.status, status === 401 ? 401 : 200, what)
    assert.doesNotMatch(read.text, /Someone Else/)
  }
})

test('a proxy with its own password changes nothing for the browser behind it', async () => {
  const { cookie, accountId } = await signUp(app, 'proxied@people.example.com')
  await sql`update account set email_verified = true where id = ${accountId}`.execute(app.db)
  const own = { cookie, origin: app.config.publicUrl, authorization: 'Basic cHJveHk6cHJveHk=' }
  const call = async (method: string, path: string, body?: object) => {
    const { status, headers } = await app.call(method, path, body, own)
    return { status, ends: headers.getSetCookie().some((one) => one.includes('session_token=; Max-Age=0')) }
  }
  assert.equal((await call('GET', '/api/auth/token')).status, 200)
  assert.equal((await call('POST', '/api/auth/passkey/generate-register-options', {})).status, 200)
  assert.equal((await call('POST', '/api/auth/two-factor/enable', { password: PASSWORD })).status, 200)
  const deletion = { password: PASSWORD, confirm: true }
  assert.deepEqual(await call('POST', '/api/account/deletion', deletion), { status: 202, ends: true })
})

test('a page that reads the session does not renew it, because the browser would not get the new cookie', async () => {
  const { cookie, accountId } = await signUp(app, 'visits@people.example.com')
  const expiresAt = app.clock.now().add({ hours: 5 * 24 })
  await sql`update account_session set expires_at = ${expiresAt} where account_id = ${accountId}`.execute(app.db)
  const read = async (caller?: { requestId: string; clientAddress: string }) => {
    const request = new Request(`${app.config.publicUrl}/api/auth/get-session`, { headers: { cookie } })
    const answer = await app.app.fetch(request, caller && { caller })
    const { session } = await answer.json()
    return { expiresAt: session.expiresAt, cookies: answer.headers.getSetCookie().length }
  }
  const page = await read({ requestId: 'of a page', clientAddress: '203.0.113.7' })
  assert.deepEqual([Date.parse(page.expiresAt), page.cookies], [expiresAt.epochMilliseconds, 0])
  const browser = await read()
  assert.ok(Date.parse(browser.expiresAt) > expiresAt.epochMilliseconds)
  assert.equal(browser.cookies, 1)
})
