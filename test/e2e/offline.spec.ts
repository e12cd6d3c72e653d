import { openAsAgent, PASSWORD } from './agent-home.ts'
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

test('what was typed stays when a proxy or nobody answers a sign-in, a registration, or a wish for a link', async ({
  page,
  context,
}) => {
  const email = page.getByLabel('Email', { exact: true })
  const html = { contentType: 'text/html', body: '<h1>The proxy</h1>' }
  await page.goto('/login')
  await email.fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  for (const [status, said] of [
    [502, 'The service is briefly unavailable'],
    [429, 'Too many requests'],
  ] as const) {
    await page.route('**/login.data*', (route) => route.fulfill({ ...html, status }), { times: 1 })
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
