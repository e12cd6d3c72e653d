import type { Page } from '@playwright/test'
import { unsentKey } from '../../src/ui/tab-memory.ts'
import { sendJson, startImageServer } from '../fakes/image-server.ts'
import { drawnPng } from '../images.ts'
import { expectNoFaults, overflow } from './axe.ts'
import { expect, test } from './journey.ts'
import { START_MS, startProduct } from './server.ts'
import { confirmAge, generate, openStudio, prompt, register } from './studio-pages.ts'

// An OpenAI-compatible image server without seeds or negative prompts. It draws larger images than we request.
test.describe.configure({ mode: 'serial' })

let images: Awaited<ReturnType<typeof startImageServer>>
let product: Awaited<ReturnType<typeof startProduct>>
const shared = process.env.E2E_URL
test.beforeAll(async () => {
  test.setTimeout(START_MS)
  const b64_json = (await drawnPng('#2a6f97', 1024)).toString('base64')
  images = await startImageServer({
    '/v1/images/generations': (_, response) => sendJson(response, 200, { data: [{ b64_json }] }),
  })
  const engine = { OPENAI_BASE_URL: `${images.url}/v1`, OPENAI_IMAGE_MODEL: 'of-the-journey', STUDIO_ENGINE: 'openai' }
  product = await startProduct(engine)
  process.env.E2E_URL = product.url
})
test.afterAll(async () => {
  if (shared) process.env.E2E_URL = shared
  await product?.stop()
  images?.close()
})

const fact = (page: Page, name: string) => page.getByRole('term').filter({ hasText: name })

test('asks a model only for supported options, and offers its original at full size', {
  tag: '@proofs',
}, async ({ page }) => {
  await register(page)
  await confirmAge(page)
  await expect(page.getByLabel('Style')).toBeVisible()
  await expect(page.getByLabel('Negative prompt')).toHaveCount(0)
  await openStudio(page)
  await expect(page.getByText('AI image, of-the-journey')).toBeVisible()
  await expect(page.getByLabel('Negative prompt')).toHaveCount(0)
  await expect(page.getByLabel('Seed')).toHaveCount(0)
  // The embedded engine drew these samples.
  const style = page.getByRole('group', { name: /^Style/ })
  await expect(style.getByRole('radio')).toHaveCount(15)
  await expect(style.locator('img')).toHaveCount(0)
  // This engine uses every word, so the page says nothing about them.
  await prompt(page).fill('Steve Jobs presenting an iPhone')
  await expectNoFaults(page)
  await generate(page).click()
  await expect(page.getByAltText('Steve Jobs presenting an iPhone')).toBeVisible()
  await expect(page.getByRole('list', { name: /drawn/i })).toHaveCount(0)
  await expect(fact(page, 'Seed')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Use this seed again' })).toHaveCount(0)
  await expectNoFaults(page)
  expect(await overflow(page)).toBe(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Original, 1024 by 1024 pixels' }).click(),
  ])
  const { width } = await page.request.get(download.url()).then(async (answer) => sizeOf(await answer.body()))
  expect(width).toBe(1024)

  await page.getByRole('link', { name: 'Open in Private Studio' }).click()
  const dialog = page.getByRole('dialog', { name: 'Image' })
  await expect(dialog.getByRole('link', { name: 'the original, 1024 by 1024 pixels' })).toHaveAttribute(
    'href',
    /\/original\.png$/,
  )
  await expect(dialog.getByText('resampled')).toHaveCount(0)
  await expect(dialog.getByRole('definition').filter({ hasText: '1024 by 1024 pixels' })).toBeVisible()
  await expect(fact(page, 'Seed')).toHaveCount(0)
  await expect(fact(page, 'Negative prompt')).toHaveCount(0)
  await expectNoFaults(page)
})

test('does not send words that came from another engine, or ask for a code because of them', {
  tag: '@proofs',
}, async ({ page }) => {
  await register(page)
  await confirmAge(page)
  const draft = { prompt: 'a lake', negative_prompt: 'people', style: 'Anime', filter: 'Default' }
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
    unsentKey('studio-draft'),
    JSON.stringify(draft),
  ] as const)
  await openStudio(page)
  await expect(prompt(page)).toHaveValue('a lake')
  const [sent] = await Promise.all([page.waitForRequest('**/generate-image?async=1'), generate(page).click()])
  expect(sent.postDataJSON()).toEqual({ prompt: 'a lake', style: 'Anime', filter: 'Default' })
  await expect(page.getByAltText('a lake')).toBeVisible()
})

/** Reads the size of a PNG from its header. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })
