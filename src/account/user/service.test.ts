import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeProperty } from '../../../test/factories.ts'
import { duringEdit } from '../../../test/locks.ts'
import { makeScene, type Scene, signUp } from '../../../test/scene.ts'

let app: TestApp
let scene: Scene
before(async () => {
  app = await testApp()
  scene = await makeScene(app)
})
after(() => app.close())

const BASE = '/api/showingbooker/admin'
const PASSWORD = 'a password of the tests'
type Headers = Record<string, string>
const ask = (method: string, path: string, body?: unknown, headers: Headers = scene.admin.headers) =>
  app.call(method, `${BASE}${path}`, body, headers)
const act = (id: string, name: string, body: unknown = {}, headers?: Headers) =>
  ask('POST', `/users/${id}/${name}`, body, headers)
const acts = async (query = '') => (await ask('GET', `/acts?limit=100${query}`)).body.acts as Record<string, unknown>[]
const signIn = (email: string) => app.call('POST', '/api/auth/sign-in/email', { email, password: PASSWORD })
const person = async (name: string) => {
  const email = `${name}@people.example.com`
  return { email, ...(await signUp(app, email)) }
}

test('lists everyone who can sign in page by page, and finds them by name, email, and ID', async () => {
  const { owner } = scene
  const { body } = await ask('GET', '/users?limit=100')
  const { rows } = await sql<{ id: string }>`
    select id from account a where a.email not like '%.invalid' order by id desc`.execute(app.db)
  assert.deepEqual(
    body.users.map(({ id }: { id: string }) => id),
    rows.map(({ id }) => id),
  )
  const one = body.users.find(({ id }: { id: string }) => id === owner.accountId)
  assert.deepEqual(
    [one.email, one.role, one.suspension, one.homes, one.sessions],
    ['owner@agents.example.com', 'agent', null, 1, 1],
  )
  assert.ok(Math.abs(Date.parse(one.lastSignedInAt) - Date.now()) < 120_000)
  const paged: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { users: unknown[]; nextCursor: string | null } = (
      await ask('GET', `/users?limit=1${cursor && `&cursor=${cursor}`}`)
    ).body
    paged.push(...page.users)
    cursor = page.nextCursor
  }
  assert.deepEqual(paged, body.users)
  for (const q of ['OWNER@agents', 'ówner@ágents', 'someone owner', owner.accountId, owner.accountId.slice(-12)]) {
    const found = (await ask('GET', `/users?q=${encodeURIComponent(q)}`)).body.users
    assert.deepEqual([found.length, found[0]?.id], [1, owner.accountId], q)
  }
  assert.deepEqual((await ask('GET', '/users?q=%25')).body.users, [])
  for (const query of ['cursor=x', 'limit=0', 'limit=101', 'q=%00'])
    assert.equal((await ask('GET', `/users?${query}`)).status, 400, query)
})

test('an admin can add and remove another admin; each action is recorded once, and repeating it does nothing', async () => {
  const { accountId, headers, email } = await person('risen')
  for (const _ of [1, 2]) assert.equal((await act(accountId, 'grant-admin')).body.role, 'admin')
  assert.equal((await ask('GET', '/users', undefined, headers)).status, 200)
  for (const _ of [1, 2]) {
    const { body } = await act(accountId, 'revoke-admin', { reason: ' He  left\nus. ' })
    assert.equal(body.role, 'agent')
  }
  assert.equal((await ask('GET', '/users', undefined, headers)).status, 403)
  const told = await acts(`&person=${encodeURIComponent(email.toUpperCase())}`)
  assert.deepEqual(
    told.map((one) => [one.act, one.actorId, one.subjectKind, one.subjectId, one.subject, one.details]),
    [
      ['user.revoke_admin', scene.admin.accountId, 'account', accountId, email, { reason: 'He left us.' }],
      ['user.grant_admin', scene.admin.accountId, 'account', accountId, email, {}],
    ],
  )
})

