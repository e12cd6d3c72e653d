import type { Page } from '@playwright/test'
import { expectNoFaults, overflow } from './axe.ts'
import { query } from './data.ts'
import { storeCreator } from './gallery-rows.ts'
import { baseUrl, expect, test } from './journey.ts'
import { STUDIO_CODE as CODE } from './server.ts'
import { confirmAge, generate, openStudio, prompt, register } from './studio-pages.ts'

/** A busy machine draws slowly: four images take a minute. */
const DRAWN = { timeout: 240_000 }

test.slow()

const result = (page: Page) => page.getByRole('group', { name: /^Filter of this image/ })

test('an image from the overview is first among the recent ones', { tag: '@proofs' }, async ({ page }) => {
  await register(page)
  await expect(page.getByText('No images generated yet. Try creating your first image above!')).toBeVisible()
  await expect(generate(page)).toHaveAccessibleDescription('Costs 1 credit. You have 20.')
  await generate(page).click()
  await expect(page.getByText('Please describe the image')).toBeVisible()
  await expect(prompt(page)).toBeFocused()
  await expectNoFaults(page)
  await prompt(page).fill('a red balloon over snowy mountains')
  await page.getByLabel('Style').selectOption('Anime')
  await generate(page).click()
  await expect(page.getByRole('heading', { name: 'Are you 18 or older?' })).toBeVisible()
  const followed = Promise.withResolvers<void>()
  await page.route('**/generate-image/*/events', (route) => followed.promise.then(() => route.continue()))
  await page.getByRole('button', { name: 'Yes, I am 18 or older' }).click()
  await expect(page.getByRole('button', { name: 'Generating...' })).toBeDisabled()
  followed.resolve()
  await expect(page.getByAltText('a red balloon over snowy mountains')).toBeVisible(DRAWN)
  await expect(page.getByText('Costs 1 credit. You have 19.')).toBeVisible()
  await prompt(page).fill('a wooden boat on a calm lake')
  await generate(page).click()
  const images = page.getByRole('main').locator('ul').getByRole('img')
  await expect(images.first()).toHaveAttribute('alt', 'a wooden boat on a calm lake', DRAWN)
  await expect(images).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'View More' })).toHaveAttribute('href', '/public-gallery')
  await expectNoFaults(page)
})

