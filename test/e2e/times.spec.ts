import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

// An account page shows times in the browser's zone.
test.use({ timezoneId: 'Asia/Tokyo' })

const faultsOf = (page: Page) => {
  const said: string[] = []
  page.on('pageerror', (error) => said.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text())
  })
  return said
}

test("shows an account's own times in its browser's zone, even in the server's HTML, and names the zone", async ({
  page,
}) => {
  const said = faultsOf(page)
  await page.goto('/register')
  await page.getByLabel('Your name').fill('Kim Kay')
  await page.getByLabel('Email').fill(`kim.${randomBytes(6).toString('hex')}@example.com`)
  await page.getByLabel('Password').fill('a password to begin')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('**/showingbooker')
  for (const path of ['/account/security', '/account/credits']) {
    const response = await page.goto(path)
    const times = /<time [^>]*>([^<]+)<\/time>/g
    const rendered = [...((await response?.text()) ?? '').matchAll(times)].map(([, text]) => text)
    expect(rendered.length, path).toBeGreaterThan(0)
    for (const text of rendered) expect(text, path).toMatch(/^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M GMT\+9$/)
    await page.waitForFunction(() => localStorage.getItem('userId') !== null)
    expect(await page.locator('main time').allTextContents(), path).toEqual(rendered)
    await expect(page.getByRole('main')).not.toContainText('UTC')
  }
  expect(said).toEqual([])
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/showingbooker')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('time_zone')
})

test('only signed-in people get the zone cookie', { tag: '@proofs' }, async ({ page }) => {
  await page.goto('/showingbooker/book/sample-property', { waitUntil: 'networkidle' })
  expect(await page.context().cookies()).toEqual([])
})
