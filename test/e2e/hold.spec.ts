import type { Page } from '@playwright/test'
import { query } from './data.ts'
import {
  bookButton,
  chooseTime,
  expect,
  fillDetails,
  GOOD_CARD,
  holdForOther,
  newPerson,
  openBookingPage,
  payButton,
  payWith,
  reachCard,
  reportTogether,
  takeAct,
  test,
} from './journey.ts'

const HOLD_ENDED = 'Your hold on this time has ended. Please choose a time again.'
const TAKEN = 'This time slot is no longer available. Please select a different time.'
const number = (page: Page) => page.getByText(/^SB-[0-9A-Z]{8}$/)

/**
 * Expires the hold as if ten minutes had passed.
 * @param canStillPay `true` if the provider does not know about it yet
 */
async function endHold(email: string, { canStillPay = false } = {}) {
  // Each minute, the server cancels the payments of ended holds, except those that changed just before.
  const ended = await query(
    `with ended as (
       update booking set hold_expires_at = now() - interval '1 second' where buyer_email = $1 and status = 'held' returning id),
     changed as (
       update payment p set updated_at = now() + interval '10 minutes' from ended where p.booking_id = ended.id returning p.intent_id)
     update sandbox_intent i set expires_at = now() + case when $2 then interval '10 minutes' else interval '-1 second' end
       from changed where i.id = changed.intent_id returning i.id`,
    [email, canStillPay],
  )
  expect(ended).toHaveLength(1)
}

