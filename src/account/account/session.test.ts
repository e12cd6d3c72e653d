import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { signUp } from '../../../test/scene.ts'
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
