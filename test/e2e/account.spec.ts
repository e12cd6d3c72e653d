import { randomBytes } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import { totp, totpOf } from '../totp.ts'
import { openAsAgent, newAccount as registered } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { query } from './data.ts'
import { baseUrl, expect, isAlive as handlesEvents, loseAnswer, takeAct, test } from './journey.ts'
import { linkTo } from './mailbox.ts'

const newAccount = () => ({
  email: `kim.${randomBytes(6).toString('hex')}@example.com`,
  password: 'a password to begin',
})
type Account = ReturnType<typeof newAccount>

/** Waits until the page's script runs. */
const isAlive = (page: Page) => page.waitForFunction(() => localStorage.getItem('userId') !== null)

async function register(page: Page, account: Account): Promise<string> {
  await page.goto('/register')
  await page.getByLabel('Your name').fill('Kim Kay')
  const name = await page.getByLabel('Anonymous username').inputValue()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('**/showingbooker')
  return name
}

async function login(page: Page, { email, password }: Account) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('refuses an easy password at its field, and says what to do', async ({ page }) => {
  const account = newAccount()
  await page.goto('/register')
  await page.getByLabel('Email').fill(account.email)
  const password = page.getByLabel('Password')
  await password.fill('password12')
  await password.blur()
  const easy = 'This password is easy to guess. Use a few unrelated words.'
  await expect(page.getByText(easy)).toBeVisible()
  await expect(password).toHaveAccessibleDescription(new RegExp(easy))
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('link', { name: easy })).toBeVisible()
  await password.fill(account.email)
  await password.blur()
  await expect(page.getByText('Your password is too close to our name, your name, or your email')).toBeVisible()
  await password.fill(account.password)
  await page.getByLabel('Your name').fill('Kim Rivera')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('**/showingbooker')
})

test('a new account has the suggested name, can rename itself, and keeps its settings', { tag: '@proofs' }, async ({
  page,
}) => {
  const account = newAccount()
  const name = await register(page, account)
  await page.goto('/account')
  await isAlive(page)
  await expect(page.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByLabel('Username')).toHaveValue(name)
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  const username = `Kim-${randomBytes(4).toString('hex')}`
  await page.getByLabel('Username').fill('agent')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('That username is taken. Please choose another.').first()).toBeVisible()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Bio').fill('I show homes.')
  await page.getByRole('button', { name: 'Save' }).click()
  const saved = page.getByText('User info updated successfully!')
  await expect(saved).toBeVisible()
  await page.getByLabel('Bio').pressSequentially(' Call')
  await expect(saved).toHaveCount(0)
  await page.goto('/account/settings')
  await isAlive(page)
  await page.getByLabel('Send me marketing emails').check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Send me marketing emails')).toBeChecked()
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toContainText('Kim Kay')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userToken'))).toMatch(/^ey/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/showingbooker')
  expect(await page.evaluate(() => [localStorage.getItem('userId'), localStorage.getItem('userToken')])).toEqual([
    null,
    null,
  ])
  await page.goto('/account/settings')
  await expect(page).toHaveURL(/\/login\?next=%2Faccount%2Fsettings$/)
})

test('a forgotten password is reset by email, once', { tag: '@proofs' }, async ({ page, browser }) => {
  const account = newAccount()
  await register(page, account)
  await page.context().clearCookies()
  await page.goto('/login')
  await page.evaluate(() => localStorage.clear())
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If there is an account with this email, a link is on its way.')).toBeVisible()
  const admin = await browser.newPage({ baseURL: new URL(page.url()).origin })
  await admin.goto('/login')
  const link = await linkTo(admin, account, 'reset-password')
  await admin.close()
  await page.goto(link)
  await page.getByLabel('New password').fill('another password now')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible()
  await login(page, account)
  await expect(page.getByText('Invalid login credentials. Please try again.')).toBeVisible()
  await login(page, { ...account, password: 'another password now' })
  await page.waitForURL('**/overview')
  await page.goto(link)
  await page.getByLabel('New password').fill('a third password now')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
})

