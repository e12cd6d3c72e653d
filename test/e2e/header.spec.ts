import { randomBytes } from 'node:crypto'
import { openAsAgent } from './agent-home.ts'
import { resize } from './axe.ts'
import { expect, signInAsAdmin, test } from './journey.ts'

const APPS = { Gallery: '/public-gallery', Studio: '/create', Oracle: '/oracle' }

for (const width of [390, 1280]) {
  test(`the header leads to the gallery, the studio, and the Oracle at ${width} pixels`, { tag: '@proofs' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/about')
    if (width < 500) await page.getByRole('button', { name: 'Menu' }).click()
    const header = page.getByRole('navigation', { name: 'Main' })
    for (const [name, href] of Object.entries(APPS))
      await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  })
}

test("a kept page has the dashboard's header: the same name, and Showings in the same place", {
  tag: '@proofs',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await openAsAgent(page)
  const header = page.getByRole('banner')
  const dashboard = header.getByRole('link', { name: 'Showings', exact: true })
  const account = header.getByRole('button', { name: /Your account/ })
  const read = async () => ({
    name: (await account.evaluate((button) => {
      const name = button.querySelector('span:last-child') as HTMLElement
      return name.textContent || getComputedStyle(name, '::after').content.replaceAll('"', '')
    })) as string,
    left: Math.round((await dashboard.boundingBox())?.x ?? 0),
  })
  // The page's script remembers the name.
  await page.waitForFunction(() => localStorage.getItem('userName'))
  const app = await read()
  expect(app.name).not.toBe('')
  for (const path of ['/about', '/pricing', '/showingbooker']) {
    await page.goto(path)
    expect(await read(), path).toEqual(app)
  }
  await header.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForFunction(() => !localStorage.getItem('userName'))
})

test('on a phone of any width, the header of a signed-in person is one row', async ({ page }) => {
  await openAsAgent(page)
  for (const width of [320, 360, 375, 390, 393, 402, 412, 430]) {
    await resize(page, width, 844)
    const places = await page
      .getByRole('banner')
      .locator('a:visible, button:visible')
      .evaluateAll((controls) => controls.map((control) => Math.round(control.getBoundingClientRect().bottom)))
    expect(Math.max(...places), `${width} pixels`).toBeLessThan(61)
  }
})

test('the header marks one link on the public gallery, signed in and signed out', { tag: '@proofs' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]:visible')
  await page.goto('/public-gallery')
  await expect(current).toHaveText(['Gallery'])
  await openAsAgent(page)
  await page.waitForFunction(() => localStorage.getItem('userId'))
  await page.goto('/public-gallery')
  await expect(current).toHaveText(['Studio'])
})

test('the access code dialog says who has one', { tag: '@proofs' }, async ({ page }) => {
  await openAsAgent(page, '/oracle')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('No code yet? Ask the person who runs this site')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'contact support' })).toHaveAttribute('href', '/contact')
})

test('the start page tells a signed-in person what to do next', { tag: '@proofs' }, async ({ page }) => {
  await page.goto('/showingbooker')
  const steps = page.getByRole('region', { name: "You're signed in. What's next?" })
  await expect(steps).toBeHidden()
  await openAsAgent(page)
  await page.waitForFunction(() => localStorage.getItem('userId'))
  await page.goto('/showingbooker')
  for (const [name, href] of [
    ['Add a property', '/add'],
    ['Open your dashboard', '/overview'],
    ['Make an image', '/create'],
    ['Ask your documents', '/oracle'],
  ] as const)
    await expect(steps.getByRole('link', { name })).toHaveAttribute('href', href)
})

test('the start page shows the name after registration', { tag: '@proofs' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.goto('/register')
  await page.getByLabel('Your name').fill('Kim Kay')
  await page.getByLabel('Email').fill(`kim.${randomBytes(6).toString('hex')}@example.com`)
  await page.getByLabel('Password').fill('a password to begin')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('**/showingbooker')
  const name = page
    .getByRole('banner')
    .getByRole('button', { name: /Your account/ })
    .locator('span')
    .last()
  expect(await name.evaluate((empty) => getComputedStyle(empty, '::after').content)).toBe('"Kim Kay"')
})

for (const width of [1100, 1280, 1500])
  test(`the header fits the name next to an admin's links at ${width} pixels`, { tag: '@proofs' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await signInAsAdmin(page)
    for (const path of ['/admin', '/dev/outbox']) {
      await page.goto(path)
      const header = page.getByRole('banner')
      const name = header.getByText('Avery Admin')
      await expect(name).toBeVisible()
      expect(await name.evaluate((said) => said.scrollWidth - said.clientWidth), path).toBeLessThanOrEqual(0)
      await expect(header.getByRole('link', { name: 'Operations' })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    }
  })
