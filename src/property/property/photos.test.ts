import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeProperty } from '../../../test/factories.ts'
import { signUp } from '../../../test/scene.ts'

type Signed = Awaited<ReturnType<typeof signUp>>
let app: TestApp
let agent: Signed
let stranger: Signed
let home: { id: string }
before(async () => {
  app = await testApp()
  app.clock.set(Temporal.Now.instant().toString())
  agent = await signUp(app, 'agent@agents.example.com')
  stranger = await signUp(app, 'stranger@agents.example.com')
})
after(() => app.close())
beforeEach(async () => {
  home = await makeProperty(app.db, { ownerId: agent.accountId })
})

const picture = (background = '#c03028') => sharp({ create: { width: 90, height: 60, channels: 3, background } })
const UPLOAD = '/api/showingbooker/upload/property-photo'

/** Uploads the way a browser sends a form. */
async function upload(bytes: Uint8Array, { id = '', by = agent, field = 'image', type = 'image/jpeg' } = {}) {
  const form = new FormData()
  form.append(field, new File([bytes as Uint8Array<ArrayBuffer>], 'photo.jpg', { type }))
  const answer = await app.app.request(UPLOAD + (id && `/${id}`), { method: 'POST', body: form, headers: by.headers })
  // biome-ignore lint/suspicious/noExplicitAny: the test reads an answer as a client would
  return { status: answer.status, body: (await answer.json()) as any }
}
const put = (body: object, by = agent) => app.call('PUT', `/api/showingbooker/properties/${home.id}`, body, by.headers)
const kept = async () =>
  (await sql<{ key: string }>`select key from photo order by key`.execute(app.db)).rows.map((row) => row.key)
const photoBytes = async (url: string, by = agent) => (await app.app.request(url, { headers: by.headers })).bytes()
const filesOf = async () => readdir(join(app.config.dataDir, 'files/photos')).catch(() => [] as string[])

test('an upload gets a URL on our site, with its size and blurred placeholder', async () => {
  const { status, body } = await upload(await picture().jpeg().toBuffer())
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body).sort(), ['height', 'imageUrl', 'thumbhash', 'width'])
  assert.match(body.imageUrl, /^\/files\/photos\/[0-9a-f]{40}-1200\.webp$/)
  assert.deepEqual([body.width, body.height], [90, 60])
  assert.equal((await sharp(await photoBytes(body.imageUrl)).metadata()).format, 'webp')
})

test('only its uploader sees a photo that no property shows yet, and everyone may keep one that a property shows', async () => {
  const { imageUrl } = (await upload(await picture('#10a020').jpeg().toBuffer())).body
  const look = async (headers = {}) => {
    const answer = await app.app.request(imageUrl, { headers })
    return [answer.status, answer.headers.get('cache-control')]
  }
  assert.deepEqual(await look(agent.headers), [200, 'private, no-cache'])
  assert.deepEqual([(await look())[0], (await look(stranger.headers))[0]], [404, 404])
  assert.equal((await put({ property_photo: imageUrl })).status, 200)
  assert.deepEqual(await look(), [200, 'public, max-age=31536000, immutable'])
  assert.equal((await put({ property_photo: null })).status, 200)
  assert.equal((await look())[0], 404)
})

for (const type of ['jpeg', 'png', 'webp'] as const) {
  test(`accepts a ${type} whatever its name`, async () => {
    const { status } = await upload(await picture()[type]().toBuffer(), { type: 'application/octet-stream' })
    assert.equal(status, 201)
  })
}

test("accepts a photo of 2048 KB, and refuses one more byte with the catalog's message", async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
  assert.equal((await upload(padded(2048 * 1024))).status, 201)
  for (const bytes of [2048 * 1024 + 1, 2049 * 1024, 5 * 1024 * 1024]) {
    const { status, body } = await upload(padded(bytes))
    assert.deepEqual(
      [status, body.error, body.issues],
      [413, 'Image must be smaller than 2MB', [{ path: 'image', message: 'Image must be smaller than 2MB' }]],
    )
  }
})

