import { randomBytes } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'
import { expectNoFaults } from './axe.ts'
import { query } from './data.ts'
import { expect, test } from './journey.ts'

/** Passkeys need a host name, but the journeys use an address. So this journey uses this machine's name. */
const byName = () => (process.env.E2E_URL ?? '').replace('127.0.0.1', 'localhost')
test.use({ baseURL: async ({ browserName: _ }, use) => use(byName()) })

const isAlive = (page: Page) => page.waitForFunction(() => localStorage.getItem('userId') !== null)

async function register(page: Page, email: string) {
  await page.goto('/register')
  await page.getByLabel('Your name').fill('Kim Kay')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a password to begin')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('**/showingbooker')
  await query('update account set email_verified = true where email = $1', [email])
}

/** Adds a device that verifies its user, as a phone does. */
async function plugIn(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

/** Opens a page that does not ask the device automatically. */
async function signOut(page: Page) {
  await page.goto('/about')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
}

const nameOf = (page: Page) => page.getByRole('paragraph').filter({ hasText: /^Pia’s laptop$/ })

test('a person adds a passkey, signs in without password and code, and renames and removes it', async ({ page }) => {
  const email = `pia.${randomBytes(6).toString('hex')}@example.com`
  await register(page, email)
  const { cdp, authenticatorId } = await plugIn(page)
  await page.goto('/account/security')
  await isAlive(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Chrome on Linux').first()).toBeVisible()
  await expect(page.getByText(/^Added .* Not used yet$/)).toBeVisible()
  expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()
  await expectNoFaults(page)
  // Two-step verification is on. A passkey satisfies it.
  await query('update account set two_factor_enabled = true where email = $1', [email])

  // The device would answer the email field's autofill request immediately.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await signOut(page)
  await page.goto('/login?next=%2Faccount%2Fsecurity')
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/account/security')
  await isAlive(page)
  await expect(page.getByText(/^Added .* Last used /)).toBeVisible()

  await page.getByRole('button', { name: /^Rename/ }).click()
  await page.getByLabel('Passkey name').fill('Pia’s laptop')
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(nameOf(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rename Pia’s laptop' })).toBeFocused()
  await query(
    `update account_session set created_at = now() - interval '1 hour'
     where account_id = (select id from account where email = $1)`,
    [email],
  )
  await page.getByRole('button', { name: 'Remove Pia’s laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByLabel('Your password')).toBeFocused()
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Remove Pia’s laptop' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove Pia’s laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByLabel('Your password').fill('a wrong password')
  await page.getByRole('button', { name: 'Remove Pia’s laptop' }).last().click()
  await expect(page.getByText('That password is incorrect. Please try again.')).toBeVisible()
  await page.getByLabel('Your password').fill('a password to begin')
  await page.getByRole('button', { name: 'Remove Pia’s laptop' }).last().click()
  await expect(nameOf(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused()

  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await signOut(page)
  await page.goto('/login')
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText("That passkey doesn't match an account here.")).toBeVisible()
  expect((await page.request.get('/admin/check')).status()).toBe(401)
})

test('the sign-in page offers a passkey in the email field', { tag: '@proofs' }, async ({ page }) => {
  await register(page, `otto.${randomBytes(6).toString('hex')}@example.com`)
  await plugIn(page)
  await page.goto('/account/security')
  await isAlive(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText(/^Added .* Not used yet$/)).toBeVisible()
  await signOut(page)
  await page.goto('/login')
  // A virtual device picks the passkey from the browser's list automatically.
  await page.waitForURL('**/overview')
})

test('offers no passkey at an IP address, and the settings say why', { tag: '@proofs' }, async ({ page }) => {
  const address = process.env.E2E_URL ?? ''
  await page.goto(`${address}/login`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  await page.getByLabel('Email').fill('agent@example.com')
  await page.getByLabel('Password').fill('a password of the journeys')
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/overview')
  await page.goto(`${address}/account/security`)
  await expect(page.getByText("Passkeys aren't available at this address.")).toBeVisible()
  await expect(page.getByRole('link', { name: `${byName()}/account/security` })).toBeVisible()
})
