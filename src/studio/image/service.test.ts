import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type TestApp, testApp } from '../../../test/app.ts'
import { drawnPng, LABEL, makeImage, makeKept, SIDE } from '../../../test/images.ts'
import { signUp } from '../../../test/scene.ts'
import type { Image } from './contract.ts'
import { FILTERS, PREVIEW_SIDE, PRINT_NAMES } from './domain.ts'

type Signed = Awaited<ReturnType<typeof signUp>>
let app: TestApp
let owner: Signed
let stranger: Signed
let admin: Signed
before(async () => {
  app = await testApp()
  owner = await signUp(app, 'owner@agents.example.com')
  stranger = await signUp(app, 'stranger@agents.example.com')
  admin = await signUp(app, 'boss@agents.example.com')
  await app.accounts.grantAdmin('boss@agents.example.com')
  app.clock.set(Temporal.Now.instant().round('second').toString())
})
after(() => app.close())
beforeEach(() => app.clock.set(Temporal.Now.instant().round('second').toString()))

const visitor = { headers: {} as Record<string, string> }
const folderOf = (id: string) => join(app.config.dataDir, 'files/images', id)
const filesOf = async (id: string) => (await readdir(folderOf(id)).catch(() => [])).sort()
const trashed = async () => (await sql<{ key: string }>`select key from image_trash`.execute(app.db)).rows.length

const ask = (method: string, path: string, by: { headers: Record<string, string> }, body?: object) =>
  app.call(method, path, body, by.headers)
const look = (id: string, by = owner) => ask('GET', `/images/${id}`, by)
/** Every URL that shows the image. */
const urlsOf = ({ image_url, renditions }: Image): string[] => [
  image_url,
  ...Object.values(renditions.avif),
  ...Object.values(renditions.webp),
]
async function statuses(urls: string[], by: { headers: Record<string, string> }): Promise<number[]> {
  const asked = await Promise.all(urls.map((url) => app.app.request(url, { headers: by.headers })))
  return [...new Set(asked.map(({ status }) => status))]
}
/** Returns each person's status for these URLs, which must be the same for all of them. */
async function whoSees(urls: string[]) {
  const seen: Record<string, number[]> = {}
  for (const [name, by] of Object.entries({ visitor, stranger, owner, admin })) seen[name] = await statuses(urls, by)
  return seen
}
const everybody = { visitor: [200], stranger: [200], owner: [200], admin: [200] }
const ownerAndAdmin = { visitor: [404], stranger: [404], owner: [200], admin: [200] }
const nobody = { visitor: [404], stranger: [404], owner: [404], admin: [404] }

test('only its owner and admins see a new image and its renditions', async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId })
  const { body } = await look(id)
  assert.equal(body.visibility, 'private')
  assert.equal(urlsOf(body).length, 5)
  assert.deepEqual(await whoSees(urlsOf(body)), ownerAndAdmin)
  assert.deepEqual(
    await Promise.all([visitor, stranger, admin].map(async (by) => (await ask('GET', `/images/${id}`, by)).status)),
    [404, 404, 200],
  )
})

