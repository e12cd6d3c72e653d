import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { answerText, asker, createFakeModel } from '../../../test/chat.ts'
import { createExportService } from './export-service.ts'

let app: TestApp
let model: ReturnType<typeof createFakeModel>
before(async () => {
  model = createFakeModel()
  app = await testApp({ oracle: { engine: model.engine } })
})
after(() => app.close())

const titles = (body: { conversations: { title: string }[] }) => body.conversations.map(({ title }) => title)

test('lists conversations newest first, page by page, without temporary ones', async () => {
  const { ask, get } = await asker(app)
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    app.clock.advance({ seconds: 1 })
    await ask(title)
  }
  await ask('Hidden', { isTemporary: true })
  const first = (await get('/oracle/conversations?limit=3')).body
  const second = (await get(`/oracle/conversations?limit=3&cursor=${first.nextCursor}`)).body
  assert.deepEqual([titles(first), titles(second), second.nextCursor], [['Four', 'Three', 'Two'], ['One'], null])
  for (const cursor of ['nonsense', 'AAAA', Buffer.from(`2026-01-01 00:00:00+00 '; drop`).toString('base64url')])
    assert.equal((await get(`/oracle/conversations?cursor=${cursor}`)).status, 400)
})

test('a search finds words in titles, questions, and answers by their beginnings, and shows where', async () => {
  const { ask, get, patch } = await asker(app)
  model.says('Ramipril lowers the blood pressure; it is taken in the morning.')
  const { conversationId } = (await ask('What is my tablet for?')).body
  model.says('No idea.')
  const other = (await ask('Where can I park?')).body
  await patch(`/oracle/conversations/${other.conversationId}`, { title: 'Parking at the clinic' })
  const found = async (q: string) => (await get(`/oracle/conversations?q=${encodeURIComponent(q)}`)).body
  assert.deepEqual(titles(await found('ramip')), ['What is my tablet for?'])
  assert.match((await found('pressure morning')).conversations[0].snippet, /\*\*pressure\*\*/)
  assert.deepEqual(titles(await found('TABLET')), ['What is my tablet for?'])
  assert.deepEqual(titles(await found('clinic')), ['Parking at the clinic'])
  assert.deepEqual(titles(await found('ramipril clinic')), [])
  for (const odd of ["'); drop table conversation; --", '&|!():*', '%', '"'])
    assert.ok(Array.isArray((await found(odd)).conversations))
  assert.equal((await found('tablet')).conversations[0].id, conversationId)
  assert.deepEqual(titles(await found('')), ['Parking at the clinic', 'What is my tablet for?'])
})

test('a search ignores accents, in what it looks for and where it looks', async () => {
  const { ask, get, patch } = await asker(app)
  model.says('La reunio\u0301n es el jueves. El MÉDICO habla de Łódź.')
  const { conversationId } = (await ask('¿Cuándo es la reunión del señor Peña?')).body
  model.says('The reunion is on Friday.')
  await ask('When do we meet?')
  await patch(`/oracle/conversations/${conversationId}`, { title: 'Página de mañana' })
  const found = async (q: string) => (await get(`/oracle/conversations?q=${encodeURIComponent(q)}`)).body
  for (const q of ['reunion', 'reunión', 'REUNIO\u0301N', 'réuni'])
    assert.deepEqual(titles(await found(q)), ['When do we meet?', 'Página de mañana'], q)
  for (const q of ['medico', 'médico', 'lodz', 'pena senor', 'Peña', 'pagina manana', 'mañana'])
    assert.deepEqual(titles(await found(q)), ['Página de mañana'], q)
  assert.match((await found('medico')).conversations[0].snippet, /El \*\*MÉDICO\*\* habla/)
  assert.match((await found('reunión')).conversations[0].snippet, /\*\*reunion\*\* is/)

  // What the previous version wrote has only the words as written. The migration finds it, and may start over.
  await sql`update conversation_message set search = to_tsvector('simple', content)`.execute(app.db)
  assert.deepEqual(titles(await found('medico')), [])
  const migration = await readFile('db/migrations/0115_search_without_accents.sql', 'utf8')
  for (const statement of migration.split(/;\n(?! )/)) await app.database.pool.query(statement)
  assert.deepEqual(titles(await found('medico')), ['Página de mañana'])
})

