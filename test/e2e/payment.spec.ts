import { agentHome, changeHome } from './agent-home.ts'
import {
  bookButton,
  expect,
  GOOD_CARD,
  holdForOther,
  loseAnswer,
  openBookingPage,
  otherVisitor,
  payButton,
  payWith,
  reachCard,
  takeAct,
  test,
} from './journey.ts'

const refusals = [
  ['4000 0000 0000 0002', 'Your card was declined.'],
  ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
  ['4000 0000 0000 0069', 'Your card has expired.'],
  ['4000 0000 0000 0127', "Your card's security code is incorrect."],
] as const

test("a refused card shows the provider's message, and another card can be tried", async ({ page, home }) => {
  await reachCard(page, home)
  for (const [number, message] of refusals) {
    await payWith(page, number)
    const refusal = `${message} You weren't charged. Check your card details or try another card.`
    await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
    await expect(payButton(page)).toBeFocused()
  }
  await payWith(page, GOOD_CARD)
  await expect(page.getByText('Confirmation number')).toBeVisible()
})

test('groups a card number while it is typed, and checks it before sending', { tag: '@proofs' }, async ({
  page,
  home,
}) => {
  await reachCard(page, home)
  await payButton(page).click()
  await expect(page.locator('#cardNumber-error')).toHaveText('Please enter your card number')
  await expect(page.locator('#cardExpiry-error')).toHaveText('Please enter the expiration date as MM/YY')
  await expect(page.locator('#cardCvc-error')).toHaveText('Please enter the 3- or 4-digit security code')
  const number = page.getByLabel('Card number')
  await number.pressSequentially('42424242')
  await expect(number).toHaveValue('4242 4242')
  await number.press('Home')
  await number.pressSequentially('51')
  await expect(number).toHaveValue('5142 4242 42')
  expect(await number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2)
  await page.getByLabel('Expires (MM/YY)').pressSequentially('934')
  await expect(page.getByLabel('Expires (MM/YY)')).toHaveValue('09/34')
  // People may type or paste a year with four digits.
  await page.getByLabel('Expires (MM/YY)').fill('')
  await page.getByLabel('Expires (MM/YY)').pressSequentially('12/2034')
  await expect(page.getByLabel('Expires (MM/YY)')).toHaveValue('12/34')
  await page.getByLabel('Expires (MM/YY)').fill('09 / 2034')
  await expect(page.getByLabel('Expires (MM/YY)')).toHaveValue('09/34')
})

test('a card that needs confirmation books once it is confirmed', async ({ page, home }) => {
  await reachCard(page, home)
  await payWith(page, '4000 0025 0000 3155')
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByRole('heading', { name: 'Your showing is booked' })).toBeVisible()
})

test('a confirmation that fails leads back to the card form', { tag: '@proofs' }, async ({ page, home }) => {
  await reachCard(page, home)
  await payWith(page, '4000 0025 0000 3155')
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'unable to authenticate' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to payment' }).click()
  await payWith(page, GOOD_CARD)
  await expect(page.getByText('Confirmation number')).toBeVisible()
})

test('finds the booking if the answer to a payment is lost', { tag: '@proofs' }, async ({ page, home }) => {
  await reachCard(page, home)
  await page.route('**/process-booking', (route) => route.abort(), { times: 2 })
  await payWith(page, GOOD_CARD)
  await expect(page.getByText('Confirmation number')).toBeVisible()
})

test('finds the booking before anyone can pay again if the answer to a charge is lost', async ({ page, home }) => {
  await reachCard(page, home)
  await loseAnswer(page, '**/sandbox/confirm')
  await payWith(page, GOOD_CARD)
  await expect(page.getByText('Confirmation number')).toBeVisible()
})

test('looks up a hanging charge after half a minute', async ({ page, home }) => {
  await page.clock.install()
  await reachCard(page, home)
  const charged = Promise.withResolvers<void>()
  await takeAct(page, '**/sandbox/confirm', async (route) => {
    await route.fetch()
    charged.resolve()
  })
  // From here on, only the journey moves the clock. It cannot pause at a time that a slow machine has already passed.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await payWith(page, GOOD_CARD)
  // If the clock moved sooner, the page would ask about a charge that the server has not made yet.
  await charged.promise
  await page.clock.runFor(29_000)
  await expect(page.getByRole('button', { name: 'Paying…' })).toBeVisible()
  await page.clock.runFor(2000)
  await page.clock.resume()
  await expect(page.getByText('Confirmation number')).toBeVisible()
})

