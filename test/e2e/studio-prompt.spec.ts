import type { Page } from '@playwright/test'
import { expectNoFaults, overflow } from './axe.ts'
import { expect, test } from './journey.ts'
import { confirmAge, generate, openStudio, prompt, register } from './studio-pages.ts'

/** A busy machine draws slowly: four images take a minute. */
const DRAWN = { timeout: 240_000 }
const drawn = (page: Page) => page.getByRole('list', { name: 'Drawn from', exact: true }).getByRole('listitem')
const missing = (page: Page) => page.getByRole('list', { name: 'Not understood' }).getByRole('listitem')
const question = (page: Page) => page.getByRole('dialog', { name: "We can't draw any of these words" })

test.slow()

async function begin(page: Page) {
  await register(page)
  await confirmAge(page)
  await openStudio(page)
}

for (const [width, height] of [
  [390, 664],
  [1280, 720],
] as const)
  test(`at ${width} pixels, Generate is on the first screen, and the finished picture is visible`, {
    tag: '@proofs',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await begin(page)
    const isSeen = (ratio = 1) => ({ ratio })
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await expect(prompt(page)).toBeInViewport(isSeen())
    await expect(generate(page)).toBeInViewport(isSeen())
    await prompt(page).fill('a castle in the fog')
    await expect(drawn(page)).toHaveText(['castle', 'fog'])
    await expect(generate(page)).toBeInViewport(isSeen())
    await generate(page).click()
    await expect(page.getByAltText('a castle in the fog')).toBeInViewport({ ratio: 0.9, ...DRAWN })
    expect(await overflow(page)).toBe(0)
  })

test('the page does not scroll while someone types and an image is being drawn', { tag: '@proofs' }, async ({
  page,
}) => {
  await begin(page)
  await prompt(page).fill('a castle in the fog')
  await generate(page).click()
  await expect(page.locator('[data-job]')).toBeVisible()
  await prompt(page).pressSequentially(' and rain')
  await expect(page.getByAltText('a castle in the fog', { exact: true })).toBeVisible(DRAWN)
  await expect(prompt(page)).toBeFocused()
  await expect(prompt(page)).toBeInViewport({ ratio: 1 })
})

test('the page says while you type what it will draw, and offers a similar word', async ({ page }) => {
  await begin(page)
  await prompt(page).fill('a red Corgi in the snow, iPhone')
  await expect(drawn(page)).toHaveText(['red', 'snow'])
  await expect(missing(page)).toHaveText([/^Corgi/, 'iPhone'])
  // A screen reader gets only the result, once typing pauses.
  await expect(page.getByRole('status').filter({ hasText: 'Not understood: Corgi, iPhone.' })).toHaveCount(1)
  await expectNoFaults(page)
  expect(await overflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Use “dog” instead of Corgi' }).click()
  await expect(prompt(page)).toHaveValue('a red dog in the snow, iPhone')
  await expect(prompt(page)).toBeFocused()
  await expect(drawn(page)).toHaveText(['red', 'dog', 'snow'])
  await expect(missing(page)).toHaveText(['iPhone'])
  await prompt(page).fill('')
  await expect(drawn(page)).toHaveCount(0)
})

test('a failed reading shows nothing, and a new one replaces an old one', { tag: '@proofs' }, async ({ page }) => {
  await begin(page)
  const asked: string[] = []
  const gone: string[] = []
  page.on('requestfailed', (request) => gone.push(request.postDataJSON()?.prompt))
  await page.route('**/studio/reading', async (route) => {
    const { prompt: words } = route.request().postDataJSON()
    asked.push(words)
    if (words === 'a slow fox') return
    if (words === 'a broken fox') return route.fulfill({ status: 500, json: { error: 'no', code: 'internal' } })
    await route.continue()
  })
  await prompt(page).fill('a fox')
  await expect(drawn(page)).toHaveText(['fox'])
  await prompt(page).fill('a slow fox')
  await expect.poll(() => asked).toContain('a slow fox')
  // The last answer stays visible.
  await expect(drawn(page)).toHaveText(['fox'])
  await prompt(page).fill('an owl')
  await expect.poll(() => gone).toEqual(['a slow fox'])
  await expect(drawn(page)).toHaveText(['owl'])
  await prompt(page).fill('a broken fox')
  await expect(drawn(page)).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('if it understands nothing, the page asks first, and takes a credit only after a yes', { tag: '@proofs' }, async ({
  page,
}) => {
  await begin(page)
  await prompt(page).fill('Steve Jobs presenting an iPhone')
  await expect(page.getByText("We can't draw any of these words. We'll ask before we use a credit.")).toBeVisible()
  await generate(page).click()
  await expect(question(page).getByText(/[Nn]o credit was used\.$/)).toBeVisible()
  await expect(question(page).getByRole('button', { name: 'Change the prompt' })).toBeFocused()
  await expectNoFaults(page)
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  await expect(prompt(page)).toBeFocused()
  await expect(prompt(page)).toHaveValue('Steve Jobs presenting an iPhone')
  await expect(page.locator('#prompt-error')).toContainText("can't draw anything in your prompt")
  await expect(page.locator('[data-job]')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Costs 1 credit. You have 20.')).toBeVisible()

  await prompt(page).fill('Steve Jobs presenting an iPhone')
  await generate(page).click()
  await question(page).getByRole('button', { name: 'Draw anyway' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByAltText('Steve Jobs presenting an iPhone')).toBeVisible(DRAWN)
  await expect(page.locator('#prompt-error')).toHaveCount(0)
  await expect(page.getByText('Costs 1 credit. You have 19.')).toBeVisible()
})

test('the overview also asks, and every word of an example prompt is drawn', { tag: '@proofs' }, async ({ page }) => {
  await register(page)
  await confirmAge(page)
  await prompt(page).fill('logo for my bakery')
  await generate(page).click()
  await question(page).getByRole('button', { name: 'Change the prompt' }).click()
  await expect(prompt(page)).toBeFocused()
  await expect(page.getByText('Costs 1 credit. You have 20.')).toBeVisible()
  await prompt(page).fill('')
  await page.getByRole('list', { name: 'Try' }).getByRole('button', { name: 'A red fox in a snowy forest' }).click()
  await expect(prompt(page)).toHaveValue('A red fox in a snowy forest')
  await expect(prompt(page)).toBeFocused()
  await expect(drawn(page)).toHaveText(['red', 'fox', 'snowy', 'forest'])
  await expect(missing(page)).toHaveCount(0)
  await generate(page).click()
  await expect(page.getByAltText('A red fox in a snowy forest')).toBeInViewport({ ratio: 0.9, ...DRAWN })
})
