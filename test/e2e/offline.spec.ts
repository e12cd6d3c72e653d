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

test('a form that was sent without a network is there again, as asked for or by itself', async ({ page, context }) => {
  await page.goto('/login/code')
  const code = page.getByLabel('Code', { exact: true })
  const send = page.getByRole('button', { name: 'Continue' })
  const offline = page.getByRole('heading', { name: 'You seem to be offline' })
  await code.fill('123456')
  await page.route('**/*.data*', (route) => route.abort())
  await send.click()
  await expect(offline).toBeVisible()
  await page.unroute('**/*.data*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(code).toBeVisible()
  await code.fill('123456')
  await context.setOffline(true)
  await send.click()
  await expect(offline).toBeVisible()
  await context.setOffline(false)
  await expect(code).toBeVisible()
})
