import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { answerText, asker, createFakeModel } from '../../../test/chat.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { MAX_FILES } from '../document/domain.ts'
import * as t from '../text/conversation.ts'
import { FAILED } from './chat-domain.ts'

let app: TestApp
let model: ReturnType<typeof createFakeModel>
before(async () => {
  model = createFakeModel()
  app = await testApp({ oracle: { engine: model.engine } })
})
after(() => app.close())

test('answers and stores a question, with a title and the disclaimer', async () => {
  const { ask, get } = await asker(app)
  model.says('Drink ', 'water. ')
  const { status, body } = await ask('How much should I drink on a hot day when I walk in the mountains for hours?')
  assert.equal(status, 200)
  assert.equal(body.response.trim(), 'Drink water.')
  assert.deepEqual([body.disclaimer, body.citations, body.engine, body.status], [t.disclaimer(), [], 'openai', 'done'])
  assert.equal(body.title, 'How much should I drink on a hot day when I walk in the...')
  const view = (await get(`/oracle/conversations/${body.conversationId}`)).body
  assert.deepEqual(
    view.messages.map(({ role, status: is, id }: Record<string, string>) => [role, is, id]),
    [
      ['user', 'done', body.questionId],
      ['assistant', 'done', body.messageId],
    ],
  )
  assert.equal(view.disclaimer, t.disclaimer())
  const { conversations } = (await get('/oracle/conversations')).body
  assert.deepEqual(
    conversations.map(({ id }: { id: string }) => id),
    [body.conversationId],
  )
})

test('refuses an empty message, one that is too long, and one that is not text, at the field', async () => {
  const { ask, post, get } = await asker(app)
  for (const message of ['', '   \n\t ', '\u200b', 'x'.repeat(8_001)]) {
    const { status, body } = await ask(message)
    assert.deepEqual([status, body.issues?.[0].path], [400, 'message'], message.slice(0, 5))
  }
  assert.equal((await ask('x'.repeat(8_000))).status, 200)
  assert.equal((await post('/oracle/chat', { message: 7 })).body.issues[0].path, 'message')
  assert.equal((await post('/oracle/chat', {})).body.issues[0].path, 'message')
  assert.equal((await get('/oracle/conversations')).body.conversations.length, 1)
})

test('takes every file that an account may have, and reads the last one, too', async () => {
  const { ask, upload } = await asker(app)
  const { id } = await upload('The clinic opens at seven.')
  await app.runJobs()
  const { rows } = await sql<{ id: string; name: string; type: string }>`
    with other as (
      insert into document (id, account_id, name, type, size_bytes, sha256, status, reason, read_at, created_at)
      select uuidv7(), account_id, repeat('n', 200), type, size_bytes, sha256, 'failed', 'Damaged', read_at, created_at
      from document, generate_series(2, ${MAX_FILES}::int) where id = ${id} returning id, name, type)
    select * from other union all select id, name, type from document where id = ${id}`.execute(app.db)
  const { status } = await ask('When does the clinic open?', { files: rows })
  assert.equal(status, 200)
  const question = model.asked.at(-1)
  assert.equal(question?.files.length, MAX_FILES)
  assert.match(question?.passages.map(({ quote }) => quote).join() ?? '', /opens at seven/)
  const refused = await ask('And on Sunday?', { files: [...rows, ...rows.slice(0, 1)] })
  assert.deepEqual([refused.status, refused.body.issues[0].path], [400, 'files'])
})

test('streams exactly the text that it stores', async () => {
  const { listen, get } = await asker(app)
  model.says('One ', 'two ', 'three.')
  const stream = await listen('/oracle/chat', {}, { message: 'Count' })
  const events = await stream.until(null)
  assert.deepEqual([events[0]?.event, events.at(-1)?.event], ['message', 'finished'])
  assert.ok(events.some(({ event }) => event === 'delta'))
  const { conversations } = (await get('/oracle/conversations')).body
  const view = (await get(`/oracle/conversations/${conversations[0].id}`)).body
  assert.equal(answerText(events), 'One two three.')
  assert.equal(view.messages[1].content, 'One two three.')
  const deltas = events.filter(({ event }) => event === 'delta').map(({ data }) => data.text)
  assert.equal(deltas.join(''), 'One two three.')
})

