import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { drawIcons } from '../scripts/icons.ts'
import { makeForm, makeProperty } from './factories.ts'
import { LEGAL, STATIC } from './public-pages.ts'
import { bookShowing } from './scene.ts'
import { PUBLIC_URL, siteOfTests } from './site-server.ts'

const { app, get, htmlOf } = siteOfTests()

test('the sitemap has the public pages but no property, and each one answers', async () => {
  const { slug } = await makeProperty(app().db)
  const answer = await get('/sitemap.xml')
  assert.match(answer.headers.get('content-type') ?? '', /^application\/xml/)
  const xml = await answer.text()
  assert.ok(!xml.includes(slug))
  const found = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
  assert.equal(new Set(found).size, found.length)
  for (const path of [...STATIC, ...LEGAL, '/support']) assert.ok(found.includes(PUBLIC_URL + path), path)
  const { isAllowed } = robotsOf(await htmlOf('/robots.txt'))
  for (const url of found) {
    assert.ok(url.startsWith(`${PUBLIC_URL}/`), url)
    const path = url.slice(PUBLIC_URL.length)
    const page = await get(path)
    assert.equal(page.status, 200, path)
    assert.equal(page.headers.get('x-robots-tag'), null, path)
    assert.doesNotMatch(await page.text(), /<meta name="robots"/, path)
    assert.ok(isAllowed(path), path)
  }
})

/** Reads robots.txt as RFC 9309 says: the longest matching rule wins, and of two equal rules, the one that allows. */
function robotsOf(text: string) {
  const rules = [...text.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, kind, path = '']) => ({ kind, path }))
  assert.ok(rules.length > 5)
  return {
    isAllowed(path: string): boolean {
      const [first] = rules
        .filter((rule) => path.startsWith(rule.path))
        .sort((a, b) => b.path.length - a.path.length || (a.kind === 'Allow' ? -1 : 1))
      return first?.kind !== 'Disallow'
    },
  }
}

test('robots.txt blocks private pages and names the sitemap', async () => {
  const answer = await get('/robots.txt')
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
  const text = await answer.text()
  assert.match(text, /^User-agent: \*\n/)
  assert.match(text, new RegExp(`^Sitemap: ${PUBLIC_URL}/sitemap\\.xml$`, 'm'))
  const { isAllowed } = robotsOf(text)
  const secret = [
    '/showingbooker/booking/abc',
    '/showingbooker/pay/pi_1_secret',
    '/calendar/token.ics',
    '/api/auth/session',
    '/dev/outbox',
    '/admin',
    '/admin/check',
    '/account/settings',
    '/reset-password?token=x',
    '/verify-email',
    '/confirm-new-email?token=x',
  ]
  for (const path of secret) assert.equal(isAllowed(path), false, path)
  for (const path of ['/showingbooker/book/abc', '/property/share/abc', '/api/docs', '/'])
    assert.equal(isAllowed(path), true, path)
})

test('no search engine lists a property or a booking, but networks can draw a preview of a shared property', async () => {
  const { slug } = await makeProperty(app().db)
  const { token } = await bookShowing(app(), makeForm(slug))
  for (const path of [`/showingbooker/book/${slug}`, `/property/share/${slug}`]) {
    for (const time of ['rendered', 'kept']) {
      const answer = await get(path)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('x-robots-tag'), 'noindex', `${path} ${time}`)
    }
  }
  assert.match(await htmlOf(`/property/share/${slug}`), /<meta property="og:image"/)
  assert.equal((await get(`/showingbooker/booking/${token}`)).headers.get('x-robots-tag'), 'noindex, nofollow')
})

