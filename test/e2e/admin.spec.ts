import { expectAccessible } from './axe.ts'
import { expect, otherVisitor, signIn, test } from './journey.ts'

test('the control panel is for admins', async ({ page }) => {
  expect((await page.goto('/admin'))?.status()).toBe(401)
  await signIn(page, 'agent@example.com')
  expect((await page.goto('/admin'))?.status()).toBe(403)
  await expect(page.getByRole('heading', { name: 'Unauthorized: Admin access required' })).toBeVisible()
})

test('an admin adds a home for an agent, is told what is wrong and for three seconds that it is done', async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin@example.com', '/admin')
  await page.waitForLoadState('networkidle')
  const list = page.getByRole('group', { name: 'Agent' })
  expect((await list.boundingBox())?.height).toBe(300)
  const create = page.getByRole('button', { name: 'Create property' })
  await create.click()
  await expect(page.locator('#agent_id-error')).toHaveText('Please select an agent')
  await expect(page.locator('#city-error')).toBeVisible()
  const street = `${Date.now()} Panel Street`
  await page.getByLabel('Street address').fill(street)
  await page.getByLabel('City').fill('Austin')
  await page.getByLabel('State').selectOption('TX')
  await page.getByLabel('ZIP code').fill('78701')
  expect(await page.getByLabel('State').locator('option').allTextContents()).toEqual([
    'California',
    'New York',
    'Texas',
    'Florida',
  ])
  await page.getByLabel('Status').selectOption('unlisted')
  const agent = list.getByRole('radio', { name: /agent@example\.com/ })
  await agent.check()
  await create.click()
  const done = page.getByText('Property created successfully for agent@example.com')
  await expect(done).toBeVisible()
  await expect(done).toBeHidden()
  await expect(page.getByLabel('Street address')).toHaveValue('')
  const owner = await otherVisitor(browser)
  await signIn(owner, 'agent@example.com', '/properties')
  await owner.goto(`/properties?q=${encodeURIComponent(street)}`)
  await expect(owner.getByText(street).first()).toBeVisible()
})

test('what cannot be sent is said, and what was typed is kept', async ({ page }) => {
  await signIn(page, 'admin@example.com', '/admin')
  await page.waitForLoadState('networkidle')
  await page.getByLabel('City').fill('Austin')
  await page.route('**/api/showingbooker/admin/properties', (route) => route.abort())
  await page.getByRole('button', { name: 'Create property' }).click()
  await expect(page.getByText(/^Failed to create property: You seem to be offline/)).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Austin')
})

test('axe finds nothing on the control panel', async ({ page }) => {
  test.slow()
  await signIn(page, 'admin@example.com', '/admin')
  await expectAccessible(page, '/admin')
})