test('counts a body without a length while reading it', async () => {
  const answer = await app.app.request(UPLOAD, {
    method: 'POST',
    headers: { ...agent.headers, 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' },
    body: new Blob([Buffer.alloc(3 * 1024 * 1024)]).stream(),
    duplex: 'half',
  } as RequestInit)
  assert.equal(answer.status, 413)
  assert.equal(((await answer.json()) as { error: string }).error, 'Image must be smaller than 2MB')
})

test('every other route keeps its limit of 256 KB, even similar ones', async () => {
  const huge = JSON.stringify({ city: 'x'.repeat(300 * 1024) })
  for (const path of ['/api/showingbooker/properties', `${UPLOAD}s`, `${UPLOAD}/a/b`, '/api/showingbooker/upload'])
    assert.equal((await app.call('POST', path, huge, agent.headers)).status, 413, path)
})

const no = 'Please upload a JPEG, PNG, or WebP image'
const refused: [kind: string, bytes: () => Promise<Buffer> | Buffer][] = [
  ['nothing', () => Buffer.alloc(0)],
  ['a text', () => Buffer.from('a photo, honestly')],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', () => picture().gif().toBuffer()],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a PDF', () => Buffer.from('%PDF-1.7\n')],
  ['the first bytes of a JPEG before a page', () => Buffer.from('\xff\xd8\xff<html><script>1</script>', 'latin1')],
  ['half a PNG', async () => (await picture().png().toBuffer()).subarray(0, 60)],
]
for (const [kind, bytes] of refused) {
  test(`refuses ${kind}`, async () => {
    const before = await kept()
    const { status, body } = await upload(await bytes())
    assert.deepEqual([status, body.error, body.issues], [415, no, [{ path: 'image', message: no }]])
    assert.deepEqual(await kept(), before)
  })
}

