import type { Page } from '@playwright/test'
import { agentHome } from './agent-home.ts'
import { expect, test } from './journey.ts'

// These journeys choose filters faster than a list loads.

/** Holds back the data of a list. @returns a function that releases it */
async function holdBack(page: Page, path: string) {
  const chosen = Promise.withResolvers<void>()
  await page.route(`**${path}.data*`, (route) => chosen.promise.then(() => route.continue()))
  return chosen.resolve
}

test('a filter chosen while a list of showings is loading adds to the previous one', async ({ page, context }) => {
  await agentHome(context)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/completed')
  const letGo = await holdBack(page, '/completed')
  await page.getByLabel('Time range').selectOption('7')
  await page.getByLabel('Status').selectOption('no_show')
  await page.getByRole('searchbox').fill('Laurel')
  await page.getByLabel('Sort by').selectOption('Earliest first')
  letGo()
  await expect(page).toHaveURL(/\/completed\?q=Laurel&status=no_show&days=7&sort=date$/)
  await expect(page.getByLabel('Time range')).toHaveValue('7')
  await expect(page.getByLabel('Status')).toHaveValue('no_show')
})

test('a filter chosen while the list of properties is loading adds to typed text', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  await agentHome(context)
  await page.goto('/properties')
  const letGo = await holdBack(page, '/properties')
  await page.getByLabel('Search your properties').fill('Laurel')
  await page.getByRole('button', { name: 'Unlisted 0' }).click()
  await page.getByLabel('Sort by').selectOption('Next showing')
  letGo()
  await expect(page).toHaveURL(/\/properties\?q=Laurel&status=unlisted&sort=showing$/)
  await expect(page.getByText('No properties found')).toBeVisible()
  await page.getByRole('button', { name: 'Unlisted 0' }).click()
  await expect(page).toHaveURL(/\/properties\?q=Laurel&sort=showing$/)
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('pressing a filter twice while the list is loading turns it off', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  await agentHome(context)
  await page.goto('/properties')
  const letGo = await holdBack(page, '/properties')
  const unlisted = page.getByRole('button', { name: 'Unlisted 0' })
  await unlisted.click()
  await unlisted.click()
  await page.getByLabel('Sort by').selectOption('Next showing')
  letGo()
  await expect(page).toHaveURL(/\/properties\?sort=showing$/)
  await expect(page.getByRole('article')).toHaveCount(1)
})
