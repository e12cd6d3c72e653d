import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type TestApp, testApp } from '../../../test/app.ts'
import { lockedPdf, makeDoc, makeDocx, makeLongPdf, makePdf } from '../../../test/documents.ts'
import { signUp } from '../../../test/scene.ts'
import type { AccountActor } from '../../platform/actor.ts'
import type { OracleFile } from './contract.ts'
import { DOCX, MAX_FILE_BYTES } from './domain.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

let people = 0
/** Signs up a person with access to the Oracle. */
async function open(to = app) {
  const person = await signUp(to, `reader${++people}@people.example.com`)
  const headers = { cookie: person.cookie, origin: 'http://127.0.0.1:3000' }
  const { headers: answered } = await to.call('POST', '/api/access/oracle', { code: 'Code-of-the-Oracle' }, headers)
  const grant = answered.getSetCookie()[0]?.split(';')[0]
  const opened = { ...headers, cookie: `${person.cookie}; ${grant}` }
  const actor: AccountActor = { kind: 'account', role: 'agent', accountId: person.accountId, email: 'x@example.com' }
  return {
    actor,
    accountId: person.accountId,
    headers: opened,
    closed: headers,
    async upload(bytes: Buffer | string, name: string, query = '') {
      const form = new FormData()
      form.append('file', new File([bytes as BlobPart], name))
      const response = await to.app.request(`/oracle/upload${query}`, { method: 'POST', body: form, headers: opened })
      return { status: response.status, body: await response.json() }
    },
    get: (path: string) => app.call('GET', path, undefined, opened),
    drop: (path: string) => app.call('DELETE', path, undefined, opened),
    async conversation() {
      const id = randomUUIDv7()
      await sql`insert into conversation (id, account_id, title, created_at, updated_at) values (${id}, ${person.accountId}, 'Talk', now(), now())`.execute(
        app.db,
      )
      return id
    },
  }
}
const ask = async (accountId: string, conversationId: string, question: string, limit = 3) =>
  (await app.retrieval.search(accountId, { conversationId, isOnly: false }, { question, limit })).passages

const letter = [
  'Discharge letter for Mrs. Gomez. She was treated for high blood pressure.',
  'Medication\nTake 5 mg of Ramipril in the morning. Do not take it together with potassium tablets.',
  'Drink at least 1.5 liters of water a day. Come back in six weeks.',
]

test('reads, searches, and shows each file type', async () => {
  const { upload, get, accountId, conversation } = await open()
  const id = await conversation()
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#963' } })
    .jpeg()
    .toBuffer()
  const made: [string, Buffer, string][] = [
    ['letter.pdf', await makePdf(letter.map((one) => [one])), 'application/pdf'],
    ['letter.docx', await makeDocx(['The canteen opens at noon.', ...letter]), DOCX],
    ['letter.doc', makeDoc(['The garden has a gate of iron.', ...letter]), 'application/msword'],
    ['letter.txt', Buffer.from('Parking costs three dollars an hour.\n\n'), 'text/plain'],
    ['photo.JPG', photo, 'image/jpeg'],
  ]
  for (const [name, bytes, type] of made) {
    const { status, body } = await upload(bytes, name, `?conversationId=${id}`)
    assert.equal(status, 201, JSON.stringify(body))
    assert.deepEqual([body.file.name, body.file.type, body.file.status], [name, type, 'reading'])
  }
  await app.runJobs()
  const { body } = await get(`/oracle/files?conversationId=${id}`)
  const files: OracleFile[] = body.files
  assert.deepEqual(files.map(({ name, status, pages }) => [name, status, pages]).reverse(), [
    ['letter.pdf', 'ready', 3],
    ['letter.docx', 'ready', 1],
    ['letter.doc', 'ready', 1],
    ['letter.txt', 'ready', 1],
    ['photo.JPG', 'no_text', 0],
  ])
  assert.equal(files[0]?.reason, "I can't read pictures because no image-capable model is connected.")
  for (const [question, name, page, quote] of [
    ['How much ramipril should I take?', 'letter.pdf', 2, /Take 5 mg of Ramipril in the morning\./],
    ['When does the canteen open?', 'letter.docx', null, /canteen opens at noon/],
    ['What is the garden gate made of?', 'letter.doc', null, /gate of iron/],
    ['What is the price of parking?', 'letter.txt', null, /three dollars/],
  ] as const) {
    const [best] = await ask(accountId, id, question)
    assert.ok(best, question)
    assert.deepEqual([best.name, best.page], [name, page], question)
    assert.match(best.quote, quote)
    const shown = await get(`/oracle/files/${best.fileId}/pages/${best.page ?? 1}`)
    assert.equal(shown.body.text.slice(best.start, best.end), best.quote)
    assert.deepEqual(
      await app.attachments.findQuote(accountId, best.fileId, best.quote.toUpperCase().replaceAll(' ', '\n ')),
      {
        page: best.page,
        start: best.start,
        end: best.end,
      },
    )
  }
  const [seen] = await app.attachments.pictures(accountId, id)
  assert.equal((await sharp(seen?.bytes).metadata()).format, 'jpeg')
  const states = await app.attachments.list(app.db, accountId, id)
  assert.deepEqual(
    states.map(({ state }) => state),
    ['text', 'text', 'text', 'text', 'picture'],
  )
})

