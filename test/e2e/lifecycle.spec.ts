import type { Page } from '@playwright/test'
import { agentHome, book, changeHome } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { baseUrl, expect, test } from './journey.ts'

/** A page is read before it is alive. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
}

const items = (page: Page) => page.getByRole('article')

test('an agent approves one request and declines another', async ({ page, context }) => {
  const home = await agentHome(context)
  await changeHome(context, home.id, { booking_approval: 'manual' })
  const first = await book(context, home)
  const second = await book(context, home, 20)
  await open(page, '/upcoming')
  const item = items(page).filter({ hasText: first.confirmation_number })
  await expect(item).toContainText(/Decide by \w+ \d+, \d{4}, \d+:\d\d [AP]M P[SD]T/)
  await expectNoFaults(page)
  await item.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve this showing' })
  await expect(dialog).toContainText("The buyer's card is charged $25.00 now.")
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Approved.', { exact: true })).toBeVisible()
  await expect(item).toContainText('Confirmed')
  await expect(item.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect(item.getByRole('heading')).toBeFocused()

  const other = items(page).filter({ hasText: second.confirmation_number })
  await other.getByRole('button', { name: 'Decline' }).click()
  const declining = page.getByRole('dialog', { name: 'Decline this showing' })
  await expect(declining).toContainText('The authorization of $25.00 is released')
  await declining.getByLabel('Reason').fill('The home is let.')
  await declining.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(other).toHaveCount(0)
})

test('an agent who is late is told so, and sees how the showing stands', async ({ page, context }) => {
  const home = await agentHome(context)
  const booked = await book(context, home)
  await open(page, `/properties/${home.id}/bookings/all`)
  const item = items(page).filter({ hasText: booked.confirmation_number })
  await item.getByRole('button', { name: 'Cancel showing' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this showing' })
  await expect(dialog).toContainText('The buyer gets a full refund of $25.00.')
  await expectNoFaults(page)
  const token = booked.manageUrl.split('/').at(-1)
  const path = `/api/showingbooker/public/booking/${token}/cancel`
  expect((await context.request.post(path, { headers: { origin: baseUrl() } })).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Cancel showing' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This showing was cancelled.')
  await expect(dialog.getByRole('button', { name: 'Cancel showing' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(item).toContainText('Cancelled')
  await expect(item.getByRole('button')).toHaveCount(0)
})
