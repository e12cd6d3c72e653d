import { openAsAgent } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { expect, test } from './journey.ts'

const WEEK = '/calendar?view=week&start=2199-05-13'

test("on a phone, the week's arrow keys continue to the next day, and start from a tapped day", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAsAgent(page, WEEK)
  await expect(page.getByText("No property is listed, so buyers can't book any of these times.")).toBeVisible()
  const focused = page.locator('button[data-at]:focus')
  const day = (name: RegExp) => page.getByRole('button', { name, pressed: true })
  await page.getByRole('button', { name: 'Monday, May 13', exact: true }).click()
  await page.keyboard.press('Tab')
  for (let n = 0; n < 6; n++) await page.keyboard.press('Tab')
  await expect(focused).toHaveAccessibleName(/^Monday, May 13.*, 9:00 AM: No property is listed$/)
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAccessibleName(/^Tuesday, May 14.*, 9:00 AM/)
  await expect(day(/^Tuesday, May 14/)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.locator('button[data-selected]:visible')).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: 'Selected: 9:30 AM to 10:30 AM' })).toBeAttached()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Friday, May 17', exact: true }).click()
  for (let n = 0; n < 3; n++) await page.keyboard.press('Tab')
  await expect(focused).toHaveAccessibleName(/^Friday, May 17.*, 10:00 AM/)
  await expectNoFaults(page)
})
