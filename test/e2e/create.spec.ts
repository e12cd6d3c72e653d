import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { sendJson, startImageServer } from '../fakes/image-server.ts'
import { drawnPng } from '../images.ts'
import { expectNoFaults, overflow } from './axe.ts'
import { expect, test } from './journey.ts'
import { START_MS, startProduct } from './server.ts'
import { confirmAge, generate, openStudio, prompt, register } from './studio-pages.ts'

// An image server that draws one image at a time and finishes when the journey says so.
test.describe.configure({ mode: 'serial' })

let images: Awaited<ReturnType<typeof startImages>>
let product: Awaited<ReturnType<typeof startProduct>>
const shared = process.env.E2E_URL
test.beforeAll(async () => {
  test.setTimeout(START_MS)
  images = await startImages()
  product = await startProduct({ A1111_BASE_URL: images.url, STUDIO_ENGINE: 'a1111' })
  process.env.E2E_URL = product.url
})
test.afterAll(async () => {
  if (shared) process.env.E2E_URL = shared
  await product?.stop()
  images?.close()
})

async function startImages() {
  const png = (await drawnPng()).toString('base64')
  const held: ServerResponse[] = []
  const waiting: ((response: ServerResponse) => void)[] = []
  let progress = 0
  const server = await startImageServer({
    '/sdapi/v1/txt2img': (_, response) => {
      const next = waiting.shift()
      if (next) next(response)
      else held.push(response)
    },
    '/sdapi/v1/progress': (_, response) => sendJson(response, 200, { progress }),
    '/internal/progress': (_, response) => sendJson(response, 200, { active: true }),
    '/sdapi/v1/interrupt': (_, response) => sendJson(response, 200, {}),
  })
  /** Waits for the next request for an image. */
  const next = async () => held.shift() ?? (await new Promise<ServerResponse>((heard) => waiting.push(heard)))
  return {
    url: server.url,
    close: server.close,
    setProgress(share: number) {
      progress = share
    },
    async next() {
      const response = await next()
      return {
        end: () => sendJson(response, 200, { images: [png], info: '{}' }),
        refuse: () => sendJson(response, 422, { detail: 'no' }),
      }
    },
  }
}

const rows = (page: Page) => page.getByRole('main').locator('[data-job]')
const news = (page: Page) => page.getByRole('log', { name: 'Updates on your requests' })

test('follows two requests at the same time, even after a reload; one is canceled, and the other is drawn', async ({
  page,
}) => {
  await register(page)
  await confirmAge(page)
  await openStudio(page)
  await prompt(page).fill('a castle in the fog')
  const drawing = images.next()
  await generate(page).click()
  const castle = rows(page).filter({ hasText: 'a castle in the fog' })
  const first = await drawing
  await expect(castle).toContainText('Drawing your image')
  await expect(generate(page)).toBeFocused()
  await expect(page.getByText('Drawing. You can start one more.')).toBeVisible()
  const long = `a ship at sea ${'under a heavy sky '.repeat(20)}`.trim()
  await prompt(page).fill(long)
  await generate(page).click()
  const ship = rows(page).filter({ hasText: 'a ship at sea' })
  await expect(ship).toContainText('Next in the queue')
  await expect(rows(page).first()).toContainText('a ship at sea')

  // The page warns before the click, and again after it.
  await expect(page.getByText(/^2 at a time\. You can start the next/)).toBeVisible()
  await expect(generate(page)).toBeDisabled()
  await expect(generate(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'You already have 2 images in progress.' })).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expectNoFaults(page)
  expect(await overflow(page)).toBe(0)

  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('a ship at sea')
  await expect(news(page)).toBeEmpty()
  images.setProgress(0.4)
  await expect(castle).toContainText(/, (3\d|4\d)%/)
  await expect(castle.getByRole('progressbar')).toHaveAttribute('value', /^[34]\d$/)
  await expect(news(page)).toBeEmpty()

  await ship.getByRole('button', { name: /^Cancel: a ship/ }).focus()
  await page.keyboard.press('Enter')
  await expect(ship).toContainText('You got your credit back.')
  await expect(ship).toBeFocused()
  await expect(news(page)).toContainText(/^Canceled: a ship at sea .+…\. You got your credit back\.$/)
  await expect(castle).toContainText('Drawing your image')
  await expect(page.getByText('Costs 1 credit. You have 19.')).toBeVisible()
  await expect(generate(page)).toBeEnabled()

  first.end()
  await expect(page.getByAltText('a castle in the fog')).toBeVisible()
  await expect(news(page)).toContainText('Your image is ready: a castle in the fog.')
  await expect(rows(page)).toHaveCount(2)
  await expect(ship).toBeFocused()
})

