import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeProperty, makeShowing } from '../../../test/factories.ts'
import { makeScene, type Scene, signUp } from '../../../test/scene.ts'
import { readZip, textOf } from '../../../test/zip.ts'
import { hashedText } from '../../notice/compliance/chain-domain.ts'
import { PARTS } from './domain.ts'
import { type ListedBooking, listBookings } from './repository.ts'

let app: TestApp
let scene: Scene
before(async () => {
  app = await testApp()
  scene = await makeScene(app)
})
after(() => app.close())

const PATH = '/api/account/archive'
type Headers = Record<string, string>
const asked = async (headers: Headers) => (await app.call('GET', PATH, undefined, headers)).body.archive
const folder = () => join(app.config.dataDir, 'archives')

async function download(url: string, headers: Headers): Promise<Buffer> {
  const caller = { requestId: 'test', clientAddress: '10.9.9.9' }
  const response = await app.app.request(url, { headers }, { caller })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/zip')
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="showingbooker-data-.*\.zip"$/)
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.equal(Number(response.headers.get('content-length')), bytes.length)
  return bytes
}

/** Requests an archive, runs the job, and opens the file. */
async function archiveOf(headers: Headers) {
  const { status, body } = await app.call('POST', PATH, undefined, headers)
  assert.equal(status, 202, JSON.stringify(body))
  await app.runJobs()
  const ready = await asked(headers)
  assert.equal(ready.status, 'ready')
  const bytes = await download(ready.url, headers)
  assert.equal(createHash('sha256').update(bytes).digest('hex'), ready.sha256)
  assert.equal(bytes.length, ready.sizeBytes)
  return { ready, files: await readZip(bytes) }
}

