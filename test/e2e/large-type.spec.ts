import { chromium, type Page } from '@playwright/test'
import { agentHome, book } from './agent-home.ts'
import { overflow } from './axe.ts'
import { baseUrl, expect, test } from './journey.ts'

test('a phone shows everything in text twice as large', async ({ context }, { project }) => {
  const home = await agentHome(context)
  const { manageUrl } = await book(context, home)
  const { launchOptions } = project.use
  await using browser = await chromium.launch({
    ...launchOptions,
    // This is the browser's own setting, which media queries follow, too.
    args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'],
  })
  const page = await browser.newPage({
    baseURL: baseUrl(),
    viewport: { width: 390, height: 844 },
    storageState: await context.storageState(),
  })
  for (const path of ['/', `/showingbooker/book/${home.slug}`, '/overview', '/upcoming', '/properties', manageUrl]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await overflow(page), path).toBe(0)
  }
  await page.setViewportSize({ width: 320, height: 844 })
  for (const path of ['/calendar', '/calendar?view=week', '/overview']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await overflow(page), path).toBe(0)
    expect(await textsBeyondTheirBox(page), path).toEqual([])
  }
  await page.goto(manageUrl)
  const narrow = page
    .locator('dd')
    .evaluateAll((values) => values.filter((value) => value.clientHeight > 3 * value.clientWidth).length)
  expect(await narrow, 'fields with room for only a letter or two').toBe(0)
})

/** Returns the texts of lists, buttons, and the footer that extend past their box without an ellipsis. */
const textsBeyondTheirBox = (page: Page) =>
  page.locator('main :is(li, section, button), footer a').evaluateAll((boxes) => {
    const words = document.createRange()
    return boxes.flatMap((box) => {
      const { left, right } = box.getBoundingClientRect()
      return [box, ...box.querySelectorAll('*')]
        .filter((element) => {
          const { position, textOverflow } = getComputedStyle(element)
          return element.checkVisibility() && position !== 'absolute' && textOverflow !== 'ellipsis'
        })
        .flatMap((element) => [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE))
        .filter((text) => {
          words.selectNodeContents(text)
          const place = words.getBoundingClientRect()
          return place.width > 0 && (place.left < left - 1 || place.right > right + 1)
        })
        .map(({ textContent }) => textContent)
    })
  })
