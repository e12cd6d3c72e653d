import { agentHome } from './agent-home.ts'
import { expect, newPerson, openBookingPage, SAMPLE, test } from './journey.ts'

test('the start page leads to the sample booking', { tag: '@proofs' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Book the sample home' }).click()
  await expect(page).toHaveURL(/\/showingbooker\/book\/sample-property$/)
})

test('the overview asks a visitor to sign in, and shows an agent the totals of their properties', {
  tag: '@proofs',
}, async ({ page }) => {
  expect((await page.goto('/overview'))?.status()).toBe(401)
  await expect(page.getByRole('heading', { name: 'Please Login to Access ShowingBooker' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    '/login?next=%2Foverview',
  )
  await agentHome(page.context())
  await page.goto('/overview')
  await expect(page.getByRole('link', { name: 'Active Properties 1' })).toHaveAttribute('href', '/properties')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/showingbooker')
  expect((await page.goto('/overview'))?.status()).toBe(401)
})

test('the map loads only on request', async ({ page, home }) => {
  const asked: string[] = []
  await page.route(/google\.com/, (route) => {
    asked.push(route.request().resourceType())
    return route.fulfill({ contentType: 'text/html', body: '<p>map</p>' })
  })
  await openBookingPage(page, home)
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Show map' }).click()
  await expect(page.getByTitle(/^Map of /)).toBeVisible()
  await expect.poll(() => asked).toEqual(['fetch', 'document'])
})

test('a map that cannot load says so and shows the address', { tag: '@proofs' }, async ({ page }) => {
  await page.route(/google\.com/, (route) => route.abort())
  await openBookingPage(page, SAMPLE)
  await page.getByRole('button', { name: 'Show map' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Map temporarily unavailable' })).toContainText(
    'Los Angeles, CA',
  )
})

test('every page shows HTML in a name as text', async ({ page, home }) => {
  await openBookingPage(page, home)
  const name = `<img src=x onerror="document.title='broken'">`
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Special requests').fill(name)
  await page.getByLabel('Email', { exact: true }).fill(newPerson().email)
  await expect(page.locator('img[src=x]')).toHaveCount(0)
})