test('scores a question that no file answers low, and returns a sentence in two files once', async () => {
  const { upload, accountId, conversation } = await open()
  const id = await conversation()
  for (const name of ['a.txt', 'b.txt']) await upload(letter.join('\n\n'), name, `?conversationId=${id}`)
  await app.runJobs()
  const far = await ask(accountId, id, 'What is the capital of Mongolia and its water supply?')
  assert.ok(
    far.every(({ score }) => score < 0.4),
    JSON.stringify(far),
  )
  const near = await ask(accountId, id, 'How many liters of water should I drink a day?')
  assert.ok((near[0]?.score ?? 0) > 0.5, JSON.stringify(near))
  assert.equal(near.filter(({ quote }) => quote.includes('1.5 liters')).length, 1)
  assert.match(near[0]?.text ?? '', /Do not take it together/)
  assert.deepEqual(await ask(accountId, id, 'Mongolia'), [])
  const whole = await ask(accountId, id, 'Please summarize the document')
  assert.match(whole[0]?.quote ?? '', /^Discharge letter for Mrs\. Gomez\./)
})

test('accents and endings make no difference', async () => {
  const { upload, accountId, conversation } = await open()
  const id = await conversation()
  await upload(
    'La Dra. López recomienda caminar. The medicines were stored in a café.',
    'notas.txt',
    `?conversationId=${id}`,
  )
  await app.runJobs()
  assert.match((await ask(accountId, id, '¿Qué recomienda la doctora Lopez?'))[0]?.quote ?? '', /López/)
  assert.match((await ask(accountId, id, 'medicine storing in the CAFE'))[0]?.quote ?? '', /café/)
})

test('refuses a file that is not a document, with its type and the reason, under any name', async () => {
  const { upload } = await open()
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#963' } })
    .png()
    .toBuffer()
  const zip = await makeDocx([])
  for (const [name, bytes, reason] of [
    ['a.pdf', Buffer.from('MZ\u0090\0\u0003'.repeat(40), 'latin1'), /^This is a program \(EXE\)\. Please choose a PDF/],
    [
      'a.gif',
      Buffer.from('47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b', 'hex'),
      /^This is a picture \(GIF\)\./,
    ],
    ['page.html', Buffer.from('<html><script>alert(1)</script>'), /text file.*\.txt/],
    ['a.txt', Buffer.from('caf\u00e9', 'latin1'), /UTF-8/],
    ['a.txt', Buffer.from('a\0b'), /UTF-8/],
    ['a.doc', Buffer.from('{\\rtf1 hello}'), /Rich Text|RTF/i],
    ['a.doc', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), /not a Word document/],
    ['a.docx', zip.subarray(0, 200), /damaged or unusual ZIP/],
    ['a.pdf', Buffer.from('\0\0\0\u0018ftypisom'.padEnd(200, '\0'), 'latin1'), /^This is a video \(MP4\)\./],
    ['a.pdf', Buffer.from('Rar!\u001a\u0007\0'.padEnd(200, '\0'), 'latin1'), /^This is an archive \(RAR\)\./],
    [
      'a.docx',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(600),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      /password/,
    ],
  ] as const) {
    const { status, body } = await upload(bytes, name)
    assert.equal(status, 415, `${name} ${JSON.stringify(body)}`)
    assert.match(body.error, reason, name)
    assert.equal(body.issues[0].path, 'file')
  }
  // A picture with a document's name is a picture, even if it continues as a ZIP archive.
  assert.equal((await upload(png, 'letter.pdf')).body.file.type, 'image/png')
  assert.equal((await upload(Buffer.concat([png, zip]), 'both.docx')).body.file.type, 'image/png')
})