test('a search quotes from one message of a conversation, however many match', async () => {
  const { ask, get } = await asker(app)
  const { conversationId } = (await ask('When is the reunión?')).body
  await sql`
    insert into conversation_message (id, conversation_id, account_id, number, role, content, status, created_at, finished_at)
    select uuidv7(), c.id, c.account_id, 100 + g, 'user', repeat('La reunión es mañana. ', 20) || words, 'done', now(), now()
    from conversation c, generate_series(1, 300) g, (select string_agg('ma' || n, ' ') as words from generate_series(1, 800) n) w
    where c.id = ${conversationId}`.execute(app.db)
  const begin = performance.now()
  const { conversations } = (await get('/oracle/conversations?q=reunion%20ma')).body
  assert.match(conversations[0].snippet, /La \*\*reunión\*\* es/)
  const ms = performance.now() - begin
  assert.ok(ms < 1000, `${ms} ms`)
})

test('a rename reaches open streams', async () => {
  const { ask, get, patch, listen } = await asker(app)
  const { conversationId } = (await ask('Old name')).body
  const path = `/oracle/conversations/${conversationId}`
  const stream = await listen(`${path}/events`)
  const renamed = await patch(path, { title: '  New\n name ' })
  assert.equal(renamed.body.title, 'New name')
  assert.deepEqual((await stream.until('renamed')).at(-1)?.data, { title: 'New name' })
  await stream.leave()
  for (const title of ['', '  ', 'x'.repeat(121)]) {
    const { status, body } = await patch(path, { title })
    assert.deepEqual([status, body.issues[0].path], [400, 'title'])
  }
  assert.equal((await get(path)).body.title, 'New name')
})

