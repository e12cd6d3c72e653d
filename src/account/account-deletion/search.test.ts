import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm } from '../../../test/factories.ts'
import { makeImage } from '../../../test/images.ts'
import { bookShowing, lastDaytime, letterSlot, signUp } from '../../../test/scene.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  app.clock.set(lastDaytime())
})
after(() => app.close())

/** Marks in everything that the agent fills in: about the agent, about the people in the home, and in its address. */
const MARKS = { agent: /zyxq|555-?0177/i, people: /wvqx|555-?017[89]/i, address: /qkjw/i }
const PASSWORD = 'a password of the tests'

const CHAIN = 'the log is a chain of hashes: what was true then'
const RECORD = 'a record of service that nobody changes'
const SENT = 'what was sent to buyers and residents, as it was sent'
const PLACE = 'the place that the records speak of'
/** Where a mark may remain afterwards, and why. */
const STAYS: Record<string, string> = {
  'agent in compliance_entry.payload': CHAIN,
  'agent in notice_service.note': RECORD,
  'agent in notice_service.recorded_as': RECORD,
  'agent in notice_service.served_by': RECORD,
  'agent in outbox_message.copy': SENT,
  'agent in outbox_message.html': SENT,
  'agent in outbox_message.text': SENT,
  'agent in outbox_message.recipient': 'the receipt, in the embedded message store',
  'people in compliance_entry.payload': CHAIN,
  'people in notification.cc': 'to whom a notice went',
  'people in notification.recipient': 'to whom a notice went',
  'people in outbox_message.calendar': SENT,
  'people in outbox_message.recipient': SENT,
  'people in outbox_message.html': SENT,
  'people in outbox_message.text': SENT,
  'address in compliance_entry.payload': CHAIN,
  'address in notification.recipient': 'to whom a notice went',
  'address in outbox_message.calendar': SENT,
  'address in outbox_message.copy': SENT,
  'address in outbox_message.html': SENT,
  'address in outbox_message.recipient': SENT,
  'address in outbox_message.subject': SENT,
  'address in outbox_message.text': SENT,
  'address in property.address_line1': PLACE,
  'address in property.unit_number': PLACE,
}

/** Lists every column of every table, including the queue's, that contains a mark. */
async function findInTables(): Promise<string[]> {
  const { rows: tables } = await sql<{ table_schema: string; table_name: string }>`
    select table_schema, table_name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(app.db)
  assert.ok(tables.length > 50 && tables.some((one) => one.table_schema === 'graphile_worker'))
  const found = new Set<string>()
  for (const { table_schema, table_name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(`${table_schema}.${table_name}`)} t`.execute(app.db)
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        for (const [whose, mark] of Object.entries(MARKS))
          if (mark.test(JSON.stringify(value))) found.add(`${whose} in ${table_name}.${column}`)
  }
  return [...found].toSorted()
}

async function listFiles(): Promise<string[]> {
  const folder = app.config.dataDir
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((one) => one.isFile()).map((one) => relative(folder, join(one.parentPath, one.name)))
}