test('each URL works only while its image is visible: shown, hidden, refiltered, removed, restored, deleted', async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId, filter: 'Analog' })
  const known = new Set<string>()
  const now = async () => {
    const { body } = await look(id)
    const urls = urlsOf(body)
    const old = [...known].filter((url) => !urls.includes(url))
    for (const url of urls) known.add(url)
    return { urls, old }
  }
  const change = async (to: 'public' | 'private') =>
    assert.equal((await ask('PATCH', `/images/${id}/visibility`, owner, { visibility: to })).body.visibility, to)

  const born = await now()
  await change('public')
  const shown = await now()
  assert.deepEqual(shown.urls, born.urls)
  assert.deepEqual(await whoSees(shown.urls), everybody)

  await change('private')
  const hidden = await now()
  assert.equal(hidden.old.length, 5, 'a private image has new addresses')
  assert.deepEqual(await whoSees(hidden.old), nobody)
  assert.deepEqual(await whoSees(hidden.urls), ownerAndAdmin)

  await change('private')
  assert.deepEqual((await now()).urls, hidden.urls, 'a private image keeps its addresses')

  await change('public')
  const before = (await now()).urls
  assert.equal((await ask('PATCH', `/images/${id}/look`, owner, { filter: 'Manga' })).status, 200)
  const changed = await now()
  assert.deepEqual(await whoSees(before), nobody)
  assert.deepEqual(await whoSees(changed.urls), everybody)

  assert.ok(await app.images.remove(app.db, { id, reason: 'It shows a person.' }))
  const removed = await now()
  assert.deepEqual(await whoSees(changed.urls), nobody)
  assert.deepEqual(await whoSees(removed.urls), ownerAndAdmin)
  assert.deepEqual((await look(id)).body.removed.reason, 'It shows a person.')
  assert.equal((await look(id, stranger)).status, 404)
  const again = await ask('PATCH', `/images/${id}/visibility`, owner, { visibility: 'public' })
  assert.deepEqual([again.status, again.body.code], [409, 'image_removed'])
  assert.equal(await app.images.remove(app.db, { id, reason: 'Twice.' }), null)

  assert.ok(await app.images.restore(app.db, id))
  assert.deepEqual(await whoSees((await now()).urls), everybody)

  assert.equal((await ask('DELETE', `/images/${id}`, owner)).status, 204)
  assert.deepEqual(await whoSees([...known]), nobody)
  assert.deepEqual([await filesOf(id), (await look(id)).status], [[], 404])
})

test('only the owner and admins get the drawing itself', async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId, visibility: 'public', filter: 'VHS' })
  const path = `/images/${id}/original.png`
  const got = await Promise.all([visitor, stranger, admin, owner].map((by) => app.app.request(path, by)))
  assert.deepEqual(
    got.map(({ status }) => status),
    [401, 404, 200, 200],
  )
  assert.match(got[3]?.headers.get('cache-control') ?? '', /private, no-store/)
  assert.deepEqual(await statuses([`/files/images/${id}/original.png`], owner), [404])
})

test("no one else sees a suspended creator's image, and a private profile hides its name from others", async () => {
  const theirs = await signUp(app, 'suspended@agents.example.com')
  await app.call('POST', '/create-user', { username: 'Painter-7' }, theirs.headers)
  const { id } = await makeImage(app, { accountId: theirs.accountId, visibility: 'public' })
  const urls = urlsOf((await ask('GET', `/images/${id}`, visitor)).body)
  const nameFor = async (by: { headers: Record<string, string> }) =>
    (await ask('GET', `/images/${id}`, by)).body.anonymous_username
  assert.deepEqual([await nameFor(visitor), await nameFor(theirs)], ['Painter-7', 'Painter-7'])
  await app.call('PATCH', '/user-profile', { settings: { private_profile: true } }, theirs.headers)
  assert.deepEqual(
    [await nameFor(visitor), await nameFor(stranger), await nameFor(theirs), await nameFor(admin)],
    ['', '', 'Painter-7', 'Painter-7'],
  )
  assert.deepEqual(await whoSees(urls), everybody)

  const of = `/api/showingbooker/admin/users/${theirs.accountId}`
  assert.equal((await ask('POST', `${of}/suspend`, admin, { reason: 'Because.' })).status, 200)
  assert.deepEqual(await whoSees(urls), { ...nobody, admin: [200] })
  const lifted = await ask('POST', `${of}/lift`, admin, { reason: 'It is fine.' })
  assert.equal(lifted.status, 200, lifted.text)
  assert.deepEqual(await whoSees(urls), everybody)
})

test("answers 404 to anyone who changes or deletes another person's image", async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId, visibility: 'public' })
  for (const [by, status] of [
    [visitor, 401],
    [stranger, 404],
  ] as const)
    for (const [method, path, body] of [
      ['PATCH', `/images/${id}/visibility`, { visibility: 'private' }],
      ['PATCH', `/images/${id}/look`, { filter: 'Manga', strength: 50 }],
      ['DELETE', `/images/${id}`, undefined],
    ] as const)
      assert.equal((await ask(method, path, by, body)).status, status, `${method} ${path}`)
  assert.deepEqual([(await look(id)).body.visibility, (await filesOf(id)).length], ['public', 6])
})