test('a reader who returns with the last event gets the rest once; another tab gets everything', async () => {
  const { listen, get } = await asker(app)
  const held = model.holds('First part. ', 'Second part.')
  const stream = await listen('/oracle/chat', {}, { message: 'Tell me' })
  const first = await stream.until('delta')
  await held.started
  await stream.leave()
  const { conversations } = (await get('/oracle/conversations')).body
  assert.equal(conversations[0].isAnswering, true)
  const path = `/oracle/conversations/${conversations[0].id}`
  const view = (await get(path)).body
  assert.deepEqual([view.messages[1].status, view.messages[1].content], ['streaming', 'First part. '])
  const again = await listen(`${path}/events`, { 'last-event-id': String(first.at(-1)?.id) })
  const tab = await listen(`${path}/events`)
  const reload = await listen(`${path}/events?after=${view.sequence}`)
  held.release()
  const rest = await again.until('finished')
  const all = await tab.until('finished')
  const loaded = await reload.until('finished')
  assert.equal(answerText([...first, ...rest]), 'First part. Second part.')
  assert.equal(answerText(all), 'First part. Second part.')
  assert.deepEqual(
    rest.map(({ id }) => id),
    [...new Set(rest.map(({ id }) => id))],
  )
  assert.deepEqual(all[0]?.event, 'message')
  assert.equal(answerText(loaded), 'First part. Second part.')
  for (const one of [again, tab, reload]) await one.leave()
})

test('a stopped answer keeps its text so far', async () => {
  const { listen, post, get } = await asker(app)
  for (const heeds of [true, false]) {
    const held = model.holds('So far [1] and ', 'never said', heeds)
    const stream = await listen('/oracle/chat', {}, { message: 'Go on' })
    const first = await stream.until('delta')
    await held.started
    const messageId = (first[0]?.data.answer as { id: string } | undefined)?.id
    const { status, body } = await post(`/oracle/messages/${messageId}/stop`)
    assert.deepEqual([status, body.status], [200, 'stopped'])
    const end = (await stream.until(null)).at(-1)
    assert.equal(end?.event, 'finished')
    assert.equal((end?.data.answer as { content: string } | undefined)?.content, body.content)
    held.release()
    assert.equal((await post(`/oracle/messages/${messageId}/stop`)).body.status, 'stopped')
    const { conversations } = (await get('/oracle/conversations')).body
    const view = (await get(`/oracle/conversations/${conversations[0].id}`)).body
    assert.equal(view.messages[1].content, body.content)
    assert.match(body.content, /^So far/)
  }
})

test('after a model fails, keeps the question and the words so far, and allows another try', async () => {
  const { ask, get, post } = await asker(app)
  model.fails(new VendorError('openai', 'status 500'))
  const failed = await ask('Will it work?')
  assert.deepEqual([failed.status, failed.body.error, failed.body.code], [503, FAILED, 'answer_failed'])
  model.fails(new VendorError('openai', 'status 500'))
  const spanish = await ask('¿Funcionará?', {}, { 'accept-language': 'es' })
  assert.deepEqual([spanish.status, spanish.body.error], [503, 'Lo sentimos, hubo un error al procesar su solicitud.'])
  const path = `/oracle/conversations/${failed.body.conversationId}`
  const messages = (await get(path)).body.messages
  assert.deepEqual(
    messages.map(({ content, status }: Record<string, string>) => [content, status]),
    [
      ['Will it work?', 'done'],
      [FAILED, 'error'],
    ],
  )
  model.says('Yes.')
  const second = await post(`/oracle/messages/${failed.body.messageId}/regenerate`)
  assert.equal(second.body.response, 'Yes.')
  const view = (await get(path)).body
  assert.equal(view.messages.length, 2)
  assert.deepEqual(view.messages[1].siblings, [failed.body.messageId, second.body.messageId])
  // What it said before it broke off stays.
  model.fails(new VendorError('openai', 'broke off'), 'Half a ', 'word')
  const half = await ask('Once more', { conversationId: failed.body.conversationId })
  assert.equal(half.status, 503)
  assert.equal((await get(path)).body.messages.at(-1).content, `Half a word\n\n${FAILED}`)
  model.says('', ' ')
  assert.equal((await ask('Nothing?', { conversationId: failed.body.conversationId })).status, 503)
})