test('an agent gets all of their data in one file, without secrets', async () => {
  const { owner, home, booking, token } = scene
  const path = `/api/showingbooker/bookings/${booking.id}/service`
  const served = {
    method: 'personal',
    servedAt: app.clock.now().toString(),
    servedBy: 'Lena Listing',
    note: 'At noon.',
  }
  assert.equal((await app.call('POST', path, served, owner.headers)).status, 201)
  await app.call('POST', '/create-user', { username: 'Lena-the-agent' }, owner.headers)
  await app.call('PATCH', '/user-profile', { bio: 'I show homes by the sea.' }, owner.headers)
  const contact = { agent_name: 'Lena Listing', agent_phone: '213-555-0100', agent_email: 'lena@agents.example.com' }
  await app.call('PUT', '/api/showingbooker/profile', contact, owner.headers)
  await sql`select record_admin_act(${scene.admin.accountId}, 'property.add', 'property', ${home.id}, '{}'::jsonb, now())`.execute(
    app.db,
  )

  assert.equal(await asked(owner.headers), null)
  const first = await app.call('POST', PATH, undefined, owner.headers)
  assert.deepEqual([first.status, first.body.status, first.body.url], [202, 'being_made', null])
  assert.deepEqual(first.body.progress, { done: 0, of: PARTS.length })
  const second = await app.call('POST', PATH, undefined, owner.headers)
  assert.deepEqual([second.status, second.body.code], [409, 'archive_under_way'])
  await app.runJobs()
  const ready = await asked(owner.headers)
  assert.deepEqual([ready.id, ready.status, ready.progress.done], [first.body.id, 'ready', PARTS.length])
  const files = await readZip(await download(ready.url, owner.headers))
  const listOf = (name: string) => JSON.parse(textOf(files, name))

  assert.equal(listOf('account.json')[0].email, 'owner@agents.example.com')
  assert.equal(listOf('profile.json')[0].bio, 'I show homes by the sea.')
  assert.equal(listOf('showing-profile.json')[0].agent_name, 'Lena Listing')
  assert.equal(listOf('credits.json')[0].amount, 20)
  assert.deepEqual(listOf('follows.json'), [])
  assert.match(listOf('sessions.json')[0].place, /\*$/)
  const [property] = listOf('properties.json')
  assert.deepEqual(
    [property.id, property.resident_email, property.owner_email, property.showing_instructions],
    [home.id, 'rosa@home.example.com', 'olga@owners.example.com', 'Lockbox 4711'],
  )
  const [shown] = listOf('bookings.json')
  assert.deepEqual(
    [shown.id, shown.confirmation_number, shown.buyer_email],
    [booking.id, booking.confirmation_number, booking.buyerEmail],
  )
  assert.ok(listOf('messages.json').length > 3)
  assert.ok(listOf('messages-to-you.json').length > 0)
  assert.deepEqual([listOf('payments.json')[0].amount_cents, listOf('money.json')[0].kind], [3500, 'charge'])
  assert.equal(listOf('services.json')[0].note, 'At noon.')
  assert.deepEqual(
    [listOf('admin-acts.json')[0].act, listOf('admin-acts.json')[0].by],
    ['property.add', 'an administrator'],
  )
  const [image] = listOf('images.json')
  assert.deepEqual([image.id, image.used_params.prompt], [scene.image.id, 'a lighthouse at dawn'])
  assert.deepEqual(listOf('generations.json')[0].id, scene.image.generation_id)
  for (const name of ['original.png', `${scene.image.sha256}-full.png`]) {
    const png = files.get(`images/${scene.image.id}/${name}`)
    const { comments, xmpAsString } = await sharp(png).metadata()
    assert.equal(JSON.parse(comments?.[0]?.text ?? '').prompt, 'a lighthouse at dawn', name)
    assert.match(xmpAsString ?? '', /algorithmicMedia/)
  }
  const log = listOf('compliance-log.json')
  assert.ok(log.length > 2)
  for (const entry of log) assert.equal(createHash('sha256').update(hashedText(entry)).digest('hex'), entry.hash)

  const names = [...files.keys()]
  const papers = names.filter((name) => /^(notices|proofs)\//.test(name))
  assert.ok(papers.some((name) => name.endsWith('-letter.pdf')) && papers.some((name) => name.startsWith('proofs/')))
  for (const name of papers) assert.match(textOf(files, name).slice(0, 5), /^%PDF-/)
  const readme = textOf(files, 'README.txt')
  for (const name of names.filter((one) => one.endsWith('.json'))) assert.ok(readme.includes(`${name}  (`), name)
  assert.match(readme, /notices\/ {2}\(2\)/)
  assert.doesNotMatch(readme, /no longer exist/)

  const { rows } = await sql<{ secret: string }>`
    select unnest(array[b.manage_token, b.notice_token, p.client_secret]) as secret
      from booking b join payment p on p.booking_id = b.id
    union all select password from account_credential union all select token from account_session
    union all select token from calendar_feed`.execute(app.db)
  const secrets = rows.map((row) => row.secret)
  assert.ok(secrets.includes(token) && secrets.length > 5)
  const notice = scene.noticePath.split('/').at(-1)
  for (const name of names)
    for (const secret of secrets) {
      // The agent's message links to the notice, so this secret may appear.
      if (secret === notice) continue
      assert.ok(!textOf(files, name).includes(secret), `${name} holds a secret`)
    }
})

test("no one else gets it, not even an admin, and an admin's own file has nothing about others", async () => {
  const { owner, stranger, admin } = scene
  const { url } = await asked(owner.headers)
  const status = async (headers: Headers) => (await app.call('GET', url, undefined, headers)).status
  assert.deepEqual([await status({}), await status(stranger.headers), await status(admin.headers)], [401, 404, 404])
  assert.equal(await asked(stranger.headers), null)
  const { files } = await archiveOf(stranger.headers)
  for (const name of files.keys()) {
    assert.doesNotMatch(textOf(files, name), /owner@agents|Rosa|Juniper|Maria/, name)
    if (name.endsWith('.json')) JSON.parse(textOf(files, name))
  }
  assert.deepEqual(JSON.parse(textOf(files, 'bookings.json')), [])
})

test('allows three requests a day, and a new archive replaces the previous one', async () => {
  const { headers } = await signUp(app, 'often@agents.example.com')
  const first = await archiveOf(headers)
  app.clock.advance({ minutes: 1 })
  await archiveOf(headers)
  app.clock.advance({ minutes: 1 })
  assert.equal((await app.call('GET', first.ready.url, undefined, headers)).status, 404)
  await archiveOf(headers)
  const refused = await app.call('POST', PATH, undefined, headers)
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_archives'])
  assert.equal(refused.headers.get('retry-after'), String(24 * 3600 - 120))
})

test('retries a failed archive, and after the last attempt tells its owner, who may ask again', async () => {
  const { headers } = await signUp(app, 'unlucky@agents.example.com')
  const { body } = await app.call('POST', PATH, undefined, headers)
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  // A file is where the archive folder should be.
  const broken = await testApp({ database: app.database, folder: join(app.config.dataDir, 'broken'), clock: app.clock })
  await mkdir(broken.config.dataDir, { recursive: true })
  await writeFile(join(broken.config.dataDir, 'archives'), 'no folder')
  const make = (isLastAttempt: boolean) => broken.dataExports.make(body.id, { isLastAttempt })
  await assert.rejects(make(false))
  assert.equal((await asked(headers)).status, 'being_made')
  await assert.rejects(make(true))
  await broken.close()
  assert.equal((await asked(headers)).status, 'failed')
  app.clock.advance({ minutes: 1 })
  assert.equal((await archiveOf(headers)).ready.status, 'ready')
})

/** Counts the archives that this process has open. */
async function countOpen(): Promise<number> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return (await Promise.all(links)).filter((path) => path.endsWith('.zip')).length
}

