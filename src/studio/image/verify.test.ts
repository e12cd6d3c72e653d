import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeImage, SIDE } from '../../../test/images.ts'
import { signUp } from '../../../test/scene.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof signUp>>
let stranger: typeof owner
before(async () => {
  app = await testApp()
  app.clock.set(Temporal.Now.instant().round('second').toString())
  owner = await signUp(app, 'owner@agents.example.com')
  stranger = await signUp(app, 'stranger@agents.example.com')
})
after(() => app.close())

const visitor = { headers: {} as Record<string, string> }

/** Sends a form as a browser would. */
async function verify(
  bytes: Uint8Array,
  { by = visitor, field = 'image' }: { by?: typeof visitor; field?: string } = {},
) {
  const form = new FormData()
  form.append(field, new File([bytes as Uint8Array<ArrayBuffer>], 'image.png'))
  const answer = await app.app.request('/images/verify', { method: 'POST', body: form, headers: by.headers })
  // biome-ignore lint/suspicious/noExplicitAny: the test reads the answer as a client would
  return { status: answer.status, body: (await answer.json()) as any }
}
const fileAt = async (url: string, by = visitor) => (await app.app.request(url, by)).bytes()
const shownOf = async (id: string, by: typeof visitor) => {
  const { body } = await app.call('GET', `/images/${id}`, undefined, by.headers)
  return { url: body.image_url as string, sha256: body.sha256 as string }
}

test('anyone can verify the bytes of a public image and its engine, but not after a change of one pixel or byte', async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId, visibility: 'public', filter: 'Analog' })
  const { url, sha256 } = await shownOf(id, visitor)
  const png = await fileAt(url)
  const { status, body } = await verify(png)
  assert.deepEqual([status, body.isMadeHere, body.isOriginal, body.sha256], [200, true, false, sha256])
  assert.deepEqual([body.image.id, body.image.usedParams.engine, body.image.usedParams.filter], [id, 'local', 'Analog'])
  const original = await verify(await fileAt(`/images/${id}/original.png`, owner))
  assert.deepEqual([original.body.isMadeHere, original.body.isOriginal, original.body.image.id], [true, true, id])

  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  data[1000] = (data[1000] as number) ^ 1
  const onePixel = await sharp(data, { raw: info }).keepMetadata().png().toBuffer()
  for (const changed of [
    onePixel,
    png.subarray(0, -1),
    Buffer.concat([png, Buffer.of(0)]),
    await sharp(png).toBuffer(),
  ]) {
    const other = await verify(changed)
    assert.deepEqual([other.status, other.body.isMadeHere, other.body.image], [200, false, null])
  }
})

test('only the owner can verify a private image, and no one a hidden or deleted one', async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId, prompt: 'a secret garden', filter: 'VHS' })
  const png = await fileAt((await shownOf(id, owner)).url, owner)
  const knows = async (by: typeof visitor) => (await verify(png, { by })).body.isMadeHere
  assert.deepEqual([await knows(visitor), await knows(stranger), await knows(owner)], [false, false, true])
  const to = (visibility: string) => app.call('PATCH', `/images/${id}/visibility`, { visibility }, owner.headers)
  await to('public')
  assert.deepEqual([await knows(visitor), await knows(owner)], [true, true])
  await to('private')
  assert.deepEqual([await knows(visitor), await knows(owner)], [false, true])
  await app.call('DELETE', `/images/${id}`, undefined, owner.headers)
  assert.deepEqual([await knows(visitor), await knows(owner)], [false, false])
})

test('recognizes the visible one of two images with the same bytes', async () => {
  const params = { prompt: 'twins in the snow', filter: 'Manga' as const }
  const hidden = await makeImage(app, { accountId: stranger.accountId, ...params })
  const shown = await makeImage(app, { accountId: owner.accountId, ...params, visibility: 'public' })
  assert.equal(hidden.sha256, shown.sha256, 'the same drawing has the same bytes')
  const { body } = await verify(await fileAt((await shownOf(shown.id, visitor)).url))
  assert.equal(body.image.id, shown.id)
})

test('refuses more than 4 MB before reading it, and says if a form has no image', async () => {
  const answer = await verify(new Uint8Array(4 * 1024 * 1024 + 8192))
  assert.deepEqual([answer.status, answer.body.issues[0].path], [413, 'image'])
  assert.equal((await verify(new Uint8Array(4 * 1024 * 1024))).status, 200)
  const missing = await verify(new Uint8Array(9), { field: 'file' })
  assert.deepEqual([missing.status, missing.body.issues[0].path], [400, 'image'])
  assert.equal((await app.call('POST', '/images/verify', 'nonsense', { 'content-type': 'text/plain' })).status, 400)
})

test('enlarges the shown image to twice its size, and says that it was resampled', async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId, visibility: 'public', filter: 'Polaroid' })
  const path = `/images/${id}/upscaled.png`
  assert.equal((await app.app.request(path, stranger)).status, 404)
  const large = await fileAt(path, owner)
  const { width, height, format, comments, xmpAsString } = await sharp(large).metadata()
  assert.deepEqual([width, height, format], [2 * SIDE, 2 * SIDE, 'png'])
  const said = JSON.parse(comments?.[0]?.text ?? '')
  assert.deepEqual([said.filter, said.resampled_to], ['Polaroid', `${2 * SIDE}x${2 * SIDE}`])
  assert.match(xmpAsString ?? '', /algorithmicMedia"/)
  assert.match(xmpAsString ?? '', new RegExp(`resampled to ${2 * SIDE}x${2 * SIDE}`))
  const pixels = async (bytes: Uint8Array) => sharp(bytes).resize(64).removeAlpha().raw().toBuffer()
  const [a, b] = [await pixels(large), await pixels(await fileAt((await shownOf(id, owner)).url))]
  const apart = a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] as number)), 0) / a.length
  assert.ok(apart < 2, String(apart))
})