test('security.txt says how to report a vulnerability, as RFC 9116 requires, and does not expire soon', async () => {
  const text = await htmlOf('/.well-known/security.txt')
  const fields = new Map([...text.matchAll(/^([\w-]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]))
  assert.match(fields.get('Contact') ?? '', /^(mailto:|https:)/)
  assert.equal(fields.get('Canonical'), `${PUBLIC_URL}/.well-known/security.txt`)
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  assert.ok(days > 30 && days < 365, String(days))
})

const publicFile = (path: string) => readFileSync(join(import.meta.dirname, '../public', path))

test('every icon exists, has its declared size, and is drawn from our mark', async () => {
  const html = await htmlOf('/about')
  assert.match(html, /<link rel="manifest" href="\/manifest\.webmanifest"\/>/)
  assert.match(html, /<link rel="apple-touch-icon" href="\/apple-touch-icon\.png"\/>/)
  assert.match(html, /<link rel="icon" type="image\/svg\+xml" href="data:image\/svg/)
  for (const scheme of ['light', 'dark'])
    assert.match(
      html,
      new RegExp(`<meta name="theme-color" content="#[0-9a-f]{6}" media="\\(prefers-color-scheme: ${scheme}\\)"`),
    )

  const answer = await get('/manifest.webmanifest')
  assert.match(answer.headers.get('content-type') ?? '', /^application\/manifest\+json/)
  const manifest = (await answer.json()) as {
    name: string
    start_url: string
    icons: { src: string; sizes: string; type: string; purpose: string }[]
    shortcuts: { url: string }[]
  }
  assert.equal(manifest.name, 'ShowingBooker')
  assert.deepEqual(
    manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`),
    ['192x192 any', '512x512 any', '512x512 maskable', 'any any'],
  )
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await get(src)
    assert.equal(icon.headers.get('content-type')?.split(';')[0], type, src)
    assert.equal(icon.headers.get('cache-control'), 'public, max-age=86400')
    if (sizes === 'any') continue
    const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
    assert.equal(`${width}x${height}`, sizes)
  }
  for (const url of [manifest.start_url, ...manifest.shortcuts.map((one) => one.url)])
    assert.ok([200, 401].includes((await get(url)).status), url)

  for (const [path, bytes] of Object.entries(await drawIcons())) {
    assert.ok(bytes.equals(publicFile(path)), `${path} differs from what node scripts/icons.ts draws`)
    assert.equal((await get(`/${path}`)).status, 200, path)
  }
  const touch = await sharp(publicFile('apple-touch-icon.png')).metadata()
  assert.deepEqual([touch.width, touch.height], [180, 180])
  const card = await sharp(publicFile('icons/card.png')).metadata()
  assert.deepEqual([card.width, card.height], [1200, 630])
  // The file has pictures of 16, 32, and 48 px, each a PNG at the place that the directory names.
  const ico = publicFile('favicon.ico')
  assert.deepEqual([ico.readUInt16LE(2), ico.readUInt16LE(4)], [1, 3])
  for (const [index, size] of [16, 32, 48].entries()) {
    const at = 6 + 16 * index
    const picture = ico.subarray(ico.readUInt32LE(at + 12), ico.readUInt32LE(at + 12) + ico.readUInt32LE(at + 8))
    assert.deepEqual([ico.readUInt8(at), (await sharp(picture).metadata()).width], [size, size])
  }
})

test('a maskable icon keeps its content within the safe circle', async () => {
  const { data, info } = await sharp(publicFile('icons/maskable-512.png'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) =>
    data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)
  const green = [...at(2, 2)]
  for (const [x, y] of [
    [509, 2],
    [2, 509],
    [509, 509],
  ] as const)
    assert.deepEqual([...at(x, y)], green)
  // Check the ends of the tick and the arch, from the middle to the edge.
  const isPlain = (x: number, y: number) =>
    Math.hypot(x - 256, y - 256) <= 0.4 * 512 ||
    y > 256 ||
    [...at(x, y)].every((value, index) => Math.abs(value - (green[index] ?? 0)) < 8)
  for (let y = 0; y < 512; y += 4) for (let x = 0; x < 512; x += 4) assert.ok(isPlain(x, y), `${x}, ${y}`)
})