test('a HEAD request leaves no file open', { skip: process.platform !== 'linux' }, async () => {
  const { headers } = await signUp(app, 'header@agents.example.com')
  const { ready } = await archiveOf(headers)
  const { rows } = await sql<{ name: string }>`select file_name as name from archive where id = ${ready.id}`.execute(
    app.db,
  )
  // Even without a reader, a stream reads a small file to its end and closes it.
  await writeFile(join(folder(), rows[0]?.name ?? ''), Buffer.alloc(2_000_000))
  const before = await countOpen()
  for (let times = 0; times < 10; times++) {
    const head = await app.call('HEAD', ready.url, undefined, headers)
    assert.deepEqual([head.status, head.headers.get('content-length'), head.text], [200, '2000000', ''])
  }
  // A stream that is canceled closes its file a moment later.
  for (let turn = 0; turn < 100 && (await countOpen()) > before; turn++) await setTimeout(20)
  assert.equal(await countOpen(), before)
})

test('writes the readme in the language of the request', async () => {
  const { headers } = await signUp(app, 'lector@agents.example.com')
  const { files } = await archiveOf({ ...headers, 'accept-language': 'es' })
  assert.match(textOf(files, 'README.txt'), /^Sus datos en ShowingBooker/)
})

test('two processes that create the same archive leave one file', async () => {
  const { headers, accountId } = await signUp(app, 'twice@agents.example.com')
  const { body } = await app.call('POST', PATH, undefined, headers)
  await Promise.all([1, 2].map(() => app.dataExports.make(body.id, { isLastAttempt: false })))
  await app.dataExports.make(body.id, { isLastAttempt: true })
  const files = (await readdir(folder())).filter((name) => name.startsWith(body.id))
  const { rows } = await sql<{
    file_name: string
  }>`select file_name from archive where account_id = ${accountId}`.execute(app.db)
  assert.deepEqual(files, [rows[0]?.file_name])
  await app.runJobs()
})

test('exports more than a page of showings once each, even with equal start times', async () => {
  const { headers, accountId } = await signUp(app, 'many@agents.example.com')
  const made: string[] = []
  for (let home = 0; home < 2; home++) {
    const { id: propertyId } = await makeProperty(app.db, { ownerId: accountId })
    for (let day = 1; day <= 3; day++) {
      const startsAt = app.clock.now().subtract({ hours: 24 * day })
      made.push((await makeShowing(app.db, { propertyId, startsAt, status: 'completed' })).id)
    }
  }
  const found: string[] = []
  for (let after: ListedBooking | null = null; ; ) {
    const page: ListedBooking[] = await listBookings(app.db, { accountId, after, limit: 2 })
    found.push(...page.map(({ id }) => id))
    after = page.at(-1) ?? null
    if (!after) break
    // The next booking moves to another time, before or after what we have read.
    const next = made.find((id) => !found.includes(id))
    const later = found.length % 4 === 0 ? '-7 days' : '7 days'
    await sql`update booking set starts_at = starts_at + ${later}::interval, ends_at = ends_at + ${later}::interval,
        during = tstzrange(lower(during) + ${later}::interval, upper(during) + ${later}::interval)
      where id = ${next ?? null}`.execute(app.db)
  }
  assert.deepEqual(found.toSorted(), made.toSorted())
  const { files } = await archiveOf(headers)
  const ids = (name: string, field: string): string[] =>
    JSON.parse(textOf(files, name)).map((row: Record<string, string>) => row[field])
  assert.deepEqual(ids('bookings.json', 'id').toSorted(), made.toSorted())
  assert.deepEqual(ids('payments.json', 'booking_id').toSorted(), made.toSorted())
})