test('refuses a missing file, an empty file, and one byte more than 10 MB, and accepts 10 MB', async () => {
  const { upload, headers } = await open()
  assert.equal((await upload('', 'a.txt')).status, 400)
  const none = await app.app.request('/oracle/upload', { method: 'POST', body: new FormData(), headers })
  assert.equal(none.status, 400)
  const large = await upload(Buffer.alloc(MAX_FILE_BYTES + 1, 'a '), 'a.txt')
  assert.deepEqual([large.status, large.body.error], [413, 'File must be smaller than 10MB'])
  assert.equal((await upload(Buffer.alloc(MAX_FILE_BYTES + 200_000, 'a '), 'a.txt')).status, 413)
  // Trailing space is not stored.
  const words = Buffer.from('The cat sat on the mat.')
  const most = await upload(Buffer.concat([words, Buffer.alloc(MAX_FILE_BYTES - words.length, ' ')]), 'a.txt')
  assert.equal(most.status, 201)
  await app.runJobs()
  const { body } = await app.call('GET', `/oracle/files/${most.body.file.id}`, undefined, headers)
  assert.deepEqual([body.status, body.pages, body.reason], ['ready', 1, null])
})

test('reports a scan without text and a file with a password; both can be downloaded unchanged', async () => {
  const { upload, get, headers } = await open()
  const scan = makeLongPdf(2, () => '')
  const first = (await upload(scan, 'scan "1".pdf')).body.file
  const second = (await upload(await lockedPdf(), 'locked.pdf')).body.file
  await app.runJobs()
  const scanned = (await get(`/oracle/files/${first.id}`)).body
  assert.deepEqual([scanned.name, scanned.status, scanned.pages], ['scan 1 .pdf', 'no_text', 2])
  assert.match(scanned.reason, /scan/)
  assert.match((await get(`/oracle/files/${second.id}`)).body.reason, /password/)
  assert.equal((await get(`/oracle/files/${first.id}/pages/1`)).status, 404)
  const answer = await app.app.request(`/oracle/files/${first.id}/content`, { headers })
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), scan)
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="scan 1 \.pdf"/)
  assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/)
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
})

test("answers nothing without the access code, and never finds other people's files", async () => {
  const one = await open()
  const other = await open()
  const { file } = (await one.upload('Mine alone.', 'mine.txt')).body
  await app.runJobs()
  for (const path of ['', '/pages/1', '/content']) {
    assert.equal(
      (await app.call('GET', `/oracle/files/${file.id}${path}`, undefined, one.closed)).body.code,
      'access_code_required',
    )
    assert.equal((await one.get(`/oracle/files/${file.id}${path}`)).status, 200)
    assert.equal((await other.get(`/oracle/files/${file.id}${path}`)).status, 404)
  }
  assert.equal((await other.drop(`/oracle/files/${file.id}`)).status, 404)
  assert.equal(await app.attachments.findQuote(other.accountId, file.id, 'Mine alone.'), null)
  const theirs = await one.conversation()
  assert.equal((await other.upload('x', 'a.txt', `?conversationId=${theirs}`)).status, 404)
  const attach = (who: typeof one, fileIds: string[]) =>
    app.db
      .transaction()
      .execute((tx) =>
        app.attachments.attach(tx, who.actor, { conversationId: theirs, messageId: randomUUIDv7(), fileIds }),
      )
  await assert.rejects(attach(other, [file.id]), { kind: 'invalid' })
  await assert.rejects(attach(one, ['no id']), { kind: 'invalid' })
  await attach(one, [file.id, file.id])
  assert.equal((await ask(one.accountId, theirs, 'mine'))[0]?.fileId, file.id)
  assert.deepEqual(await ask(other.accountId, theirs, 'mine'), [])
})

