import { expect, test } from './journey.ts'

const KB = 1024

test('the booking page is light: at most 140 KB beside the photo, in at most 12 requests', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const types = new Map<string, string>()
  const sizes: { type: string; url: string; bytes: number }[] = []
  const urls = new Map<string, string>()
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.url.startsWith('http')) return
    types.set(requestId, response.mimeType.startsWith('image/') && !response.mimeType.includes('svg') ? 'photo' : type)
    urls.set(requestId, new URL(response.url).pathname)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type) sizes.push({ type, url: urls.get(requestId) ?? '', bytes: encodedDataLength })
  })
  await page.goto('/showingbooker/book/sample-property', { waitUntil: 'networkidle' })
  const beside = sizes.filter(({ type }) => type !== 'photo')
  const total = beside.reduce((sum, { bytes }) => sum + bytes, 0)
  const listed = sizes.map(({ url, bytes }) => `${bytes} ${url}`).join('\n')
  expect(total, listed).toBeLessThanOrEqual(140 * KB)
  expect(total, 'nothing was measured').toBeGreaterThan(30 * KB)
  expect(sizes.length, listed).toBeLessThanOrEqual(12)
  test
    .info()
    .annotations.push({ type: 'weight', description: `${(total / KB).toFixed(1)} KB, ${sizes.length} requests` })
})