test("an admin can hide and delete anyone's image but publish no one's, and each action is recorded", async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId, visibility: 'public' })
  const visibility = (of: string, to: string, by = admin) =>
    ask('PATCH', `/images/${of}/visibility`, by, { visibility: to })
  const acts = async () =>
    (
      await sql<{ act: string }>`select act from admin_act where subject_id = ${id} order by id`.execute(app.db)
    ).rows.map(({ act }) => act)
  assert.equal((await ask('PATCH', `/images/${id}/look`, admin, { filter: 'Manga', strength: 50 })).status, 404)
  assert.deepEqual((await visibility(id, 'private')).body.visibility, 'private')
  assert.equal((await visibility(id, 'private')).status, 200)
  const refused = await visibility(id, 'public')
  assert.deepEqual([refused.status, refused.body.code], [403, 'not_your_image'])
  assert.equal((await look(id)).body.visibility, 'private')
  assert.deepEqual(await acts(), ['image.hide'])
  assert.equal((await ask('DELETE', `/images/${id}`, admin)).status, 204)
  assert.deepEqual([await acts(), await filesOf(id)], [['image.hide', 'image.delete'], []])
  const own = await makeImage(app, { accountId: admin.accountId })
  assert.equal((await visibility(own.id, 'public')).status, 200)
  assert.equal((await ask('DELETE', `/images/${own.id}`, admin)).status, 204)
})

test('keeps a drawing larger than the shown image, and offers it at its own size', async () => {
  const bytes = await drawnPng('#2a6f97', 2 * SIDE)
  const { id } = await makeImage(app, { accountId: owner.accountId, bytes })
  const { width, height, original } = (await look(id)).body
  assert.deepEqual([width, height, original], [SIDE, SIDE, { width: 2 * SIDE, height: 2 * SIDE }])
  const file = await app.app.request(`/images/${id}/original.png`, owner)
  assert.equal((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).width, 2 * SIDE)
  const other = await ask('PATCH', `/images/${id}/look`, owner, { filter: 'Manga', strength: 50 })
  assert.deepEqual(
    [other.status, other.body.width, other.body.original],
    [200, SIDE, { width: 2 * SIDE, height: 2 * SIDE }],
  )
})

test('anyone may cache a public file but must revalidate it; an unchanged file is neither sent nor read again', async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId, visibility: 'public' })
  const [url = ''] = urlsOf((await look(id)).body)
  const first = await app.app.request(url)
  const tag = first.headers.get('etag') ?? ''
  assert.match(tag, /^"[0-9a-f]{64}-full\.png"$/)
  assert.deepEqual(
    [first.headers.get('cache-control'), first.headers.get('content-type')],
    ['public, no-cache', 'image/png'],
  )
  const real = app.files.get
  app.files.get = () => Promise.reject(new Error('it was read'))
  try {
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await app.app.request(url, { headers: { 'if-none-match': known } })
      assert.deepEqual([again.status, again.headers.get('etag')], [304, tag], known)
    }
  } finally {
    app.files.get = real
  }
  assert.equal((await app.app.request(url, { headers: { 'if-none-match': '"other"' } })).status, 200)
  await ask('PATCH', `/images/${id}/visibility`, owner, { visibility: 'private' })
  const [hidden = ''] = urlsOf((await look(id)).body)
  // Even someone who already has the bytes does not learn whether they still exist.
  assert.equal((await app.app.request(url, { headers: { 'if-none-match': tag } })).status, 404)
  const own = await app.app.request(hidden, { headers: { ...owner.headers, 'if-none-match': tag } })
  assert.deepEqual([own.status, own.headers.get('cache-control')], [304, 'private, no-cache'])
})

