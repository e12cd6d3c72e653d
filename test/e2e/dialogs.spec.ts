import type { Page } from '@playwright/test'
import { agentHome, book, changeHome } from './agent-home.ts'
import { expect, test } from './journey.ts'

/** What a person presses in a dialog, and what came of it, is in sight on a phone. */
test.use({ viewport: { width: 390, height: 640 } })

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('the link to a request shows what decides it, and a decision that fails says so where it was pressed', async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  await changeHome(context, home.id, { booking_approval: 'manual' })
  const booked = await book(context, home)
  await page.goto(`/overview/showings/${booked.id}`)
  for (const name of [/^Decline/, /^Approve/])
    await expect(page.getByRole('dialog').getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Decline/ })
    .click()
  const dialog = dialogOf(page, 'Decline this showing')
  await dialog.getByText('Offer up to 3 other times').click()
  await dialog.getByLabel('Reason').fill('Under repair')
  await page.route('**/decline', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('alert')).toContainText('You seem to be offline')
})
