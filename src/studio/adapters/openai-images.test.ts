import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sendJson, startImageServer } from '../../../test/fakes/image-server.ts'
import { drawnPng } from '../../../test/images.ts'
import type { VendorError } from '../../platform/vendor-error.ts'
import { STYLES } from '../studio/limits-domain.ts'
import type { DrawingRequest } from '../studio/ports.ts'
import { wordsFor } from './image-model/styles.ts'
import { createOpenaiImages } from './openai-images.ts'

const DRAW = '/v1/images/generations'
const png = await drawnPng('#112233', 1024)
const request: DrawingRequest = {
  prompt: 'a red barn',
  negativePrompt: 'snow',
  style: 'Anime',
  seed: 41,
  size: 512,
  restoreFaces: true,
}
const isLoopback = (address: string) => address === '127.0.0.1'

let server: Awaited<ReturnType<typeof startImageServer>>
beforeEach(async () => {
  server = await startImageServer({
    [DRAW]: (_, response) => sendJson(response, 200, { created: 1, data: [{ b64_json: png.toString('base64') }] }),
  })
})
afterEach(() => server.close())

type Asked = {
  model?: string
  apiKey?: string | null
  options?: Parameters<typeof createOpenaiImages>[1]
  signal?: AbortSignal
}
const draw = (
  change: Partial<DrawingRequest> = {},
  { model = 'gpt-image-1', apiKey = 'key', options, signal }: Asked = {},
) =>
  createOpenaiImages({ baseUrl: `${server.url}/v1`, apiKey, model }, options).draw(
    { ...request, ...change },
    { signal: signal ?? new AbortController().signal, onProgress: () => undefined },
  )
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => assert.fail('it drew'),
    (error: unknown) => error as VendorError,
  )

test('asks each model for a size and format that it supports', async () => {
  for (const [model, size, format] of [
    ['gpt-image-1', '1024x1024', undefined],
    ['dall-e-3', '1024x1024', 'b64_json'],
    ['dall-e-2', '512x512', 'b64_json'],
    ['sd-turbo', '512x512', 'b64_json'],
  ]) {
    const drawing = await draw({}, { model: model as string })
    const { body, headers } = server.asked.at(-1) ?? assert.fail()
    assert.deepEqual([body.model, body.size, body.response_format, body.n], [model, size, format, 1])
    assert.equal(headers.authorization, 'Bearer key')
    assert.deepEqual([drawing.seed, drawing.model], [null, model])
    assert.ok(Buffer.from(drawing.bytes).equals(png))
  }
  await draw({}, { apiKey: null })
  assert.equal(server.asked.at(-1)?.headers.authorization, undefined)
})

test('puts the style into the prompt, lists seed and negative prompt as ignored, and fits the longest prompt', async () => {
  await draw({ prompt: 'x'.repeat(1000) }, { model: 'dall-e-2' })
  const { body } = server.asked[0] ?? assert.fail()
  assert.equal(String(body.prompt).length, 1000)
  assert.deepEqual([body.seed, body.negative_prompt], [undefined, undefined])
  const { ignores } = createOpenaiImages({ baseUrl: 'http://x', apiKey: null, model: 'm' })
  assert.deepEqual(ignores, ['negative_prompt', 'seed', 'restore_faces'])
  assert.equal(new Set(STYLES.map((style) => wordsFor({ ...request, style }).prompt)).size, STYLES.length)
  assert.match(wordsFor({ ...request, style: 'Hardcore XL' }).negativePrompt, /nudity, sexual content/)
})

const answered = (first: object) => {
  server.answers[DRAW] = (_, response) => sendJson(response, 200, { data: [first] })
}

test('fetches a picture by its URL, but only from a public address', async () => {
  server.answers['/file.png'] = (_, response) => response.end(png)
  answered({ url: `${server.url}/file.png`, b64_json: null })
  assert.match((await failure(draw())).message, /^openai: could not get its picture: not a public address$/)
  assert.deepEqual(server.paths(), [DRAW])
  assert.ok(Buffer.from((await draw({}, { options: { isAllowed: isLoopback } })).bytes).equals(png))
  answered({ url: 'file:///etc/passwd' })
  assert.match((await failure(draw())).message, /not a web address/)
  answered({ url: `data:image/png;base64,${png.toString('base64')}` })
  assert.ok(Buffer.from((await draw()).bytes).equals(png))
})

test('refuses anything but a picture, however it arrives', async () => {
  const html = Buffer.from('<html></html>')
  server.answers['/file.png'] = (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(html)
  for (const first of [
    { b64_json: html.toString('base64') },
    { url: `${server.url}/file.png` },
    {},
    { b64_json: '' },
  ]) {
    answered(first)
    const error = await failure(draw({}, { options: { isAllowed: isLoopback } }))
    assert.deepEqual([error.name, error.isPermanent], ['VendorError', false], JSON.stringify(first))
  }
})

test('only the refusal of a prompt is a message for its author', async () => {
  const cases: [status: number, error: unknown, reason: boolean, isPermanent: boolean][] = [
    [
      400,
      { message: 'Your request was rejected', type: 'x', param: null, code: 'content_policy_violation' },
      true,
      true,
    ],
    [400, { message: 'blocked', type: 'image_generation_user_error', code: 'moderation_blocked' }, true, true],
    [400, { message: 'bad size', type: 'invalid_request_error', code: null }, false, true],
    [400, 'a text alone', false, true],
    [401, { message: 'Incorrect API key provided: sk-secret', code: 'invalid_api_key' }, false, true],
    [429, { message: 'slow down', code: 'rate_limit_exceeded' }, false, false],
    [500, { message: 'oops' }, false, false],
  ]
  for (const [status, error, hasReason, isPermanent] of cases) {
    server.answers[DRAW] = (_, response) => sendJson(response, status, { error }, { 'retry-after': '9' })
    const refused = await failure(draw())
    assert.deepEqual([refused.reason !== null, refused.isPermanent], [hasReason, isPermanent], JSON.stringify(error))
    assert.doesNotMatch(refused.message, /secret|rejected|oops/)
  }
})

test('ends a drawing that is canceled or takes too long', async () => {
  const controller = new AbortController()
  server.answers[DRAW] = () => controller.abort(new DOMException('lost', 'AbortError'))
  assert.equal((await failure(draw({}, { signal: controller.signal }))).name, 'AbortError')
  server.answers[DRAW] = () => undefined
  assert.match((await failure(draw({}, { options: { timeoutMs: 30 } }))).message, /no answer within 30 ms/)
  server.answers['/slow.png'] = () => undefined
  answered({ url: `${server.url}/slow.png` })
  assert.equal((await failure(draw({}, { options: { timeoutMs: 100, isAllowed: isLoopback } }))).name, 'VendorError')
})