test('answers 404 for a URL that we never issued', async () => {
  const { id, look: name } = await makeImage(app, { accountId: owner.accountId, visibility: 'public' })
  const other = await makeImage(app, { accountId: owner.accountId, visibility: 'public' })
  const paths = [
    `${id}/full.png`,
    `${id}/-full.png`,
    `${id}/${name}-128.webp`,
    `${id}/${name}-full.webp`,
    `${id}/${name}`,
    `${id}/${other.look}-full.png`,
    `${other.id}/${name}-full.png`,
    `${id}/original.png`,
    `${id}/x-original.png`,
    `no-id/${name}-full.png`,
    `${id}/..%2F${other.id}%2F${other.look}-full.png`,
    `${id}/%00-full.png`,
    `${id}/${name.toUpperCase()}-full.png`,
  ]
  for (const path of paths) assert.deepEqual(await statuses([`/files/images/${path}`], owner), [404], path)
})

test('an image file says where it comes from and how to recreate it, and matches its hash', async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId, visibility: 'public', filter: 'Vintage' })
  const { body } = await look(id)
  const png = await (await app.app.request(body.image_url)).bytes()
  assert.equal(createHash('sha256').update(png).digest('hex'), body.sha256)
  for (const url of urlsOf(body)) {
    const { xmpAsString = '' } = await sharp(await (await app.app.request(url)).bytes()).metadata()
    assert.match(
      xmpAsString,
      /DigitalSourceType="http:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/algorithmicMedia"/,
    )
    assert.ok(xmpAsString.includes(LABEL), url)
  }
  const { comments } = await sharp(png).metadata()
  assert.deepEqual(JSON.parse(comments?.[0]?.text ?? ''), body.usedParams)
  const original = await (await app.app.request(`/images/${id}/original.png`, owner)).bytes()
  const said = JSON.parse((await sharp(original).metadata()).comments?.[0]?.text ?? '')
  assert.deepEqual(said, { ...body.usedParams, filter: 'Default', filter_strength: 100 })
})

test('another filter keeps the drawing, updates the parameters, and deletes the old files; switching back restores the first', async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId, visibility: 'public' })
  const first = (await look(id)).body
  const original = await (await app.app.request(`/images/${id}/original.png`, owner)).bytes()
  const seen = new Set([first.sha256])
  for (const filter of FILTERS.slice(1)) {
    const { status, body } = await ask('PATCH', `/images/${id}/look`, owner, { filter, strength: 60 })
    assert.equal(status, 200)
    assert.deepEqual([body.usedParams.filter, body.usedParams.filter_strength], [filter, 60])
    assert.ok(!seen.has(body.sha256), `${filter} is its own`)
    seen.add(body.sha256)
    assert.equal((await filesOf(id)).length, 6)
  }
  const back = (await ask('PATCH', `/images/${id}/look`, owner, { filter: 'Default' })).body
  assert.equal(back.sha256, first.sha256)
  assert.deepEqual(back.usedParams, first.usedParams)
  assert.deepEqual(await (await app.app.request(`/images/${id}/original.png`, owner)).bytes(), original)
  assert.deepEqual(await statuses(urlsOf(back), visitor), [200])
})

test('a sheet shows the drawing with each filter, whatever the current filter, and changes nothing', async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId, visibility: 'public', filter: 'VHS' })
  const sheet = async (by: { headers: Record<string, string> }) =>
    app.app.request(`/images/${id}/looks.webp`, { headers: by.headers })
  const before = (await look(id)).body
  const answer = await sheet(owner)
  assert.deepEqual(
    [answer.headers.get('content-type'), answer.headers.get('cache-control')],
    ['image/webp', 'private, no-store'],
  )
  const bytes = await answer.bytes()
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [PREVIEW_SIDE, PREVIEW_SIDE * FILTERS.length])
  const square = data.length / FILTERS.length
  const squares = FILTERS.map((_, at) => data.subarray(at * square, (at + 1) * square).toString('base64'))
  assert.equal(new Set(squares).size, FILTERS.length)
  assert.deepEqual((await look(id)).body, before)
  await ask('PATCH', `/images/${id}/look`, owner, { filter: 'Manga', strength: 40 })
  assert.deepEqual(await (await sheet(owner)).bytes(), bytes)
  assert.deepEqual(
    await Promise.all([visitor, stranger, admin].map(async (by) => (await sheet(by)).status)),
    [401, 404, 200],
  )
})

