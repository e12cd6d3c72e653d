import type { Page } from '@playwright/test'
import { query } from './data.ts'
import { storeCreator } from './gallery-rows.ts'
import { expect, test } from './journey.ts'
import { confirmAge, generate, openStudio, prompt, register } from './studio-pages.ts'

/** Each drawing is small, but they wait for each other. */
const DRAWN = { timeout: 240_000 }

const refusal = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })

/** Registers an account without credits. */
async function registerWithout(page: Page): Promise<string> {
  const accountId = await register(page)
  await confirmAge(page)
  await query(`select move_credits(uuidv7(), $1, -20, 'test', 'spent', now())`, [accountId])
  return accountId
}

test('everything that was typed is there again after a visit to the page of credits', { tag: '@proofs' }, async ({
  page,
}) => {
  await registerWithout(page)
  await page.reload()
  await prompt(page).fill('a quiet harbor')
  await generate(page).click()
  await refusal(page, 'You are out of credits.').getByRole('link', { name: 'Get credits' }).click()
  await expect(page).toHaveURL(/\/account\/credits/)
  await page.goto('/overview')
  await expect(prompt(page)).toHaveValue('a quiet harbor')

  await openStudio(page)
  await prompt(page).fill('a castle in the fog')
  await page.getByLabel('Seed').fill('77')
  await page.getByText('3', { exact: true }).click()
  await page.getByRole('link', { name: 'Get credits' }).click()
  await expect(page).toHaveURL(/\/account\/credits/)
  await page.getByRole('link', { name: 'Open the studio' }).click()
  await expect(prompt(page)).toHaveValue('a castle in the fog')
  await expect(page.getByLabel('Seed')).toHaveValue('77')
  await expect(page.getByRole('radio', { name: '3', exact: true })).toBeChecked()
  await generate(page).click()
  await refusal(page, 'You are out of credits.').getByRole('link', { name: 'Get credits' }).click()
  await expect(page).toHaveURL(/\/account\/credits/)
  // The form of one image takes only what it shows.
  await page.goto('/overview')
  await expect(prompt(page)).toHaveValue('a castle in the fog')
  const [sent] = await Promise.all([page.waitForRequest('**/generate-image?async=1'), generate(page).click()])
  expect(sent.postDataJSON()).toEqual({ prompt: 'a castle in the fog', style: 'Cinematic', filter: 'Default' })
})

test('the way back from the page of credits leads to what was typed after an image or over a remix', {
  tag: '@proofs',
}, async ({ page }) => {
  const accountId = await register(page)
  await confirmAge(page)
  await openStudio(page)
  await prompt(page).fill('a quiet harbor')
  await generate(page).click()
  await expect(page.getByAltText('a quiet harbor')).toBeVisible(DRAWN)
  await query(`select move_credits(uuidv7(), $1, -19, 'test', 'spent', now())`, [accountId])
  await prompt(page).fill('a castle in the fog')
  await generate(page).click()
  await refusal(page, 'You are out of credits.').getByRole('link', { name: 'Get credits' }).click()
  await expect(page).toHaveURL(/\/account\/credits/)
  await page.goBack()
  await expect(page).toHaveURL(/\/create\?job=/)
  await expect(prompt(page)).toHaveValue('a castle in the fog')

  const { ids } = await storeCreator(1)
  await page.goto(`/create?from=${ids[0]}`)
  await expect(prompt(page)).toHaveValue('A lake at dawn')
  await prompt(page).fill('A lake at night')
  await page.getByRole('link', { name: 'Get credits' }).click()
  await expect(page).toHaveURL(/\/account\/credits/)
  await page.goBack()
  await expect(generate(page)).toBeEnabled()
  await expect(prompt(page)).toHaveValue('A lake at night')
  await expect(page.getByRole('button', { name: "Don't link" })).toBeVisible()
  // The draft was used, so no other page gets it.
  await page.goto('/overview')
  await expect(prompt(page)).toHaveValue('')
})

test('what was typed in one form of the studio stays while another one is used', { tag: '@proofs' }, async ({
  page,
}) => {
  await register(page)
  await confirmAge(page)
  await openStudio(page)
  await prompt(page).fill('a castle in the fog')
  const { ids } = await storeCreator(1)
  await page.goto(`/create?from=${ids[0]}`)
  await expect(prompt(page)).toHaveValue('A lake at dawn')
  await prompt(page).fill('A lake at night')
  await generate(page).click()
  await expect(page).toHaveURL(/\/create\?job=/)
  await page.goto('/create')
  await expect(prompt(page)).toHaveValue('a castle in the fog')
})

test('what was typed is there again after a visit to another page and a reload, until it is a request', {
  tag: '@proofs',
}, async ({ page }) => {
  await register(page)
  await confirmAge(page)
  await openStudio(page)
  await prompt(page).fill('a quiet harbor')
  await generate(page).click()
  await expect(page.getByAltText('a quiet harbor')).toBeVisible(DRAWN)
  await prompt(page).fill('a castle in the fog')
  await page.getByLabel('Seed').fill('77')
  await page.getByRole('link', { name: 'Open in Private Studio' }).click()
  await expect(page).toHaveURL(/\/private-gallery/)
  await page.goBack()
  await expect(page).toHaveURL(/\/create\?job=/)
  // Until the page is alive, the browser may show what it has restored itself.
  await expect(generate(page)).toBeEnabled()
  await expect(prompt(page)).toHaveValue('a castle in the fog')
  await expect(page.getByLabel('Seed')).toHaveValue('77')
  await generate(page).click()
  await expect(page.getByAltText('a castle in the fog')).toBeVisible(DRAWN)
  // The stored draft has its seed, and the request's does not, so this shows which of them fills the form.
  await page.reload()
  await expect(prompt(page)).toHaveValue('a castle in the fog')
  await expect(page.getByLabel('Seed')).toHaveValue('')

  await page.goto('/overview')
  await expect(prompt(page)).toHaveValue('')
  await prompt(page).fill('an owl under a full moon')
  await page.reload()
  await expect(prompt(page)).toHaveValue('an owl under a full moon')
})

test('a press below the options scrolls to why the request was refused', { tag: '@proofs' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const accountId = await registerWithout(page)
  await openStudio(page)
  await prompt(page).fill('a castle in the fog')
  const below = page.getByRole('button', { name: 'Generate with these options' })
  await below.click()
  await expect(refusal(page, 'You are out of credits.')).toBeInViewport()

  await query(
    `insert into generation (id, account_id, prompt, style, filter, seed, count, restore_faces, engine, status, created_at, started_at, lease, leased_until)
     select uuidv7(), $1, 'a boat', 'Fur', 'VHS', 7, 1, true, 'local', 'running', now(), now(), gen_random_uuid(), now() + interval '1 day'
     from generate_series(1, 2)`,
    [accountId],
  )
  await openStudio(page)
  await prompt(page).fill('a castle in the fog')
  await below.click()
  await expect(refusal(page, 'You already have 2 images in progress.')).toBeInViewport()
})