const kept = async (id: string) =>
  (await readdir(join(app.config.dataDir, 'files/documents')).catch((): string[] => [])).includes(id) &&
  (await readdir(join(app.config.dataDir, 'files/documents', id))).length > 0
const left = async (id: string) => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from document where id = ${id})::int + (select count(*) from document_page where document_id = ${id})::int
      + (select count(*) from document_sentence where document_id = ${id})::int + (select count(*) from document_term where document_id = ${id})::int as count`.execute(
    app.db,
  )
  return rows[0]?.count
}

test('a file deleted alone or with its conversation leaves no row, index, or file', async () => {
  const { upload, drop, conversation, get } = await open()
  const id = await conversation()
  const first = (await upload('One thing.', 'one.txt', `?conversationId=${id}`)).body.file.id
  const second = (await upload('Another thing.', 'two.txt', `?conversationId=${id}`)).body.file.id
  await app.runJobs()
  assert.deepEqual([await kept(first), await kept(second)], [true, true])
  assert.equal((await drop(`/oracle/files/${first}`)).status, 204)
  await app.db.transaction().execute((tx) => app.attachments.deleteOf(tx, [id]))
  await app.runJobs()
  for (const one of [first, second]) assert.deepEqual([await left(one), await kept(one)], [0, false])
  assert.deepEqual((await get('/oracle/files')).body.files, [])
})

test('lists the files of deleted conversations apart, with when they go, since they count until then', async () => {
  const { upload, drop, conversation, get, accountId, headers } = await open()
  const [deleted, living] = [await conversation(), await conversation()]
  const gone = (await upload('One thing.', 'gone.txt', `?conversationId=${deleted}`)).body.file.id
  const shared = (await upload('Another thing.', 'shared.txt', `?conversationId=${deleted}`)).body.file.id
  await sql`insert into conversation_document (conversation_id, document_id, account_id) values (${living}, ${shared}, ${accountId})`.execute(
    app.db,
  )
  const listed = async (query = '') =>
    (await get(`/oracle/files${query}`)).body.files.map(({ name, goneAt }: OracleFile) => [name, goneAt])
  assert.deepEqual(await listed('?inDeleted=true'), [])
  assert.equal((await drop(`/oracle/conversations/${deleted}`)).status, 204)
  const goneAt = app.clock.now().add({ hours: 24 }).toString({ smallestUnit: 'millisecond' })
  assert.deepEqual(await listed(), [['shared.txt', null]])
  assert.deepEqual(await listed('?inDeleted=true'), [['gone.txt', goneAt]])
  assert.deepEqual((await get(`/oracle/files/${gone}`)).body.goneAt, goneAt)

  await sql`
    insert into document (id, account_id, name, type, size_bytes, sha256, status, reason, read_at, created_at)
    select uuidv7(), ${accountId}, 'old.txt', 'text/plain', 1, repeat('0', 64), 'no_text', 'Old.', now(), now() from generate_series(3, 500)`.execute(
    app.db,
  )
  const refused = await upload('A third thing.', 'third.txt')
  assert.deepEqual([refused.status, refused.body.code], [409, 'too_many_files'])
  assert.match(refused.body.error, /Files in deleted conversations count until we delete them/)
  assert.equal((await drop(`/oracle/files/${gone}`)).status, 204)
  assert.deepEqual(await listed('?inDeleted=true'), [])
  assert.equal((await upload('A third thing.', 'third.txt')).status, 201)
  await app.call('POST', `/oracle/conversations/${deleted}/restore`, undefined, headers)
  assert.deepEqual(await listed(`?conversationId=${deleted}`), [['shared.txt', null]])
})

test('restarts a lost reading, reports a lost file, and keeps a file that was never sent until its owner deletes it', async () => {
  const { upload, get, drop } = await open()
  const first = (await upload('One thing.', 'one.txt')).body.file.id
  const second = (await upload('Another thing.', 'two.txt')).body.file.id
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  await app.files.delete(`documents/${second}/original.txt`)
  app.clock.advance({ minutes: 16 })
  await app.readings.sweep()
  await app.runJobs()
  assert.equal((await get(`/oracle/files/${first}`)).body.status, 'ready')
  assert.match((await get(`/oracle/files/${second}`)).body.reason, /upload it again/)
  app.clock.advance({ hours: 100 })
  await app.readings.sweep()
  await app.runJobs()
  assert.deepEqual([(await get(`/oracle/files/${first}`)).body.goneAt, await kept(first)], [null, true])
  await drop(`/oracle/files/${first}`)
  await app.runJobs()
  assert.deepEqual([await left(first), await kept(first)], [0, false])
})

test('reading a file again changes nothing; a list continues where a page ended', async () => {
  const { upload, get } = await open()
  for (const name of ['1.txt', '2.txt', '3.txt']) await upload('One thing.', name)
  await app.runJobs()
  const first = (await get('/oracle/files?limit=2')).body
  assert.deepEqual(
    first.files.map(({ name }: OracleFile) => name),
    ['3.txt', '2.txt'],
  )
  const second = (await get(`/oracle/files?limit=2&cursor=${first.nextCursor}`)).body
  assert.deepEqual([second.files.map(({ name }: OracleFile) => name), second.nextCursor], [['1.txt'], null])
  assert.equal((await get('/oracle/files?cursor=nonsense')).status, 400)
  const before = await left(first.files[0].id)
  await app.readings.read(first.files[0].id, { isLastAttempt: true })
  assert.equal(await left(first.files[0].id), before)
})

test("reads an account's files one after another, and its first before any other account's second", async () => {
  const [many, one] = [await open(), await open()]
  const ids: string[] = []
  for (let number = 1; number <= 8; number++) ids.push((await many.upload('A letter.', `${number}.txt`)).body.file.id)
  ids.push((await one.upload('A letter.', 'only.txt')).body.file.id)
  const { rows } = await sql<{ queue: string; priority: number }>`
    select queue_name as queue, priority from graphile_worker.jobs where task_identifier = 'document.read'
    order by array_position(${ids.map((id) => `document ${id}`)}::text[], key)`.execute(app.db)
  assert.deepEqual(
    rows.map(({ priority }) => priority),
    [0, 1, 2, 3, 4, 5, 6, 7, 0],
  )
  assert.equal(new Set(rows.slice(0, 8).map(({ queue }) => queue)).size, 1)
  await app.runJobs()
})

test('a stop ends a reading at once, and returns the file to the queue without using an attempt', async () => {
  const stopped = await testApp({ oracle: { reader: undefined } })
  try {
    const { upload } = await open(stopped)
    const { body } = await upload('a\n'.repeat(2_000_000), 'long.txt')
    const worker = await stopped.startWorker()
    const job = async () =>
      (
        await sql<{ attempts: number; isLocked: boolean }>`
          select attempts, locked_by is not null as "isLocked" from graphile_worker.jobs
          where key = ${`document ${body.file.id}`}`.execute(stopped.db)
      ).rows
    const end = performance.now() + 30_000
    while (!(await job())[0]?.isLocked) assert.ok(performance.now() < end, 'nobody reads it')
    await worker.stop()
    assert.deepEqual(await job(), [{ attempts: 0, isLocked: false }])
    assert.equal(
      (await sql<{ status: string }>`select status from document`.execute(stopped.db)).rows[0]?.status,
      'reading',
    )
  } finally {
    await stopped.close()
  }
})

test('reads a text that begins like a package as a text', async () => {
  const { upload } = await open()
  assert.equal((await upload('PKU is found by a heel prick.', 'pku.txt')).body.file?.type, 'text/plain')
})
