import type { BrowserContext, Page } from '@playwright/test'
import { newEmail, PASSWORD } from './agent-home.ts'
import { expectNoFaults, overflow } from './axe.ts'
import { baseUrl, expect, test } from './journey.ts'

async function newAgent({ request }: BrowserContext) {
  const data = { email: newEmail(), password: PASSWORD, name: 'Ada Agent' }
  const answer = await request.post('/api/auth/sign-up/email', { headers: { origin: baseUrl() }, data })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** A page is read before it is alive. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
}

const banner = (page: Page) => page.getByRole('region', { name: 'Demo data' })
const offer = (page: Page) => banner(page).getByRole('button', { name: 'Create Demo Property' })
const removal = (page: Page) => banner(page).getByRole('button', { name: 'Remove Demo Data' })

test('demo data is offered to whoever has nothing, shown as such, and removed after a question', async ({
  page,
  context,
}) => {
  await newAgent(context)
  await open(page, '/properties')
  await offer(page).click()
  await expect(banner(page)).toContainText('Demo data is shown')
  await expect(page.getByText('100 Demo Street').first()).toBeVisible()

  await removal(page).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Demo Data' })
  await expect(dialog).toContainText(
    'Are you sure you want to delete all demo data? This will remove the demo property and all its bookings.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(removal(page)).toBeVisible()

  await removal(page).click()
  await dialog.getByRole('button', { name: 'Remove Demo Data' }).click()
  await expect(offer(page)).toBeVisible()
  await expect(page.getByText('100 Demo Street')).toHaveCount(0)
})

test('what fails is said, and can be tried again', async ({ page, context }) => {
  await newAgent(context)
  await open(page, '/overview')
  const failing = { status: 503, json: { error: 'The service is briefly unavailable. Please try again.' } }
  await page.route('**/api/showingbooker/demo-data', (route) => route.fulfill(failing), { times: 1 })
  await offer(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'Failed to create demo property: The service is briefly unavailable. Please try again.',
  )
  await offer(page).click()
  await expect(removal(page)).toBeVisible()
  await page.route('**/api/showingbooker/demo-data', (route) => route.fulfill(failing), { times: 1 })
  await removal(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Demo Data' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Failed to delete demo data: The service is briefly unavailable. Please try again.',
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(removal(page)).toBeVisible()
})

test('what is made in one tab is shown in the other', async ({ page, context }) => {
  await newAgent(context)
  const other = await context.newPage()
  await open(page, '/overview')
  await open(other, '/stats')
  await offer(page).click()
  await expect(removal(other)).toBeVisible()
})

for (const width of [390, 1280]) {
  test(`the banner has no faults at ${width} px`, async ({ page, context }) => {
    await newAgent(context)
    await page.setViewportSize({ width, height: 900 })
    await open(page, '/support')
    await expectNoFaults(page)
    await offer(page).click()
    await expect(removal(page)).toBeVisible()
    await expectNoFaults(page)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await overflow(page)).toBe(0)
    await removal(page).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoFaults(page)
  })
}
