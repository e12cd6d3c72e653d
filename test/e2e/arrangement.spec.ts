import type { Locator } from '@playwright/test'
import { agentHome, book, changeHome } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { baseUrl, expect, loseAnswer, otherVisitor, test } from './journey.ts'
import { addHome } from './property-pages.ts'

test('an agent moves a showing in four taps, and the visitor agrees in one', async ({ page, context, browser }) => {
  const home = await agentHome(context)
  await changeHome(context, home.id, { buffer_minutes: 30 })
  const booked = await book(context, home, 40)
  const day = new Date(Date.parse(booked.showingDate) + 86_400_000).toISOString().slice(0, 10)
  const headers = { origin: baseUrl() }
  const blocked = await context.request.post('/api/showingbooker/block-outs', {
    headers,
    data: { from_date: day, to_date: day },
  })
  expect(blocked.status()).toBe(201)
  await page.setViewportSize({ width: 390, height: 844 })
  const weeksAsked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/calendar/week')) weeksAsked.push(searchParams.get('start') ?? '')
  })
  await page.goto('/upcoming')
  const row = page.getByRole('article').filter({ hasText: booked.confirmation_number })
  await row.locator('[aria-expanded=false]').first().click()
  await row.getByRole('button', { name: /^Propose new time/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose a new time' })
  const near = dialog.getByRole('region', { name: 'Other open times around then' }).getByRole('button')
  await expect(near).toHaveCount(3)
  await expect(dialog.getByText(/has no open times. Why: Blocked$/)).toBeVisible()
  await expectNoFaults(page)
  const asked = new Set(weeksAsked)
  await dialog.locator('input[name=showingDate]:enabled').last().check()
  await expect.poll(() => weeksAsked.some((week) => !asked.has(week))).toBe(true)
  expect(weeksAsked, 'each week is read once').toEqual([...new Set(weeksAsked)])
  // The showing's own buffer does not block the half hours next to it.
  const beside = [-30, 30].map((minutes) => {
    const start = Temporal.Instant.from(booked.startsAt).add({ minutes }).toZonedDateTimeISO('America/Los_Angeles')
    return start.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' }).replace(/\s/g, ' ')
  })
  await near
    .filter({ hasText: new RegExp(`, (${beside.join('|').replaceAll(' ', '\\s')})\\sP[SD]T$`) })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Ask the buyer' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('New time proposed')
  await expect(row).toContainText(/New time proposed: .* can answer until /)

  const buyer = await otherVisitor(browser)
  await buyer.goto(new URL(booked.manageUrl).pathname)
  const question = buyer.locator('section', {
    has: buyer.getByRole('heading', { name: 'Can you come at another time?' }),
  })
  await expect(question.getByRole('button', { name: /^Keep / })).toBeVisible()
  await expectNoFaults(buyer)
  await question.getByRole('button', { name: /^Move to / }).click()
  await expect(buyer.getByText('We moved your showing.')).toBeVisible()
  await expect(question).toBeHidden()
  await expect(buyer.getByText(/^Moved from /)).toBeVisible()
  await page.reload()
  await expect(row).not.toContainText('New time proposed')
})

