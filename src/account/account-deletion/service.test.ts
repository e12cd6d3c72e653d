import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeProperty, makeShowing } from '../../../test/factories.ts'
import { makeImage } from '../../../test/images.ts'
import { duringEdit } from '../../../test/locks.ts'
import { signUp } from '../../../test/scene.ts'
import { totp } from '../../../test/totp.ts'
import type { OutgoingMessage } from '../../notice/message/ports.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { claim, markStep, release } from './repository.ts'

const PASSWORD = 'a password of the tests'
const PATH = '/api/account/deletion'

let app: TestApp
let sent: OutgoingMessage[]
let isMailAway = false
before(async () => {
  app = await testApp({
    senders: (real) => ({
      ...real,
      email: {
        async send(message) {
          if (isMailAway) throw new VendorError('smtp', 'away', { isPermanent: false })
          sent.push(message)
          return real.email.send(message)
        },
      },
    }),
  })
})
after(() => app.close())
beforeEach(() => {
  setClock()
  sent = []
  isMailAway = false
})

/** Sets the test clock to the real time, which dates the bearer tokens. */
const setClock = () => app.clock.set(Temporal.Now.instant().round('second').toString())

/** The cookie still works after the clock has passed the token's end. */
const byCookie = ({ cookie }: { cookie: string }) => ({ cookie, origin: 'http://127.0.0.1:3000' })

let made = 0
const newAgent = async (name = 'agent') => {
  const email = `${name}${++made}@agents.example.com`
  return { email, ...(await signUp(app, email)) }
}
const ask = (headers: Record<string, string>, change: object = {}) =>
  app.call('POST', PATH, { password: PASSWORD, confirm: true, ...change }, headers)
const one = async <T>(accountId: string): Promise<T> =>
  (await sql<T>`select * from erasure where account_id = ${accountId}`.execute(app.db)).rows[0] as T

test('deleting an account signs out everywhere at once and frees its address and name', async () => {
  const { email, headers, cookie, accountId } = await newAgent()
  await app.call('POST', '/create-user', { username: `Gone-${made}` }, headers)
  const feed = (await app.call('GET', '/api/showingbooker/calendar-feed', undefined, headers)).body.url
  await app.call('POST', '/api/auth/request-password-reset', { email })
  const home = await makeProperty(app.db, { ownerId: accountId })
  const answer = await ask(headers)
  assert.equal(answer.status, 202, answer.text)
  assert.match(answer.body.receiptNumber, /^DEL-.{4}-.{4}-.{4}$/)
  for (const held of [headers, { cookie }]) assert.equal((await app.call('GET', PATH, undefined, held)).status, 401)
  assert.equal((await app.call('POST', '/api/auth/sign-in/email', { email, password: PASSWORD })).status, 401)
  assert.equal((await app.call('GET', new URL(feed).pathname)).status, 404)
  assert.equal((await app.call('GET', `/api/showingbooker/public/property/${home.slug}`)).status, 404)
  const again = await signUp(app, email)
  assert.notEqual(again.accountId, accountId)
  const named = await app.call('POST', '/create-user', { username: `Gone-${made}` }, again.headers)
  assert.equal(named.status, 201, named.text)
  await app.runJobs()
  const mails = sent.filter(({ to }) => to === email).map(({ subject }) => subject)
  assert.deepEqual(mails.toSorted(), [
    'Please confirm your email address',
    `Your account has been deleted: ${answer.body.receiptNumber}`,
  ])
  const row = await one<{ email: null; finished_at: Date; steps_done: number }>(accountId)
  assert.ok(row.email === null && row.finished_at)
  const { rows } = await sql<{ act: string; actor_id: string }>`
    select act, actor_id from admin_act where subject_id = ${accountId}`.execute(app.db)
  assert.deepEqual(rows, [{ act: 'account.delete', actor_id: accountId }])
})

test('registering again with the email of a deleted account brings no free credits for a year', async () => {
  const { email, ...first } = await newAgent('twice')
  const creditsOf = async (who: { headers: Record<string, string> }) =>
    (await app.call('POST', '/create-user', {}, who.headers)).body.credits
  assert.equal(await creditsOf(first), 20)
  assert.equal((await ask(first.headers)).status, 202)
  await app.runJobs()
  const kept = await sql<object>`select * from former_registration`.execute(app.db)
  assert.doesNotMatch(JSON.stringify(kept.rows), new RegExp(`${email}|${first.accountId}`))

  const second = await signUp(app, email.toUpperCase())
  assert.equal(await creditsOf(second), 0)
  const neighbor = await signUp(app, `x${email}`)
  assert.equal(await creditsOf(neighbor), 20)
  // An account that got none does not begin another year.
  app.clock.advance({ minutes: 10 })
  assert.equal((await ask(byCookie(second))).status, 202)
  const creditsLater = async (days: number) => {
    await sql`update former_registration set forget_at = forget_at - ${days} * interval '1 day'`.execute(app.db)
    await app.jobs['registration.forget']?.({}, { isLastAttempt: false })
    const who = await signUp(app, email)
    const credits = await creditsOf(who)
    assert.equal((await ask(byCookie(who))).status, 202)
    return credits
  }
  assert.deepEqual([await creditsLater(364), await creditsLater(2)], [0, 20])
})

