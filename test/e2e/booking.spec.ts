import type { Locator, Page } from '@playwright/test'
import { isQuiet } from '../../src/notice/message/quiet-domain.ts'
import { newHome } from './agent-home.ts'
import { overflow } from './axe.ts'
import { query } from './data.ts'
import {
  bookButton,
  chooseTime,
  expect,
  fillDetails,
  GOOD_CARD,
  newPerson,
  openBookingPage,
  payButton,
  payWith,
  reachCard,
  signInAsAdmin,
  takeAct,
  test,
} from './journey.ts'

for (const width of [390, 1280]) {
  test(
    `a stranger books and pays for a showing, at ${width} pixels`,
    { tag: width === 390 ? [] : '@proofs' },
    async ({ page, browser, occupiedHome }, info) => {
      await page.setViewportSize({ width, height: 844 })
      const person = newPerson()
      await openBookingPage(page, occupiedHome)
      await chooseTime(page)
      await expect(page.getByText('Certified mail needs 7 days. This showing is too soon for it.')).toBeVisible()
      await expect(page.getByLabel('Add a certified mail notice')).toHaveCount(0)
      await chooseTime(page, 7)
      await expect(page.getByText('Certified mail needs 7 days.')).toHaveCount(0)
      await fillDetails(page, person)
      await page.getByLabel('Special requests').fill(`We come with a small child. ${'Where can we park? '.repeat(12)}`)
      await expect(bookButton(page)).toHaveText('Book showing · $25.00')
      await page.getByLabel('Add a certified mail notice').check()
      await bookButton(page).click()

      await expect(page.getByText("We're holding this time for you")).toBeVisible()
      // The time is above the button, even on a phone, where the facts come below the button.
      const held = page.getByText(/^\w+day,\s\w+\s\d+ at \d+:\d\d/).filter({ visible: true })
      const [time, pay] = [await held.first().boundingBox(), await payButton(page).boundingBox()]
      expect(time?.y).toBeLessThan(pay?.y ?? 0)
      await expect(page.getByText('Test mode. No card is charged.')).toBeVisible()
      await payWith(page, GOOD_CARD)
      await expect(page.getByRole('heading', { name: 'Your showing is booked' })).toBeFocused()
      const number = (await page.getByText(/^SB-[0-9A-Z]{8}$/).textContent()) ?? ''
      await expect(page.getByText('$35.00')).toBeVisible()
      await expect(page.getByRole('link', { name: /Google Calendar/ })).toHaveAttribute('href', /calendar\.google\.com/)
      await expect(page.getByRole('link', { name: /Outlook/ })).toHaveAttribute('href', /outlook/)
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: '.ics file' }).click()
      expect((await download).suggestedFilename()).toMatch(/\.ics$/)

      await page.getByRole('link', { name: 'See your booking' }).click()
      await expect(page.getByRole('heading', { name: 'Your showing is confirmed' })).toBeVisible()
      await expect(page.getByText(number)).toBeVisible()
      await expect(page.getByText(person.email)).toBeVisible()
      const lefts = await page.getByText('We come with a small child.').evaluate((text) => {
        const words = document.createRange()
        words.selectNodeContents(text)
        return [...words.getClientRects()].map(({ left }) => Math.round(left))
      })
      expect(lefts.length).toBeGreaterThan(1)
      expect(new Set(lefts).size, 'lines that start at different positions').toBe(1)
      await expect(page.getByText(/Entry instructions unlock here 1 hour before your showing \(.*\)/)).toBeVisible()
      const manageUrl = page.url()

      const admin = await browser.newPage({ baseURL: info.project.use.baseURL ?? new URL(manageUrl).origin })
      await signInAsAdmin(admin, '/dev/outbox')
      const [booked] = await query('select booked_at as at from booking where buyer_email = $1', [person.email])
      const bookedAt = Temporal.Instant.fromEpochMilliseconds(Number(booked?.at))
      const isWaiting = [bookedAt, Temporal.Now.instant()].every((at) => isQuiet(at, 'America/Los_Angeles'))
      const sent = [
        'certified_mail resident',
        'email buyer',
        'email listing_agent',
        'sms buyer',
        'sms listing_agent',
        // At night, it waits for the morning.
        ...(isWaiting ? [] : ['sms resident']),
      ]
      const messages = await messagesOf(admin, person, sent.length)
      expect(messages.map(({ channel, role }) => `${channel} ${role}`).sort()).toEqual(sent)
      for (const message of messages) {
        const words = JSON.stringify([message.text, message.html, message.copy])
        expect(words.includes(manageUrl), `${message.channel} to ${message.role} carries the buyer's link`).toBe(
          message.role === 'buyer',
        )
        if (message.role === 'resident') expect(words).not.toContain(person.email)
      }
      await admin.close()
    },
  )
}

type Message = {
  bookingId: string
  channel: string
  role: string
  to: unknown
  text: string
  html: string
  copy: unknown
}

