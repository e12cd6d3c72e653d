import { book, newHome, openAsAgent, PASSWORD } from './agent-home.ts'
import { expect, takeAct, test } from './journey.ts'

test('a page requested without a network loads automatically once there is one', async ({ page, context }) => {
  await openAsAgent(page, '/properties')
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page).toHaveTitle(/^Overview/)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Properties', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You seem to be offline' })).toBeVisible()
  await context.setOffline(false)
  await expect(page).toHaveTitle(/^Properties/)
})

test('typed text stays if a proxy or no one answers a sign-in, a registration, or a request for a link', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const email = page.getByLabel('Email', { exact: true })
  const html = { contentType: 'text/html', body: '<h1>The proxy</h1>' }
  await page.goto('/login')
  await email.fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  for (const [status, said] of [
    [502, 'The service is briefly unavailable'],
    [429, 'Too many requests'],
  ] as const) {
    await takeAct(page, '**/login.data*', (route) => route.fulfill({ ...html, status }))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(said)
    await expect(email).toHaveValue('ada@example.com')
  }
  for (const [path, button] of [
    ['/register', 'Register'],
    ['/forgot-password', 'Send the link'],
  ] as const) {
    await page.goto(path)
    await email.fill('ada@example.com')
    if (path === '/register') {
      await page.getByLabel('Your name').fill('Ada Agent')
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    }
    await context.setOffline(true)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('You seem to be offline')
    await context.setOffline(false)
    await expect(email).toHaveValue('ada@example.com')
  }
})

test("typed text stays if a proxy, a network's sign-in page, or no one answers a code", async ({ page, context }) => {
  await page.goto('/login/code')
  const code = page.getByLabel('Code', { exact: true })
  const send = page.getByRole('button', { name: 'Continue' })
  const alert = page.getByRole('alert')
  await code.fill('123456')
  for (const [status, said] of [
    [504, 'The service is briefly unavailable'],
    [200, 'You seem to be offline'],
  ] as const) {
    const html = { status, contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }
    await takeAct(page, '**/login/code.data*', (route) => route.fulfill(html))
    await send.click()
    await expect(alert).toContainText(said)
    await expect(code).toHaveValue('123456')
  }
  await context.setOffline(true)
  await send.click()
  await expect(alert).toContainText('You seem to be offline')
  await context.setOffline(false)
  await expect(code).toHaveValue('123456')

  await page.goto('/verify-email?token=x')
  const html = { status: 504, contentType: 'text/html', body: '<h1>Gateway timeout</h1>' }
  await takeAct(page, '**/verify-email.data*', (route) => route.fulfill(html))
  const confirm = page.getByRole('button', { name: 'Confirm my email' })
  await confirm.click()
  await expect(alert).toContainText('The service is briefly unavailable')
  await confirm.click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('an error next to the button names a network that answers in our place, and nothing is lost', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const home = await newHome(context.request)
  await book(context, home)
  // Each message that goes out makes the list above the button taller.
  await expect(async () => {
    await page.goto(`/properties/${home.id}/logs`)
    await expect(page.getByText('Sent', { exact: true })).toHaveCount(4, { timeout: 1000 })
  }).toPass()
  await page.getByRole('button', { name: /^Add note/ }).click()
  await page.getByLabel('Note').fill('The key turns hard.')
  const html = { status: 200, contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }
  await takeAct(page, '**/bookings/log', (route) => route.fulfill(html))
  const add = page.getByRole('button', { name: 'Add to the log' })
  await add.click()
  await expect(page.getByText('You seem to be offline')).toBeVisible()
  await add.click()
  await expect(page.getByText('Note added to the log')).toBeVisible()
})