test('in Spanish, the button says in Spanish that it generates', { tag: '@proofs' }, async ({ page, context }) => {
  await register(page)
  await confirmAge(page)
  await context.addCookies([{ name: 'language', value: 'es', url: baseUrl() }])
  await page.goto('/overview')
  await page.route('**/generate-image/*/events', () => undefined)
  await page.getByLabel('Descripción', { exact: true }).fill('a red balloon over snowy mountains')
  await page.getByRole('button', { name: 'Generar', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Generando...' })).toBeDisabled()
})

test('the full studio opens with its code, for this session', { tag: '@proofs' }, async ({ page }) => {
  await page.goto('/create')
  await expect(page).toHaveURL(/\/login\?next=%2Fcreate$/)
  await register(page)
  await page.goto('/about')
  await page.goto('/create')
  const dialog = page.getByRole('dialog')
  await expect(page.getByLabel('Access code')).toBeFocused()
  await expectNoFaults(page)
  await dialog.getByRole('button', { name: 'Access App' }).click()
  await expect(dialog.getByText('Please enter a password').first()).toBeVisible()
  await page.getByLabel('Access code').fill(CODE.toLowerCase())
  const held = Promise.withResolvers<void>()
  await page.route('**/api/access/create', (route) => held.promise.then(() => route.continue()), { times: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Access App' })).toBeDisabled()
  held.resolve()
  await expect(dialog.getByText('Incorrect password. Please contact support for access.').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/about$/)
  await page.goto('/create')
  await page.getByLabel('Access code').fill(CODE)
  await page.getByRole('button', { name: 'Access App' }).click()
  await expect(dialog).toHaveCount(0)
  const flag = () => page.evaluate(() => sessionStorage.getItem('create_access'))
  // The page stores it right after the dialog closes.
  await expect.poll(flag).toBe('granted')
  await page.reload()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/showingbooker')
  expect(await flag()).toBe(null)
})

test('too many wrong codes say when to try again', { tag: '@proofs' }, async ({ page }) => {
  await register(page)
  await page.goto('/create')
  await page.route('**/api/access/create', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 429,
          headers: { 'Retry-After': '41' },
          json: { error: 'Too many attempts. Please wait a moment and try again.', code: 'too_many_tries' },
        })
      : route.fallback(),
  )
  await page.getByLabel('Access code').fill('guess')
  await page.getByRole('button', { name: 'Access App' }).click()
  const seconds = page.getByRole('alert').getByText(/You can try again in \d+ seconds\./)
  // The visible count ticks, and a screen reader reads it only once.
  await expect(seconds.and(page.locator('[aria-hidden]'))).toHaveText(/in 3\d seconds/)
  await expect(seconds.and(page.locator(':not([aria-hidden])'))).toHaveText(/in 41 seconds/)
  await expect(page.getByRole('button', { name: 'Access App' })).toBeDisabled()
  await expect(page.getByLabel('Access code')).toBeFocused()
})

test('draws several images after the person leaves the page, and previews them with other filters', {
  tag: '@proofs',
}, async ({ page }) => {
  await register(page)
  await confirmAge(page)
  await prompt(page).fill('a castle in the fog')
  await page.getByLabel('Negative prompt').fill('people')
  await generate(page).click()
  await expect(page.getByText('Open the full studio for a negative prompt, or leave it empty here')).toBeVisible()
  await page.getByRole('link', { name: 'full studio', exact: true }).click()
  await page.waitForURL('**/create')
  await page.getByLabel('Access code').fill(CODE)
  await page.getByRole('button', { name: 'Access App' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(prompt(page)).toHaveValue('a castle in the fog')
  await expect(page.getByLabel('Negative prompt')).toHaveValue('people')
  await page.getByText('2', { exact: true }).click()
  await page
    .getByRole('group', { name: /^Style/ })
    .getByRole('radio', { name: 'Anime XL+' })
    .check()
  await page.getByRole('button', { name: 'Roll the dice' }).click()
  const seed = await page.getByLabel('Seed').inputValue()
  expect(seed).toMatch(/^\d{1,10}$/)
  await expect(generate(page)).toHaveAccessibleDescription('Costs 2 credits. You have 20.')
  await expectNoFaults(page)
  await generate(page).click()
  await page.waitForURL(/\?job=/)
  await page.reload()
  await expect(result(page)).toBeVisible(DRAWN)
  await expect(prompt(page)).toHaveValue('a castle in the fog')
  await expect(page.getByText('Costs 2 credits. You have 18.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Images of this request' }).getByRole('radio')).toHaveCount(2)
  await expect(page.getByRole('definition').filter({ hasText: seed })).toBeVisible()
  const shown = page.getByAltText('a castle in the fog')
  const before = await shown.getAttribute('src')
  // Each filter shows a preview of this picture, cut from one sheet.
  const preview = result(page).locator('label', { hasText: 'Manga' }).locator('img')
  await expect(preview).toHaveAttribute('src', /^\/images\/[\da-f-]{36}\/looks\.webp$/)
  await expect.poll(() => preview.evaluate((img: HTMLImageElement) => img.naturalHeight / img.naturalWidth)).toBe(11)
  expect(await preview.evaluate((img) => getComputedStyle(img).objectPosition)).toBe('0px 50%')
  await result(page).getByRole('radio', { name: 'Manga' }).check()
  await expect(shown).not.toHaveAttribute('src', before ?? '')
  await expect(page.getByText(/^Strength/)).toBeVisible()
  await expectNoFaults(page)
  expect(await overflow(page)).toBe(0)
  await page.reload()
  await expect(result(page).getByRole('radio', { name: 'Manga' })).toBeChecked()
  await expect(page.getByText('Costs 2 credits. You have 18.')).toBeVisible()
  // The next request closes the row, which still has the picture with its last filter.
  await expect(generate(page)).toBeEnabled()
  const inManga = await shown.getAttribute('src')
  await result(page).getByRole('radio', { name: 'Vintage' }).check()
  await expect(shown).not.toHaveAttribute('src', inManga ?? '')
  const inVintage = await shown.getAttribute('src')
  await prompt(page).fill('an owl at night')
  await generate(page).click()
  await page.getByRole('button', { name: 'Show: a castle in the fog' }).click()
  await expect(shown).toHaveAttribute('src', inVintage ?? '')
  await expect(result(page).getByRole('radio', { name: 'Vintage' })).toBeChecked()
})

test('a canceled or failed request returns its credits and can be retried without typing', async ({ page }) => {
  const accountId = await register(page)
  await confirmAge(page)
  await openStudio(page)
  await prompt(page).fill('a forest in the rain')
  await page.getByText('4', { exact: true }).click()
  await generate(page).click()
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(page.getByText('You got your 4 credits back.', { exact: true })).toBeVisible()
  await expect(page.getByText('Costs 4 credits. You have 20.')).toBeVisible()
  await expect(prompt(page)).toHaveValue('a forest in the rain')
  await page.getByRole('button', { name: /^Try again/ }).click()
  await expect(page.getByText('Costs 4 credits. You have 16.')).toBeVisible()
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await expect(page.getByText('Costs 4 credits. You have 20.')).toBeVisible()

  const insertFailed = async (words: string) => {
    const [row] = await query(
      `insert into generation (id, account_id, prompt, style, filter, seed, count, restore_faces, engine, status, error, error_code, created_at, finished_at)
       values (uuidv7(), $1, $2, 'Fur', 'VHS', 7, 1, true, 'local', 'failed', 'The image could not be drawn.', 'engine_failed', now(), now())
       returning id`,
      [accountId, words],
    )
    await query(`select move_credits(uuidv7(), $1, -1, 'image', $2, now())`, [accountId, row?.id])
    await query(`select move_credits(uuidv7(), $1, 1, 'image_returned', $2, now())`, [accountId, row?.id])
    return row?.id
  }
  await page.goto(`/create?job=${await insertFailed('a cup of tea')}`)
  const tea = page.getByRole('listitem').filter({ hasText: 'a cup of tea' })
  await tea.getByRole('button', { name: /^Dismiss/ }).click()
  await expect(tea).toHaveCount(0)

  await page.goto(`/create?job=${await insertFailed('a ship at sea')}`)
  await expect(page.getByRole('listitem').filter({ hasText: "We couldn't draw the image." })).toContainText(
    'You got your credit back.',
  )
  await expect(prompt(page)).toHaveValue('a ship at sea')
  await expectNoFaults(page)
  await page.getByRole('button', { name: /^Try again/ }).click()
  await expect(page.getByAltText('a ship at sea')).toBeVisible(DRAWN)
})

test('explains a refused prompt at its field, and offers more credits to people without any', {
  tag: '@proofs',
}, async ({ page }) => {
  const accountId = await register(page)
  await confirmAge(page)
  const [{ term } = {}] = await query(
    `select term from prompt_term where rule = 'block' order by length(term) desc limit 1`,
  )
  await prompt(page).fill(`a picture of ${term}`)
  await generate(page).click()
  await expect(page.locator('#prompt-error')).toContainText('No credit was used')
  await expect(prompt(page)).toBeFocused()
  await query(`select move_credits(uuidv7(), $1, -20, 'test', 'spent', now())`, [accountId])
  await prompt(page).fill('a quiet harbor')
  await generate(page).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'You are out of credits.' })
  await expect(refusal.getByRole('link', { name: 'Get credits' })).toHaveAttribute('href', '/account/credits')
  await expectNoFaults(page)
  await expect(prompt(page)).toHaveValue('a quiet harbor')
})

test('shows the request as it was sent, with the words that the engine could not use', { tag: '@proofs' }, async ({
  page,
}) => {
  await register(page)
  await confirmAge(page)
  for (const restore_faces of [true, false]) {
    const answer = await page.request.post('/generate-image', {
      data: { prompt: 'an owl at night', restore_faces },
      headers: { origin: new URL(page.url()).origin },
    })
    expect((await answer.json()).usedParams).toMatchObject({ restore_faces, ignored: ['restore_faces'] })
  }
})

const GONE = 'That image is no longer available. It was deleted, removed, or made private.'

test('reuses the prompt of a public image, and names its creator', { tag: '@proofs' }, async ({ page }) => {
  await register(page)
  await confirmAge(page)
  const asked = await page.request.post('/generate-image?async=1', {
    data: { prompt: 'an owl at night', style: 'Furtoon', filter: 'Vintage' },
    headers: { origin: new URL(page.url()).origin },
  })
  const { jobId } = await asked.json()
  const drawn = async () => (await (await page.request.get(`/generate-image/${jobId}`)).json()).image?.id
  await expect.poll(drawn, DRAWN).toBeTruthy()
  const id = await drawn()
  await openStudio(page)
  await page.goto(`/create?from=${id}`)
  await expect(prompt(page)).toHaveValue('an owl at night')
  await expect(page.getByText(/^From an image by /)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Furtoon' })).toBeChecked()
  await generate(page).click()
  await expect(result(page)).toBeVisible(DRAWN)
  // The next request would still link to the image, and the page says so until the image is deleted.
  await expect(page.getByText(/^From an image by /)).toBeVisible()
  await page.request.delete(`/images/${id}`, { headers: { origin: new URL(page.url()).origin } })
  await generate(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'We removed the link to it.' })).toBeVisible()
  await expect(page.getByText(/^From an image by /)).toHaveCount(0)
  await page.goto('/create?from=00000000-0000-7000-8000-000000000000')
  await expect(page.getByText(GONE)).toBeVisible()
})

test('the prompt of an image without a named creator can be reused, and a hidden image is not available', {
  tag: '@proofs',
}, async ({ page }) => {
  await register(page)
  await openStudio(page)
  const { name, ids } = await storeCreator(1, 'A lake at dawn')
  await query(`update profile set settings = '{"private_profile": true}' where username = $1`, [name])
  await page.goto(`/create?from=${ids[0]}`)
  await expect(prompt(page)).toHaveValue('A lake at dawn')
  await expect(page.getByText('From another image', { exact: true })).toBeVisible()
  await query(`update image set visibility = 'private' where id = $1`, [ids[0]])
  await page.reload()
  await expect(page.getByText(GONE)).toBeVisible()
  await expect(prompt(page)).toHaveValue('')
})