test('a request that fails while another one is drawn says why, and can be retried, edited, or dismissed', {
  tag: '@proofs',
}, async ({ page }) => {
  await register(page)
  await confirmAge(page)
  await openStudio(page)
  await prompt(page).fill('a lake at dawn')
  const drawing = images.next()
  await generate(page).click()
  const lake = rows(page).filter({ hasText: 'a lake at dawn' })
  const first = await drawing
  await expect(lake).toContainText('Drawing your image')
  await prompt(page).fill('an owl at night')
  await generate(page).click()
  const owl = rows(page).filter({ hasText: 'an owl at night' })
  await expect(owl).toContainText('Next in the queue')
  const ofOwl = images.next()
  first.refuse()
  await expect(lake).toContainText('You got your credit back.')
  const second = await ofOwl
  await expect(owl).toContainText('Drawing your image')
  await expectNoFaults(page)

  await lake.getByRole('button', { name: /^Edit/ }).click()
  await expect(prompt(page)).toHaveValue('a lake at dawn')
  await expect(prompt(page)).toBeFocused()

  // A failed request is still there after a reload.
  await page.goto('/overview')
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Generating...' })).toBeDisabled()
  await page.goto('/create')
  await lake.getByRole('button', { name: /^Try again/ }).click()
  await expect(lake).toContainText('Next in the queue')
  await expect(lake).toBeFocused()
  await expect(rows(page)).toHaveCount(2)
  const again = images.next()
  second.end()
  await expect(page.getByAltText('an owl at night')).toBeVisible()
  ;(await again).refuse()
  await expect(lake).toContainText('You got your credit back.')
  await lake.getByRole('button', { name: /^Dismiss/ }).click()
  await expect(lake).toHaveCount(0)
  await expect(owl).toBeFocused()
  await page.reload()
  await expect(owl).toBeVisible()
  await expect(lake).toHaveCount(0)
})

test('finds a request from elsewhere when this page may send no more', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  await register(page)
  await confirmAge(page)
  await openStudio(page)
  const headers = { origin: new URL(page.url()).origin }
  const first = images.next()
  for (const words of ['a red barn', 'a blue barn'])
    await context.request.post('/generate-image?async=1', { data: { prompt: words }, headers })
  await prompt(page).fill('a green barn')
  await generate(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'You already have 2 images in progress.' })).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(prompt(page)).toHaveValue('a green barn')
  const second = images.next()
  ;(await first).end()
  await expect(page.getByAltText('a red barn')).toBeVisible()
  // The person can send a request again, so the refusal disappears.
  await expect(page.getByRole('alert').filter({ hasText: 'You already have' })).toHaveCount(0)
  ;(await second).end()
  const blue = rows(page).filter({ hasText: 'a blue barn' })
  await expect(blue).toContainText('Your image is ready')
  await blue.getByRole('button', { name: /^Show/ }).click()
  await expect(page.getByAltText('a blue barn')).toBeVisible()
  await expect(page.getByAltText('a red barn')).toHaveCount(0)
  await expect(blue).toBeFocused()
})
