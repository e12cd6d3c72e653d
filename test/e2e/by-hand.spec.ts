import type { Locator } from '@playwright/test'
import { agentHome, book, newHome, OCCUPIED, unfold } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { expect, GOOD_CARD, loseSession, otherVisitor, payWith, test } from './journey.ts'
import { addHome } from './property-pages.ts'
import { newPerson } from './visitor.ts'

/** Returns the badges of a row that are partly cut off. */
const cutBadges = (row: Locator) =>
  row.getByText('Confirmed', { exact: true }).evaluate(({ parentElement: line }) => {
    const { right, bottom } = (line as HTMLElement).getBoundingClientRect()
    return [...(line as HTMLElement).children]
      .filter((badge) => {
        const box = badge.getBoundingClientRect()
        return box.top < bottom && (box.right > right || box.bottom > bottom)
      })
      .map(({ textContent }) => textContent)
  })

test('an agent books for a visitor who phoned, from the list and from the property', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const home = await newHome(context.request, OCCUPIED)
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
  await dialog.locator('#showingDate input:enabled').nth(3).check()
  await dialog.locator('#showingTime input:enabled').first().check()
  await dialog.getByLabel("Visitor's name").fill('Paula Phone')
  // Before it books anything, the form says that the phone accepts no texts.
  const alone = dialog.getByLabel("Book without a message. I'll tell the visitor myself.")
  await dialog.getByLabel('Phone number').fill('+44 7911 123456')
  await dialog.getByRole('button', { name: 'Book showing' }).click()
  await expect(dialog.getByRole('alert')).toContainText("We can't text this number.")
  await alone.check()
  await expect(dialog.getByText("We can't text this number.")).toHaveCount(0)
  await alone.uncheck()
  await dialog.getByRole('button', { name: 'Book showing' }).click()
  await expect(dialog.getByRole('alert')).toContainText("We can't text this number.")
  // An email resolves it, too.
  await dialog.getByLabel('Email').fill('paula@example.com')
  await expect(dialog.getByText("We can't text this number.")).toHaveCount(0)
  await expect(alone).toBeHidden()
  await dialog.getByLabel('Email').fill('')
  await dialog.getByLabel('Phone number').fill('213 555 0177')
  await expect(alone).toBeHidden()
  await dialog.getByRole('button', { name: 'Book showing' }).click()
  // The message shows for only five seconds, and the list behind the dialog may take as long to load.
  await expect(page.getByText(/^Paula Phone is booked for /)).toBeVisible()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('article').filter({ hasText: 'Paula Phone' })
  await expect(row).toContainText('Booked by you, no fee')
  await expect(row.getByText('Notice due')).toBeVisible()
  expect(await cutBadges(row)).toEqual([])
  await unfold(row)
  await expectNoFaults(page)

  await page.goto('/properties')
  await unfold(page.getByRole('article').filter({ hasText: home.full_address.split(',')[0] ?? '' }))
  await page.getByRole('link', { name: /^Book for a visitor/ }).click()
  await expect(dialog.getByLabel('Property')).toHaveValue(home.id)
  await dialog.locator('#showingDate input:enabled').nth(4).check()
  await dialog.locator('#showingTime input:enabled').first().check()
  await dialog.getByLabel("Visitor's name").fill('Brita Abroad')
  await dialog.getByLabel('Phone number').fill('+44 7911 123456')
  await dialog.getByRole('button', { name: 'Book showing' }).click()
  await alone.check()
  await dialog.getByRole('button', { name: 'Book showing' }).click()
  await expect(page.getByText(/^Brita Abroad is booked for .* please tell them\.$/)).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('a time from the calendar is the same moment at a property in another zone', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const { id: pacific } = await newHome(context.request)
  await addHome(context)
  const { id: mountain } = await addHome(context, { city: 'Denver', state: 'CO', zip_code: '80202' })
  const start = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`/calendar?view=week&start=${start}`)
  await expect(page.getByText(/^Mon, .* – Sun, .* \(P[SD]T(\/P[SD]T)?\)$/)).toBeVisible()
  // The form starts at 9 AM on Monday.
  await page.getByRole('button', { name: 'Block time' }).click()
  await page.getByRole('link', { name: 'Book this time for a visitor instead' }).click()
  const dialog = page.getByRole('dialog', { name: 'Book for a visitor' })
  const chosen = dialog.locator('#showingTime input:checked')
  for (const [property, time] of [
    [mountain, '10:00'],
    [pacific, '09:00'],
  ] as const) {
    await dialog.getByLabel('Property').selectOption(property)
    await expect(chosen).toHaveValue(time)
  }
})