test('a hold that ends while the page is open leads back to the times and keeps all entries', async ({
  page,
  home,
}) => {
  await page.clock.install()
  const { person } = await reachCard(page, home)
  await page.getByLabel('Card number').fill('4242')
  await page.clock.runFor(10 * 60_000 + 1000)
  await expect(page.getByText(HOLD_ENDED)).toBeVisible()
  await expect(payButton(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Pay for your showing' })).toBeFocused()
  await page.getByRole('button', { name: 'Choose a time' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue(person.name)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
})

for (const { wrong, minutes } of [
  { wrong: 'fast', minutes: 15 },
  { wrong: 'slow', minutes: -60 },
])
  test(`a buyer whose clock is ${wrong} still has ten minutes by the server's clock`, { tag: '@proofs' }, async ({
    page,
    home,
  }) => {
    await page.clock.install({ time: Date.now() + minutes * 60_000 })
    await reachCard(page, home)
    const left = page.getByText(/^(10:0\d|[89]:\d\d)$/)
    await expect(left).toBeVisible()
    await page.reload()
    await expect(left).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Your time is still held')).toBeVisible()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await payWith(page, GOOD_CARD)
    await expect(page.getByText('Confirmation number')).toBeVisible()
  })

test('a hold that ended on the server charges nothing, and the buyer can take the time again', async ({
  page,
  home,
}) => {
  const { person } = await reachCard(page, home)
  await endHold(person.email)
  await payWith(page, GOOD_CARD)
  await expect(page.getByText(HOLD_ENDED)).toBeVisible()
  await expect(page.getByText('You have not been charged.')).toBeVisible()
  await page.getByRole('button', { name: 'Choose a time' }).click()
  await expect(page.getByText('is available')).toBeVisible()
  await bookButton(page).click()
  await payWith(page, GOOD_CARD)
  await expect(page.getByText('Confirmation number')).toBeVisible()
})

test('the page does not say that a hold is unpaid if it ends before the payment is known', { tag: '@proofs' }, async ({
  page,
  home,
}) => {
  await page.clock.install()
  await reachCard(page, home)
  let lose = () => undefined as unknown
  await page.route('**/sandbox/confirm', (route) => {
    lose = () => route.abort()
  })
  await payWith(page, GOOD_CARD)
  await expect(page.getByRole('button', { name: 'Paying…' })).toBeVisible()
  await page.clock.runFor(10 * 60_000 + 1000)
  lose()
  await expect(page.getByText(HOLD_ENDED)).toBeVisible()
  await expect(page.getByText("You won't be charged twice.")).toBeVisible()
  await expect(page.getByText('You have not been charged.')).toHaveCount(0)
})

test('a time lost to someone else offers three others and keeps the entries', async ({ page, home }) => {
  await openBookingPage(page, home)
  const start = await chooseTime(page)
  const person = newPerson()
  await fillDetails(page, person)
  await holdForOther(page, start, home)
  await bookButton(page).click()
  const conflict = page.getByRole('alert').filter({ hasText: TAKEN })
  await expect(conflict).toBeFocused()
  await expect(conflict.getByRole('button')).toHaveCount(3)
  // The page stops offering the lost time, and a screen reader announces that it is taken.
  await expect(page.locator(`[name=showingTime][value="${start.time}"]`)).toHaveAccessibleName(/, taken$/)
  await expect(page.locator('[name=showingTime]:checked')).toHaveCount(0)
  await expect(page.getByText('No time chosen yet')).toBeVisible()
  await expect(bookButton(page)).toBeDisabled()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(page.getByRole('link', { name: 'Choose a time' })).toBeVisible()
  await conflict.getByRole('button').first().click()
  await expect(page.getByText('is available')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue(person.name)
  await bookButton(page).click()
  await expect(payButton(page)).toBeVisible()
})

test('choosing a time that was taken since the page loaded says so', { tag: '@proofs' }, async ({ page, home }) => {
  await openBookingPage(page, home)
  const start = await chooseTime(page)
  // The tab keeps the chosen time and would check it automatically after the reload.
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await holdForOther(page, start, home)
  await page.locator(`[name=showingDate][value="${start.date}"]`).check()
  const slot = page.locator(`[name=showingTime][value="${start.time}"]`)
  await slot.check()
  await expect(page.getByText('Checking availability…')).toBeVisible()
  const conflict = page.getByRole('alert').filter({ hasText: TAKEN })
  await expect(conflict.getByRole('button').first()).toBeVisible()
  await expect(slot).toBeDisabled()
})

test('a hold continues in another tab of the same browser', { tag: '@proofs' }, async ({ page, context, home }) => {
  const { start } = await reachCard(page, home)
  const address = page.url()
  await page.close()
  const next = await context.newPage()
  await next.goto(address)
  await expect(next.getByText('Your time is still held')).toBeVisible()
  await expect(next.locator(`[name=showingTime][value="${start.time}"]`)).toBeChecked()
  await expect(next.locator(`[name=showingTime][value="${start.time}"]`)).toBeEnabled()
  await next.getByRole('button', { name: 'Continue to payment' }).click()
  await payWith(next, GOOD_CARD)
  await expect(next.getByText('Confirmation number')).toBeVisible()
  const last = await context.newPage()
  await last.goto(address)
  await expect(last.getByRole('heading', { name: 'Choose a date and time' })).toBeVisible()
  await expect(last.getByText('Your time is still held')).toHaveCount(0)
})

test("a phone's bottom bar leads to the top of the calendar", { tag: '@proofs' }, async ({ page, home }) => {
  await openBookingPage(page, home)
  await page.getByRole('link', { name: 'Choose a date' }).click()
  await expect.poll(async () => Math.abs((await page.locator('#showingDate').boundingBox())?.y ?? 999)).toBeLessThan(40)
})

test("a phone's bottom bar does not cover the end of the page", { tag: '@proofs' }, async ({ page, home }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await reportTogether(page)
  for (const path of [`/showingbooker/book/${home.slug}`, `/property/share/${home.slug}`]) {
    await page.goto(path)
    const next = page.getByRole('link', { name: 'Choose a date' })
    await expect(next).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(next).toBeHidden()
  }
})

test('refunds a payment that comes too late for a lost time, and says so', async ({ page, home }) => {
  const { person, start } = await reachCard(page, home)
  await endHold(person.email, { canStillPay: true })
  await holdForOther(page, start, home)
  await payWith(page, GOOD_CARD)
  const conflict = page.getByRole('alert').filter({ hasText: "We're refunding your $25.00 in full." })
  await expect(conflict).toBeVisible()
  await expect(conflict.getByRole('button')).toHaveCount(3)
  await expect(page.getByLabel('Full name')).toHaveValue(person.name)
})

test('a check whose answer comes while the buyer loses the time does not call the time free', {
  tag: '@proofs',
}, async ({ page, home }) => {
  await page.addInitScript(answerChecksWhenLost)
  await openBookingPage(page, home)
  const start = await chooseTime(page)
  await page.evaluate(() => sessionStorage.setItem('checks', 'late'))
  const person = newPerson()
  await fillDetails(page, person)
  const check = page.waitForRequest('**/availability*')
  await bookButton(page).click()
  await check
  await endHold(person.email, { canStillPay: true })
  await holdForOther(page, start, home)
  await payWith(page, GOOD_CARD)
  await expect(page.getByText("We're refunding your $25.00 in full.")).toBeVisible()
  await expect(page.getByText('is available')).toHaveCount(0)
})

/** In the page, delays the answer of a check until the server has reported the lost time but React has not rendered it. */
function answerChecksWhenLost() {
  const ask = window.fetch
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  window.fetch = async (...asked) => {
    const answer = await ask(...asked)
    const { pathname } = new URL(answer.url)
    if (pathname.endsWith('/availability') && sessionStorage.getItem('checks') === 'late') await lost
    if (!pathname.endsWith('/process-booking')) return answer
    sessionStorage.setItem('checks', 'slow')
    setTimeout(lose, 100)
    return answer
  }
  const post = MessagePort.prototype.postMessage
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    setTimeout(() => post.call(this, message), sessionStorage.getItem('checks') === 'slow' ? 300 : 0)
  }
}

test('never calls a time free before it is checked, not even for a moment', async ({ page, home }) => {
  await openBookingPage(page, home)
  await chooseTime(page)
  const last = (await page.locator('label:has([name=showingTime]:checked)').textContent()) ?? ''
  const said = await page.evaluateHandle((known) => {
    const texts: string[] = []
    const note = (records: MutationRecord[]) => {
      const before = records.map(({ oldValue }) => oldValue ?? '')
      const now = [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)
      texts.push(...[...before, ...now].filter((text) => /available/.test(text) && !text.includes(known ?? '')))
    }
    new MutationObserver(note).observe(document.body, { characterDataOldValue: true, childList: true, subtree: true })
    return texts
  }, last)
  await page.route('**/availability*', () => undefined)
  await page.locator('input[name=showingTime]:enabled').first().check()
  await expect(page.getByText('Checking availability')).toBeVisible()
  expect(await said.jsonValue()).toEqual([])
})

test('a reload during the payment returns to it, and a reload after it to the booking', async ({ page, home }) => {
  await reachCard(page, home)
  await page.reload()
  await expect(page.getByText("We're holding this time for you")).toBeVisible()
  await payWith(page, GOOD_CARD)
  await expect(number(page)).toBeVisible()
  const before = await number(page).textContent()
  await page.reload()
  await expect(number(page)).toHaveText(before ?? '')
})

test('a reload between payment and booking finishes the booking', async ({ page, home }) => {
  await reachCard(page, home)
  await page.route('**/process-booking', () => undefined)
  await payWith(page, GOOD_CARD)
  await expect(page.getByText('Confirming your showing…')).toBeVisible()
  await page.unroute('**/process-booking')
  await page.reload()
  await expect(page.getByText('Confirmation number')).toBeVisible()
})

test('back from the payment keeps the details and the hold; forward returns to it', { tag: '@proofs' }, async ({
  page,
  home,
}) => {
  const { person } = await reachCard(page, home)
  await page.goBack()
  await expect(page.getByText('Your time is still held')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue(person.name)
  await expect(page.getByText('is available')).toBeVisible()
  await page.goForward()
  await expect(payButton(page)).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(payButton(page)).toBeVisible()
})

test('a buyer who goes back and corrects the phone number keeps the hold', async ({ page, home }) => {
  await reachCard(page, home)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByLabel('Phone number', { exact: true }).fill('(323) 555-0164')
  await bookButton(page).click()
  await expect(payButton(page)).toBeVisible()
  await payWith(page, GOOD_CARD)
  await expect(number(page)).toBeVisible()
})

test('two tabs of one buyer lead to one booking', { tag: '@proofs' }, async ({ page, context, home }) => {
  await openBookingPage(page, home)
  const start = await chooseTime(page)
  const person = newPerson()
  await fillDetails(page, person)
  const other = await context.newPage()
  await openBookingPage(other, home)
  await other.locator(`[name=showingDate][value="${start.date}"]`).check()
  await other.locator(`[name=showingTime][value="${start.time}"]`).check()
  await expect(other.getByText('is available')).toBeVisible()
  await fillDetails(other, person)
  await bookButton(page).click()
  await expect(payButton(page)).toBeVisible()
  await bookButton(other).click()
  await expect(payButton(other)).toBeVisible()
  await payWith(page, GOOD_CARD)
  await payWith(other, GOOD_CARD)
  await expect(number(page)).toBeVisible()
  await expect(number(other)).toHaveText((await number(page).textContent()) ?? '')
})

test('taking a time in another tab ends the payment in the first tab, so that the buyer pays once', async ({
  page,
  context,
  home,
}) => {
  await reachCard(page, home)
  const other = await context.newPage()
  await openBookingPage(other, home)
  await expect(other.getByText('Your time is still held')).toBeVisible()
  await other.locator('[name=showingTime]:enabled:not(:checked)').first().check()
  await bookButton(other).click()
  await expect(payButton(other)).toBeVisible()
  await payWith(page, GOOD_CARD)
  await expect(page.getByText(HOLD_ENDED).first()).toBeVisible()
  await page.getByRole('button', { name: 'Choose a time' }).click()
  await expect(page.getByText('Your time is still held')).toBeVisible()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await payWith(page, GOOD_CARD)
  await expect(number(page)).toBeVisible()
  await payWith(other, GOOD_CARD)
  await expect(number(other)).toHaveText((await number(page).textContent()) ?? '')
})

test('a hold without an answer can be requested again after half a minute', { tag: '@proofs' }, async ({
  page,
  home,
}) => {
  await page.clock.install()
  await openBookingPage(page, home)
  await chooseTime(page)
  await fillDetails(page, newPerson())
  const held = Promise.withResolvers<void>()
  await takeAct(page, '**/create-payment-intent', async (route) => {
    await route.fetch()
    held.resolve()
  })
  await bookButton(page).click()
  await held.promise
  await page.clock.runFor(31_000)
  await expect(page.getByRole('alert').filter({ hasText: 'offline' })).toBeVisible()
  await bookButton(page).click()
  await expect(payButton(page)).toBeVisible()
})

test('back from a showing that was canceled leads to its page, which says so', { tag: '@proofs' }, async ({
  page,
  home,
}) => {
  await reachCard(page, home)
  await payWith(page, GOOD_CARD)
  await page.getByRole('link', { name: 'See your booking' }).click()
  await expect(page.getByRole('button', { name: 'Cancel this showing' })).toBeVisible()
  const token = page.url().split('/').pop()
  const { status } = await page.evaluate(async (path) => {
    const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    return { status: answer.status }
  }, `/api/showingbooker/public/booking/${token}/cancel`)
  expect(status).toBe(200)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'You canceled your showing' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Book another time' })).toBeVisible()
})

test('finds a charge that goes through after the hold ended before it holds another time', async ({ page, home }) => {
  const { person } = await reachCard(page, home)
  const hung = page.waitForRequest('**/sandbox/confirm')
  await page.route('**/sandbox/confirm', (route) => route.abort(), { times: 1 })
  await payWith(page, GOOD_CARD)
  const charge = await hung
  await expect(page.getByRole('alert').filter({ hasText: "You won't be charged twice." })).toBeVisible()
  await endHold(person.email, { canStillPay: true })
  // Let ten minutes pass on the page, too.
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(sessionStorage)) {
      const saved = JSON.parse(text)
      if (!saved?.intent) continue
      saved.intent.holdExpiresAt = new Date(0).toISOString()
      sessionStorage.setItem(key, JSON.stringify(saved))
    }
    localStorage.clear()
  })
  await page.reload()
  await expect(page.getByText(HOLD_ENDED)).toBeVisible()
  await page.getByRole('button', { name: 'Choose a time' }).click()
  await expect(bookButton(page)).toBeVisible()
  await page.request.post(charge.url(), { data: charge.postDataJSON() })
  await page.locator('[name=showingTime]:enabled:not(:checked)').first().check()
  await bookButton(page).click()
  await expect(page.getByText('Confirmation number')).toBeVisible()
})
