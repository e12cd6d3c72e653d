import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { type Home, newAgent } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { baseUrl, expect, test } from './journey.ts'
import { addHome } from './property-pages.ts'

/** Creates a listed property with photos of these colors. The second photo has a caption. */
async function homeWithPhotos(context: BrowserContext, colors: string[]): Promise<Home> {
  await newAgent(context)
  const headers = { origin: baseUrl() }
  const photos = []
  for (const background of colors) {
    const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const multipart = { image: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer } }
    const answer = await context.request.post('/api/showingbooker/upload/property-photo', { headers, multipart })
    photos.push({ url: (await answer.json()).imageUrl, caption: photos.length === 1 ? 'The kitchen' : null })
  }
  return addHome(context, { photos })
}

const bottomOf = async (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom)

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`the dates and the price are on the first screen, at ${width} pixels, and nothing moves`, {
    tag: width === 390 ? [] : '@proofs',
  }, async ({ page, context }) => {
    const home = await homeWithPhotos(context, ['#a63', '#36a', '#6a3'])
    await page.setViewportSize({ width, height })
    await page.goto(`/showingbooker/book/${home.slug}`)
    // A phone shows the price in the bar at the bottom, which must not cover the dates.
    const price =
      width === 390 ? page.locator('strong', { hasText: '$25.00' }) : page.locator('header:has(h1)').getByText('$25.00')
    const end = width === 390 ? ((await price.boundingBox())?.y ?? 0) : height
    expect(await bottomOf(page, '#showingDate')).toBeLessThanOrEqual(end)
    await expect(price).toBeInViewport()
    await expect(page.getByRole('img', { name: `Photo of ${home.full_address}` })).toBeInViewport()
    const inSight = await page.getByText('$25.00').evaluateAll(
      (elements) =>
        elements.filter((element) => {
          const { top, height } = element.getBoundingClientRect()
          return height > 0 && top < innerHeight && element.checkVisibility()
        }).length,
    )
    expect(inSight, 'the page states the price once').toBe(1)
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
        }),
    )
    expect(shift).toBeLessThan(0.02)
    await expectNoFaults(page)
  })
}

test('the photos open over the page, change by keys and by swipe, and closing returns the focus', async ({
  page,
  context,
}) => {
  const home = await homeWithPhotos(context, ['#a63', '#36a', '#6a3'])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/showingbooker/book/${home.slug}`)
  const opener = page.getByRole('button', { name: 'See 3 photos' })
  await opener.click()
  const viewer = page.getByRole('dialog', { name: `Photos of ${home.full_address}` })
  await expect(viewer.getByText('1 of 3')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText('2 of 3')).toBeVisible()
  await expect(viewer.getByText('The kitchen')).toBeVisible()
  await expect(viewer.getByRole('img', { name: 'The kitchen' })).toBeInViewport()
  // A swipe scrolls the row itself.
  await viewer.locator('ul').evaluate((row) => row.scrollTo({ left: row.clientWidth * 2, behavior: 'instant' }))
  await expect(viewer.getByText('3 of 3')).toBeVisible()
  await viewer.getByRole('button', { name: 'Previous photo' }).click()
  await expect(viewer.getByText('2 of 3')).toBeVisible()
  await expectNoFaults(page)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(opener).toBeFocused()
})
