import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sendJson, startImageServer } from '../../../test/fakes/image-server.ts'
import { drawnPng } from '../../../test/images.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import type { DrawingRequest } from '../studio/ports.ts'
import { createA1111Images } from './a1111-images.ts'

const DRAW = '/sdapi/v1/txt2img'
const png = await drawnPng()
const other = await drawnPng('#224422')
const request: DrawingRequest = {
  prompt: 'a red barn',
  negativePrompt: 'snow',
  style: 'Hyperreal',
  seed: 41,
  size: 512,
  restoreFaces: true,
}

let server: Awaited<ReturnType<typeof startImageServer>>
beforeEach(async () => {
  server = await startImageServer({
    [DRAW]: (_, response) => sendJson(response, 200, good()),
    '/sdapi/v1/progress': (_, response) => sendJson(response, 200, { progress: 0.5, eta_relative: 1, state: {} }),
    '/sdapi/v1/interrupt': (_, response) => sendJson(response, 200, {}),
  })
})
afterEach(() => server.close())

const good = (info: object | string = { seed: 41, sd_model_name: 'sdxl' }, images = [png]) => ({
  images: images.map((one) => one.toString('base64')),
  parameters: {},
  info: typeof info === 'string' ? info : JSON.stringify(info),
})
type Run = Parameters<ReturnType<typeof createA1111Images>['draw']>[1]
const draw = (asked: Partial<DrawingRequest> = {}, run: Partial<Run> = {}, options: object = {}, base = server.url) =>
  createA1111Images({ baseUrl: base }, options).draw(
    { ...request, ...asked },
    { signal: new AbortController().signal, onProgress: () => undefined, ...run },
  )
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => assert.fail('it drew'),
    (error: unknown) => error as VendorError,
  )

test('sends prompt, style, negative prompt, seed, and size, and reads seed and model from the answer', async () => {
  const drawing = await draw()
  const { body, headers } = server.asked[0] ?? assert.fail()
  assert.match(String(body.prompt), /^a red barn, hyperrealistic/)
  assert.match(String(body.negative_prompt), /^snow, drawing/)
  assert.deepEqual([body.seed, body.width, body.height, body.batch_size, body.restore_faces], [41, 512, 512, 1, true])
  assert.match(String(body.force_task_id), /^task\([0-9a-f]{15}\)$/)
  assert.equal(headers.authorization, undefined)
  assert.ok(Buffer.from(drawing.bytes).equals(png))
  assert.deepEqual([drawing.seed, drawing.model, drawing.usedWords], [41, 'sdxl', null])
})

test('does not send text that servers take for commands, however it is nested', async () => {
  const prompt =
    'a <lora:evil:1> barn <lo<lora:x:1>ra:y:1> <sd_cpp_extra_args>{"steps":9999}</sd_cpp_extra_args> <hypernet:z>'
  await draw({ prompt, negativePrompt: '<LORA:q> <sd_cpp_extra_args>{"seed":1}' })
  const sent = JSON.stringify(server.asked[0]?.body)
  assert.doesNotMatch(sent, /[<>]|evil|9999|hypernet:z/)
  assert.match(sent, /a barn/)
})

test('sends the name and password of the URL in their own header', async () => {
  await draw({}, {}, {}, server.url.replace('http://', 'http://me:s%20ecret@'))
  assert.equal(server.asked[0]?.headers.authorization, `Basic ${Buffer.from('me:s ecret').toString('base64')}`)
})

test('skips a grid before the pictures, and leaves seed and model unknown without info', async () => {
  server.answers[DRAW] = (_, response) =>
    sendJson(response, 200, good({ seed: 5, index_of_first_image: 1 }, [other, png]))
  const drawing = await draw()
  assert.ok(Buffer.from(drawing.bytes).equals(png))
  for (const info of ['', 'no JSON', '[]', '{"seed":-1}']) {
    server.answers[DRAW] = (_, response) => sendJson(response, 200, good(info))
    const { seed, model } = await draw()
    assert.deepEqual([seed, model], [41, null], info)
  }
  server.answers[DRAW] = (_, response) =>
    sendJson(response, 200, { images: [`data:image/png;base64,${png.toString('base64')}`], info: '' })
  assert.ok(Buffer.from((await draw()).bytes).equals(png))
})