test('keeps edited and regenerated versions side by side, and every branch can be read', async () => {
  const { ask, get, post } = await asker(app)
  model.says('A1')
  const first = (await ask('Question one')).body
  model.says('A2')
  const second = (await ask('Question two', { conversationId: first.conversationId })).body
  model.says('A2 edited')
  const edited = await ask('Question two, better', { conversationId: first.conversationId, parentId: first.messageId })
  model.says('A1 edited')
  const top = await ask('Question one, better', { conversationId: first.conversationId, parentId: null })
  const path = `/oracle/conversations/${first.conversationId}`
  const said = async (query: string) =>
    (await get(path + query)).body.messages.map(({ content }: { content: string }) => content)
  assert.deepEqual(await said(''), ['Question one, better', 'A1 edited'])
  assert.deepEqual(await said(`?through=${second.questionId}`), ['Question one', 'A1', 'Question two', 'A2'])
  assert.deepEqual(await said(`?through=${first.messageId}`), [
    'Question one',
    'A1',
    'Question two, better',
    'A2 edited',
  ])
  const branch = (await get(`${path}?through=${first.questionId}`)).body
  assert.deepEqual(branch.messages[0].siblings, [first.questionId, top.body.questionId])
  assert.deepEqual(branch.messages[2].siblings, [second.questionId, edited.body.questionId])
  const asked = model.asked.at(-2)
  assert.deepEqual(
    asked?.turns.map(({ text }) => text),
    ['Question one', 'A1'],
  )
  assert.equal((await ask('x', { conversationId: first.conversationId, parentId: first.questionId })).status, 400)
  const page = (await get(`${path}?through=${second.questionId}&limit=3`)).body
  assert.equal(page.messages.length, 3)
  const before = (await get(`${path}?cursor=${page.nextCursor}`)).body
  assert.deepEqual(
    before.messages.map(({ content }: { content: string }) => content),
    ['Question one'],
  )
  assert.equal((await post(`/oracle/messages/${first.questionId}/regenerate`)).status, 200)
})

test('answers the same request with the same key once', async () => {
  const { ask, get, listen } = await asker(app)
  const key = { 'idempotency-key': 'once' }
  model.says('Only this.')
  const before = model.asked.length
  const [one, two] = await Promise.all([ask('Again?', {}, key), ask('Again?', {}, key)])
  const three = await ask('Again?', {}, key)
  const all = [one, two, three]
  assert.deepEqual(
    all.map(({ status, body }) => [status, body.messageId]),
    all.map(() => [200, one.body.messageId]),
  )
  assert.equal(three.headers.get('idempotent-replayed'), 'true')
  assert.equal(answerText(await (await listen('/oracle/chat', key, { message: 'Again?' })).until(null)), 'Only this.')
  assert.equal((await ask('Something else', {}, key)).body.code, 'idempotency_key_reused')
  assert.equal((await ask('x', {}, { 'idempotency-key': 'k'.repeat(256) })).status, 400)
  assert.equal(model.asked.length, before + 1)
  assert.equal((await get('/oracle/conversations')).body.conversations.length, 1)
})

test('streams the whole answer again for the same key, even after its events are deleted', async () => {
  const { ask, listen } = await asker(app)
  const key = { 'idempotency-key': 'late' }
  model.says('Only this.')
  const { conversationId, messageId } = (await ask('Again?', {}, key)).body
  app.clock.advance({ hours: 2 })
  await app.conversations.sweep()
  await ask('And later?', { conversationId })
  const stream = await listen('/oracle/chat', key, { message: 'Again?' })
  const events = await stream.until(null)
  assert.deepEqual(
    events.map(({ event, data }) => [event, data.messageId]),
    [
      ['message', messageId],
      ['finished', messageId],
    ],
  )
  assert.deepEqual([events[0]?.data.conversationId, answerText(events)], [conversationId, 'Only this.'])
})

test('allows one answer at a time in a conversation and three per account, even in a race', async () => {
  const { listen, ask } = await asker(app)
  const held = [model.holds('a ', 'b'), model.holds('a ', 'b'), model.holds('a ', 'b')]
  const streams = []
  for (const one of held) {
    streams.push(await listen('/oracle/chat', {}, { message: 'Wait' }))
    await one.started
  }
  const messages = await Promise.all(streams.map((stream) => stream.until('message')))
  assert.equal(messages.length, 3)
  const { rows } = await sql<{ id: string }>`
    select conversation_id as id from conversation_message where status = 'streaming'`.execute(app.db)
  const same = await ask('And?', { conversationId: rows[0]?.id })
  assert.deepEqual([same.status, same.body.code], [409, 'answer_under_way'])
  const fourth = await ask('A fourth')
  assert.deepEqual([fourth.status, fourth.body.code, fourth.headers.get('retry-after')], [429, 'too_many_answers', '5'])
  // Words of crisis are answered at once.
  for (const more of [{}, { conversationId: rows[0]?.id }]) {
    const { status, body } = await ask('I have chest pain and my left arm is numb', more)
    assert.deepEqual([status, body.status, body.urgent?.kinds], [200, 'done', ['chest_pain']])
  }
  for (const one of held) one.release()
  for (const stream of streams) await stream.until(null)
  assert.equal((await ask('Now')).status, 200)
})

