import { chromium } from '@playwright/test'
import { agentHome, book } from './agent-home.ts'
import { overflow } from './axe.ts'
import { baseUrl, expect, test } from './journey.ts'

test('a phone shows everything with type twice as large', async ({ context }, { project }) => {
  const home = await agentHome(context)
  const { manageUrl } = await book(context, home)
  const { launchOptions } = project.use
  await using browser = await chromium.launch({
    ...launchOptions,
    // The reader's own setting: media queries follow it too.
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
  const narrow = page
    .locator('dd')
    .evaluateAll((values) => values.filter((value) => value.clientHeight > 3 * value.clientWidth).length)
  expect(await narrow, 'values with room for a letter or two').toBe(0)
})