test('deletes nothing without the right password and the confirmation, and limits guesses', async () => {
  const strict = await testApp({
    database: app.database,
    folder: app.config.dataDir,
    clock: app.clock,
    rateLimitScale: 1,
  })
  const { headers, accountId } = await newAgent()
  const paths = async (change: object) =>
    (await ask(headers, change)).body.issues?.map(({ path }: { path: string }) => path)
  assert.deepEqual(await paths({ password: '', confirm: false }), ['password', 'confirm'])
  assert.deepEqual(await paths({ confirm: false }), ['confirm'])
  assert.deepEqual(await paths({ password: 'another password' }), ['password'])
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) {
    const from = { ...headers, 'x-address': '10.77.0.1' }
    statuses.push((await strict.call('POST', PATH, { password: `guess ${i}`, confirm: true }, from)).status)
  }
  // Another process handled the first of the five tries.
  assert.deepEqual(statuses, [400, 400, 400, 400, 429, 429])
  await strict.close()
  assert.equal(await one(accountId), undefined)
  assert.equal((await app.call('GET', PATH, undefined, headers)).body.refusal, null)
})

test('a deletion by cookie comes only from our own pages, and clears the cookie', async () => {
  const { cookie } = await newAgent()
  assert.equal((await ask({ cookie, origin: 'https://elsewhere.example' })).status, 403)
  const done = await ask({ cookie, origin: app.config.publicUrl })
  assert.equal(done.status, 202, done.text)
  assert.ok(done.headers.getSetCookie().some((one) => /session/.test(one) && /Max-Age=0/i.test(one)))
})

test('a free showing blocks the deletion without being called paid', async () => {
  const { headers, accountId } = await newAgent()
  const { id: propertyId } = await makeProperty(app.db, { ownerId: accountId })
  const startsAt = app.clock.now().add({ hours: 70 })
  const { id } = await makeShowing(app.db, { propertyId, startsAt, isDemo: true })
  const free = sql`update booking set is_demo = false, amount_cents = 0, booked_by = ${accountId} where id = ${id}`
  await free.execute(app.db)
  const { status, body } = await ask(headers)
  assert.deepEqual([status, body.code], [409, 'upcoming_showings'])
  assert.equal(body.error, 'Your account has upcoming showings. Cancel or complete them first.')
})

test('upcoming paid showings, refund requests, payments in progress, and being the last admin block it', async () => {
  const { headers, accountId } = await newAgent()
  const { id: propertyId } = await makeProperty(app.db, { ownerId: accountId })
  const startsAt = app.clock.now().add({ hours: 70 })
  const { id } = await makeShowing(app.db, { propertyId, startsAt })
  const refused = async () => {
    const { status, body } = await ask(headers)
    const shown = (await app.call('GET', PATH, undefined, headers)).body.refusal
    assert.deepEqual([shown.code, shown.message], [body.code, body.error])
    return [status, body.code]
  }
  assert.deepEqual(await refused(), [409, 'upcoming_showings'])
  assert.match((await ask(headers)).body.error, /^Your account has upcoming paid showings\./)
  await sql`update booking set status = 'cancelled', refund_requested_at = now(), refund_reason = 'No' where id = ${id}`.execute(
    app.db,
  )
  assert.deepEqual(await refused(), [409, 'refund_undecided'])
  await sql`update booking set refund_decision = 'approved' where id = ${id}`.execute(app.db)
  await sql`update payment set status = 'refund_due' where booking_id = ${id}`.execute(app.db)
  assert.deepEqual(await refused(), [409, 'payments_due'])
  await sql`update payment set status = 'succeeded' where booking_id = ${id}`.execute(app.db)
  // The showing is over. For a day, its buyer may ask for a refund, and the agent has to answer.
  await sql`update booking set status = 'completed', refund_requested_at = null, refund_reason = null, refund_decision = null
    where id = ${id}`.execute(app.db)
  const ends = app.clock.now().subtract({ hours: 23, minutes: 50 })
  await sql`update booking set starts_at = ${ends.subtract({ minutes: 30 })}, ends_at = ${ends},
    during = tstzrange(${ends.subtract({ minutes: 30 })}, ${ends}) where id = ${id}`.execute(app.db)
  assert.deepEqual(await refused(), [409, 'refund_may_be_asked'])
  app.clock.advance({ minutes: 10 })
  assert.equal((await ask(headers)).status, 202)

  const admin = await newAgent('boss')
  await app.accounts.grantAdmin(admin.email)
  const last = await ask(admin.headers)
  assert.deepEqual([last.status, last.body.code], [409, 'last_admin'])
  await app.accounts.grantAdmin((await newAgent('second')).email)
  assert.equal((await ask(admin.headers)).status, 202)
})

