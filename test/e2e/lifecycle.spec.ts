import type { Page } from '@playwright/test'
import { agentHome, begin, book, changeHome, unfold } from './agent-home.ts'
import { expectAccessible, expectNoFaults } from './axe.ts'
import { query } from './data.ts'
import { baseUrl, expect, GOOD_CARD, isAlive, loseAnswer, payWith, reachCard, test } from './journey.ts'
import { contextOptions, PERSON } from './visitor.ts'

const open = (page: Page, path: string) => page.goto(path)

const items = (page: Page) => page.getByRole('article')

test('an agent approves one request and declines another', async ({ page, context }) => {
  const home = await agentHome(context)
  await changeHome(context, home.id, { booking_approval: 'manual' })
  const first = await book(context, home)
  const second = await book(context, home, 20)
  await open(page, '/upcoming')
  const item = items(page).filter({ hasText: first.confirmation_number })
  await expect(item.getByRole('heading')).toContainText(/Answer by \w+,\s\w+\s\d+, \d+:\d\d\s[AP]M\sP[SD]T/)
  await unfold(item)
  await expect(item).toContainText(/Approve by \w+\s\d+,\s\d{4}, \d+:\d\d\s[AP]M\sP[SD]T/)
  await expectNoFaults(page)
  await item.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve this showing' })
  await expect(dialog).toContainText("We'll charge $25.00 to the buyer's card now.")
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved.', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(item).toContainText('Confirmed')
  await expect(item.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect(item.getByRole('heading')).toBeFocused()

  const other = items(page).filter({ hasText: second.confirmation_number })
  await unfold(other)
  await other.getByRole('button', { name: 'Decline' }).click()
  const declining = page.getByRole('dialog', { name: 'Decline this showing' })
  await expect(declining).toContainText("We'll release the $25.00 authorization")
  await declining.getByLabel('Reason').fill('The home is let.')
  await declining.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(other).toHaveCount(0)
})

test("refuses a late decision and shows the showing's new state", { tag: '@proofs' }, async ({ page, context }) => {
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
  await expect(dialog.getByRole('alert')).toContainText('This showing was canceled.')
  await expect(dialog.getByRole('button', { name: 'Cancel showing' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(item).toContainText('Canceled')
  await expect(item.getByRole('button')).toHaveCount(0)
})

test("the buyer's page shows an agent's cancellation as a refund", { tag: '@proofs' }, async ({ page, context }) => {
  const home = await agentHome(context)
  const booked = await book(context, home)
  await open(page, '/upcoming')
  await unfold(items(page).first())
  await items(page).first().getByRole('button', { name: 'Cancel showing' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this showing' })
  await dialog.getByLabel('Reason').fill('The boiler broke.')
  await dialog.getByRole('button', { name: 'Cancel showing' }).click()
  await expect(page.getByText('No upcoming showings')).toBeVisible()
  await expect(async () => {
    await page.goto(booked.manageUrl)
    await expect(page.getByText('Your $25.00 was refunded in full.')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByRole('heading', { name: 'The agent canceled your showing' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Correct your email', 'Send message'])
  await expectAccessible(page, booked.manageUrl)
})

test('a buyer moves a showing once, after someone took the first choice', async ({ page, context }) => {
  const home = await agentHome(context)
  const booked = await book(context, home)
  await open(page, booked.manageUrl)
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Move to another time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to another time' })
  await expect(dialog.getByRole('button', { name: 'Move showing' })).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: 'Move showing' }).click()
  await expect(dialog.getByText('Please choose a date')).toBeVisible()
  await dialog.locator('input[name=showingDate]:enabled').nth(2).check()
  const date = await dialog.locator('input[name=showingDate]:checked').inputValue()
  await dialog.getByRole('radio', { name: '10:00 AM' }).check()
  await expect(dialog.getByText('is available')).toBeVisible()
  await expectNoFaults(page)
  await book(context, home, { showingDate: date, showingTime: '10:00' })
  await dialog.getByRole('button', { name: 'Move showing' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This time slot is no longer available.')
  await dialog.getByRole('alert').getByRole('button').first().click()
  await expect(dialog.getByText('is available')).toBeVisible()
  await dialog.getByRole('button', { name: 'Move showing' }).click()
  await expect(page.getByText('We moved your showing.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Moved from')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Move to another time' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Cancel this showing' })).toBeVisible()
})

test("the buyer's page shows how to get in, and counts a view only when the instructions are new", {
  tag: '@proofs',
}, async ({ context, browser }) => {
  const home = await agentHome(context)
  await changeHome(context, home.id, { showing_instructions: 'Ring first. Code 1936.' })
  const booked = await book(context, home)
  await begin(booked.id, -30)
  const views = async () =>
    (await query("select from compliance_entry where booking_id = $1 and event = 'instructions_viewed'", [booked.id]))
      .length
  const buyer = await (await browser.newContext({ ...contextOptions(), userAgent: PERSON })).newPage()
  await buyer.clock.install()
  const failing = { status: 503, json: { error: 'The service is briefly unavailable. Please try again.' } }
  await buyer.route('**/instructions', (route) => route.fulfill(failing), { times: 1 })
  await buyer.goto(booked.manageUrl)
  await expect(buyer.getByRole('alert').filter({ hasText: "The entry instructions didn't load." })).toBeVisible()
  await expectNoFaults(buyer)
  expect(await views()).toBe(0)
  await buyer.getByRole('button', { name: 'Try again' }).click()
  await expect(buyer.getByText('Ring first. Code 1936.')).toBeVisible()
  expect(await views()).toBe(1)

  await query('update booking set late_minutes = 10 where id = $1', [booked.id])
  await buyer.clock.runFor(16_000)
  await expect(buyer.getByRole('status').filter({ hasText: 'about 10 minutes late' })).toBeVisible()
  expect(await views()).toBe(1)

  await changeHome(context, home.id, { showing_instructions: 'Ring first. Code 2817.' })
  await buyer.clock.runFor(16_000)
  await expect(buyer.getByText('Ring first. Code 2817.')).toBeVisible()
  expect(await views()).toBe(2)
  await buyer.context().close()
})

test('before a move, a buyer with certified mail reads whether the new time is too soon for it', {
  tag: '@proofs',
}, async ({ page, context, occupiedHome }) => {
  const booked = await book(context, occupiedHome, 96, { mailUpgrade: true })
  await open(page, booked.manageUrl)
  await page.getByRole('button', { name: 'Move to another time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to another time' })
  const dates = dialog.locator('input[name=showingDate]:enabled')
  const times = dialog.locator('input[name=showingTime]:enabled')
  const warning = dialog.getByRole('status').filter({ hasText: 'The new time is too soon for certified mail.' })
  await dates.nth(1).check()
  await times.last().check()
  await expect(warning).toContainText(
    "We'll refund your $10.00 for certified mail if the letter hasn't been printed yet.",
  )
  await expectNoFaults(page)
  await dates.last().check()
  await times.first().check()
  await expect(dialog.getByText('is available')).toBeVisible()
  await expect(warning).toHaveCount(0)
  await expect(page.getByText(/Moving it is free|^Free\./)).toHaveCount(0)
})

test('a buyer cancels by keyboard, and first reads what it costs', async ({ page, context }) => {
  const home = await agentHome(context)
  const paid = await book(context, home)
  await changeHome(context, home.id, { booking_approval: 'manual' })
  const requested = await book(context, home, 20)
  for (const [booking, before, after] of [
    [paid, 'Your $25.00 fee is non-refundable.', 'Your $25.00 fee is non-refundable.'],
    [requested, "You won't be charged", "Your card won't be charged"],
  ]) {
    await open(page, booking.manageUrl)
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Cancel this showing' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Cancel this showing' })
    await expect(dialog).toContainText(before)
    await expect(dialog.getByRole('button', { name: 'Keep showing' })).toBeFocused()
    await expect(dialog.getByText('Moving your showing is free.')).toHaveCount(booking === paid ? 1 : 0)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'You canceled your showing' })).toBeFocused()
    await expect(page.getByText(after)).toBeVisible()
    await expect(page.getByText('Change of plans?')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Book another time' })).toHaveAttribute(
      'href',
      `/showingbooker/book/${home.slug}`,
    )
  }
})

test('a buyer corrects a mistyped email on their page', async ({ page, context }) => {
  const booked = await book(context, await agentHome(context))
  await page.goto(booked.manageUrl)
  const words = page.getByLabel(/^Message to/)
  await words.fill('Is there parking?')
  await page.getByRole('button', { name: 'Correct your email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct your email' })
  const field = dialog.getByLabel('New email')
  await expectNoFaults(page)
  await field.fill('bea')
  await dialog.getByRole('button', { name: 'Correct your email' }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('bea@corrected.example.com')
  await loseAnswer(page, '**/public/booking/*/email')
  await dialog.getByRole('button', { name: 'Correct your email' }).click()
  await expect(dialog.getByText('You seem to be offline')).toBeVisible()
  await dialog.getByRole('button', { name: 'Correct your email' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('bea@corrected.example.com')).toBeVisible()
  // The mistyped address has the old link. The page has moved to the new one, and kept what the buyer typed.
  await expect(page).not.toHaveURL(booked.manageUrl)
  await expect(words).toHaveValue('Is there parking?')
  await page.reload()
  await expect(page.getByText('bea@corrected.example.com')).toBeVisible()
  await page.goto(booked.manageUrl)
  await expect(page.getByRole('heading', { name: 'Booking not found' })).toBeVisible()
})

test('a buyer who corrects their email and goes back to the confirmation reads where the new link is', {
  tag: '@proofs',
}, async ({ page, home }) => {
  await reachCard(page, home)
  await payWith(page, GOOD_CARD)
  const own = page.getByRole('link', { name: 'See your booking' })
  await own.click()
  await page.waitForURL('**/showingbooker/booking/**')
  await isAlive(page)
  await page.getByRole('button', { name: 'Correct your email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct your email' })
  await dialog.getByLabel('New email').fill('bea@corrected.example.com')
  await dialog.getByRole('button', { name: 'Correct your email' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goBack()
  await expect(page.getByText('The email on this booking was changed, so your old link no longer works.')).toBeVisible()
  await expect(own).toHaveCount(0)
})

test('an open tab says that its link has ended, and the tab that ended it without getting an answer moves to the new one', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const booked = await book(context, await agentHome(context))
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.clock.install()
    await tab.goto(booked.manageUrl)
  }
  await page.getByRole('button', { name: 'Correct your email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct your email' })
  await dialog.getByLabel('New email').fill('bea@corrected.example.com')
  await loseAnswer(page, '**/public/booking/*/email')
  await dialog.getByRole('button', { name: 'Correct your email' }).click()
  await expect(dialog.getByText('You seem to be offline')).toBeVisible()
  for (const tab of [page, other]) await tab.clock.runFor(16_000)
  await expect(other.getByRole('heading', { name: 'Booking not found' })).toBeVisible()
  await expect(page).not.toHaveURL(booked.manageUrl)
  await dialog.getByRole('button', { name: 'Correct your email' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('bea@corrected.example.com')).toBeVisible()
})

test('a tab that is reloaded after it lost the answer of a corrected email moves to the new link', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const booked = await book(context, await agentHome(context))
  await page.goto(booked.manageUrl)
  await page.getByRole('button', { name: 'Correct your email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct your email' })
  const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('next link ')))
  const correct = dialog.getByRole('button', { name: 'Correct your email' })
  await dialog.getByLabel('New email').fill('bea')
  await correct.click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  expect(await kept()).toEqual([])
  await dialog.getByLabel('New email').fill('bea@corrected.example.com')
  await loseAnswer(page, '**/public/booking/*/email')
  await correct.click()
  await expect(dialog.getByText('You seem to be offline')).toBeVisible()
  expect(await kept()).toHaveLength(1)
  await page.reload()
  await expect(page.getByText('bea@corrected.example.com')).toBeVisible()
  await expect(page).not.toHaveURL(booked.manageUrl)
  expect(await kept()).toEqual([])
  await page.goto(booked.manageUrl)
  await expect(page.getByRole('heading', { name: 'Booking not found' })).toBeVisible()
})
