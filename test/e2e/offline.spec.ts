import { openAsAgent } from './agent-home.ts'
import { expect, test } from './journey.ts'

test('a page that is asked for without a network comes by itself when there is one', async ({ page, context }) => {
  await openAsAgent(page, '/properties')
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page).toHaveTitle(/^Overview/)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Properties', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You seem to be offline' })).toBeVisible()
  await context.setOffline(false)
  await expect(page).toHaveTitle(/^Properties/)
})
