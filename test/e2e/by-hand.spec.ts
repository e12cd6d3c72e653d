import { agentHome, unfold } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { expect, test } from './journey.ts'

test('an agent books for a visitor who phoned, from the list and from the property', async ({ page, context }) => {
  const home = await agentHome(context)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/upcoming')
  await page.getByRole('link', { name: 'Book for a visitor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Book for a visitor' })
  // The only property is chosen already.
  await expect(dialog.getByLabel('Property')).toHaveValue(home.id)
  await dialog.getByRole('button', { name: 'Book showing' }).click()
  await expect(dialog.getByRole('alert')).toContainText("Please enter the visitor's name")
  await expect(dialog.getByRole('alert')).toContainText('Please enter a phone number or an email')
  await expectNoFaults(page)
  await dialog.locator('#showingDate input:enabled').nth(3).check({ force: true })
  await dialog.locator('#showingTime input:enabled').first().check({ force: true })
  await dialog.getByLabel("Visitor's name").fill('Paula Phone')
  await dialog.getByLabel('Phone number').fill('213 555 0177')
  await dialog.getByRole('button', { name: 'Book showing' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Paula Phone is booked for /)).toBeVisible()
  const row = page.getByRole('article').filter({ hasText: 'Paula Phone' })
  await expect(row).toContainText('Booked by you, no fee')
  await unfold(row)
  await expectNoFaults(page)

  await page.goto('/properties')
  await unfold(page.getByRole('article').filter({ hasText: home.full_address.split(',')[0] ?? '' }))
  await page.getByRole('link', { name: /^Book for a visitor/ }).click()
  await expect(dialog.getByLabel('Property')).toHaveValue(home.id)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})