test('refuses an unknown filter at its field', async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId })
  const paths = async (body: object) =>
    (await ask('PATCH', `/images/${id}/look`, owner, body)).body.issues?.map(({ path }: { path: string }) => path)
  assert.deepEqual(await paths({ filter: 'Sepia' }), ['filter'])
  assert.deepEqual(await paths({ filter: 'Analog', strength: 101 }), ['strength'])
  assert.deepEqual(await paths({ filter: 'x', strength: -1 }), ['filter', 'strength'])
  assert.deepEqual(await paths({ strength: 50 }), ['filter'])
  assert.deepEqual((await ask('PATCH', `/images/${id}/visibility`, owner, { visibility: 'hidden' })).status, 400)
})

test('keeps one of two simultaneous filters with all its files, and nothing else', async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId })
  const answers = await Promise.all(
    ['Analog', 'Manga', 'VHS', 'Flash'].map((filter) => ask('PATCH', `/images/${id}/look`, owner, { filter })),
  )
  assert.ok(answers.every(({ status }) => status === 200 || status === 409))
  const { body } = await look(id)
  assert.deepEqual(await statuses(urlsOf(body), owner), [200])
  app.clock.advance({ hours: 2 })
  await app.images.sweep()
  assert.deepEqual([(await filesOf(id)).length, await trashed()], [6, 0])
})

test('two simultaneous requests for the same look keep its files', async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId })
  const asked = () => ask('PATCH', `/images/${id}/look`, owner, { filter: 'Studio', strength: 40 })
  for (const { status } of await Promise.all([asked(), asked(), asked()])) assert.ok(status === 200 || status === 409)
  const { sha256 } = (await look(id)).body
  // Imitate a second change that puts files in the trash which the first has already taken.
  await sql`insert into image_trash (key, due_at) values (${`images/${id}/${sha256}-256.webp`}, ${app.clock.now()}),
    (${`images/${id}/original.png`}, ${app.clock.now()}) on conflict do nothing`.execute(app.db)
  app.clock.advance({ hours: 2 })
  await app.images.sweep()
  assert.deepEqual([(await filesOf(id)).length, await trashed()], [6, 0])
})

test('sweeps files of a drawing that never became an image after an hour, not before', async () => {
  const lost = await makeKept(app, { accountId: owner.accountId })
  const late = await makeKept(app, { accountId: owner.accountId })
  app.clock.advance({ minutes: 59 })
  await app.images.sweep()
  assert.equal((await filesOf(lost.id)).length, 1 + PRINT_NAMES.length)
  await app.db.transaction().execute((tx) => app.images.insert(tx, late))
  app.clock.advance({ minutes: 2 })
  await app.images.sweep()
  assert.deepEqual([(await filesOf(lost.id)).length, (await filesOf(late.id)).length], [0, 6])
  await assert.rejects(
    app.db.transaction().execute((tx) => app.images.insert(tx, lost)),
    /files of an image are gone/,
  )
  assert.equal((await look(lost.id)).status, 404)
})

test('storing the same image of a generation twice fails and leaves no file', async () => {
  const row = await makeImage(app, { accountId: owner.accountId })
  const second = await app.images.keep({
    generationId: row.generation_id,
    number: 0,
    accountId: owner.accountId,
    seed: 7,
    remixOf: null,
    bytes: await drawnPng('#333366', SIDE),
    params: { ...row.used_params, filter: 'Default' },
  })
  assert.equal(await app.db.transaction().execute((tx) => app.images.insert(tx, second)), false)
  await app.images.discard(second)
  assert.deepEqual([(await filesOf(second.id)).length, (await filesOf(row.id)).length], [0, 6])
})

test('deletes the files later if the store is down when an image is deleted', async () => {
  const { id } = await makeImage(app, { accountId: owner.accountId, visibility: 'public' })
  const urls = urlsOf((await look(id)).body)
  const real = app.files.delete
  app.files.delete = () => Promise.reject(new Error('the store is away'))
  assert.equal((await ask('DELETE', `/images/${id}`, owner)).status, 204)
  app.files.delete = real
  assert.deepEqual([(await filesOf(id)).length, await whoSees(urls)], [6, nobody])
  await app.jobs['image.sweep']?.({}, { isLastAttempt: false })
  assert.deepEqual([await filesOf(id), await trashed()], [[], 0])
})