test('with two-step verification, requires a code even with a bearer token, and a refusal leaves no session behind', async () => {
  const { accountId, cookie, headers } = await newAgent()
  await sql`update account set email_verified = true where id = ${accountId}`.execute(app.db)
  const own = { cookie, origin: app.config.publicUrl }
  const begun = await app.call('POST', '/api/auth/two-factor/enable', { password: PASSWORD }, own)
  const code = totp(begun.body.totpUri)
  const on = await app.call('POST', '/api/auth/two-factor/verify-totp', { code }, own)
  const kept = on.headers.getSetCookie().filter((one) => !/=;|Max-Age=0/.test(one))
  const fresh = { cookie: kept.map((one) => one.split(';')[0]).join('; ') }
  const { token } = (await app.call('GET', '/api/auth/token', undefined, fresh)).body
  const bearer = { authorization: `Bearer ${token}` }
  assert.ok(headers)
  assert.equal((await app.call('GET', PATH, undefined, bearer)).body.asksForCode, true)
  assert.deepEqual(
    (await ask(bearer)).body.issues?.map(({ path }: { path: string }) => path),
    ['code'],
  )
  const wrong = await ask(bearer, { code: 'zzzzz-zzzzz' })
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'invalid_code'])
  const { id: propertyId } = await makeProperty(app.db, { ownerId: accountId })
  const { id } = await makeShowing(app.db, { propertyId, startsAt: app.clock.now().add({ hours: 70 }) })
  const sessions = async () =>
    (await sql`select id from account_session where account_id = ${accountId}`.execute(app.db)).rows.length
  const before = await sessions()
  const [first, second] = begun.body.backupCodes
  assert.deepEqual([(await ask(bearer, { code: first })).status, await sessions()], [409, before])
  await sql`update booking set status = 'completed' where id = ${id}`.execute(app.db)
  assert.equal((await ask(bearer, { code: first })).status, 401)
  assert.equal((await ask(bearer, { code: second })).status, 202)
  assert.equal(await sessions(), 0)
})

test('two concurrent deletions delete once', async () => {
  const { headers, accountId } = await newAgent()
  const statuses = (await Promise.all([1, 2, 3].map(() => ask(headers)))).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [202, 401, 401])
  await app.runJobs()
  assert.ok((await one<{ finished_at: Date }>(accountId)).finished_at)
})

test('a deletion request that finds no password answers 401', async () => {
  const { headers, accountId } = await newAgent()
  // Simulate another request that just closed the account.
  await sql`delete from account_credential where account_id = ${accountId}`.execute(app.db)
  assert.equal((await ask(headers)).status, 401)
})

test('after a crash at any step, the sweep continues and sends the receipt once', async () => {
  for (let crashed = 0; crashed < 5; crashed++) {
    setClock()
    const { headers, accountId, email } = await newAgent('crash')
    await makeProperty(app.db, { ownerId: accountId })
    assert.equal((await ask(headers)).status, 202)
    await sql`delete from graphile_worker._private_jobs`.execute(app.db)
    // Simulate a process that died after these steps.
    await sql`update erasure set steps_done = ${crashed}, claimed_until = ${app.clock.now().add({ minutes: 10 })}
      where account_id = ${accountId}`.execute(app.db)
    await app.accountDeletions.sweep()
    assert.equal((await one<{ finished_at: Date | null }>(accountId)).finished_at, null)
    app.clock.advance({ minutes: 11 })
    await app.accountDeletions.sweep()
    await app.accountDeletions.sweep()
    const { id, finished_at } = await one<{ id: string; finished_at: Date | null }>(accountId)
    assert.ok(finished_at)
    await app.accountDeletions.run(id)
    assert.equal(sent.filter(({ to }) => to === email).length, 1)
  }
})