const left = async (id: string) => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from conversation where id = ${id})::int + (select count(*) from conversation_message where conversation_id = ${id})::int
      + (select count(*) from conversation_event where conversation_id = ${id})::int
      + (select count(*) from document where conversation_id = ${id})::int as count`.execute(app.db)
  return rows[0]?.count
}

test('a deletion can be undone for a day; then the conversation and its files are gone', async () => {
  const { ask, get, drop, post, upload } = await asker(app)
  const file = await upload('Parking costs three dollars.')
  await app.runJobs()
  const kept = (await ask('Keep me')).body
  const { conversationId } = (await ask('What does it cost?', { files: [{ id: file.id }] })).body
  const path = `/oracle/conversations/${conversationId}`
  assert.equal((await drop(path)).status, 204)
  assert.equal((await get(path)).status, 404)
  assert.equal((await get('/oracle/conversations?q=cost')).body.conversations.length, 0)
  assert.equal((await drop(path)).status, 404)
  app.clock.advance({ hours: 23 })
  await app.conversations.sweep()
  assert.equal((await post(`${path}/restore`)).body.title, 'What does it cost?')
  assert.equal((await get(path)).body.messages[0].files[0].name, 'letter.txt')
  assert.equal((await post(`${path}/restore`)).status, 404)
  await drop(path)
  app.clock.advance({ hours: 24, seconds: 1 })
  assert.equal((await post(`${path}/restore`)).status, 404)
  await app.conversations.sweep()
  await app.runJobs()
  assert.equal(await left(conversationId), 0)
  assert.equal((await get(`/oracle/files/${file.id}`)).status, 404)
  assert.equal(await app.files.get(`documents/${file.id}/original.txt`), null)
  assert.equal((await get(`/oracle/conversations/${kept.conversationId}`)).status, 200)
})

test('the source of an answer stays, even if no message ever named the file', async () => {
  const { ask, get, upload } = await asker(app)
  const { id } = await upload('Parking costs three dollars.')
  await app.runJobs()
  model.says('It costs three dollars [1].')
  const { citations } = (await ask('What does parking cost?')).body
  assert.equal(citations[0]?.fileId, id)
  app.clock.advance({ hours: 100 })
  await app.readings.sweep()
  await app.runJobs()
  assert.equal((await get(`/oracle/files/${id}/pages/1`)).body.text, 'Parking costs three dollars.')
})

test('a temporary conversation can be read by its URL, and is deleted a day after its last message, or at once on request', async () => {
  const { ask, get, drop, post } = await asker(app)
  const first = (await ask('Between us', { isTemporary: true })).body
  const path = `/oracle/conversations/${first.conversationId}`
  assert.equal((await get(path)).body.isTemporary, true)
  assert.deepEqual(titles((await get('/oracle/conversations?q=between')).body), [])
  assert.equal((await get('/oracle/export.md')).text, '')
  app.clock.advance({ hours: 23 })
  await ask('Still here', { conversationId: first.conversationId })
  app.clock.advance({ hours: 23 })
  await app.conversations.sweep()
  assert.equal((await get(path)).status, 200)
  app.clock.advance({ hours: 2 })
  await app.conversations.sweep()
  assert.equal(await left(first.conversationId), 0)
  const second = (await ask('And this', { isTemporary: true })).body
  assert.equal((await drop(`/oracle/conversations/${second.conversationId}`)).status, 204)
  assert.equal(await left(second.conversationId), 0)
  assert.equal((await post(`/oracle/conversations/${second.conversationId}/restore`)).status, 404)
})

test('deleting a conversation stops its answer and notifies its listeners', async () => {
  const { listen, drop, get } = await asker(app)
  const held = model.holds('So ', 'far')
  const stream = await listen('/oracle/chat', {}, { message: 'Delete me' })
  await held.started
  const { conversations } = (await get('/oracle/conversations')).body
  const tab = await listen(`/oracle/conversations/${conversations[0].id}/events`)
  await drop(`/oracle/conversations/${conversations[0].id}`)
  assert.equal((await tab.until(null)).at(-1)?.event, 'deleted')
  const last = (await stream.until(null)).at(-1)?.event
  assert.ok(last === 'deleted' || last === 'finished')
  held.release()
})

test('exports one conversation or all as Markdown and JSON, with every version', async () => {
  const { ask, get, post } = await asker(app)
  model.says('First answer')
  const one = (await ask('Export *me*')).body
  model.says('Second answer')
  await post(`/oracle/messages/${one.messageId}/regenerate`)
  await ask('Another one')
  const path = `/oracle/conversations/${one.conversationId}`
  const markdown = await get(`${path}/export.md`)
  assert.match(markdown.headers.get('content-type') ?? '', /^text\/markdown/)
  assert.match(markdown.headers.get('content-disposition') ?? '', /attachment; filename="export-me-2026-11-\d\d\.md"/)
  assert.match(markdown.text, /^# Export \\\*me\\\*\n/)
  assert.match(
    markdown.text,
    /## Oracle - version 1 of 2[\s\S]*First answer[\s\S]*## Oracle - version 2 of 2[\s\S]*Second answer/,
  )
  const json = JSON.parse((await get(`${path}/export.json`)).text)
  assert.deepEqual(
    json.messages.map(({ content }: { content: string }) => content),
    ['Export *me*', 'First answer', 'Second answer'],
  )
  const all = JSON.parse((await get('/oracle/export.json')).text)
  assert.deepEqual(titles(all), ['Another one', 'Export *me*'])
  assert.match((await get('/oracle/export.md')).text, /# Another one[\s\S]*\n---\n[\s\S]*# Export/)
  const named = async (path: string) => (await get(path)).headers.get('content-disposition')
  assert.match((await named('/oracle/export.md')) ?? '', /filename="conversations-2026-11-\d\d\.md"/)
  const greek = (await ask('Τι λέει;')).body.conversationId
  assert.match(
    (await named(`/oracle/conversations/${greek}/export.json`)) ?? '',
    /filename="conversation-2026-11-\d\d\.json"/,
  )
  const nobody = await asker(app)
  assert.deepEqual(JSON.parse((await nobody.get('/oracle/export.json')).text), { conversations: [] })
})

test('an export of many conversations has each once, even if one is used meanwhile', async () => {
  const { ask } = await asker(app)
  const { conversationId } = (await ask('The oldest')).body
  const { rows } = await sql<{ account_id: string }>`
    insert into conversation (id, account_id, title, created_at, updated_at)
    select uuidv7(), c.account_id, 'Number ' || n, now(), now() from conversation c, generate_series(1, 205) n
    where c.id = ${conversationId} returning account_id`.execute(app.db)
  const exports = createExportService({ db: app.db, clock: app.clock })
  await sql`update conversation set updated_at = '2026-01-01' where id = ${conversationId}`.execute(app.db)
  const pieces: string[] = []
  for await (const piece of exports.exportAccount(rows[0]?.account_id ?? '', 'json')) {
    const isBegun = pieces.push(piece) === 2
    if (isBegun) await sql`update conversation set updated_at = now() where id = ${conversationId}`.execute(app.db)
  }
  const all = titles(JSON.parse(pieces.join('')))
  assert.deepEqual([all.length, new Set(all).size, all.at(-1)], [206, 206, 'The oldest'])
})

test('deletes old events, so that a reader who returns after them loads the conversation again', async () => {
  const { listen, ask, get } = await asker(app)
  const { conversationId } = (await ask('Long ago')).body
  const path = `/oracle/conversations/${conversationId}`
  const before = await listen(`${path}/events?after=0`)
  assert.equal(answerText(await before.until('finished')), 'Nothing in particular.')
  await before.leave()
  app.clock.advance({ hours: 2 })
  await app.conversations.sweep()
  const late = await listen(`${path}/events`, { 'last-event-id': '1' })
  const reload = await late.until('reload')
  assert.equal(reload.length, 1)
  assert.equal(reload[0]?.id, (await get(path)).body.sequence)
  await late.leave()
})

test('no one has more than twenty streams open', async () => {
  const { listen, ask } = await asker(app)
  const { conversationId } = (await ask('Many tabs')).body
  const streams = []
  for (let n = 0; n < 20; n++) streams.push(await listen(`/oracle/conversations/${conversationId}/events`))
  assert.equal((await listen(`/oracle/conversations/${conversationId}/events`)).status, 429)
  for (const stream of streams) await stream.leave()
  const again = await listen(`/oracle/conversations/${conversationId}/events`)
  assert.equal(again.status, 200)
  await again.leave()
})

test('an export shows the exact characters that someone wrote or a file has', async () => {
  const { ask, upload, get } = await asker(app)
  const trap = 'The visit costs 40 dollars <img src=http://evil.example/a.png> in all.'
  const file = await upload(trap, '![a](evil).txt')
  await app.runJobs()
  model.says('It costs 40 dollars [1].')
  const question = 'Costs of the visit?\n# Oracle\n![x](http://evil.example/b.png)'
  const { conversationId, citations } = (await ask(question, { files: [{ id: file.id }] })).body
  assert.equal(citations[0]?.quote, trap)
  const { text } = await get(`/oracle/conversations/${conversationId}/export.md`)
  assert.doesNotMatch(text, /(?<!\\)<|!\[|^# Oracle/m)
  assert.match(text, /Files: !\\\[a\\\]\(evil\)\.txt/)
  assert.match(text, /"The visit costs 40 dollars \\<img src=http:\/\/evil\.example\/a\.png\\> in all\."/)
})

test('streams a log of any length at once', { timeout: 10_000 }, async () => {
  const { listen, ask } = await asker(app)
  const { conversationId, messageId } = (await ask('At length')).body
  const at = (kind: string, count: number) =>
    sql`select append_conversation_event(${conversationId}, ${messageId}, ${kind}, 'x') from generate_series(1, ${count}::int)`.execute(
      app.db,
    )
  await at('delta', 1_200)
  await at('renamed', 1)
  const tab = await listen(`/oracle/conversations/${conversationId}/events?after=0`)
  const heard = await tab.until('renamed')
  assert.deepEqual(
    heard.map(({ id }) => id),
    Array.from({ length: heard.length }, (_, index) => index + 1),
  )
  assert.ok(heard.length > 1_200)
  await tab.leave()
})
