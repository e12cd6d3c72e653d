import { chromium, type Page } from '@playwright/test'
import { agentHome, book, visitFirst } from './agent-home.ts'
import { overflow, resize } from './axe.ts'
import { expect, test, waitForScripts } from './journey.ts'
import { contextOptions } from './visitor.ts'

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
    ...contextOptions(),
    viewport: { width: 390, height: 844 },
    storageState: await context.storageState(),
  })
  waitForScripts(page)
  await visitFirst(page)
  for (const path of ['/', `/showingbooker/book/${home.slug}`, '/overview', '/upcoming', '/properties', manageUrl]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => overflow(page), { message: path }).toBe(0)
  }
  await resize(page, 320, 844)
  for (const path of ['/calendar', '/calendar?view=week', '/overview']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => overflow(page), { message: path }).toBe(0)
    await expect.poll(() => textsBeyondTheirBox(page), { message: path }).toEqual([])
  }
  await page.goto(manageUrl)
  const narrow = () =>
    page
      .locator('dd')
      .evaluateAll((values) => values.filter((value) => value.clientHeight > 3 * value.clientWidth).length)
  await expect.poll(narrow, { message: 'fields with room for only a letter or two' }).toBe(0)
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