/** Returns all messages of this buyer's booking, after this many are sent. */
async function messagesOf(admin: Page, person: { email: string }, count: number): Promise<Message[]> {
  const read = async (query: string): Promise<Message[]> =>
    (await (await admin.request.get(`/api/dev/outbox?limit=100${query}`)).json()).messages
  let bookingId = ''
  await expect
    .poll(async () => {
      // Other journeys send messages, too.
      bookingId = (await read(`&q=${person.email}`))[0]?.bookingId ?? ''
      return bookingId && (await read(`&bookingId=${bookingId}`)).length
    })
    .toBe(count)
  return read(`&bookingId=${bookingId}`)
}

test('a buyer can book with the keyboard alone', async ({ page, home }) => {
  const person = newPerson()
  await openBookingPage(page, home)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const tabTo = async (matches: () => Promise<boolean>) => {
    for (let tabs = 0; tabs < 60; tabs++) {
      await press('Tab')
      if (await matches()) return
    }
    throw new Error('the keyboard cannot reach it')
  }
  const isFocused = (selector: string) => () =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)

  await press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(isFocused('[name=showingDate]'))
  await press('Space')
  await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await expect(page.getByText(/open times?$/)).toHaveCount(1)
  await tabTo(isFocused('[name=showingTime]'))
  await press('Space', 'ArrowRight', 'ArrowRight')
  await expect(page.getByText('is available')).toBeVisible()
  await tabTo(isFocused('[name=buyerName]'))
  await page.keyboard.type(person.name)
  await press('Tab')
  await page.keyboard.type(person.email)
  await press('Tab')
  await page.keyboard.type(person.phone)
  await tabTo(isFocused('[name=agreeToTerms]'))
  await press('Space')
  await tabTo(isFocused('[type=submit]'))
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Pay for your showing' })).toBeFocused()
  // The page fetches the card form in the background.
  await expect(page.getByLabel('Card number')).toBeVisible()
  await tabTo(isFocused('[name=cardNumber]'))
  await page.keyboard.type('4242424242424242')
  await press('Tab')
  await page.keyboard.type('1234')
  await press('Tab')
  await page.keyboard.type('123')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Your showing is booked' })).toBeFocused()
})

test('text typed before the script loads is kept', async ({ page }) => {
  const { promise: isLate, resolve: letIn } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await isLate
    await route.continue()
  })
  await page.goto('/showingbooker/book/sample-property', { waitUntil: 'commit' })
  await page.getByLabel('Full name').fill('Early Bird')
  const ask = page.getByText('Choose a date to see its times.')
  await expect(ask).toBeVisible()
  // The first date may be gone before the script loads.
  await page.locator('[name=showingDate]:enabled').nth(1).check()
  await expect(page.getByText('Checking availability…')).toBeVisible()
  await expect(ask).toBeHidden()
  letIn()
  await expect(page.getByText(/^Time on /)).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Early Bird')
  await expect(page.getByText('Still needed:')).not.toContainText('your name')
})

test('a reload, another page, and another language keep typed entries, but no consent', async ({ page, home }) => {
  const person = newPerson()
  await openBookingPage(page, home)
  const { time } = await chooseTime(page)
  await fillDetails(page, person)
  await page.getByText("Buyer's agent", { exact: true }).first().click()
  async function expectKept() {
    await expect(page.locator('#buyerName')).toHaveValue(person.name)
    await expect(page.locator('#buyerPhone')).toHaveValue(person.phone)
    await expect(page.locator('[name=requesterType]:checked')).toHaveValue('buyers_agent')
    await expect(page.locator('[name=showingTime]:checked')).toHaveValue(time)
    await expect(page.locator('[name=agreeToTerms]')).not.toBeChecked()
  }
  await page.reload()
  await expectKept()
  await page.getByRole('link', { name: 'Pricing' }).first().click()
  await expect(page).toHaveURL(/\/pricing$/)
  await page.goBack()
  await expectKept()
  await page.getByRole('link', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { name: 'Elija fecha y hora' })).toBeVisible()
  await expectKept()
})

/** Presses twice before any answer comes. */
async function pressTwice(page: Page, button: Locator, path: string) {
  const isPressed = Promise.withResolvers<void>()
  await takeAct(page, path, (route) => isPressed.promise.then(() => route.continue()))
  await button.dblclick()
  isPressed.resolve()
}

test('entries typed after a hold survive a reload and a change of language, which also shows the held time', {
  tag: '@proofs',
}, async ({ page, home }) => {
  const { person } = await reachCard(page, home)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const name = page.locator('[name=buyerName]')
  await expect(name).toHaveValue(person.name)
  await name.fill('Maria Corrected')
  await page.reload()
  await expect(page.getByText('Your time is still held')).toBeVisible()
  await expect(name).toHaveValue('Maria Corrected')
  await page.getByRole('link', { name: 'Español' }).click()
  await expect(page.getByText('Todavía le guardamos su horario')).toBeVisible()
  await expect(name).toHaveValue('Maria Corrected')
  const english = page.getByText(/Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday/)
  await expect(english).toHaveCount(0)
  await page.getByRole('button', { name: 'Continuar al pago' }).click()
  await expect(page.getByLabel('Número de tarjeta')).toBeVisible()
  await expect(english).toHaveCount(0)
})

