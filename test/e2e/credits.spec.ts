import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newAccount, openAsAgent, PASSWORD } from './agent-home.ts'
import { expectNoFaults, overflow, resize } from './axe.ts'
import { query } from './data.ts'
import { expect, GOOD_CARD, loseAnswer, payWith, signInAsAdmin, test } from './journey.ts'

/** Creates a new account with its twenty credits. */
async function openCredits(page: Page) {
  const { email } = await newAccount(page.context(), PASSWORD)
  await page.goto('/account/credits')
  await expectBalance(page, 20)
  return email
}
const expectBalance = (page: Page, credits: number) =>
  expect(page.getByText(new RegExp(`^${credits} credits$`))).toBeVisible()
const subscribeButton = (page: Page) => page.getByRole('button', { name: 'Subscribe for $10.00 a month' })

test('a person buys a pack with a test card after a refused one, and sees it in history and receipts', async ({
  page,
}) => {
  await openCredits(page)
  await expect(page.getByText('No purchases yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Buy 20 credits for $10.00' }).click()
  await expect(page.getByText('Test mode. No card is charged.')).toBeVisible()
  await payWith(page, '4000 0000 0000 0002')
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await expectNoFaults(page)
  await page.reload()
  await payWith(page, GOOD_CARD)
  await expectBalance(page, 40)
  await expect(page.getByText('Credit pack: 20 credits for $10.00')).toBeVisible()
  const receipt = await page.request.get(
    (await page.getByRole('link', { name: /^Receipt SC-/ }).getAttribute('href')) ?? '',
  )
  expect(receipt.headers()['content-type']).toBe('application/pdf')
  expect((await receipt.body()).subarray(0, 5).toString()).toBe('%PDF-')
  await resize(page, 320, 700)
  await expect.poll(() => overflow(page)).toBe(0)
})

test('a charge whose answer was lost still brings its credits, even after Cancel', async ({ page }) => {
  await openCredits(page)
  await page.getByRole('button', { name: 'Buy 20 credits for $10.00' }).click()
  await loseAnswer(page, '**/sandbox/confirm')
  await page.route('**/credits/settle', (route) => route.abort(), { times: 1 })
  await payWith(page, GOOD_CARD)
  await expect(page.getByRole('alert').filter({ hasText: "You won't be charged twice." })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expectBalance(page, 40)
})

test('a card that needs confirmation returns with its credits', { tag: '@proofs' }, async ({ page }) => {
  await openCredits(page)
  await page.getByRole('button', { name: 'Buy 20 credits for $10.00' }).click()
  await payWith(page, '4000 0025 0000 3155')
  await expect(page.getByText('Studio credits')).toBeVisible()
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.waitForURL('**/account/credits')
  await expectBalance(page, 40)
})

test('a person subscribes to the plan, cancels it and sees its last day, and resumes it', { tag: '@proofs' }, async ({
  page,
}) => {
  await openCredits(page)
  await subscribeButton(page).click()
  await expect(page.getByText('We charge $10.00 to this card today and each month')).toBeVisible()
  await payWith(page, GOOD_CARD)
  await expectBalance(page, 40)
  await expect(page.getByRole('heading', { name: 'Monthly plan' })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel your monthly plan?' })
  await expect(dialog.getByText(/Your plan runs until \w+ \d+, \d{4}/)).toBeVisible()
  await expectNoFaults(page)
  await dialog.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText('None (canceled)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume plan' })).toBeFocused()
  await page.getByRole('button', { name: 'Resume plan' }).click()
  await expect(page.getByText(/\$10\.00 on \w+ \d+/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel plan' })).toBeFocused()
})

test('a person pays for a plan with another card after a refusal', { tag: '@proofs' }, async ({ page }) => {
  const email = await openCredits(page)
  await subscribeButton(page).click()
  await payWith(page, '4000 0000 0000 0341')
  await expectBalance(page, 40)
  // Store the state after a bank has refused the renewal.
  await query(
    `update subscription set status = 'past_due', tries = 1, period_start = now() - interval '32 days',
      period_end = now() - interval '1 day', anchor_at = now() - interval '32 days', next_try_at = now() + interval '2 days'
     where account_id = (select id from account where email = $1)`,
    [email],
  )
  await page.reload()
  await expect(page.getByText('Your card was declined this month')).toBeVisible()
  await page.getByRole('button', { name: 'Pay with another card' }).click()
  await payWith(page, GOOD_CARD)
  await expectBalance(page, 60)
  await expect(page.getByText('Your card was declined this month')).toBeHidden()
})

test('only an admin edits the block list and finds the queues', { tag: '@proofs' }, async ({ page }) => {
  await openAsAgent(page, '/admin/moderation')
  await expect(page.getByRole('heading', { name: 'Unauthorized: Admin access required' })).toBeVisible()
  await expect(page.getByText("You don't have admin access")).toBeVisible()
  await page.context().clearCookies()
  await signInAsAdmin(page, '/admin/moderation')
  await expect(page.getByRole('link', { name: 'Reports', exact: true })).toHaveAttribute('aria-current', 'page')
  // Other journeys may have reported an image.
  const report = page.getByRole('button', { name: /^Dismiss reports of / }).first()
  await expect(page.getByText('No reports to review.').or(report)).toBeVisible()
  await expectNoFaults(page)
  for (const view of ['All images', 'Appeals', 'Block list']) {
    await page.getByRole('link', { name: view, exact: true }).click()
    await expect(page.getByRole('link', { name: view, exact: true })).toHaveAttribute('aria-current', 'page')
    await expectNoFaults(page)
  }
  const term = `forbidden ${randomBytes(4).toString('hex')}`
  await page.getByLabel('New term').fill(term)
  await page.getByRole('button', { name: 'Add term' }).click()
  await page.getByRole('searchbox', { name: /^Search \d+ terms/ }).fill(term)
  await page.getByRole('button', { name: `Remove ${term}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No terms match.')).toBeVisible()
})
