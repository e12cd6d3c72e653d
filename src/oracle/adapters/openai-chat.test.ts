import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DONE, finished, spokenAs, startChatServer } from '../../../test/fakes/chat-server.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import type { Question } from '../conversation/ports.ts'
import { createOpenaiChat } from './openai-chat.ts'

let server: Awaited<ReturnType<typeof startChatServer>>
before(async () => {
  server = await startChatServer()
})
after(() => server.close())

const engineOf = (more: object = {}, options = {}) =>
  createOpenaiChat({ baseUrl: server.baseUrl, apiKey: 'key', model: 'test-model', canSee: true, ...more }, options)

const question = (more: Partial<Question> = {}): Question => ({
  instructions: 'Be careful.',
  turns: [],
  text: 'What is it?',
  passages: [],
  files: [],
  pictures: [],
  extent: 'found' as const,
  searched: 1,
  ...more,
})
async function answer(of: Question = question(), engine = engineOf(), signal = new AbortController().signal) {
  const pieces: string[] = []
  for await (const piece of engine.answer(of, { signal })) pieces.push(piece)
  return pieces.join('')
}
const refusal = async (promise: Promise<unknown>): Promise<VendorError> => {
  const error = await promise.then(
    () => null,
    (reason) => reason,
  )
  assert.ok(error instanceof VendorError, String(error))
  return error
}

test("sends a request in the API's format, with passages as data, earlier turns, and a picture", async () => {
  server.streams(spokenAs('Fine'), finished(), DONE)
  const passage = {
    fileId: 'f',
    name: 'a "b".pdf',
    page: 3,
    quote: 'q',
    text: 'Take five.',
    heading: null,
    isSure: true,
    score: 1,
    start: 0,
    end: 1,
  }
  const said = await answer(
    question({
      turns: [
        { role: 'user', text: 'Before' },
        { role: 'assistant', text: 'Yes' },
      ],
      passages: [passage],
      pictures: [{ fileId: 'p', name: 'p.jpg', mediaType: 'image/jpeg', bytes: new Uint8Array([255, 216, 255, 1]) }],
    }),
  )
  assert.equal(said, 'Fine')
  const { path, headers, body } = server.asked.at(-1) ?? assert.fail()
  assert.equal(path, '/v1/chat/completions')
  assert.equal(headers.authorization, 'Bearer key')
  assert.deepEqual(Object.keys(body).sort(), ['messages', 'model', 'stream'])
  assert.deepEqual([body.model, body.stream], ['test-model', true])
  assert.deepEqual(
    body.messages.map(({ role }) => role),
    ['system', 'user', 'assistant', 'user'],
  )
  type Parts = [{ text: string }, { image_url: { url: string } }]
  const [text, picture] = (body.messages.at(-1)?.content ?? []) as unknown as Parts
  assert.match(
    text.text,
    /<passage-([0-9a-f]{12}) number="1" file="a \\"b\\".pdf" page="3">\nTake five\.\n<\/passage-\1>/,
  )
  assert.match(picture.image_url.url, /^data:image\/jpeg;base64,/)
})

test('reads the same answer in any pieces: split letters, split lines, byte by byte, several at once', async () => {
  const whole = spokenAs('Größe: ', '5 °C, ', '日本 ', '🙂') + finished() + DONE
  const bytes = new TextEncoder().encode(whole)
  const cut = (size: number) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size))
  for (const parts of [[bytes], cut(1), cut(7), cut(64), cut(whole.length - 3)]) {
    server.streams(...parts)
    assert.equal(await answer(), 'Größe: 5 °C, 日本 🙂')
  }
  server.streams(whole.replaceAll('\n', '\r\n'))
  assert.equal(await answer(), 'Größe: 5 °C, 日本 🙂')
  server.streams(': a comment\n\n', whole)
  assert.equal(await answer(), 'Größe: 5 °C, 日本 🙂')
})

test('accepts an answer without [DONE], and reports one without an end as broken off', async () => {
  server.streams(spokenAs('All of it'), finished())
  assert.equal(await answer(), 'All of it')
  server.streams(spokenAs('Half of'))
  await refusal(answer())
  server.runs((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(spokenAs('Half of'))
    setImmediate(() => response.destroy())
  })
  await refusal(answer())
})

test('fails on an error in the middle, in any form, and passes none of its words on', async () => {
  for (const error of [{ error: { message: 'secret of the server', code: 500 } }, { error: 'secret of the server' }]) {
    server.streams(spokenAs('So far '), `data: ${JSON.stringify(error)}\n\n`, DONE)
    assert.doesNotMatch((await refusal(answer())).message, /secret/)
  }
  server.streams(spokenAs('So far '), 'data: {not json\n\n', DONE)
  await refusal(answer())
  server.refuses(200, { 'content-type': 'text/html' }, '<h1>Oops')
  await refusal(answer())
})

test('waits if the server asks for a short wait, and gives up on a long one', async () => {
  const before = server.asked.length
  server.refuses(429, { 'retry-after': '0' })
  server.streams(spokenAs('Now'), finished(), DONE)
  assert.equal(await answer(), 'Now')
  assert.equal(server.asked.length, before + 2)
  server.refuses(429, { 'retry-after': '120' })
  const error = await refusal(answer())
  assert.deepEqual([error.retryAfterSeconds, error.isPermanent], [120, false])
  for (const status of [500, 503]) {
    server.refuses(status)
    assert.equal((await refusal(answer())).isPermanent, false)
  }
  for (const status of [400, 401, 404]) {
    server.refuses(status)
    assert.equal((await refusal(answer())).isPermanent, true)
  }
  assert.equal(server.asked.length, before + 8)
})

test('gives up on a server that hangs before or after its first word, and on a canceled answer', async () => {
  const quick = engineOf({}, { firstWordMs: 40, silenceMs: 40 })
  server.runs(() => undefined)
  assert.match((await refusal(answer(question(), quick))).message, /stopped sending/)
  server.runs((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(spokenAs('And then'))
  })
  assert.match((await refusal(answer(question(), quick))).message, /stopped sending/)
  const off = new AbortController()
  server.runs(() => off.abort(new Error('called off')))
  await assert.rejects(answer(question(), engineOf(), off.signal), /called off/)
})

test('leaves out reasoning, reports a length limit and a content filter, and keeps an empty answer empty', async () => {
  server.streams(spokenAs('<think>hm', 'm</think>', 'Yes.'), finished(), DONE)
  assert.equal((await answer()).trim(), 'Yes.')
  server.streams(spokenAs('A long'), finished('length'), DONE)
  assert.match(await answer(), /^A long\n\n\*\(The answer was cut off/)
  server.streams(spokenAs('Larga'), finished('length'), DONE)
  assert.match(await inLanguage('es', () => answer()), /^Larga\n\n\*\(La respuesta se cortó [^*]*\)\*$/)
  server.streams(spokenAs(), finished('content_filter'), DONE)
  assert.equal((await refusal(answer())).isPermanent, true)
  server.streams(spokenAs(), finished(), DONE)
  assert.equal(await answer(), '')
})

test('follows no redirect and calls no other address', async () => {
  const before = server.asked.length
  server.refuses(302, { location: '/elsewhere' })
  await refusal(answer())
  assert.equal(server.asked.length, before + 1)
  await refusal(answer(question(), engineOf({ baseUrl: 'http://127.0.0.1:9/v1' })))
})
