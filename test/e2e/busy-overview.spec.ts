import { book, changeHome, newHome } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { query } from './data.ts'
import { expect, test } from './journey.ts'

test('the overview says so if it checks only the first showings', { tag: '@proofs' }, async ({ page, context }) => {
  const home = await newHome(context.request)
  await query(
    `insert into booking (id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
       hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, client_address, amount_cents,
       confirmation_number, manage_token, notice_token, created_at, booked_at, updated_at)
     select gen_random_uuid(), $1, 'confirmed', at, at + interval '30 minutes', tstzrange(at, at + interval '30 minutes'),
       (at at time zone 'America/Los_Angeles')::date, (at at time zone 'America/Los_Angeles')::time, 'America/Los_Angeles',
       at, 'buyer', 'Alex Rivera', 'alex@example.com', '(213) 555-0142', '', 2500,
       'SB-' || gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), now(), now()
     from generate_series(1, 300) n,
       lateral (select date_trunc('hour', now()) + interval '1 day' + n * interval '30 minutes' as at) start`,
    [home.id],
  )
  await page.goto('/overview')
  const words = 'Nothing in the next 300 showings needs your attention. Later showings may.'
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText("You're all caught up.")).toHaveCount(0)
  await expectNoFaults(page)
  await changeHome(context, home.id, { booking_approval: 'manual' })
  await book(context, home, 100)
  await expect(page.getByText('This covers the next 300 showings, requests, and failed messages.')).toBeVisible()
})