test('a buyer who has moved the showing is promised no second move, and one whose answer got lost agrees again', async ({
  context,
  browser,
}) => {
  const home = await agentHome(context)
  const booked = await book(context, home, 40)
  const { days } = await (
    await context.request.get(`/api/showingbooker/public/property/${home.slug}/availability`)
  ).json()
  type Day = { date: string; slots: { time: string; available: boolean }[] }
  const [first, second, third] = (days as Day[])
    .flatMap(({ date, slots }) => slots.map((slot) => ({ ...slot, showingDate: date, showingTime: slot.time })))
    .filter(({ available }) => available)
    .slice(-3)
  const own = new URL(booked.manageUrl).pathname
  const post = async (path: string, data: object = {}) => {
    const answer = await context.request.post(`/api/showingbooker/${path}`, { headers: { origin: baseUrl() }, data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await post(`bookings/${booked.id}/propose-move`, first)
  const buyer = await otherVisitor(browser)
  await buyer.goto(own)
  const promise = buyer.getByText('you can still move the showing yourself once')
  await expect(promise).toBeVisible()
  await post(`public/booking/${own.split('/').at(-1)}/move`, second)
  await post(`bookings/${booked.id}/propose-move`, third)
  await buyer.goto(own)
  await expect(buyer.getByText(/The change is free\.$/)).toBeVisible()
  await expect(promise).toHaveCount(0)
  const agree = buyer.getByRole('button', { name: /^Move to / })
  await loseAnswer(buyer, '**/answer-move')
  await agree.click()
  await expect(buyer.getByText('You seem to be offline')).toBeVisible()
  await agree.click()
  await expect(buyer.getByText('We moved your showing.')).toBeVisible()
  await expect(agree).toHaveCount(0)
})

test('an agent says by keyboard who shows the property, and the buyer does not see it', async ({
  page,
  context,
  browser,
}) => {
  const home = await agentHome(context)
  const booked = await book(context, home, 40)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/upcoming')
  const row = page.getByRole('article').filter({ hasText: booked.confirmation_number })
  await row.locator('[aria-expanded=false]').first().press('Enter')
  await row.getByRole('button', { name: /^Assign showing/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: "Who's doing this showing?" })
  await expectNoFaults(page)
  await dialog.getByLabel('Name').fill('Dana Diaz')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row.getByText('Shown by Dana Diaz')).toBeVisible()
  const buyer = await otherVisitor(browser)
  await buyer.goto(new URL(booked.manageUrl).pathname)
  await expect(buyer.getByText(booked.confirmation_number).first()).toBeVisible()
  await expect(buyer.getByText('Dana')).toHaveCount(0)
})

/** Chooses a start with an arrow key from the neighboring time. */
async function chooseByKey(
  dialog: Locator,
  { showingDate, showingTime }: { showingDate: string; showingTime: string },
) {
  await dialog.locator(`input[name=showingDate][value="${showingDate}"]`).check()
  const times = dialog.locator('input[name=showingTime]:enabled')
  const wanted = dialog.locator(`input[name=showingTime][value="${showingTime}"]`)
  await expect(wanted).toBeEnabled()
  const at = (await times.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).indexOf(showingTime)
  await times.nth(at === 0 ? 1 : at - 1).check()
  await dialog.page().keyboard.press(at === 0 ? 'ArrowLeft' : 'ArrowRight')
  await expect(wanted).toBeChecked()
}

test('an arrow key can choose a time when the agent is at another property, and sending it asks first', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const home = await agentHome(context)
  const first = await book(context, home, 40)
  const second = await book(context, home, 43)
  const other = await addHome(context)
  const moving = await book(context, other, 60)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  const question = page.getByRole('dialog', { name: 'You have a showing then' })
  /** Answers no, and then yes. */
  async function press(dialog: Locator, act: string, path: RegExp) {
    const isSent = () => sent.some((one) => path.test(one))
    const button = dialog.getByRole('button', { name: act })
    await expect(question).toHaveCount(0)
    await button.click()
    await expect(question).toContainText(home.full_address.split(',')[0] ?? '')
    await expectNoFaults(page)
    await question.getByRole('button', { name: 'Choose another time' }).click()
    await expect(question).toHaveCount(0)
    await expect(button).toBeFocused()
    expect(isSent()).toBe(false)
    await button.press('Enter')
    await question.getByRole('button', { name: 'Choose it anyway' }).click()
    await expect(dialog).toBeHidden()
    expect(isSent()).toBe(true)
  }

  await page.clock.install()
  const held = Promise.withResolvers<void>()
  await page.route('**/showings-elsewhere', (route) => held.promise.then(() => route.continue()), { times: 1 })
  await page.goto('/upcoming')
  const row = page.getByRole('article').filter({ hasText: moving.confirmation_number })
  await row.locator('[aria-expanded=false]').first().click()
  await row.getByRole('button', { name: /^Propose new time/ }).click()
  const move = page.getByRole('dialog', { name: 'Propose a new time' })
  await chooseByKey(move, first)
  // The button waits until the page knows where the agent is at that time. After five seconds, it would continue
  // without.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await move.getByRole('button', { name: 'Ask the buyer' }).click()
  await expect(move.getByRole('button', { name: 'Ask the buyer' })).toHaveAttribute('aria-busy', 'true')
  held.resolve()
  await question.getByRole('button', { name: 'Choose another time' }).click()
  await page.clock.resume()
  await press(move, 'Ask the buyer', /\/propose-move$/)
  await expect(row).toContainText('New time proposed')

  await page.goto(`/upcoming/book?property=${other.id}`)
  const hand = page.getByRole('dialog', { name: 'Book for a visitor' })
  await chooseByKey(hand, second)
  await hand.getByLabel("Visitor's name").fill('Paula Phone')
  await hand.getByLabel('Phone number').fill('213 555 0177')
  await press(hand, 'Book showing', /\/bookings$/)
  await expect(page.getByRole('article').filter({ hasText: 'Paula Phone' })).toContainText('Booked by you')
})
