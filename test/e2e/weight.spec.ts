import type { Page } from '@playwright/test'
import { openAsAgent } from './agent-home.ts'
import { expect, test } from './journey.ts'

const KB = 1024

type Part = { type: string; url: string; bytes: number }

/** Measures what a first visit transfers, until `last` is answered too. */
async function weigh(page: Page, path: string, last?: string): Promise<Part[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const answers = new Map<string, { type: string; url: string }>()
  const parts: Part[] = []
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.url.startsWith('http')) return
    const isPhoto = response.mimeType.startsWith('image/') && !response.mimeType.includes('svg')
    answers.set(requestId, { type: isPhoto ? 'photo' : type, url: new URL(response.url).pathname })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const part = answers.get(requestId)
    if (part) parts.push({ ...part, bytes: encodedDataLength })
  })
  const answered = last && page.waitForResponse(last).then((answer) => answer.finished())
  await page.goto(path, { waitUntil: 'networkidle' })
  await answered
  await devtools.detach()
  return parts
}

const listed = (parts: Part[]) => parts.map(({ url, bytes }) => `${bytes} ${url}`).join('\n')
const total = (parts: Part[]) => parts.reduce((sum, { bytes }) => sum + bytes, 0)

function note(parts: Part[]) {
  const description = `${(total(parts) / KB).toFixed(1)} KB, ${parts.length} requests`
  test.info().annotations.push({ type: 'weight', description })
}

for (const { name, path, requests, last } of [
  { name: 'booking', path: '/showingbooker/book/sample-property', requests: 12 },
  // Its script reports the page view and has its own file.
  { name: 'share', path: '/property/share/sample-property', requests: 14, last: '**/view' },
]) {
  test(`the ${name} page is light: at most 140 KB besides the photo, in at most ${requests} requests`, async ({
    page,
  }) => {
    const parts = await weigh(page, path, last)
    const beside = parts.filter(({ type }) => type !== 'photo')
    note(beside)
    expect(total(beside), listed(parts)).toBeLessThanOrEqual(140 * KB)
    expect(total(beside), 'nothing was measured').toBeGreaterThan(30 * KB)
    expect(parts.length, listed(parts)).toBeLessThanOrEqual(requests)
  })
}

test('the dashboard is light: its first load has at most 250 KB of scripts', async ({ page }) => {
  await openAsAgent(page)
  const scripts = (await weigh(page, '/overview')).filter(({ type }) => type === 'Script')
  note(scripts)
  expect(total(scripts), listed(scripts)).toBeLessThanOrEqual(250 * KB)
  expect(total(scripts), 'nothing was measured').toBeGreaterThan(30 * KB)
})