test('after seven days, deletes the file and the leftovers of crashes', async () => {
  const { headers, accountId } = await signUp(app, 'late@agents.example.com')
  const { ready } = await archiveOf(headers)
  await writeFile(join(folder(), 'left-by-a-crash.zip.part'), 'half')
  await sql`insert into archive (id, account_id, asked_at)
    select gen_random_uuid(), account_id, asked_at + interval '1 second' from archive where id = ${ready.id}`.execute(
    app.db,
  )
  assert.equal(await app.dataExports.sweep(), 0)
  app.clock.advance({ hours: 24 * 7 })
  // The session has ended as well, so this calls the service directly.
  const actor = { kind: 'account', accountId, role: 'agent', email: 'late@agents.example.com' } as const
  await assert.rejects(app.dataExports.open(actor, ready.id), { kind: 'not_found' })
  assert.ok((await app.dataExports.sweep()) > 1)
  assert.deepEqual(await readdir(folder()), [])
  assert.equal((await app.dataExports.find(actor))?.status, 'failed')
})

/** Tables without the person's own data, and tables that repeat others. */
const LEFT_OUT: Record<string, string> = {
  account_credential: 'the hash of the password',
  account_key: 'keys of the server',
  account_second_factor: 'keys for two-step verification',
  account_used_code: 'hashes of used codes, for minutes',
  account_verification: 'hashes of links that work like a key',
  calendar_update: 'what we sent to calendars, which the messages have',
  move_proposal: 'the compliance log has each proposal and its answer',
  conversation: 'in conversations.json, which its own feature writes',
  conversation_document: 'the same as the conversations',
  conversation_event: 'the same as the conversations, for an hour',
  conversation_message: 'in conversations.json, which its own feature writes',
  demo_booking: 'about the person who pays for a demo, who has no account',
  demo_destination: 'about the person who pays for a demo, who has no account',
  document_page: 'the text of documents, which the archive has',
  document_sentence: 'the text of documents, which the archive has',
  document_term: 'the index of that text',
  erasure: 'about deleted accounts',
  event: 'IDs of records in the archive, for a day',
  former_registration: 'hashes of emails of deleted accounts, for a year',
  idempotency_key: 'answers, for a day',
  image_case: 'what others reported, for admins',
  image_trash: 'files that we are about to delete',
  link_text: 'when they texted a link to themselves; the phone is in the profile',
  letter_refund: 'when we owe a refund; the payments have the refund itself',
  migration: 'about the database itself',
  function_text: 'about the database itself',
  money_difference: 'errors in the books, for the operator',
  payment_event: 'how a vendor called us',
  payment_retry: 'how we call a vendor',
  property_visit: 'hashes of visitors, for an hour',
  reconciliation: "the operator's comparisons",
  sandbox_event: 'the embedded vendor, the same as the payments',
  prompt_term: 'what prompts may not ask for, for admins',
  sandbox_intent: 'the embedded vendor, the same as the payments',
  sandbox_refund: 'the embedded vendor, the same as the payments',
  shown_image: 'the same as the images',
  stray_event: 'how a vendor called us',
  suspension: "a suspended person cannot sign in; the archive has the admin's act",
  text_opt_out: 'by phone number, and we do not know who owns it',
  try_count: 'hashes that identify no one, for hours',
  vendor_event: 'how a vendor called us',
  vendor_health: 'for the operator',
}

test('exports every table of the database, or leaves it out for a reason', async () => {
  const source = await readFile(join(import.meta.dirname, 'repository.ts'), 'utf8')
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(app.db)
  const isIn = (table: string) => new RegExp(`(from|join) ${table}\\b`).test(source)
  const unknown = rows.map((row) => row.table_name).filter((table) => !isIn(table) && !LEFT_OUT[table])
  assert.deepEqual(unknown, [])
})
