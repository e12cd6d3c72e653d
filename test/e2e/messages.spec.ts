import type { Page } from '@playwright/test'
import { bookButton, chooseTime, expect, fillDetails, newPerson, openBookingPage, test } from './journey.ts'

const summary = (page: Page) => page.getByRole('alert').filter({ hasText: 'Please check the following' })

async function expectFault(page: Page, field: string, message: string) {
  await expect(page.locator(`#${field}-error`)).toHaveText(message)
  await expect(summary(page).getByRole('link', { name: message, exact: true })).toHaveAttribute('href', `#${field}`)
}

test('names every missing entry at its field and in the summary', async ({ page, home }) => {
  await openBookingPage(page, home)
  await expect(bookButton(page)).toBeDisabled()
  await expect(page.getByText('Still needed:')).toHaveText(
    'Still needed: a date, a time, your name, your email, your phone number, and your agreement to the terms.',
  )
  // A key press before the page's script runs is lost.
  await expect(async () => {
    await page.getByLabel('Full name').press('Enter')
    await expect(summary(page)).toBeFocused({ timeout: 500 })
  }).toPass()
  const messages = [
    ['showingDate', 'Please select a showing date'],
    ['showingTime', 'Please select a showing time'],
    ['buyerName', 'Please enter your name'],
    ['buyerEmail', 'Please enter your email'],
    ['buyerPhone', 'Please enter your phone number'],
    ['agreeToTerms', 'Please agree to the Terms of Service'],
  ] as const
  await expect(summary(page).getByRole('link')).toHaveText(messages.map(([, message]) => message))
  for (const [field, message] of messages) await expectFault(page, field, message)

  await summary(page).getByRole('link', { name: 'Please enter your email' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.keyboard.type('alex@example.com')
  await expect(summary(page).getByRole('link')).toHaveCount(5)
})

test('a click on the disabled button says what is missing', { tag: '@proofs' }, async ({ page, home }) => {
  await openBookingPage(page, home)
  await expect(async () => {
    await bookButton(page).click({ force: true })
    await expect(summary(page)).toBeFocused({ timeout: 500 })
  }).toPass()
})

test('names malformed entries at their fields and in the summary', { tag: '@proofs' }, async ({ page, home }) => {
  await openBookingPage(page, home)
  await chooseTime(page)
  await fillDetails(page, { name: 'Alex', email: 'alex@example', phone: '213 555' })
  await page.getByText("Add a buyer's agent").click()
  await page.getByLabel("Agent's email").fill('robin at example.com')
  await page.getByLabel("Agent's phone number").fill('12345')
  await bookButton(page).click()
  await expectFault(page, 'buyerEmail', 'Please enter a valid email address')
  await expectFault(page, 'buyerPhone', 'Please enter a valid 10-digit phone number')
  await expectFault(page, 'buyerAgentEmail', 'Please enter a valid agent email address')
  await expectFault(page, 'buyerAgentPhone', 'Please enter a valid agent phone number')
})

test("a buyer's agent must enter their own name, email, and phone number", { tag: '@proofs' }, async ({
  page,
  home,
}) => {
  await openBookingPage(page, home)
  await chooseTime(page)
  const tokens = () =>
    page.locator('[name^=buyer]').evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')))
  const [own, none] = [
    ['name', 'email', 'tel'],
    ['off', 'off', 'off'],
  ] as const
  expect(await tokens(), 'a buyer fills in their own contact first').toEqual([...own, ...none])
  await page.getByText("Buyer's agent", { exact: true }).first().click()
  await expect.poll(tokens, 'the browser fills in the contact of the agent').toEqual([...none, ...own])
  await expect(page.getByText('Still needed:')).toHaveText(
    "Still needed: the buyer's name, the buyer's email, the buyer's phone number, the buyer's agent's name, " +
      "the buyer's agent's email, the buyer's agent's phone number, and your agreement to the terms.",
  )
  const person = newPerson()
  await page.getByLabel("Buyer's name").fill(person.name)
  await page.getByLabel("Buyer's email").fill(person.email)
  await page.getByLabel("Buyer's phone number").fill(person.phone)
  await page.getByLabel('I agree to the').check()
  await expect(bookButton(page)).toBeDisabled()
  await expect(page.getByText('Still needed:')).toHaveText(
    "Still needed: the buyer's agent's name, the buyer's agent's email, and the buyer's agent's phone number.",
  )
  await page.getByLabel("Buyer's name").press('Enter')
  await expectFault(page, 'buyerAgentName', "Please enter the buyer's agent name")
  await expectFault(page, 'buyerAgentEmail', "Please enter the buyer's agent email")
  await expectFault(page, 'buyerAgentPhone', "Please enter the buyer's agent phone number")
})

test('shows an error that only the server finds at its field', async ({ page, home }) => {
  await openBookingPage(page, home)
  await chooseTime(page)
  await fillDetails(page, newPerson())
  const message = 'That time is not offered. Please select a different time.'
  await page.route('**/create-payment-intent', (route) =>
    route.fulfill({
      status: 400,
      json: { error: message, code: 'slot_not_offered', requestId: 'x', issues: [{ path: 'showingTime', message }] },
    }),
  )
  await bookButton(page).click()
  await expectFault(page, 'showingTime', message)
})

for (const [status, headers, body, shown] of [
  [
    503,
    {},
    { error: 'Unable to initialize payment. Please try again.' },
    'Unable to initialize payment. Please try again.',
  ],
  [429, { 'Retry-After': '40' }, { error: 'Too many requests.' }, 'Too many requests. Please try again in 40 seconds.'],
  [500, {}, {}, 'HTTP 500'],
] as const) {
  test(`an answer of ${status} to the hold has a message and can be retried`, { tag: '@proofs' }, async ({
    page,
    home,
  }) => {
    await openBookingPage(page, home)
    await chooseTime(page)
    await fillDetails(page, newPerson())
    await page.route('**/create-payment-intent', (route) => route.fulfill({ status, headers, json: body }), {
      times: 1,
    })
    await bookButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: shown })).toBeVisible()
    await bookButton(page).click()
    await expect(page.getByRole('heading', { name: 'Pay for your showing' })).toBeVisible()
  })
}

test('loses nothing without a connection', async ({ page, context, home }) => {
  await openBookingPage(page, home)
  await chooseTime(page)
  const person = newPerson()
  await fillDetails(page, person)
  await context.setOffline(true)
  await bookButton(page).click()
  await expect(page.getByText('You seem to be offline.')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue(person.name)
  await context.setOffline(false)
  await bookButton(page).click()
  await expect(page.getByRole('heading', { name: 'Pay for your showing' })).toBeVisible()
})

test('changing the date clears the chosen time', { tag: '@proofs' }, async ({ page, home }) => {
  await openBookingPage(page, home)
  await chooseTime(page)
  await page.locator('[name=showingDate]:enabled:not(:checked)').first().check()
  await expect(page.locator('[name=showingTime]:checked')).toHaveCount(0)
  await expect(page.getByText('Still needed:')).toContainText('a time')
})
