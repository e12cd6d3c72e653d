import { addHome, newEmail, newHome, openAsAgent } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { query } from './data.ts'
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

test('a week leads to the showings of a date that it has no room for', async ({ page, context }) => {
  const home = await newHome(context.request)
  const second = await addHome(context.request, { agent_email: newEmail() })
  await query(
    `insert into booking (id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
      hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, client_address, amount_cents,
      confirmation_number, manage_token, notice_token, created_at, booked_at, updated_at)
    select gen_random_uuid(), home, 'confirmed', at, at + interval '30 minutes', tstzrange(at, at + interval '30 minutes'),
      '2199-05-15', (at at time zone 'America/Los_Angeles')::time, 'America/Los_Angeles', now(), 'buyer', 'Maria Gomez',
      'maria@example.com', '(213) 555-0142', '', 2500, 'SB-' || gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), now(), now()
    from unnest($1::uuid[]) home, generate_series(0, 24) n,
      lateral (select timestamptz '2199-05-15 07:00Z' + n * interval '30 minutes' as at) start`,
    [[home.id, second.id]],
  )
  await page.goto(WEEK)
  await page.getByRole('link', { name: '2 more showings on Wednesday, May 15' }).click()
  await expect(page).toHaveURL(/\/calendar\?start=2199-05-15$/)
  await expect(page.getByRole('button', { name: '42 more on Wednesday, May 15' })).toBeVisible()
})
