import { expect, signIn, test } from './journey.ts'

const APPS = { Gallery: '/public-gallery', Studio: '/create', Oracle: '/oracle' }

for (const width of [390, 1280]) {
  test(`the header leads to gallery, studio and Oracle at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/about')
    if (width < 500) await page.getByRole('button', { name: 'Menu' }).click()
    const header = page.getByRole('navigation', { name: 'Main' })
    for (const [name, href] of Object.entries(APPS))
      await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  })
}

test('a kept page has the header of the dashboard: the same name, and Dashboard at the same place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await signIn(page, 'agent@example.com')
  const header = page.getByRole('banner')
  const dashboard = header.getByRole('link', { name: 'Dashboard', exact: true })
  const account = header.getByRole('button', { name: /Your account/ })
  const read = async () => ({
    name: (await account.evaluate((button) => {
      const name = button.querySelector('span:last-child') as HTMLElement
      return name.textContent || getComputedStyle(name, '::after').content.replaceAll('"', '')
    })) as string,
    left: Math.round((await dashboard.boundingBox())?.x ?? 0),
  })
  // The name is remembered once the page's script runs.
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

test('the dialog for an access code says who has one', async ({ page }) => {
  await signIn(page, 'agent@example.com', '/oracle')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('No code yet? Ask the person who runs this site')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'contact support' })).toHaveAttribute('href', '/contact')
})

test('a person who is signed in finds on the start page what to do next', async ({ page }) => {
  await page.goto('/showingbooker')
  const steps = page.getByRole('region', { name: "You're signed in. What's next?" })
  await expect(steps).toBeHidden()
  await signIn(page, 'agent@example.com')
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