/** Makes a PNG that claims this size but contains almost nothing. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const framed = Buffer.alloc(body.length + 8)
    framed.writeUInt32BE(data.length, 0)
    body.copy(framed, 4)
    framed.writeUInt32BE(crc32(body), framed.length - 4)
    return framed
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(1024 * 1024))
  const start = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

for (const [width, height] of [
  [60_000, 60_000],
  [2 ** 31 - 1, 1],
  [8000, 5001],
] as const) {
  test(`refuses a picture with a declared size of ${width} by ${height} before decoding it`, async () => {
    const before = process.memoryUsage.rss()
    const { status, body } = await upload(pngOf(width, height))
    // libvips itself rejects some of these.
    assert.ok(status === 413 || status === 415, String(status))
    if (status === 413) assert.equal(body.error, 'The image can have at most 40 megapixels')
    assert.ok(process.memoryUsage.rss() - before < 200 * 1024 * 1024)
  })
}

test('removes a page, a script, or an archive appended to a photo', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const hidden = ['<html><script>SENTINEL</script>', 'PK\x03\x04SENTINEL', '%PDF-1.7 SENTINEL', '<?php SENTINEL ?>']
  for (const text of hidden) {
    const { status, body } = await upload(Buffer.concat([jpeg, Buffer.from(text, 'latin1')]))
    assert.equal(status, 201, text)
    const stem = body.imageUrl.replace('-1200.webp', '')
    for (const end of ['-1200.webp', '-1200.avif', '-640.webp', '-640.avif']) {
      const bytes = Buffer.from(await photoBytes(stem + end))
      assert.ok(bytes.length > 50 && !bytes.includes('SENTINEL') && !bytes.includes('PK\x03\x04'))
    }
  }
})

test('a form without an image says so', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const missing = [400, 'Please choose a photo to upload', 'image']
  const said = ({ status, body }: { status: number; body: { error: string; issues: { path: string }[] } }) => [
    status,
    body.error,
    body.issues[0]?.path,
  ]
  assert.deepEqual(said(await upload(jpeg, { field: 'photo' })), missing)
  for (const [type, body] of [
    ['multipart/form-data; boundary=x', 'nonsense'],
    ['multipart/form-data', 'nonsense'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="image"\r\n\r\ntext\r\n--x--\r\n'],
    ['application/json', '{"image":"x"}'],
    ['application/x-www-form-urlencoded', 'image=x'],
    ['text/plain', 'x'],
  ] as const)
    assert.deepEqual(
      said(await app.call('POST', UPLOAD, body, { ...agent.headers, 'content-type': type })),
      missing,
      type,
    )
})

test('asks a visitor to sign in, and answers 404 to another agent', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  assert.equal((await upload(jpeg, { by: { ...agent, headers: {} } })).status, 401)
  assert.equal((await upload(jpeg, { by: stranger, id: home.id })).status, 404)
  assert.equal((await upload(jpeg, { id: 'no-id' })).status, 400)
})

test('with an ID, puts the photo on that property and increases its version', async () => {
  const { status, body } = await upload(await picture('#2038c0').jpeg().toBuffer(), { id: home.id })
  assert.deepEqual([status, body.version], [201, 2])
  const seen = await app.call('GET', `/api/showingbooker/properties/${home.id}`, undefined, agent.headers)
  assert.deepEqual([seen.body.property_photo, seen.body.version, seen.body.photo.width], [body.imageUrl, 2, 90])
  assert.match(seen.body.photo.placeholder, /^data:image\/webp/)
})

test("a form can add, keep, and remove the account's own upload", async () => {
  const { imageUrl } = (await upload(await picture().jpeg().toBuffer())).body
  const first = await put({ property_photo: imageUrl, version: 1 })
  assert.deepEqual([first.status, first.body.property_photo, first.body.version], [200, imageUrl, 2])
  assert.equal((await put({ property_photo: imageUrl, bedrooms: 3 })).body.property_photo, imageUrl)
  const none = await put({ property_photo: null })
  assert.deepEqual([none.body.property_photo, none.body.photo, none.body.version], [null, null, 4])
})

test("a form can't add someone else's upload or a file from another site", async () => {
  const { imageUrl } = (await upload(await picture().jpeg().toBuffer(), { by: stranger })).body
  const texts = [
    imageUrl,
    `http://127.0.0.1:3000${imageUrl}`,
    'https://example.com/x.webp',
    'javascript:alert(1)',
    'x',
    '/files/photos/../notices/x.pdf',
    `/files/photos/${'a'.repeat(40)}-1200.webp`,
    'data:image/png;base64,AAAA',
  ]
  for (const property_photo of texts) {
    const { status, body } = await put({ property_photo })
    assert.deepEqual(
      [status, body.issues],
      [400, [{ path: 'property_photo', message: 'Please upload the photo first' }]],
    )
  }
})

test("an admin can keep a property's photo or replace it with their own", async () => {
  const admin = await signUp(app, 'boss@agents.example.com')
  await app.accounts.grantAdmin('boss@agents.example.com')
  const { imageUrl } = (await upload(await picture().jpeg().toBuffer(), { id: home.id })).body
  assert.equal((await put({ property_photo: imageUrl, bedrooms: 4 }, admin)).status, 200)
  const mine = (await upload(await picture('#fff').jpeg().toBuffer(), { by: admin })).body
  assert.equal((await put({ property_photo: mine.imageUrl }, admin)).body.property_photo, mine.imageUrl)
})

test('the person who removed a photo can put it back, even on a sample property', async () => {
  const admin = await signUp(app, 'chief@agents.example.com')
  await app.accounts.grantAdmin('chief@agents.example.com')
  const { imageUrl } = (await upload(await picture('#0a0').jpeg().toBuffer(), { id: home.id })).body
  assert.equal((await put({ property_photo: null }, admin)).body.property_photo, null)
  assert.equal((await put({ property_photo: imageUrl }, admin)).body.property_photo, imageUrl)
  await sql`update photo set uploaded_by = null where key = ${keyOf(imageUrl)}`.execute(app.db)
  assert.equal((await put({ property_photo: null })).body.property_photo, null)
  assert.equal((await put({ property_photo: imageUrl })).body.property_photo, imageUrl)
})

test('two accounts that upload the same photo each have their own', async () => {
  const jpeg = await picture('#123456').jpeg().toBuffer()
  const [mine, theirs] = [await upload(jpeg), await upload(jpeg, { by: stranger })]
  assert.notEqual(mine.body.imageUrl, theirs.body.imageUrl)
})

const keyOf = (url: string) => url.replace('/files/', '').replace('-1200.webp', '')

test('deletes unused uploads and their files after a day, and keeps a photo that any property shows', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const unused = (await upload(jpeg)).body.imageUrl
  const shown = (await upload(jpeg, { id: home.id })).body.imageUrl
  const ofDeleted = await makeProperty(app.db, { ownerId: agent.accountId })
  const shownByDeleted = (await upload(jpeg, { id: ofDeleted.id })).body.imageUrl
  await app.call('DELETE', `/api/showingbooker/properties/${ofDeleted.id}`, undefined, agent.headers)
  const sweep = () => app.jobs['property.sweep-photos']?.({}, { isLastAttempt: false })
  app.clock.advance({ hours: 23, minutes: 59 })
  await sweep()
  assert.ok((await kept()).includes(keyOf(unused)))
  app.clock.advance({ minutes: 2 })
  await sweep()
  const left = await kept()
  assert.deepEqual(
    [unused, shown, shownByDeleted].map((url) => left.includes(keyOf(url))),
    [false, true, true],
  )
  const files = await filesOf()
  assert.deepEqual(
    files.filter((name) => keyOf(unused).endsWith(name.split('-')[0] ?? '')),
    [],
  )
  for (const url of [shown, shownByDeleted]) assert.equal((await app.app.request(url)).status, 200)
  assert.equal((await app.app.request(unused)).status, 404)
  // Each row has its four files, and each file has its row.
  assert.equal(files.length, left.length * 4)
  app.clock.set(Temporal.Now.instant().toString())
})

test('a photo added to a property during the sweep keeps its files or is refused', async () => {
  for (let round = 0; round < 10; round++) {
    app.clock.set(Temporal.Now.instant().toString())
    const { imageUrl } = (await upload(await picture().jpeg().toBuffer())).body
    await sql`update photo set uploaded_at = uploaded_at - interval '25 hours' where key = ${keyOf(imageUrl)}`.execute(
      app.db,
    )
    const [answer] = await Promise.all([put({ property_photo: imageUrl }), app.properties.sweepPhotos()])
    assert.ok(answer.status === 200 || answer.status === 400, answer.text)
    assert.equal((await app.app.request(imageUrl)).status, answer.status === 200 ? 200 : 404)
  }
})

test("answers 503 with the catalog's message if the disk is full, and the sweep removes leftovers", async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const before = await kept()
  const real = app.files.put
  app.files.put = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
  try {
    const { status, body } = await upload(jpeg, { id: home.id })
    assert.deepEqual([status, body.error], [503, 'Failed to upload image. Please try again.'])
  } finally {
    app.files.put = real
  }
  app.clock.advance({ hours: 25 })
  await app.properties.sweepPhotos()
  assert.ok((await kept()).every((key) => before.includes(key)))
  app.clock.set(Temporal.Now.instant().toString())
})

test('limits uploads like other writes', async () => {
  const strict = await testApp({ rateLimitScale: 0.1 })
  const by = await signUp(strict, 'fast@agents.example.com')
  const ask = () => strict.call('POST', UPLOAD, undefined, { ...by.headers, 'x-address': '10.9.9.9' })
  const statuses = []
  for (let n = 0; n < 5; n++) statuses.push((await ask()).status)
  assert.deepEqual(statuses, [400, 400, 400, 429, 429])
  await strict.close()
})