test('an agent can find and book any of more than 100 properties by its address', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  await newHome(context.request, { address_line1: '1 Findable Court' })
  for (let made = 0; made < 100; made += 10) await Promise.all(Array.from({ length: 10 }, () => addHome(context)))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/upcoming/book')
  const dialog = page.getByRole('dialog', { name: 'Book for a visitor' })
  const homes = dialog.getByLabel('Property', { exact: true })
  await expect(homes.locator('option')).toHaveCount(101)
  await expect(homes.locator('option', { hasText: 'Findable Court' })).toHaveCount(0)
  await dialog.getByLabel('Find a property').fill('findable')
  await expect(dialog.getByText('1 property matches and is selected.')).toBeVisible()
  await expect(homes.locator('option:checked')).toHaveText('1 Findable Court, Pasadena, CA 91101')
  await dialog.getByLabel('Find a property').fill('')
  await expect(homes.locator('option:checked')).toHaveText(/^1 Findable Court/)
  await expect(dialog.locator('#showingDate input:enabled').first()).toBeAttached()
  await dialog.getByLabel('Find a property').fill('nowhere at all')
  await expect(dialog.getByText('No property matches')).toBeVisible()
  await expect(homes.locator('option:checked')).toHaveText(/^1 Findable Court/)
  await expectNoFaults(page)
})

test('lists bookable properties by address', { tag: '@proofs' }, async ({ page, context }) => {
  await newHome(context.request, { address_line1: '304 Lake Avenue', unit_number: '5' })
  for (const unit_number of ['12', '4']) await addHome(context, { address_line1: '304 Lake Avenue', unit_number })
  await addHome(context, { address_line1: '1200 Arroyo Street' })
  await addHome(context, { address_line1: '77 Lake Avenue' })
  await page.goto('/upcoming/book')
  const homes = page.getByRole('dialog').getByLabel('Property').locator('option')
  await expect(homes.filter({ hasText: 'Pasadena' })).toHaveText([
    /^77 Lake Avenue/,
    /^304 Lake Avenue, Unit 4,/,
    /^304 Lake Avenue, Unit 5,/,
    /^304 Lake Avenue, Unit 12,/,
    /^1200 Arroyo Street/,
  ])
})

