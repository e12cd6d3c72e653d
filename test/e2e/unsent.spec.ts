import type { Page } from '@playwright/test'
import { agentHome, changeHome, newAgent, visitFirst } from './agent-home.ts'
import { baseUrl, expect, loseSession, test } from './journey.ts'
import { stored } from './property-pages.ts'

// Text that someone types stays until they send or discard it, also if the session ends or the page loads again.

const instructionsOf = (page: Page) => page.getByRole('dialog').getByLabel('Showing instructions')
const storageOf = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

test("a property's text typed while the session ends comes back after the sign-in, and is gone after a sign-out", async ({
  page,
  context,
}) => {
  const { id } = await agentHome(context)
  const { user } = await (await context.request.get('/api/auth/get-session')).json()
  await page.goto(`/properties/${id}/edit`)
  const instructions = instructionsOf(page)
  await instructions.fill('The lockbox is on the porch.')
  await loseSession(page, user.email)
  await expect(instructions).toHaveValue('The lockbox is on the porch.')
  // Leaving the field stores it, so the tab forgets it.
  await instructions.focus()
  await page.getByLabel('City').focus()
  await expect.poll(async () => (await stored(context, id)).showing_instructions).toBe('The lockbox is on the porch.')
  await expect.poll(() => storageOf(page)).not.toContain('lockbox')

  await instructions.fill('The lockbox is on the gate.')
  expect(await storageOf(page)).toContain('gate')
  const other = await context.newPage()
  await other.goto('/overview')
  const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.status() === 401)
  await other.getByRole('button', { name: 'Your account' }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Please Login to Access ShowingBooker' })).toBeVisible()
  // The closed form tries to store its text once more.
  await refused
  await expect.poll(() => storageOf(page)).not.toContain('lockbox')
})

test("a property's text that comes back does not overwrite what was stored in the meantime", {
  tag: '@proofs',
}, async ({ page, context }) => {
  const { id } = await agentHome(context)
  await visitFirst(page)
  // The page hears of no change.
  await page.route('**/showingbooker/events', () => undefined)
  await page.goto(`/properties/${id}/edit`)
  await instructionsOf(page).fill('The lockbox is on the porch.')
  await changeHome(context, id, { showing_instructions: 'Ring twice.' })
  await page.reload()
  await expect(page.getByText('Showing instructions: changed in another window.')).toBeVisible()
  await expect(instructionsOf(page)).toHaveValue('The lockbox is on the porch.')
  await page.getByLabel('City').focus()
  expect((await stored(context, id)).showing_instructions).toBe('Ring twice.')
  await page.getByRole('button', { name: 'Keep yours' }).click()
  await expect.poll(async () => (await stored(context, id)).showing_instructions).toBe('The lockbox is on the porch.')
})

test('a template typed while the session ends comes back, and is gone once its dialog is closed', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const { email } = await newAgent(context)
  await page.goto('/showings/messages')
  const add = page.getByRole('button', { name: 'Add a template' })
  const words = page.getByRole('dialog').getByLabel('Message', { exact: true })
  await add.click()
  await words.fill('Park behind the house.')
  await loseSession(page, email)
  await add.click()
  await expect(words).toHaveValue('Park behind the house.')
  await page.keyboard.press('Escape')
  await add.click()
  await expect(words).toHaveValue('')
})

test('a showing profile typed when the network or the session ends comes back until it is saved', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const { email } = await newAgent(context)
  await page.goto('/profile')
  const brokerage = page.getByLabel('Brokerage')
  await brokerage.fill('Porch Homes')
  await page.route('**/*.data*', (route) => route.abort())
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You seem to be offline' })).toBeVisible()
  await page.unroute('**/*.data*')
  await page.goto('/profile')
  await expect(brokerage).toHaveValue('Porch Homes')
  await loseSession(page, email)
  await expect(brokerage).toHaveValue('Porch Homes')
  await page.getByLabel('Phone').fill('(213) 555-0144')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Showing Profile updated successfully!')).toBeVisible()
  await expect.poll(() => storageOf(page)).not.toContain('Porch')
})

test('a showing profile that was given up says that it is not saved, and does not overwrite a newer one', {
  tag: '@proofs',
}, async ({ page, context }) => {
  await newAgent(context)
  const path = '/api/showingbooker/profile'
  const phones = { first: '(213) 555-0144', given: '(213) 555-0155', elsewhere: '(213) 555-0166' }
  const saveElsewhere = async (agent_phone: string) => {
    const data = { agent_name: 'Ada Agent', agent_phone, agent_email: 'ada@example.com' }
    expect((await context.request.put(path, { headers: { origin: baseUrl() }, data })).status()).toBe(200)
  }
  await saveElsewhere(phones.first)
  await visitFirst(page)
  const phone = page.getByLabel('Phone')
  const brokerage = page.getByLabel('Brokerage')
  const unsaved = page.getByRole('status').filter({ hasText: 'Your changes are not saved yet' })
  await expect(phone).toHaveValue(phones.first)
  await phone.fill(phones.given)
  await brokerage.fill('Porch Homes')
  await expect(unsaved).toHaveCount(0)
  const leave = page.getByRole('link', { name: 'Overview', exact: true })
  const comeBack = async () => {
    await expect(page).toHaveURL(/overview/)
    await page.goBack()
  }
  await leave.click()
  await comeBack()
  await expect(unsaved).toBeVisible()
  await expect(phone).toHaveValue(phones.given)
  // Buyers still see the stored phone.
  await expect(page.getByText(phones.first)).toBeVisible()

  await leave.click()
  await saveElsewhere(phones.elsewhere)
  await comeBack()
  await expect(phone).toHaveValue(phones.elsewhere)
  await expect(brokerage).toHaveValue('Porch Homes')
  await unsaved.getByRole('button', { name: 'Discard' }).click()
  await expect(unsaved).toHaveCount(0)
  await expect(brokerage).toHaveValue('')
  expect(await storageOf(page)).not.toContain('Porch')
})

test('saving the username keeps a bio that was changed elsewhere', { tag: '@proofs' }, async ({ page, context }) => {
  await newAgent(context)
  await visitFirst(page)
  await page.goto('/account/profile')
  const bio = page.getByLabel('Bio')
  const username = page.getByLabel('Username')
  await expect(bio).toHaveValue('')
  const changed = await context.request.patch('/user-profile', {
    headers: { origin: baseUrl() },
    data: { bio: 'I draw porches.' },
  })
  expect(changed.status()).toBe(200)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  for (const name of ['PorchArtist1', 'PorchArtist2']) {
    await username.fill(name)
    await save.click()
    await expect(page.getByText('User info updated successfully!')).toBeVisible()
    await expect(bio).toHaveValue('I draw porches.')
  }
})

test('a bio typed while the session ends comes back until it is saved', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const { email } = await newAgent(context)
  await page.goto('/account/profile')
  const bio = page.getByLabel('Bio')
  await bio.fill('I draw porches.')
  await loseSession(page, email)
  await expect(bio).toHaveValue('I draw porches.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('User info updated successfully!')).toBeVisible()
  expect(await storageOf(page)).not.toContain('porches')
})
