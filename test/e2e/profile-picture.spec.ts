import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { openAsAgent } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { expect, test } from './journey.ts'

// Pictures of noise take a while on a busy machine.
test.slow()

const PAGE = '/account/profile'
const TWO_MB = 2048 * 1024
const field = (page: Page) => page.locator('input[type=file][name=picture]')

/** Makes a picture of noise, which does not compress. */
const noise = (width: number, height: number, channels: 3 | 4) =>
  sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })

async function send(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  expect(file.buffer.length).toBeGreaterThan(TWO_MB)
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.url().endsWith('/api/upload/image') && one.request().method() === 'POST'),
    field(page).setInputFiles(file),
  ])
  return { status: answer.status(), body: await answer.json() }
}

test('the browser shrinks a large photo, and keeps it upright and in proportion', async ({ page }) => {
  await openAsAgent(page, PAGE)
  await expect(page.getByText('We shrink large ones first')).toBeVisible()
  await expect(field(page)).toBeEnabled()
  // A phone stores an upright photo sideways, with an EXIF orientation.
  const jpeg = await noise(1800, 1200, 3).jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer()
  const turned = await send(page, { name: 'me.jpg', mimeType: 'image/jpeg', buffer: jpeg })
  expect(turned.status).toBe(201)
  const { width, height } = await stored(page, turned.body.imageUrl)
  expect(width / height).toBeCloseTo(1200 / 1800, 2)
  await expect(page.getByAltText('The current image')).toBeVisible()
  await expectNoFaults(page)
})

test('asks before it removes the picture, and says the result beside it', { tag: '@proofs' }, async ({ page }) => {
  await openAsAgent(page, PAGE)
  const buffer = await noise(100, 100, 3).jpeg().toBuffer()
  await field(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Picture', exact: true }) })
  const saved = card.getByText('User info updated successfully!')
  await expect(saved).toBeVisible()
  const remove = card.getByRole('button', { name: 'Remove the picture' })
  const question = page.getByRole('dialog', { name: 'Remove your picture?' })
  await remove.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await page.route('**/api/upload/image', (route) => route.abort())
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(question.getByText(/^Failed to update user info: /)).toBeVisible()
  await page.unroute('**/api/upload/image')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(remove).toHaveCount(0)
  await expect(field(page)).toBeFocused()
  await expect(saved).toBeVisible()
  await expect(page.getByAltText('The current image')).toHaveCount(0)
})

test('the browser also shrinks a large picture with transparent parts', { tag: '@proofs' }, async ({ page }) => {
  await openAsAgent(page, PAGE)
  await expect(field(page)).toBeEnabled()
  const png = await noise(1000, 800, 4).png().toBuffer()
  expect((await send(page, { name: 'me.png', mimeType: 'image/png', buffer: png })).status).toBe(201)
})

test('says that a file is not a picture, large or small', { tag: '@proofs' }, async ({ page }) => {
  await openAsAgent(page, PAGE)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/upload/image')) sent++
  })
  await expect(field(page)).toBeEnabled()
  await field(page).setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(page.getByText('Please upload a JPEG, PNG, or WebP image')).toBeVisible()
  await field(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: randomBytes(TWO_MB + 1) })
  await expect(page.getByText("We couldn't open this image. Please choose another one.")).toBeVisible()
  await expect(field(page)).toBeEnabled()
  expect(sent).toBe(0)
})

async function stored(page: Page, imageUrl: string) {
  const { width = 0, height = 0 } = await sharp(await (await page.request.get(imageUrl)).body()).metadata()
  return { width, height }
}