test('a buyer who may have been charged cannot leave for another time', async ({ page, home }) => {
  await reachCard(page, home)
  await loseAnswer(page, '**/sandbox/confirm')
  await page.route('**/process-booking', (route) => route.abort(), { times: 1 })
  await payWith(page, GOOD_CARD)
  await expect(page.getByRole('alert').filter({ hasText: "You won't be charged twice." })).toBeVisible()
  await page.getByRole('button', { name: 'Change time or details' }).click()
  await expect(page.getByText('Confirmation number')).toBeVisible()
})

test('a buyer who goes back after a lost answer and takes another time pays once', async ({ page, home }) => {
  await reachCard(page, home)
  await loseAnswer(page, '**/sandbox/confirm')
  await page.route('**/process-booking', (route) => route.abort(), { times: 1 })
  await payWith(page, GOOD_CARD)
  await expect(page.getByRole('alert').filter({ hasText: "You won't be charged twice." })).toBeVisible()
  await page.goBack()
  await page.locator('[name=showingTime]:enabled:not(:checked)').first().check()
  await bookButton(page).click()
  await expect(page.getByText('Confirmation number')).toBeVisible()
})

test('a buyer can change to the half hour next to their own hold despite its buffer', async ({ context, browser }) => {
  const home = await agentHome(context)
  await changeHome(context, home.id, { buffer_minutes: 30 })
  const buyer = await otherVisitor(browser)
  await reachCard(buyer, home)
  await buyer.goBack()
  // Without this browser's hold, the server's page shows the times next to it as taken.
  await buyer.reload()
  await expect(buyer.getByText('Your time is still held')).toBeVisible()
  const times = buyer.locator('[name=showingTime]')
  const chosen = await times.evaluateAll((all) => all.findIndex((one) => (one as HTMLInputElement).checked))
  await times.nth(chosen > 0 ? chosen - 1 : 1).check()
  await bookButton(buyer).click()
  await payWith(buyer, GOOD_CARD)
  await expect(buyer.getByText('Confirmation number')).toBeVisible()
})

test('finds a charge that goes through while the buyer takes another time, and holds nothing else', {
  tag: '@proofs',
}, async ({ page, home }) => {
  await reachCard(page, home)
  const hung = page.waitForRequest('**/sandbox/confirm')
  await page.route('**/sandbox/confirm', (route) => route.abort(), { times: 1 })
  await payWith(page, GOOD_CARD)
  const charge = await hung
  await expect(page.getByRole('alert').filter({ hasText: "You won't be charged twice." })).toBeVisible()
  await page.goBack()
  await page.locator('[name=showingTime]:enabled:not(:checked)').first().check()
  await page.route('**/create-payment-intent', async (route) => {
    await page.request.post(charge.url(), { data: charge.postDataJSON() })
    await route.continue()
  })
  await bookButton(page).click()
  await expect(page.getByText('Confirmation number')).toBeVisible()
})

test('a buyer who goes back after a refused card finds the form again after a reload', { tag: '@proofs' }, async ({
  page,
  home,
}) => {
  await reachCard(page, home)
  await payWith(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Your time is still held')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your time is still held')).toBeVisible()
  await expect(bookButton(page)).toBeVisible()
})

test('a buyer who reloads after a lost answer and gets no answer cannot leave for another time', {
  tag: '@proofs',
}, async ({ page, home }) => {
  await page.clock.install()
  await reachCard(page, home)
  await loseAnswer(page, '**/sandbox/confirm')
  await page.route('**/process-booking', (route) => route.abort())
  await payWith(page, GOOD_CARD)
  const alert = page.getByRole('alert').filter({ hasText: "You won't be charged twice." })
  await expect(alert).toBeVisible()
  await page.unroute('**/process-booking')
  const seen = Promise.withResolvers<void>()
  await page.route('**/process-booking', (route) => seen.promise.then(() => route.abort()))
  await page.reload()
  await expect(page.getByText('Looking up your payment')).toBeAttached()
  seen.resolve()
  await page.clock.runFor(20_000)
  await expect(alert).toBeVisible()
  await page.unroute('**/process-booking')
  await page.getByRole('button', { name: 'Change time or details' }).click()
  await expect(page.getByText('Confirmation number')).toBeVisible()
})