test('after a deletion, tables and files contain nothing about the agent except what this test lists', async () => {
  const email = 'zyxq.agent@zyxq.example.com'
  const browser = { 'user-agent': 'ZyxqBrowser/1.0', origin: app.config.publicUrl }
  const signedUp = await app.call(
    'POST',
    '/api/auth/sign-up/email',
    { email, password: PASSWORD, name: 'Zyxq Name' },
    browser,
  )
  const cookie = signedUp.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const headers = { ...browser, cookie }
  const accountId: string = signedUp.body.user.id
  async function done(method: string, path: string, body?: unknown) {
    const answer = await app.call(method, path, body, headers)
    assert.ok(answer.status < 300, `${path}: ${answer.text}`)
    return answer.body
  }
  const png = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  async function upload(path: string) {
    const form = new FormData()
    form.append('image', new File([png as Uint8Array<ArrayBuffer>], 'zyxq.png', { type: 'image/png' }))
    const caller = { requestId: 'test', clientAddress: '10.9.9.9' }
    const answer = await app.app.request(path, { method: 'POST', body: form, headers }, { caller })
    assert.ok(answer.status < 300, `${path}: ${answer.status}`)
    // biome-ignore lint/suspicious/noExplicitAny: the test reads an answer as a client would
    return (await answer.json()) as any
  }

  await done('POST', '/create-user', { username: 'Zyxq-user' })
  await done('PATCH', '/user-profile', { bio: 'Zyxq bio', settings: { private_profile: true } })
  await upload('/api/upload/image')
  const contact = { agent_name: 'Zyxq Agent', agent_phone: '213-555-0177', agent_email: email }
  await done('PUT', '/api/showingbooker/profile', {
    ...contact,
    agent_license: 'Zyxq 01',
    agent_brokerage: 'Zyxq Homes',
  })
  await done('GET', '/api/showingbooker/calendar-feed')
  const home = {
    address_line1: '742 Qkjw Street',
    unit_number: 'Qkjw 3',
    city: 'Los Angeles',
    state: 'CA',
    zip_code: '90012',
    agent_first_name: 'Zyxqa',
    agent_last_name: 'Zyxqb',
    agent_email: 'other.zyxq@zyxq.example.com',
    agent_phone: '213-555-0177',
    agent_license: 'Zyxq 02',
    agent_brokerage: 'Zyxq Flats',
    owner_first_name: 'Wvqxc',
    owner_last_name: 'Wvqxd',
    owner_email: 'owner@wvqx.example.com',
    owner_phone: '213-555-0178',
    occupancy_status: 'resident',
    resident_first_name: 'Wvqxe',
    resident_last_name: 'Wvqxf',
    resident_email: 'resident@wvqx.example.com',
    resident_phone: '213-555-0179',
    showing_instructions: 'Zyxq lockbox',
  }
  const shown = await done('POST', '/api/showingbooker/properties', home)
  await upload(`/api/showingbooker/upload/property-photo/${shown.id}`)
  await app.call('GET', `/api/showingbooker/public/share/${shown.slug}`)
  const unseen = await done('POST', '/api/showingbooker/properties', { ...home, address_line1: '1 Qkjw Nowhere' })
  const { booking } = await bookShowing(
    app,
    makeForm(shown.slug, { ...(await letterSlot(app, shown.slug)), mailUpgrade: true }),
  )
  await app.runJobs()
  await upload(`/api/showingbooker/bookings/${booking.id}/service/photo`)
  const photo = await upload(`/api/showingbooker/bookings/${booking.id}/service/photo`)
  const served = { method: 'posted', servedAt: app.clock.now().toString(), servedBy: 'Zyxq Server', note: 'Zyxq note' }
  await done('POST', `/api/showingbooker/bookings/${booking.id}/service`, { ...served, photo: photo.id })
  await done('POST', '/api/bookings/log', { bookingId: booking.id, note: 'Zyxq remark' })
  const arrange = (method: string, id: string, name: string, body: object = {}) =>
    done(method, `/api/showingbooker/bookings/${id}/${name}`, body)
  await arrange('PUT', booking.id, 'shown-by', { name: 'Zyxq Colleague' })
  const reason = 'Zyxq is away'
  await arrange('POST', booking.id, 'propose-move', { ...(await letterSlot(app, shown.slug, 2)), reason })
  await arrange('POST', booking.id, 'withdraw-move')
  const { booking: off } = await bookShowing(app, makeForm(shown.slug, await letterSlot(app, shown.slug, 2)))
  // We tell the resident about a canceled showing only if we told them about it before.
  await app.runJobs()
  await arrange('POST', off.id, 'cancel', { reason })
  await sql`insert into block_out (id, account_id, during, time_zone, is_all_day, reason, created_at)
    values (gen_random_uuid(), ${accountId}, tstzrange(now(), now() + interval '1 hour'), 'UTC', false, ${reason}, now())`.execute(
    app.db,
  )
  await app.runJobs()
  app.clock.advance({ hours: 24 * 5 })
  await sql`update booking set starts_at = ${app.clock.now().subtract({ hours: 30 })},
    ends_at = ${app.clock.now().subtract({ hours: 29 })},
    during = tstzrange(${app.clock.now().subtract({ hours: 30 })}, ${app.clock.now().subtract({ hours: 29 })})
    where id = ${booking.id}`.execute(app.db)
  await sql`update booking set refund_requested_at = now(), refund_reason = 'Locked out', refund_decision = 'declined',
    refund_answer = ${reason} where id = ${booking.id}`.execute(app.db)
  await done('POST', `/api/showingbooker/bookings/${booking.id}/complete`, { feedback: 'Zyxq feedback' })
  const actor = { kind: 'account' as const, role: 'agent' as const, accountId, email }
  await app.documents.upload(actor, new File(['Zyxq letter from the doctor.'], 'zyxq.txt'), null)
  const chat = { message: 'Zyxq question', files: [], isTemporary: false }
  await app.conversationStreams.waitFor(actor, await app.questions.ask(actor, chat, 'zyxq-key'))
  const image = await makeImage(app, { accountId, prompt: 'Zyxq in the rain', visibility: 'public', filter: 'Analog' })
  const { image_url } = await done('GET', `/images/${image.id}`)
  assert.equal((await app.app.request(image_url)).status, 200)
  const removed = await makeImage(app, { accountId, visibility: 'public' })
  await app.db.transaction().execute((tx) => app.images.remove(tx, { id: removed.id, reason: 'Because.' }))
  await done('POST', `/images/${removed.id}/appeal`, { text: 'Zyxq says that it is a painting.' })
  const others = await makeImage(app, {
    accountId: (await signUp(app, 'o@people.example.com')).accountId,
    visibility: 'public',
  })
  await done('POST', `/images/${others.id}/report`, { reason: 'other', details: 'Zyxq is in it.' })
  await done('POST', '/studio/age', { isAdult: true })
  await done('POST', '/api/account/archive')
  await app.runJobs()
  await done('POST', '/api/auth/send-verification-email')
  await app.messaging.deliver(booking.id)
  await done('POST', '/api/showingbooker/message-templates', { name: 'Zyxq', words: 'Zyxq is on the way, {name}.' })
  await sql`
    insert into thread_message (id, booking_id, author, via, words, written_at)
    values (gen_random_uuid(), ${booking.id}, 'agent', 'page', 'Zyxq is at the door.', now())`.execute(app.db)

  const before = await findInTables()
  for (const column of [
    'image_appeal.text',
    'image_report.details',
    'account.email',
    'account.name',
    'account_session.user_agent',
    'profile.username',
    'profile.bio',
    '_private_jobs.payload',
    'agent_profile.agent_name',
    'agent_profile.agent_phone',
    'property.agent_email',
    'property.showing_instructions',
    'booking.feedback',
    'booking.shown_by',
    'booking.reason_for_buyer',
    'booking.refund_answer',
    'move_proposal.reason',
    'block_out.reason',
    'notification.recipient',
    'notification.cc',
    'notification.words',
    'thread_message.words',
    'message_template.words',
    'calendar_update.mailbox',
    'outbox_message.cc',
    'outbox_message.recipient',
    'image.prompt',
    'image.used_params',
    'generation.prompt',
  ])
    assert.ok(before.includes(`agent in ${column}`), `${column} was never filled`)
  for (const column of ['owner_phone', 'owner_last_name', 'resident_email', 'resident_phone'])
    assert.ok(before.includes(`people in property.${column}`), `${column} was never filled`)
  const filesBefore = await listFiles()
  for (const kind of [/^files\/photos\//, /^archives\//, /^files\/service/, /^files\/notices\//, /^files\/images\//])
    assert.ok(
      filesBefore.some((name) => kind.test(name)),
      `no file ${kind}: ${filesBefore}`,
    )

  // Messages still name the earlier email.
  await done('POST', '/api/auth/email-change', { newEmail: 'new.zyxq@zyxq.example.com', password: PASSWORD })
  await app.runJobs()
  const { rows: links } = await sql<{ token: string }>`
    select substring(text from 'confirm-new-email\\?token=(\\S+)') as token from outbox_message
    where recipient #>> '{}' = 'new.zyxq@zyxq.example.com'`.execute(app.db)
  await done('POST', '/api/auth/email-change/confirm', { token: links[0]?.token })
  await app.runJobs()
  const answer = await done('POST', '/api/account/deletion', { password: PASSWORD, confirm: true })
  // The images are hidden even before the job runs.
  assert.equal((await app.app.request(image_url)).status, 404)
  await app.runJobs()
  await app.accountDeletions.sweep()
  await app.runJobs()
  const { rows } = await sql<{ finished_at: Date | null }>`
    select finished_at from erasure where receipt_number = ${answer.receiptNumber}`.execute(app.db)
  assert.ok(rows[0]?.finished_at, 'the job has not ended')

  const found = await findInTables()
  assert.deepEqual(
    found.filter((column) => !STAYS[column]),
    [],
  )
  assert.deepEqual(
    Object.keys(STAYS).filter((column) => !found.includes(column)),
    [],
    'the search finds what is named here',
  )
  const counted = await sql<{ id: string }>`select id from property where id in (${shown.id}, ${unseen.id})`.execute(
    app.db,
  )
  assert.deepEqual(counted.rows, [{ id: shown.id }], 'a home without any record is deleted')
  for (const role of ['listing_agent', 'account']) {
    const { rows: kept } = await sql<{ subject: string }>`
      select subject from outbox_message where role = ${role} and to_jsonb(outbox_message)::text ~* 'zyxq'`.execute(
      app.db,
    )
    assert.deepEqual(
      kept.map(({ subject }) => subject),
      role === 'account' ? [`Your account has been deleted: ${answer.receiptNumber}`] : [],
    )
  }
  const { rows: money } = await sql<{ kind: string; owner_id: string }>`
    select m.kind, b.owner_id from money_entry m join payment p on p.id = m.payment_id join booking b on b.id = p.booking_id
    where b.id = ${booking.id}`.execute(app.db)
  assert.deepEqual(money, [{ kind: 'charge', owner_id: accountId }])

  // Notices and letters stay as they were sent. The photo stays because a service record uses it.
  const isElse = (name: string) => /^files\/notices\//.test(name) || name.includes(others.id)
  const rest = (await listFiles()).filter((name) => !isElse(name))
  assert.equal(rest.length, 1, `a photo that no record names is deleted, and so is every picture and archive: ${rest}`)
  for (const name of rest) {
    assert.match(name, /^files\/service-photos\//)
    for (const mark of Object.values(MARKS))
      assert.doesNotMatch(await readFile(join(app.config.dataDir, name), 'latin1'), mark, name)
  }
})