test("a reload shows the form of another tab's hold, not this tab's older entries", { tag: '@proofs' }, async ({
  page,
  context,
  home,
}) => {
  await openBookingPage(page, home)
  const name = page.locator('[name=buyerName]')
  await name.fill('Half Typed')
  const { person } = await reachCard(await context.newPage(), home)
  await page.reload()
  await expect(page.getByText('Your time is still held')).toBeVisible()
  await expect(name).toHaveValue(person.name)
  const consent = page.getByLabel('I agree to the')
  await consent.uncheck()
  await page.reload()
  await expect(page.getByText('Your time is still held')).toBeVisible()
  await expect(name).toHaveValue(person.name)
  await expect(consent).not.toBeChecked()
})

test('a double click creates one hold and one payment', async ({ page, home }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
  })
  await openBookingPage(page, home)
  await chooseTime(page)
  await fillDetails(page, newPerson())
  await pressTwice(page, bookButton(page), '**/create-payment-intent')
  await expect(payButton(page)).toBeVisible()
  await page.getByLabel('Card number').fill(GOOD_CARD)
  await page.getByLabel('Expires (MM/YY)').fill('12/34')
  await page.getByLabel('Security code').fill('123')
  await pressTwice(page, payButton(page), '**/sandbox/confirm')
  await expect(page.getByText('Confirmation number')).toBeVisible()
  expect(calls).toEqual([
    '/api/payments/create-payment-intent',
    '/api/payments/sandbox/confirm',
    '/api/payments/process-booking',
  ])
})

test('the form is empty again after a booking', { tag: '@proofs' }, async ({ page, home }) => {
  await reachCard(page, home)
  await payWith(page, GOOD_CARD)
  await expect(page.getByText('Confirmation number')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Full name')).toHaveValue('')
  await expect(bookButton(page)).toBeDisabled()
})

test("a buyer's agent must enter their own name, email, and phone before the button works", {
  tag: '@proofs',
}, async ({ page, home }) => {
  await openBookingPage(page, home)
  await chooseTime(page)
  await fillDetails(page, newPerson())
  await expect(bookButton(page)).toBeEnabled()
  await page.getByText("Buyer's agent", { exact: true }).first().click()
  await expect(bookButton(page)).toBeDisabled()
  const missing = page.locator('#missing')
  await expect(missing).toHaveText(
    "Still needed: the buyer's agent's name, the buyer's agent's email, and the buyer's agent's phone number.",
  )
  await page.getByLabel("Agent's name").fill('Sam Lee')
  await page.getByLabel("Agent's email").fill('sam@broker.example.com')
  await page.getByLabel("Agent's phone number").fill('(310) 555-0133')
  await expect(bookButton(page)).toBeEnabled()
})

test('a buyer who requests a showing reads next to the card form that we charge only on approval', {
  tag: '@proofs',
}, async ({ page, context }) => {
  await openBookingPage(page, await newHome(context.request, { booking_approval: 'manual' }))
  await chooseTime(page)
  await fillDetails(page, newPerson())
  await page.getByRole('button', { name: /^Request showing/ }).click()
  await expect(payButton(page)).toBeVisible()
  await expect(page.getByText("We'll charge $25.00 to your card only if the agent approves.")).toBeVisible()
})

test('large type pushes nothing off the page, at any step of a booking', { tag: '@proofs' }, async ({
  page,
  occupiedHome,
}) => {
  const fits = async (what: string) => {
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect.poll(() => overflow(page), { message: what }).toBe(0)
  }
  for (const path of [`/property/share/${occupiedHome.slug}`, '/demo-booking']) {
    await page.goto(path)
    await fits(path)
  }
  await openBookingPage(page, occupiedHome)
  await fits('the empty form')
  // The bar at the bottom is fixed and must not widen the page.
  const step = page.getByRole('link', { name: 'Choose a date' })
  await expect(step).toBeInViewport({ ratio: 1 })
  const price = await page.getByText('30-minute showing').boundingBox()
  expect((price?.y ?? 0) + (price?.height ?? 0)).toBeLessThanOrEqual((await step.boundingBox())?.y ?? 0)
  await chooseTime(page)
  await fillDetails(page, newPerson())
  await fits('the form')
  // Weekdays and dates must stay within their columns. The page clips them, so the check above cannot see it.
  const calendar = page.getByRole('group', { name: 'Date' })
  expect(
    await calendar
      .locator('[aria-hidden] > *, label')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      ),
  ).toEqual([])
  await bookButton(page).click()
  await expect(payButton(page)).toBeVisible()
  await fits('the card')
  await payWith(page, GOOD_CARD)
  await expect(page.getByText('Confirmation number')).toBeVisible()
  await fits('the end')
})
