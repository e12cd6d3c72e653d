import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { keepOwnTime } from '../../account/area.ts'
import { createDiskFiles } from '../../adapters/disk-files.ts'
import { createSharpPhotos } from '../../adapters/sharp-photos.ts'
import { type Actor, visitor } from '../../platform/actor.ts'
import { createApi } from '../../platform/http.ts'
import { problemResponse } from '../../platform/problem.ts'
import { propertyApi } from './api.ts'
import { createPropertyService } from './service.ts'

const agentId = '019ab000-0000-7000-8000-00000000000a'
const agent: Actor = { kind: 'account', accountId: agentId, role: 'agent', email: 'agent@example.com' }

let database: FreshDatabase
let folder: string
let get: (path: string, actor?: Actor) => Promise<Response>

before(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'property-api-'))
  await database.pool.query(`insert into account (id, name, email) values ($1, 'agent', 'agent@example.com')`, [
    agentId,
  ])
  const files = createDiskFiles(folder)
  const address = { address_line1: '1 Elm <b>Street</b>', city: 'Reno', state: 'NV', zip_code: '89501' }
  const properties = createPropertyService({
    db: database.db,
    clock: { now: () => Temporal.Instant.from('2026-11-23T18:00:00Z') },
    files,
    photos: createSharpPhotos(),
    keepOwnTime,
    samples: ['one', 'two', 'three'].map((slug) => ({
      property: { slug, ...address },
      drawPhoto: () =>
        sharp({ create: { width: 90, height: 60, channels: 3, background: '#eed' } })
          .png()
          .toBuffer(),
    })),
  })
  await properties.seedProperties(agentId)
  await files.put('notices/secret-0.pdf', new TextEncoder().encode('%PDF'), 'application/pdf')
  get = async (path, actor = visitor) => {
    const app = createApi()
    app.use(async (c, next) => {
      c.set('requestId', 'r-1')
      c.set('actor', async () => actor)
      await next()
    })
    app.route('/', propertyApi({ properties }))
    app.onError((error, c) => problemResponse(c, error))
    return app.request(path)
  }
})
after(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const publicPath = (slug: string) => `/api/showingbooker/public/property/${slug}`
// biome-ignore lint/suspicious/noExplicitAny: the test reads an answer as a client would
const json = async (response: Response): Promise<any> => response.json()

test('answers for a listed property with the tag of its cached pages', async () => {
  const response = await get(publicPath('one'))
  const home = await json(response)
  assert.equal(response.status, 200)
  assert.equal(home.address_line1, '1 Elm <b>Street</b>')
  assert.equal(home.time_zone, 'America/Los_Angeles')
  assert.deepEqual(home.fee, { showing: 2500, mailUpgrade: null, currency: 'usd' })
  assert.equal(response.headers.get('x-cache-tag'), `property:${home.id}`)
  assert.equal((await json(await get(publicPath(home.id)))).slug, 'one')
})

test("answers 404 for a missing property, with the catalog's message and no tag", async () => {
  const response = await get(publicPath('gone'))
  assert.equal(response.status, 404)
  assert.equal(response.headers.get('x-cache-tag'), null)
  assert.deepEqual(await json(response), {
    error:
      'Property not found. This property may have been removed or the booking link may be invalid. Property ID/Slug: gone',
    code: 'property_not_found',
    requestId: 'r-1',
  })
})

const strange: [kind: string, slug: string][] = [
  ['a NUL byte', 'one%00'],
  ['broken percent encoding', '%E0%A4%A'],
  ['a huge text', 'a'.repeat(200_000)],
  ['emoji', encodeURIComponent('🏡'.repeat(50))],
  ['a lone surrogate in UTF-8', '%ED%A0%80'],
  ['a way out', '..%2f..%2fetc%2fpasswd'],
  ['markup', encodeURIComponent('<script>alert(1)</script>')],
  ['SQL', encodeURIComponent("' or 1=1 --")],
]
for (const [kind, slug] of strange) {
  test(`answers 404 for a slug that is ${kind}`, async () => {
    const response = await get(publicPath(slug))
    assert.equal(response.status, 404)
    const { error } = await json(response)
    assert.ok(error.startsWith('Property not found.') && error.length < 250)
  })
}

test('an account pages through its own properties', async () => {
  const first = await json(await get('/api/showingbooker/properties?limit=2', agent))
  const second = await json(await get(`/api/showingbooker/properties?limit=2&cursor=${first.nextCursor}`, agent))
  assert.deepEqual([first.properties.length, second.properties.length, second.nextCursor], [2, 1, null])
  const slugs = [...first.properties, ...second.properties].map(({ slug }: { slug: string }) => slug)
  assert.deepEqual(slugs.sort(), ['one', 'three', 'two'])
})

test('only signed-in people get the list', async () => {
  const response = await get('/api/showingbooker/properties')
  assert.equal(response.status, 401)
  assert.equal((await json(response)).error, 'No authenticated user found')
})

for (const query of [
  'limit=0',
  'limit=101',
  'limit=x',
  'limit=2.5',
  'cursor=x',
  'cursor=%00',
  `cursor=${'a'.repeat(300)}`,
]) {
  test(`answers 400 to a list with ${query.slice(0, 20)}`, async () => {
    assert.equal((await get(`/api/showingbooker/properties?${query}`, agent)).status, 400)
  })
}

test('sends a photo with its type, to be cached forever', async () => {
  const { photo } = await json(await get(publicPath('one')))
  for (const [url, type] of [
    [photo.url, 'image/webp'],
    [photo.smallAvif, 'image/avif'],
  ]) {
    const response = await get(url)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), type)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    const { width } = await sharp(await response.bytes()).metadata()
    assert.equal(width, 90)
  }
})

const hash = 'a1'.repeat(20)
for (const path of [
  `/files/photos/${hash}-1200.avif`,
  '/files/photos/..%2fnotices%2fsecret-0.pdf',
  '/files/photos/%2e%2e/notices/secret-0.pdf',
  '/files/notices/secret-0.pdf',
  '/files/photos/secret-0.pdf',
  '/files/photos/%00',
  '/files/photos/',
  `/files/photos/${'a'.repeat(100_000)}`,
]) {
  test(`finds no file at ${path.slice(0, 60)}`, async () => assert.equal((await get(path)).status, 404))
}
