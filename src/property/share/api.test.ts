import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { create } from 'qrcode'
import sharp from 'sharp'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeProperty } from '../../../test/factories.ts'
import { signUp } from '../../../test/scene.ts'

const PERSON = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'x-address': '192.0.2.9',
}
const share = '/api/showingbooker/public/share'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const bytesOf = async (path: string, headers: Record<string, string>) => {
  const answer = await app.app.request(path, { headers }, { caller: { requestId: 'test', clientAddress: '192.0.2.1' } })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('answers with the public fields, the counts, and absolute URLs, and without the resident or owner', async () => {
  const { id, slug } = await makeProperty(app.db, { occupancy: 'resident' })
  const { status, body, text } = await app.call('GET', `${share}/${slug}`)
  assert.equal(status, 200)
  const { view_count, share_count, booking_count, share_url, booking_url, preview } = body
  assert.deepEqual({ view_count, share_count, booking_count }, { view_count: 0, share_count: 0, booking_count: 0 })
  assert.equal(share_url, `${app.config.publicUrl}/property/share/${slug}`)
  assert.equal(booking_url, `${app.config.publicUrl}/showingbooker/book/${slug}`)
  assert.match(preview.url, new RegExp(`^${app.config.publicUrl}/files/previews/${id}-[0-9a-f]{16}\\.jpg$`))
  assert.doesNotMatch(text, /Rosa|Resident|555-0111|Olga|olga@|Lockbox|agent_id|created_by/)
  assert.equal((await app.call('GET', `${share}/${id}`)).body.slug, slug)
  const missing = await app.call('GET', `${share}/none`)
  assert.deepEqual([missing.status, missing.body.error], [404, 'Property not found or no longer available'])
})

test('counts only a POST, not a GET or HEAD', async () => {
  const { slug } = await makeProperty(app.db)
  for (const method of ['GET', 'HEAD']) {
    const statusOf = async (path: string) => (await app.app.request(path, { method, headers: PERSON })).status
    assert.equal(await statusOf(`${share}/${slug}`), 200)
    assert.equal(await statusOf(`${share}/${slug}/view`), 405)
  }
  assert.deepEqual(
    (await app.call('POST', `${share}/${slug}/view`, undefined, { ...PERSON, 'sec-purpose': 'prefetch' })).body
      .view_count,
    0,
  )
  assert.deepEqual((await app.call('POST', `${share}/${slug}/view`, undefined, PERSON)).body, {
    view_count: 1,
    share_count: 0,
    booking_count: 0,
  })
})

test('counts a share for each listed platform, and answers 400 at the field for any other', async () => {
  const { slug } = await makeProperty(app.db)
  for (const [n, platform] of ['copy', 'facebook', 'twitter', 'linkedin', 'email'].entries())
    assert.equal((await app.call('POST', `${share}/${slug}/share`, { platform }, PERSON)).body.share_count, n + 1)
  for (const body of [{ platform: 'myspace' }, { platform: 7 }, {}]) {
    const refused = await app.call('POST', `${share}/${slug}/share`, body, PERSON)
    assert.equal(refused.status, 400)
    assert.deepEqual(
      refused.body.issues.map(({ path }: { path: string }) => path),
      ['platform'],
    )
  }
  assert.equal((await app.call('GET', `${share}/${slug}`)).body.share_count, 5)
})

test('the QR code is 300 px wide, black on white, with a margin of 2, and encodes the public booking link', async () => {
  const owner = await signUp(app, 'qr@agents.example.com')
  const { id, slug } = await makeProperty(app.db, { ownerId: owner.accountId, status: 'unlisted' })
  const { status, headers, bytes } = await bytesOf(`/api/showingbooker/properties/${id}/qr.png`, owner.headers)
  assert.deepEqual([status, headers.get('content-type')], [200, 'image/png'])
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [300, 300])
  assert.deepEqual([...new Set(data)].sort(), [0, 255])
  const { modules } = create(`${app.config.publicUrl}/showingbooker/book/${slug}`, { errorCorrectionLevel: 'Q' })
  const side = 300 / (modules.size + 4)
  for (let row = -2; row < modules.size + 2; row++)
    for (let column = -2; column < modules.size + 2; column++) {
      const isInside = row >= 0 && column >= 0 && row < modules.size && column < modules.size
      const at = (index: number) => Math.floor((index + 2.5) * side)
      assert.equal(
        data[at(row) * 300 + at(column)] === 0,
        isInside && modules.get(row, column) === 1,
        `${row}, ${column}`,
      )
    }
})

test("the owner's flyer is one US Letter sheet, however long the property's name", async () => {
  const owner = await signUp(app, 'flyer@agents.example.com')
  const { id } = await makeProperty(app.db, { ownerId: owner.accountId })
  const { status, headers, bytes } = await bytesOf(`/api/showingbooker/properties/${id}/flyer.pdf`, owner.headers)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/pdf')
  assert.equal(headers.get('content-disposition'), 'inline; filename="flyer-742-juniper-street.pdf"')
  const pdf = bytes.toString('latin1')
  assert.equal(pdf.match(/\/Type \/Page\b/g)?.length, 1)
  assert.match(pdf, /\/MediaBox \[0 0 612 792\]/)
})

test('the preview picture is a JPEG of 1200 by 630 that can be cached forever, and a wrong name is a 404', async () => {
  await app.properties.seedProperties((await signUp(app, 'seed@agents.example.com')).accountId)
  const { body } = await app.call('GET', `${share}/sample-property`)
  const path = new URL(body.preview.url).pathname
  const { status, headers, bytes } = await bytesOf(path, {})
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
  const { format, width, height } = await sharp(bytes).metadata()
  assert.deepEqual({ format, width, height }, { format: 'jpeg', width: 1200, height: 630 })
  assert.ok((await bytesOf(path, {})).bytes.equals(bytes))
  const older = path.replace(/-[0-9a-f]{16}\.jpg$/, `-${'0'.repeat(16)}.jpg`)
  assert.equal((await bytesOf(older, {})).headers.get('cache-control'), 'public, max-age=60')
  for (const name of ['none.jpg', `${body.id}.jpg`, `01890a5d-ac96-774b-bcce-b302099a8057-${'0'.repeat(16)}.jpg`])
    assert.equal((await bytesOf(`/files/previews/${name}`, {})).status, 404, name)
})

test('limits the counts from one address', async () => {
  const strict = await testApp({ rateLimitScale: 0.1 })
  const { slug } = await makeProperty(strict.db)
  const statuses: number[] = []
  for (let n = 0; n < 8; n++)
    statuses.push((await strict.call('POST', `${share}/${slug}/view`, undefined, PERSON)).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429, 429])
  const shares: number[] = []
  for (let n = 0; n < 4; n++)
    shares.push((await strict.call('POST', `${share}/${slug}/share`, { platform: 'copy' }, PERSON)).status)
  assert.deepEqual(shares, [200, 200, 200, 429])
  await strict.close()
})