test('a buyer who opens the page again after a lost answer and takes another time pays once', {
  tag: '@proofs',
}, async ({ page, home, context }) => {
  await reachCard(page, home)
  await loseAnswer(page, '**/sandbox/confirm')
  await page.route('**/process-booking', (route) => route.abort(), { times: 1 })
  await payWith(page, GOOD_CARD)
  await expect(page.getByRole('alert').filter({ hasText: "You won't be charged twice." })).toBeVisible()
  const next = await context.newPage()
  await page.close()
  await openBookingPage(next, home)
  await expect(next.getByText('Your time is still held')).toBeVisible()
  await next.locator('[name=showingTime]:enabled:not(:checked)').first().check()
  await bookButton(next).click()
  await expect(next.getByText('Confirmation number')).toBeVisible()
})

test('a buyer who was not charged can change the time after a lost answer', { tag: '@proofs' }, async ({
  page,
  home,
}) => {
  await reachCard(page, home)
  await page.route('**/sandbox/confirm', (route) => route.abort(), { times: 1 })
  await payWith(page, GOOD_CARD)
  await expect(page.getByRole('alert').filter({ hasText: "You won't be charged twice." })).toBeVisible()
  await page.getByRole('button', { name: 'Change time or details' }).click()
  await expect(page.getByText('Your time is still held')).toBeVisible()
})

test('says that a booking cannot be finished now and that the money is safe', async ({ page, home }) => {
  await page.clock.install()
  await reachCard(page, home)
  const seen = Promise.withResolvers<void>()
  await page.route('**/process-booking', (route) => seen.promise.then(() => route.fulfill({ status: 500, json: {} })))
  await payWith(page, GOOD_CARD)
  await expect(page.getByText('Confirming your showing…')).toBeVisible()
  seen.resolve()
  const failed = page.getByText('Payment succeeded but booking failed. Please contact support.')
  // Each pause begins after the answer to the previous call, which can be slow.
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(failed).toBeVisible({ timeout: 250 })
  }).toPass()
  await expect(page.getByText('refund you in full')).toBeVisible()
  // No second press is possible while the page asks again.
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.press('Enter')
  await expect(page.getByText('Looking up your payment')).toBeAttached()
  await expect(retry).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Pay for your showing' })).toBeFocused()
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(failed).toBeVisible({ timeout: 250 })
  }).toPass()
  await page.unroute('**/process-booking')
  await retry.click()
  await expect(page.getByText('Confirmation number')).toBeVisible()
})

test('a buyer pays for a hold from the API on its own page', async ({ page, occupiedHome }) => {
  const { days } = await (
    await page.request.get(`/api/showingbooker/public/property/${occupiedHome.slug}/availability`)
  ).json()
  type Day = { date: string; slots: { time: string; available: boolean }[] }
  const day = (days as Day[]).findLast(({ slots }) => slots.some(({ available }) => available))
  const time = day?.slots.findLast(({ available }) => available)?.time ?? ''
  const intent = await holdForOther(page, { date: day?.date ?? '', time }, occupiedHome)
  const path = `/showingbooker/pay/${encodeURIComponent(intent.clientSecret)}`
  const response = await page.goto(path)
  expect(response?.headers()['referrer-policy']).toBe('no-referrer')
  await payWith(page, GOOD_CARD)
  await expect(page.getByRole('heading', { name: 'Your showing is confirmed' })).toBeVisible()
  await expect(page).toHaveURL(/\/showingbooker\/booking\//)
  expect((await page.goto('/showingbooker/pay/pi_unknown_secret_x'))?.status()).toBe(404)
})

test('a screen reader announces the countdown at five minutes and at one', { tag: '@proofs' }, async ({
  page,
  home,
}) => {
  await page.clock.install()
  await reachCard(page, home)
  await page.clock.runFor(5 * 60_000 + 1000)
  await expect(page.getByRole('status').filter({ hasText: '5 minutes left.' })).toBeAttached()
  await page.clock.runFor(4 * 60_000)
  await expect(page.getByRole('status').filter({ hasText: '1 minute left.' })).toBeAttached()
})