test('an account without a profile becomes an admin too', async () => {
  const { accountId } = await person('bare')
  await sql`delete from profile where account_id = ${accountId}`.execute(app.db)
  assert.equal((await act(accountId, 'grant-admin')).body.role, 'admin')
  assert.equal((await act(accountId, 'revoke-admin')).body.role, 'agent')
})

test('refuses everyone who is not an admin, and records nothing', async () => {
  const before = (await acts()).length
  const { owner, stranger } = scene
  for (const name of ['grant-admin', 'revoke-admin', 'suspend', 'lift', 'sign-out']) {
    const body = { reason: 'Because.' }
    assert.equal((await act(owner.accountId, name, body, owner.headers)).status, 403)
    assert.equal((await act(stranger.accountId, name, body, owner.headers)).status, 403)
    assert.equal((await act(owner.accountId, name, body, {})).status, 401)
    for (const id of ['nonsense', '01900000-0000-7000-8000-000000000000'])
      assert.equal((await act(id, name, body)).status, 404)
  }
  const { rows } = await sql<{ id: string }>`select id from account where email like '%.invalid'`.execute(app.db)
  assert.equal((await act(rows[0]?.id ?? '', 'grant-admin')).status, 404)
  assert.equal((await acts()).length, before)
})

test('the last admin stays an admin, even if two remove each other at the same moment', async () => {
  const { admin } = scene
  const alone = await act(admin.accountId, 'revoke-admin')
  assert.deepEqual([alone.status, alone.body.code], [409, 'last_admin'])
  const own = await act(admin.accountId, 'suspend', { reason: 'Because.' })
  assert.deepEqual([own.status, own.body.code], [409, 'own_account'])

  // An admin who cannot sign in does not count as another admin.
  const away = await person('away')
  await act(away.accountId, 'grant-admin')
  await act(away.accountId, 'suspend', { reason: 'Away.' })
  assert.equal((await act(admin.accountId, 'revoke-admin')).status, 409)

  for (const [name, body] of [
    ['revoke-admin', {}],
    ['suspend', { reason: 'Because.' }],
  ] as const) {
    const other = await person(`rival-${name}`)
    await act(other.accountId, 'grant-admin')
    const both = await Promise.all([
      act(other.accountId, name, body, admin.headers),
      act(admin.accountId, name, body, other.headers),
    ])
    assert.equal(both.filter(({ status }) => status === 200).length, 1, name)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from profile p where role = 'admin'
        and not exists (select from suspension s where s.account_id = p.account_id)`.execute(app.db)
    assert.equal(rows[0]?.count, 1)
    // Restores the admin for the next tests.
    await sql`delete from suspension where account_id = ${admin.accountId}`.execute(app.db)
    await sql`update profile set role = 'agent' where account_id = ${other.accountId}`.execute(app.db)
    await app.accounts.grantAdmin('boss@agents.example.com')
    const again = await signIn('boss@agents.example.com')
    const cookie = again.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const { token } = (await app.call('GET', '/api/auth/token', undefined, { cookie })).body
    Object.assign(admin, { cookie, token, headers: { authorization: `Bearer ${token}` } })
  }
})

test('a suspended account is signed out at once and cannot sign in; its homes are hidden until it ends', async () => {
  const { accountId, headers, cookie, email } = await person('banned')
  const [listed, hidden, sold] = await Promise.all(
    ['listed', 'unlisted', 'listed'].map(async (status) => {
      const home = await makeProperty(app.db, { ownerId: accountId })
      await sql`update property set status = ${status} where id = ${home.id}`.execute(app.db)
      return home
    }),
  )
  const isPublic = async (slug = '') =>
    (await app.call('GET', `/api/showingbooker/public/property/${slug}`)).status === 200
  const feed = (await app.call('GET', '/api/showingbooker/calendar-feed', undefined, headers)).body
  const feedPath = new URL(Object.values(feed).find((one) => String(one).endsWith('.ics')) as string).pathname
  assert.equal((await app.call('GET', feedPath)).status, 200)

  assert.deepEqual((await act(accountId, 'suspend')).body.issues, [{ path: 'reason', message: 'Please give a reason' }])
  assert.equal((await act(accountId, 'suspend', { reason: 'x'.repeat(501) })).status, 400)
  const { body, text } = await act(accountId, 'suspend', { reason: 'Homes that are not his.' })
  assert.equal(body.suspension?.reason, 'Homes that are not his.', text)
  assert.equal(body.sessions, 0)
  await app.runJobs()
  const mails = async () => {
    const { rows } = await sql<{ subject: string; text: string }>`
      select subject, text from outbox_message where recipient #>> '{}' = ${email} and subject like 'Your account is %'
      order by sent_at`.execute(app.db)
    return rows
  }
  const [told] = await mails()
  assert.equal(told?.subject, 'Your account is suspended')
  assert.match(told?.text ?? '', /Reason: Homes that are not his\./)

  for (const held of [headers, { cookie }])
    assert.equal((await app.call('GET', '/api/showingbooker/properties', undefined, held)).status, 401)
  assert.equal((await app.call('GET', '/api/auth/get-session', undefined, { cookie })).body, null)
  assert.equal((await app.call('GET', feedPath)).status, 404)
  const refused = await signIn(email)
  assert.deepEqual([refused.status, refused.body.code, refused.headers.getSetCookie()], [403, 'account_suspended', []])
  assert.match(refused.body.error, /suspended: Homes that are not his\. If you think this is a mistake/)
  // A person without the password learns nothing about the suspension.
  const guess = await app.call('POST', '/api/auth/sign-in/email', { email, password: 'not his password' })
  assert.equal(guess.body.code, 'invalid_credentials')
  assert.deepEqual(
    [await isPublic(listed?.slug), await isPublic(hidden?.slug), await isPublic(sold?.slug)],
    [false, false, false],
  )
  const added = await ask('POST', '/properties', {
    agent_id: accountId,
    address_line1: '12 Hill Road',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
  })
  assert.deepEqual(added.body.issues, [{ path: 'agent_id', message: 'This account is suspended' }])

  await sql`update property set status = 'sold' where id = ${sold?.id}`.execute(app.db)
  assert.equal((await act(accountId, 'grant-admin')).body.code, 'account_suspended')
  assert.equal((await act(accountId, 'lift')).body.suspension, null)
  await app.runJobs()
  assert.match((await mails())[1]?.text ?? '', /You can sign in, and 1 listing that we hid is public again\./)
  assert.deepEqual(
    [await isPublic(listed?.slug), await isPublic(hidden?.slug), await isPublic(sold?.slug)],
    [true, false, false],
  )
  assert.equal((await signIn(email)).status, 200)
  // Earlier sessions stay ended.
  assert.equal((await app.call('GET', '/api/showingbooker/properties', undefined, headers)).status, 401)
  assert.deepEqual(
    (await acts(`&act=user.suspend&person=${accountId}`)).map(({ details }) => details),
    [{ reason: 'Homes that are not his.', unlisted: 2, sessions: 1 }],
  )
  assert.deepEqual((await acts(`&act=user.lift&person=${accountId}`))[0]?.details, { listed: 1 })
})

test('the email about the end of a suspension does not mention listings if none is public again', async () => {
  const { accountId, email } = await person('homeless')
  await act(accountId, 'suspend', { reason: 'Homes that are not his.' })
  await act(accountId, 'lift')
  await app.runJobs()
  const { rows } = await sql<{ text: string }>`
    select text from outbox_message where recipient #>> '{}' = ${email}
      and subject = 'Your account is active again'`.execute(app.db)
  assert.equal(rows.length, 1)
  assert.match(rows[0]?.text ?? '', /You can sign in\.\n/)
  assert.doesNotMatch(rows[0]?.text ?? '', /listing/)
})

test('an admin who suspends an account just after another admin sees the first reason', async () => {
  const { accountId } = await person('twice')
  const other = await person('second-boss')
  await act(accountId, 'suspend', { reason: 'Homes that are not his.' })
  await act(other.accountId, 'grant-admin')
  const late = await act(accountId, 'suspend', { reason: 'He sends spam.' }, other.headers)
  assert.deepEqual([late.status, late.body.code], [409, 'already_suspended'])
  assert.match(late.body.error, /already suspended this account\. Reason: Homes that are not his\./)
  // The same reason again is a retry.
  const again = await act(accountId, 'suspend', { reason: ' Homes that are not his. ' })
  assert.equal(again.body.suspension?.reason, 'Homes that are not his.', again.text)
  assert.equal((await acts(`&act=user.suspend&person=${accountId}`)).length, 1)
  await act(other.accountId, 'revoke-admin')
})

test('no sign-in slips through the moment of a suspension', async () => {
  for (let round = 0; round < 5; round++) {
    const { accountId, email } = await person(`quick${round}`)
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => signIn(email)),
      act(accountId, 'suspend', { reason: 'Because.' }),
      signIn(email),
    ])
    for (const { status } of answers) assert.ok(status === 200 || status === 403, String(status))
    const { rows } = await sql`select from account_session where account_id = ${accountId}`.execute(app.db)
    assert.equal(rows.length, 0)
  }
})

test('a person whom an admin signed out everywhere can sign in again', async () => {
  const { accountId, headers, cookie, email } = await person('lost-phone')
  assert.equal((await act(accountId, 'sign-out')).body.sessions, 0)
  for (const held of [headers, { cookie }])
    assert.equal((await app.call('GET', '/api/showingbooker/properties', undefined, held)).status, 401)
  assert.equal((await signIn(email)).status, 200)
  assert.deepEqual((await acts(`&person=${accountId}`))[0]?.details, { sessions: 1 })
})

test('does nothing that it cannot record', async () => {
  const { accountId, headers } = await person('unwritten')
  await sql`alter table admin_act add constraint nothing_new check (act <> 'user.suspend') not valid`.execute(app.db)
  assert.equal((await act(accountId, 'suspend', { reason: 'Because.' })).status, 500)
  await sql`alter table admin_act drop constraint nothing_new`.execute(app.db)
  assert.equal((await app.call('GET', '/api/showingbooker/properties', undefined, headers)).status, 200)

  await sql`alter table admin_act add constraint nothing_new check (act <> 'property.create') not valid`.execute(app.db)
  const count = async () => (await sql`select from property`.execute(app.db)).rows.length
  const before = await count()
  const home = { agent_id: accountId, address_line1: '1 Hill Road', city: 'Austin', state: 'TX', zip_code: '78701' }
  assert.equal((await ask('POST', '/properties', home)).status, 500)
  assert.equal(await count(), before)
  await sql`alter table admin_act drop constraint nothing_new`.execute(app.db)
})

test('records a grant from the command line without a person', async (t) => {
  const { accountId, email } = await person('first')
  const { mock } = t.mock.method(console, 'log', () => undefined)
  assert.equal(await app.runAdmin(['grant', email]), 0)
  mock.restore()
  const [one] = await acts(`&person=${accountId}`)
  assert.deepEqual([one?.act, one?.actorId, one?.actor], ['user.grant_admin', null, null])
})

test('lists actions by kind and by person, and none for an unknown person', async () => {
  const all = await acts()
  const kind = await acts('&act=user.suspend')
  assert.deepEqual(
    kind,
    all.filter(({ act }) => act === 'user.suspend'),
  )
  assert.ok(kind.length > 0 && kind.length < all.length)
  const byBoss = await acts('&person=boss@agents.example.com')
  assert.deepEqual(
    byBoss,
    all.filter(({ actorId, subjectId }) => [actorId, subjectId].includes(scene.admin.accountId)),
  )
  assert.deepEqual(await acts('&person=nobody@x.example.com'), [])
  for (const query of ['act=%00', 'act=Drop%20it', 'person=%00', 'person=Rosa', `person=${'x'.repeat(321)}`])
    assert.equal((await ask('GET', `/acts?${query}`)).status, 400, query)
})

test('a suspension waits for an edit of a property that began before, and does not deadlock with it', async () => {
  const { accountId } = await person('edits')
  const property = await makeProperty(app.db, { ownerId: accountId })
  const { status } = await duringEdit(app.db, property, () => act(accountId, 'suspend', { reason: 'Because.' }))
  assert.equal(status, 200)
})
