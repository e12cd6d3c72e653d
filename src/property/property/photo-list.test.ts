import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeProperty } from '../../../test/factories.ts'
import { signUp } from '../../../test/scene.ts'

type Signed = Awaited<ReturnType<typeof signUp>>
let app: TestApp
let agent: Signed
let home: { id: string }
before(async () => {
  app = await testApp()
  app.clock.set(Temporal.Now.instant().toString())
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())
beforeEach(async () => {
  home = await makeProperty(app.db, { ownerId: agent.accountId })
})

const picture = (background: string) => sharp({ create: { width: 90, height: 60, channels: 3, background } })
const keyOf = (url: string) => url.replace('/files/', '').replace('-1200.webp', '')
const put = (body: object) => app.call('PUT', `/api/showingbooker/properties/${home.id}`, body, agent.headers)

/** Uploads a photo, by default without putting it on a property. */
async function upload(bytes: Uint8Array, { id = '' } = {}) {
  const form = new FormData()
  form.append('image', new File([bytes as Uint8Array<ArrayBuffer>], 'photo.jpg', { type: 'image/jpeg' }))
  const path = `/api/showingbooker/upload/property-photo${id && `/${id}`}`
  const answer = await app.app.request(path, { method: 'POST', body: form, headers: agent.headers })
  return (await answer.json()) as { imageUrl: string }
}
const photosOf = async (): Promise<[url: string, caption: string | null][]> => {
  const { body } = await app.call('GET', `/api/showingbooker/properties/${home.id}`, undefined, agent.headers)
  return body.photos.map((photo: { url: string; caption: string | null }) => [photo.url, photo.caption])
}
const uploads = (count: number) =>
  Promise.all(
    Array.from(
      { length: count },
      async (_, at) =>
        (
          await upload(
            await picture(`#0000${10 + at}`)
              .jpeg()
              .toBuffer(),
          )
        ).imageUrl,
    ),
  )

test('adds, captions, orders, and removes photos, and shows the first to callers that know only one', async () => {
  const [a, b, c] = await uploads(3)
  const added = await put({ photos: [{ url: a }, { url: b, caption: '  The  kitchen ' }, { url: c }], version: 1 })
  assert.deepEqual([added.status, added.body.property_photo, added.body.version], [200, a, 2])
  assert.deepEqual(await photosOf(), [
    [a, null],
    [b, 'The kitchen'],
    [c, null],
  ])
  const turned = await put({
    photos: [
      { url: c, caption: 'Front' },
      { url: b, caption: 'The kitchen' },
    ],
    version: 2,
  })
  assert.deepEqual([turned.body.property_photo, turned.body.photo.url, turned.body.version], [c, c, 3])
  assert.deepEqual(await photosOf(), [
    [c, 'Front'],
    [b, 'The kitchen'],
  ])
  // The same list again is no change.
  assert.equal((await put({ photos: turned.body.photos })).body.version, 3)
  const seen = await app.call('GET', `/api/showingbooker/public/property/${home.id}`)
  assert.deepEqual(
    seen.body.photos.map((photo: { caption: string | null }) => photo.caption),
    ['Front', 'The kitchen'],
  )
  // A removed photo can be put back, as by an undo.
  assert.equal((await put({ photos: [{ url: a }] })).body.property_photo, a)
})

test('a caller that knows only one photo replaces the first and keeps the others', async () => {
  const [a, b, c] = await uploads(3)
  await put({
    photos: [
      { url: a, caption: 'Front' },
      { url: b, caption: 'Kitchen' },
    ],
  })
  await put({ property_photo: c })
  assert.deepEqual(await photosOf(), [
    [c, null],
    [b, 'Kitchen'],
  ])
  const { imageUrl } = await upload(await picture('#fff').jpeg().toBuffer(), { id: home.id })
  assert.deepEqual(await photosOf(), [
    [imageUrl, null],
    [b, 'Kitchen'],
  ])
})

test('refuses too many photos or a caption that is too long, and changes nothing', async () => {
  const [a] = await uploads(1)
  await put({ photos: [{ url: a }] })
  const many = await put({ photos: Array.from({ length: 21 }, () => ({ url: a })) })
  assert.deepEqual(
    [many.status, many.body.issues],
    [400, [{ path: 'photos', message: 'A property can have at most 20 photos' }]],
  )
  const long = await put({ photos: [{ url: a, caption: 'x'.repeat(201) }] })
  assert.deepEqual(
    [long.status, long.body.issues],
    [400, [{ path: 'photos.0.caption', message: 'A caption can have up to 200 characters' }]],
  )
  const stranger = await put({ photos: [{ url: a }, { url: `/files/photos/${'b'.repeat(40)}-1200.webp` }] })
  assert.deepEqual(stranger.body.issues, [{ path: 'photos.1', message: 'Please upload the photo first' }])
  assert.deepEqual(await photosOf(), [[a, null]])
})

test('refuses one of two simultaneous changes to the photos, and mixes none up', async () => {
  const [a, b, c] = await uploads(3)
  const answers = await Promise.all([
    put({ photos: [{ url: a }, { url: b }], version: 1 }),
    put({ photos: [{ url: c }], version: 1 }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const urls = (await photosOf()).map(([url]) => url)
  assert.deepEqual(urls, answers[0].status === 200 ? [a, b] : [c])
})

test('a new property has the photos of its form, in order', async () => {
  const [a, b] = await uploads(2)
  const form = {
    address_line1: '1 Oak Street',
    city: 'Los Angeles',
    state: 'CA',
    zip_code: '90012',
    use_public_profile: true,
    agent_phone: '2135550100',
    photos: [{ url: b, caption: 'Yard' }, { url: a }],
  }
  const { status, body } = await app.call('POST', '/api/showingbooker/properties', form, agent.headers)
  assert.equal(status, 201)
  assert.deepEqual(
    body.photos.map(({ url }: { url: string }) => url),
    [b, a],
  )
})

test('the database refuses a twenty-first photo, a photo twice, and a caption that is too long', async () => {
  const [a, b] = (await uploads(2)) as [string, string]
  const insert = (position: number, url: string, caption: string | null = null) =>
    sql`insert into property_photo (property_id, position, photo_key, caption)
      values (${home.id}, ${position}, ${keyOf(url)}, ${caption})`.execute(app.db)
  await insert(19, a)
  await assert.rejects(insert(20, b), /property_photo_at_most_20/)
  await assert.rejects(insert(1, a), /property_photo_once/)
  await assert.rejects(insert(1, b, 'x'.repeat(201)), /property_photo_caption_said/)
})