test('a new password whose answer was lost works at sign-in', { tag: '@proofs' }, async ({ page, browser }) => {
  const account = newAccount()
  await register(page, account)
  const baseURL = new URL(page.url()).origin
  const data = { email: account.email }
  await page.request.post('/api/auth/request-password-reset', { data, headers: { origin: baseURL } })
  const admin = await browser.newPage({ baseURL })
  await admin.goto('/login')
  const link = await linkTo(admin, account, 'reset-password')
  await admin.close()
  await page.context().clearCookies()
  await page.goto(link)
  await page.getByLabel('New password').fill('another password now')
  await loseAnswer(page, '**/reset-password.data*')
  const save = page.getByRole('button', { name: 'Save password' })
  await save.click()
  await expect(page.getByRole('alert')).toContainText('You seem to be offline')
  await save.click()
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
  await page.getByRole('link', { name: 'sign in with it' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await login(page, { ...account, password: 'another password now' })
  await page.waitForURL('**/overview')
})

test('without scripts, an email is confirmed and a password is chosen', { tag: '@proofs' }, async ({
  page,
  browser,
}) => {
  const account = newAccount()
  await register(page, account)
  const baseURL = new URL(page.url()).origin
  await page.request.post('/api/auth/request-password-reset', {
    data: { email: account.email },
    headers: { origin: baseURL },
  })
  const admin = await browser.newPage({ baseURL })
  await admin.goto('/login')
  const links = [await linkTo(admin, account, 'verify-email'), await linkTo(admin, account, 'reset-password')] as const
  await admin.close()
  const plain = await browser.newPage({ baseURL, javaScriptEnabled: false })
  await plain.goto(links[0])
  await plain.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(plain.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await plain.goto(links[1])
  await plain.getByLabel('New password').fill('another password now')
  await plain.getByRole('button', { name: 'Save password' }).click()
  await expect(plain.getByRole('heading', { name: 'Your password was changed' })).toBeVisible()
  await expect(plain.getByRole('link', { name: 'security page' })).toHaveAttribute('href', '/account/security')
  await plain.close()
})

test('with two-step verification, a password alone opens nothing, and all sessions can be ended', async ({
  page,
  browser,
}) => {
  const { password } = newAccount()
  const { id, email } = await registered(page.context(), password)
  const account = { email, password }
  const elsewhere = await browser.newContext({ baseURL: baseUrl() })
  const headers = { origin: baseUrl() }
  expect((await elsewhere.request.post('/api/auth/sign-in/email', { headers, data: account })).ok()).toBe(true)
  await elsewhere.close()
  // The journey without scripts confirms an email by its link.
  await query('update account set email_verified = true where id = $1', [id])
  await page.goto('/account/security')
  await isAlive(page)
  const session = page.locator('#sessions').getByRole('listitem')
  await session.filter({ hasNotText: 'This device' }).getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(session).toHaveCount(1)
  await expect(session.getByRole('button')).toBeFocused()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('Your password').fill(account.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.getByText(/^[A-Z2-7]{40,}$/).textContent()) ?? ''
  // The old session ends before the new one arrives. The page must not treat that as a sign-out.
  const readAgain: string[] = []
  await page.route('**/two-factor/verify-totp', async (route) => {
    const note = (request: Request) => request.url().includes('.data') && readAgain.push(request.url())
    page.on('request', note)
    const isAnswered = Promise.withResolvers<void>()
    await page.route('**/get-session', async (look) => {
      await look.fulfill({ json: null })
      isAnswered.resolve()
    })
    await isAnswered.promise
    // When the page asks again, it has read the first answer.
    await page.waitForRequest('**/get-session')
    await page.unroute('**/get-session')
    page.off('request', note)
    await route.continue()
  })
  const alert = page.getByRole('alert')
  const code = page.getByRole('textbox', { name: 'Code' })
  const saveCodes = page.getByRole('region', { name: 'Save these recovery codes before you leave this page.' })
  await expect(saveCodes).toBeVisible()
  await code.fill('000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(alert).toHaveText(/code/)
  // Enter the next code, because the current one may expire before the server gets it.
  await code.fill(totpOf(secret, 1))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(code).toBeHidden()
  expect(readAgain).toEqual([])
  await expect(saveCodes).toBeFocused()
  const recovery =
    (await saveCodes
      .getByRole('listitem')
      .filter({ hasText: /^\w{5}-\w{5}$/ })
      .first()
      .textContent()) ?? ''
  await expect(page.getByText(/ on Linux/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL('**/login')
  await login(page, account)
  await page.waitForURL('**/login/code**')
  // An earlier click sends the form without a script, and the alert stays until the next page.
  await handlesEvents(page)
  expect((await page.request.get('/admin/check')).status()).toBe(401)
  for (const wrong of ['000', '000']) {
    await page.getByLabel('Code').fill(wrong)
    const held = Promise.withResolvers<void>()
    await takeAct(page, '**/login/code*', (route) => held.promise.then(() => route.continue()))
    await page.getByRole('button', { name: 'Continue' }).click()
    // The alert must disappear and come back, or a screen reader would not announce it again.
    await expect(alert).toHaveCount(0)
    held.resolve()
    await expect(alert).toHaveText(/code/)
  }
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/support')
  // An iPhone would make the first letter of a recovery code a capital.
  await expect(code).toHaveAttribute('autocapitalize', 'off')
  await code.fill(recovery.replace('-', ''))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/overview')
  await page.goto('/account/security')
  await expect(
    page.getByText("You have 9 recovery codes left. If you didn't save them, create new codes."),
  ).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/login/code?next=%2Fproperties')
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('link', { name: 'Sign in again' })).toHaveAttribute('href', '/login?next=%2Fproperties')
})

test('the account menu also works on a public page', { tag: '@proofs' }, async ({ page }) => {
  await openAsAgent(page)
  await isAlive(page)
  await page.goto('/about')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})

test('deletes an account with its password, signs its owner out, and sends a receipt', async ({ page }) => {
  const account = newAccount()
  await register(page, account)
  await page.goto('/account/settings')
  await page.getByRole('link', { name: 'Delete my account' }).click()
  await expect(page.getByRole('heading', { name: 'Delete your account', level: 1 })).toBeVisible()
  await expectNoFaults(page)
  const button = page.getByRole('button', { name: 'Delete my account' })
  await button.click()
  await expect(page.getByText('Please enter your password')).toBeVisible()
  await expect(page.getByText('Please confirm that you want to delete your account')).toBeVisible()
  await expect(page.getByLabel('Your password')).toBeFocused()
  await page.getByLabel('Your password').fill('not the password')
  await page.getByLabel('Delete my account for good').check()
  await button.click()
  await expect(page.getByRole('alert')).toHaveText('That password is incorrect. Please try again.')
  await expect(page.getByLabel('Your password')).toBeFocused()
  await expectNoFaults(page)
  await page.getByLabel('Your password').fill(account.password)
  await button.click()
  await expect(page.getByRole('heading', { name: 'Account deleted', level: 1 })).toBeVisible()
  await expect(page.getByText(/^DEL-.{4}-.{4}-.{4}$/)).toBeVisible()
  await expectNoFaults(page)
  expect(await page.evaluate(() => localStorage.getItem('userId'))).toBe(null)
  await page.goto('/account')
  await expect(page).toHaveURL(/\/login\?next=/)
  await login(page, account)
  await expect(page.getByText('Invalid login credentials. Please try again.')).toBeVisible()
})

test('deleting an account asks for a code that became necessary after the page loaded', async ({ page, browser }) => {
  const { password } = newAccount()
  const { id, email } = await registered(page.context(), password)
  await page.goto('/account/delete')
  await isAlive(page)
  await query('update account set email_verified = true where id = $1', [id])
  const phone = await browser.newContext({ baseURL: baseUrl() })
  const post = async (path: string, data: object) => {
    const answer = await phone.request.post(`/api/auth/${path}`, { headers: { origin: baseUrl() }, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  await post('sign-in/email', { email, password })
  const { totpUri, backupCodes } = await post('two-factor/enable', { password })
  await post('two-factor/verify-totp', { code: totp(totpUri) })
  await phone.close()
  const button = page.getByRole('button', { name: 'Delete my account' })
  await page.getByLabel('Your password').fill(password)
  await page.getByLabel('Delete my account for good').check()
  await button.click()
  const code = page.getByLabel('Code')
  await expect(code).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText('Please enter a code')
  await code.fill(backupCodes[0])
  await button.click()
  await expect(page.getByRole('heading', { name: 'Account deleted', level: 1 })).toBeVisible()
})