test('a process whose claim expired leaves the rest, and the claim, to the process that took over', async () => {
  const { headers, accountId } = await newAgent('slow')
  assert.equal((await ask(headers)).status, 202)
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  const { id } = await one<{ id: string }>(accountId)
  const at = (minutes: number) => app.clock.now().add({ minutes })
  assert.ok(await claim(app.db, id, at(0), at(10)))
  assert.equal(await claim(app.db, id, at(9), at(19)), null)
  assert.ok(await claim(app.db, id, at(11), at(21)))
  assert.equal(await markStep(app.db, { id, done: 1, held: at(10), until: at(22) }), false)
  await release(app.db, id, at(10))
  const { steps_done, claimed_until } = await one<{ steps_done: number; claimed_until: Date }>(accountId)
  assert.deepEqual([steps_done, claimed_until.getTime()], [0, at(21).epochMilliseconds])
  assert.equal(await markStep(app.db, { id, done: 1, held: at(21), until: at(31) }), true)
  await release(app.db, id, at(31))
  assert.equal((await one<{ claimed_until: Date | null }>(accountId)).claimed_until, null)
  await app.accountDeletions.sweep()
})

test('deletes images with every file, even if the store is down for a while, and refunds waiting requests', async () => {
  const { headers, accountId } = await newAgent()
  await app.call('POST', '/create-user', { username: `Painter-${made}` }, headers)
  const { id, look } = await makeImage(app, { accountId, visibility: 'public' })
  const url = `/files/images/${id}/${look}-256.webp`
  assert.equal((await app.app.request(url)).status, 200)
  const asked = '01900000-0000-7000-8000-00000000d001'
  await sql`
    insert into generation (id, account_id, prompt, style, filter, seed, count, restore_faces, engine, created_at)
    values (${asked}, ${accountId}, 'a hill', 'Anime', 'Default', 1, 3, true, 'local', ${app.clock.now()})`.execute(
    app.db,
  )
  await sql`select move_credits(gen_random_uuid(), ${accountId}, -3, 'image', ${asked}, ${app.clock.now()})`.execute(
    app.db,
  )
  const real = app.files.delete
  app.files.delete = (key) => (key.startsWith('images/') ? Promise.reject(new Error('away')) : real(key))
  try {
    assert.equal((await ask(headers)).status, 202)
    assert.equal((await app.app.request(url)).status, 404)
    await assert.rejects(app.accountDeletions.sweep())
  } finally {
    app.files.delete = real
  }
  await app.accountDeletions.sweep()
  const { rows: left } = await sql<{ balance: number; images: number; generations: number; trash: number }>`
    select (select balance from credit_entry where account_id = ${accountId} order by sequence desc limit 1) as balance,
      (select count(*) from image where account_id = ${accountId}) as images,
      (select count(*) from generation where account_id = ${accountId}) as generations,
      (select count(*) from image_trash) as trash`.execute(app.db)
  assert.deepEqual(left, [{ balance: 20, images: 0, generations: 0, trash: 0 }])
  assert.equal(await app.files.get(`images/${id}/original.png`), null)
})

test('if the mail server is down, the receipt goes out later, for up to seven days', async () => {
  const [patient, given] = [await newAgent(), await newAgent()]
  isMailAway = true
  for (const { headers } of [patient, given]) assert.equal((await ask(headers)).status, 202)
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  await assert.rejects(app.accountDeletions.sweep())
  app.clock.advance({ hours: 1 })
  isMailAway = false
  await app.accountDeletions.run((await one<{ id: string }>(patient.accountId)).id)
  assert.equal((await one<{ is_receipt_sent: boolean }>(patient.accountId)).is_receipt_sent, true)
  isMailAway = true
  app.clock.advance({ hours: 24 * 7 })
  await app.accountDeletions.sweep()
  const row = await one<{ is_receipt_sent: boolean; email: string | null }>(given.accountId)
  assert.deepEqual([row.is_receipt_sent, row.email], [false, null])
})

test('work in progress restores nothing of a deleted account', async () => {
  const { headers, accountId } = await newAgent()
  assert.equal((await ask(headers)).status, 202)
  const refused = { constraint: 'account_is_deleted' }
  await assert.rejects(sql`insert into agent_profile (account_id) values (${accountId})`.execute(app.db), refused)
  await assert.rejects(
    sql`insert into profile (account_id, username) values (${accountId}, 'back')`.execute(app.db),
    refused,
  )
  await assert.rejects(makeProperty(app.db, { ownerId: accountId }), refused)
  await assert.rejects(
    sql`insert into account_session (id, account_id, token, expires_at)
      values (gen_random_uuid(), ${accountId}, 'late', now() + interval '1 day')`.execute(app.db),
    { constraint: 'session_of_active_account' },
  )
})

test('a deletion waits for an edit of a property that began before, and does not deadlock with it', async () => {
  const { accountId, headers } = await newAgent()
  const property = await makeProperty(app.db, { ownerId: accountId })
  const { status, text } = await duringEdit(app.db, property, () =>
    app.call('POST', PATH, { password: PASSWORD, confirm: true }, headers),
  )
  assert.equal(status, 202, text)
})