test('a visitor who phoned gets a link, agrees to the terms, and pays on a phone', async ({
  page,
  context,
  browser,
}) => {
  const home = await agentHome(context)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/upcoming/book')
  const dialog = page.getByRole('dialog', { name: 'Book for a visitor' })
  await dialog.locator('#showingDate input:enabled').nth(3).check()
  await dialog.locator('#showingTime input:enabled').first().check()
  const { phone } = newPerson()
  await dialog.getByLabel("Visitor's name").fill('Paula Phone')
  await dialog.getByLabel('Phone number').fill(phone)
  await dialog.getByRole('radio', { name: 'Send a pay link, $25.00' }).check()
  await expect(dialog).toContainText("We'll hold the time for 10 minutes")
  await dialog.getByRole('button', { name: 'Send pay link' }).click()
  await expect(dialog.getByText(/^Held for Paula Phone until /)).toBeVisible()
  await expect(dialog).toContainText(`Text to ${phone}: sent`)
  await expectNoFaults(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const waiting = page.locator('section', { has: page.getByRole('heading', { name: 'Waiting for payment' }) })
  await expect(waiting).toContainText(/Paula Phone, .*Held until /)
  await expectNoFaults(page)

  const { payLinks } = await (await context.request.get('/api/showingbooker/pay-links')).json()
  const [{ startsAt }] = payLinks
  const date = new Date(startsAt).toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' })
  const week = await context.newPage()
  await week.setViewportSize({ width: 1280, height: 844 })
  await week.clock.install()
  await week.goto(`/calendar?view=week&start=${date}`)
  const held = week.getByRole('link', { name: /^Waiting for payment until .*Paula Phone$/ })
  await expect(held).toBeVisible()
  await expectNoFaults(week)

  const visitor = await otherVisitor(browser)
  // The phone's clock is 15 minutes fast.
  await visitor.clock.install({ time: Date.now() + 15 * 60_000 })
  await visitor.setViewportSize({ width: 390, height: 844 })
  await visitor.goto(new URL(payLinks[0].payUrl).pathname)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(home.full_address)
  await expect(visitor.getByText(phone)).toBeVisible()
  await expect(visitor.getByText(/^[5-9]:\d\d$/)).toBeVisible()
  await visitor.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(visitor.getByText('Please agree to the Terms of Service')).toBeVisible()
  await expectNoFaults(visitor)
  await visitor.getByLabel('I agree to the').check()
  await visitor.getByRole('button', { name: 'Continue to payment' }).click()
  await payWith(visitor, GOOD_CARD)
  await expect(visitor).toHaveURL(/\/showingbooker\/booking\//)
  await expect(visitor.getByText('Your showing is confirmed')).toBeVisible()

  // The agent's page gets the event.
  await expect(page.getByRole('article').filter({ hasText: 'Paula Phone' })).toContainText('Booked by you')
  await expect(waiting).toBeHidden()
  // The week asks again every ten seconds while a time is held.
  await week.clock.runFor(11_000)
  await expect(week.getByRole('link', { name: /Paula Phone/ })).toContainText(home.full_address.split(',')[0] ?? '')
  await expect(held).toHaveCount(0)
})

test('restores a form with many fields after an expired session, and empties it after a sign-out', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const home = await newHome(context.request, OCCUPIED)
  const booked = await book(context, home)
  const { user } = await (await context.request.get('/api/auth/get-session')).json()
  await page.goto(`/upcoming/book?property=${home.id}`)
  const hand = page.getByRole('dialog', { name: 'Book for a visitor' })
  const time = hand.locator('#showingTime input:checked')
  await hand.locator('#showingDate input:enabled').nth(3).check()
  await hand.locator('#showingTime input:enabled').nth(1).check()
  const chosen = await time.inputValue()
  await hand.getByLabel("Visitor's name").fill('Paula Phone')
  await hand.getByLabel('Email').fill('paula@')
  await hand.getByRole('radio', { name: /^Send a pay link/ }).check()
  await loseSession(page, user.email)
  await expect(hand.getByLabel("Visitor's name")).toHaveValue('Paula Phone')
  await expect(hand.getByLabel('Email')).toHaveValue('paula@')
  await expect(time).toHaveValue(chosen)
  await expect(hand.getByRole('radio', { name: /^Send a pay link/ })).toBeChecked()
  // Closing the dialog on purpose discards the entries.
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/upcoming\?/)
  await page.goto(`/upcoming/book?property=${home.id}`)
  await hand.locator('#showingDate input:enabled').nth(3).check()
  await expect(hand.getByLabel("Visitor's name")).toHaveValue('')
  await hand.getByLabel("Visitor's name").fill('Quentin Quiet')

  await page.goto(`/overview/${booked.id}/service`)
  const proof = page.getByRole('dialog', { name: 'How notice was served' })
  await proof.locator('summary', { hasText: 'Record a different method, time, or photo' }).click()
  await proof.getByLabel('Note').fill('Under the mat')
  await loseSession(page, user.email)
  await expect(proof.getByLabel('Note')).toHaveValue('Under the mat')
  await expect(proof.getByLabel('Note')).toBeVisible()

  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  expect(await kept()).toMatch(/Quentin.*mat|mat.*Quentin/)
  const other = await context.newPage()
  await other.goto('/overview')
  await other.getByRole('button', { name: 'Your account' }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Please Login to Access ShowingBooker' })).toBeVisible()
  await expect.poll(kept).not.toMatch(/Quentin|mat/)
})