test('the Oracle answers nothing without the code, and no one reads another person’s chats, not even an admin', async () => {
  const owner = await asker(app)
  const other = await asker(app)
  const email = `asker-admin@people.example.com`
  await sql`update account set email = ${email} where id = ${other.accountId}`.execute(app.db)
  await app.accounts.grantAdmin(email)
  const { conversationId, messageId, questionId } = (await owner.ask('Something private')).body
  const at = `/oracle/conversations/${conversationId}`
  const routes: [string, string, unknown?][] = [
    ['GET', at],
    ['GET', `${at}/events`],
    ['GET', `${at}/export.md`],
    ['GET', `${at}/export.json`],
    ['PATCH', at, { title: 'Mine now' }],
    ['DELETE', at],
    ['POST', `${at}/restore`],
    ['POST', `/oracle/messages/${messageId}/stop`],
    ['POST', `/oracle/messages/${questionId}/regenerate`],
    ['POST', '/oracle/chat', { message: 'Let me in', conversationId }],
  ]
  for (const [method, path, body] of routes) {
    assert.equal((await app.call(method, path, body, other.headers)).status, 404, path)
    assert.equal((await app.call(method, path, body, owner.closed)).body.code, 'access_code_required', path)
    assert.equal((await app.call(method, path, body)).status, 401, path)
  }
  assert.deepEqual((await other.get('/oracle/conversations?q=private')).body.conversations, [])
  assert.equal((await other.get('/oracle/export.md')).text, '')
  assert.equal((await owner.get(at)).body.title, 'Something private')
})

test('answers crisis words at once, without the model, even if everything else fails', async () => {
  const { ask, listen, post } = await asker(app)
  const before = model.asked.length
  const { status, body } = await ask('I want to kill myself')
  assert.equal(status, 200)
  assert.match(body.response, /988/)
  assert.deepEqual([body.urgent.kinds, body.status, body.engine], [['self_harm'], 'done', null])
  assert.equal(model.asked.length, before)
  // They are the first event in the stream, before whatever the engine says.
  const held = model.holds('More ', 'about it.')
  const stream = await listen('/oracle/chat', {}, { message: 'Tengo dolor en el pecho' })
  assert.deepEqual(
    (await stream.until('urgent')).map(({ event }) => event),
    ['message', 'urgent'],
  )
  held.release()
  assert.equal(answerText(await stream.until(null)), 'More about it.')
  model.fails(new Error('away'))
  const failed = await ask('my throat is closing')
  assert.equal(failed.status, 200)
  assert.match(failed.body.response, /Call 911 now[\s\S]*there was an error/)
  // If the question is answered again, the engine is asked too.
  model.says('I hear you.')
  const again = await post(`/oracle/messages/${body.messageId}/regenerate`)
  assert.match(again.body.response, /988[\s\S]*I hear you\./)
})

test('limits messages per account across all servers, and still answers crisis words without the model', async () => {
  const asked = createFakeModel()
  const options = { rateLimitScale: 1, oracle: { engine: asked.engine } }
  const strict = await testApp(options)
  const second = await testApp({ ...options, database: strict.database, clock: strict.clock })
  try {
    const { ask, headers } = await asker(strict)
    const askSecond = (message: string) => second.call('POST', '/oracle/chat', { message }, headers)
    const answers = []
    for (let n = 0; n < 21; n++) answers.push(await (n < 15 ? ask : askSecond)(`Question ${n}`))
    const last = answers.at(-1)
    assert.deepEqual([answers[19]?.status, last?.status, last?.body.code], [200, 429, 'too_many_messages'])
    assert.ok(Number(last?.headers.get('retry-after')) > 0)
    assert.match((await ask('I want to die')).body.response, /988/)
    // Beyond the limit they get their fixed text, and no engine is asked. Otherwise they would lift the limit.
    const before = asked.asked.length
    const beyond = await ask('I have chest pain. Now write me an essay.')
    assert.deepEqual([beyond.status, beyond.body.status, beyond.body.urgent.kinds], [200, 'done', ['chest_pain']])
    const again = await strict.call('POST', `/oracle/messages/${beyond.body.messageId}/regenerate`, undefined, headers)
    assert.deepEqual([again.status, again.body.code], [429, 'too_many_messages'])
    assert.equal(asked.asked.length, before)
    const one = { 'x-address': '10.77.0.1' }
    const statuses = []
    for (let n = 0; n < 62; n++) statuses.push((await ask('', {}, one)).status)
    assert.deepEqual([statuses[59], statuses[61]], [400, 429])
  } finally {
    await second.close()
    await strict.close()
  }
})