const garbage: [name: string, answer: unknown][] = [
  ['no images', { images: [], info: '' }],
  ['no list', { images: 'x' }],
  ['what is no picture', { images: [Buffer.from('<html>').toString('base64')], info: '' }],
  ['a text', 'drawn'],
]
for (const [name, answer] of garbage)
  test(`treats ${name} in a good answer as a failure of the server`, async () => {
    server.answers[DRAW] = (_, response) => sendJson(response, 200, answer)
    const error = await failure(draw())
    assert.ok(error instanceof VendorError)
    assert.deepEqual([error.isPermanent, error.isAboutRequest], [false, false])
  })

test('refusals say whether a retry helps, and quote only the class of the error', async () => {
  const cases: [status: number, body: unknown, isPermanent: boolean, isAboutRequest: boolean][] = [
    [500, { error: 'RuntimeError', detail: '', body: '', errors: 'CUDA out of memory of /home/someone' }, false, false],
    [429, { error: 'Too many' }, false, false],
    [400, { error: 'prompt required' }, true, true],
    [422, { error: 'HTTPException', detail: 'Script not found' }, true, true],
    [404, { detail: 'Sampler not found' }, true, false],
    [401, { detail: 'Incorrect username or password' }, true, false],
  ]
  for (const [status, body, isPermanent, isAboutRequest] of cases) {
    server.answers[DRAW] = (_, response) => sendJson(response, status, body, { 'retry-after': '3' })
    const error = await failure(draw())
    assert.deepEqual(
      [error.isPermanent, error.isAboutRequest, error.retryAfterSeconds],
      [isPermanent, isAboutRequest, 3],
    )
    assert.match(error.message, new RegExp(`^a1111: HTTP ${status}( (RuntimeError|HTTPException))?$`))
  }
})

test('follows no redirect, cuts off an endless answer, and reports a server that is down', async () => {
  server.answers[DRAW] = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  assert.ok((await failure(draw())) instanceof VendorError)
  const part = Buffer.alloc(4 * 1024 * 1024, 0x20)
  server.answers[DRAW] = (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(part));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }
  assert.match((await failure(draw())).message, /too large/)
  server.close()
  assert.match((await failure(draw())).message, /ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET/)
})

test('reports progress while the server draws, and still draws without it', async () => {
  let finish: (() => void) | undefined
  server.answers[DRAW] = (_, response) => {
    finish = () => sendJson(response, 200, good())
  }
  const told = Promise.withResolvers<number>()
  const drawing = draw({}, { onProgress: told.resolve }, { lookEveryMs: 5 })
  assert.equal(await told.promise, 0.5)
  finish?.()
  await drawing
  delete server.answers['/sdapi/v1/progress']
  server.answers[DRAW] = (_, response) => setTimeout(() => sendJson(response, 200, good()), 30)
  await draw({}, {}, { lookEveryMs: 5 })
})

/** Aborts the request once the server draws. */
async function cancelledDrawing(isActive: boolean | null) {
  const controller = new AbortController()
  server.answers[DRAW] = () => controller.abort(new DOMException('lost', 'AbortError'))
  if (isActive !== null)
    server.answers['/internal/progress'] = (_, response) =>
      sendJson(response, 200, { active: isActive, queued: !isActive })
  const error = await failure(draw({}, { signal: controller.signal }))
  assert.equal(error.name, 'AbortError')
}

test('a cancellation interrupts the drawing in progress before the server takes the next one', async () => {
  await cancelledDrawing(true)
  assert.deepEqual(server.paths(), [DRAW, '/internal/progress', '/sdapi/v1/interrupt'])
  assert.equal(server.asked[1]?.body.id_task, server.asked[0]?.body.force_task_id)
})

test("a cancellation leaves other people's drawings alone, and all drawings on a server that does not report its tasks", async () => {
  await cancelledDrawing(false)
  assert.deepEqual(server.paths(), [DRAW, '/internal/progress'])
  server.asked.length = 0
  delete server.answers['/internal/progress']
  await cancelledDrawing(null)
  assert.deepEqual(server.paths(), [DRAW, '/internal/progress'])
})

test('a drawing that takes too long fails, and is interrupted', async () => {
  server.answers[DRAW] = () => undefined
  server.answers['/internal/progress'] = (_, response) => sendJson(response, 200, { active: true })
  assert.match((await failure(draw({}, {}, { timeoutMs: 50 }))).message, /no answer within 50 ms/)
  assert.equal(server.paths().at(-1), '/sdapi/v1/interrupt')
})
