import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newAgent, openAsAgent } from './agent-home.ts'
import { expectNoFaults, overflow, resize } from './axe.ts'
import { query } from './data.ts'
import {
  baseUrl,
  expect,
  GOOD_CARD,
  newPerson,
  otherVisitor,
  payWith,
  reachCard,
  signInAsAdmin,
  test,
} from './journey.ts'

const open = (page: Page, path: string) => page.goto(path)

const banner = (page: Page) => page.getByRole('region', { name: 'Demo data' })
const offer = (page: Page) => banner(page).getByRole('button', { name: 'Create Demo Property' })
const removal = (page: Page) => banner(page).getByRole('button', { name: 'Remove Demo Data' })

test('an agent without properties can create demo data, which is marked as such, and remove it after a question', async ({
  page,
  context,
}) => {
  await newAgent(context)
  await open(page, '/properties')
  await offer(page).click()
  await expect(page.getByText('Your demo property is ready, with five showings.')).toBeVisible()
  for (const [name, href] of [
    ['the sample apartment', '/properties'],
    ['3 upcoming showings', '/upcoming'],
    ['2 completed ones', '/completed'],
  ] as const)
    await expect(banner(page).getByRole('link', { name })).toHaveAttribute('href', href)
  await expect(banner(page)).toContainText("You're seeing demo data")
  await expect(page.getByText('100 Demo Street').first()).toBeVisible()

  await removal(page).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Demo Data' })
  await expect(dialog).toContainText(
    'Are you sure you want to delete all demo data? This will remove the demo property and all its bookings.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(removal(page)).toBeVisible()

  await removal(page).click()
  await dialog.getByRole('button', { name: 'Remove Demo Data' }).click()
  await expect(offer(page)).toBeVisible()
  await expect(page.getByText('100 Demo Street')).toHaveCount(0)
})

test('a failure has a message and can be retried', { tag: '@proofs' }, async ({ page, context }) => {
  await newAgent(context)
  await open(page, '/overview')
  const failing = { status: 503, json: { error: 'The service is briefly unavailable. Please try again.' } }
  await page.route('**/api/showingbooker/demo-data', (route) => route.fulfill(failing), { times: 1 })
  await offer(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'Failed to create demo property: The service is briefly unavailable. Please try again.',
  )
  await offer(page).click()
  await expect(removal(page)).toBeVisible()
  await page.route('**/api/showingbooker/demo-data', (route) => route.fulfill(failing), { times: 1 })
  await removal(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Demo Data' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Failed to delete demo data: The service is briefly unavailable. Please try again.',
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(removal(page)).toBeVisible()
})

test('demo data created in one tab shows in the other', { tag: '@proofs' }, async ({ page, context }) => {
  await newAgent(context)
  const other = await context.newPage()
  await open(page, '/overview')
  await open(other, '/stats')
  await offer(page).click()
  await expect(removal(other)).toBeVisible()
})

for (const width of [390, 1280]) {
  test(`the banner has no faults at ${width} px`, { tag: '@proofs' }, async ({ page, context }) => {
    await newAgent(context)
    await page.setViewportSize({ width, height: 900 })
    await open(page, '/support')
    await expectNoFaults(page)
    await offer(page).click()
    await expect(removal(page)).toBeVisible()
    await expectNoFaults(page)
    await resize(page, 320, 700)
    await expect.poll(() => overflow(page)).toBe(0)
    await removal(page).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoFaults(page)
  })
}

test("an agent's demo says on each step of its booking that no one will come", { tag: '@proofs' }, async ({
  context,
  browser,
}) => {
  await newAgent(context)
  const made = await context.request.post('/api/showingbooker/demo-data', { headers: { origin: baseUrl() } })
  const home = await made.json()
  const visitor = await otherVisitor(browser)
  const warning = visitor.getByText('DEMO: this is not a real showing')
  await visitor.goto(`/property/share/${home.slug}`)
  await expect(warning).toBeVisible()
  await reachCard(visitor, home)
  await expect(warning).toBeVisible()
  await expectNoFaults(visitor)
  await payWith(visitor, GOOD_CARD)
  await expect(visitor.getByRole('heading', { name: 'Your showing is booked' })).toBeVisible()
  await expect(warning).toBeVisible()
  await expect(visitor.getByText('What happens next')).toHaveCount(0)
  await visitor.context().close()
})

type Sent = { channel: string; role: string; to: unknown; subject: string | null; text: string; html: string | null }

/** Fills in the demo's form, up to the button. @returns its destinations */
async function fillDemo(page: Page) {
  const person = newPerson()
  const phone = `415${2_000_000 + randomInt(7_999_999)}`
  await open(page, '/demo-booking')
  await page.locator('[name=showingDate]').nth(3).check()
  await page.locator('[name=showingTime]').nth(4).check()
  await page.getByLabel('Full name').fill('Mallory Freetext')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Phone number', { exact: true }).fill(phone)
  await page.getByRole('button', { name: 'Use my own email and phone' }).click()
  await page.getByLabel('Street address').fill(`${randomInt(1, 99_999)} Oak Street`)
  await page.getByLabel('City').fill('Fresno')
  await page.getByLabel('ZIP code').fill('93650')
  await page.getByLabel('I agree to the').check()
  return { email: person.email, phone }
}
const demoButton = (page: Page) => page.getByRole('button', { name: /^Book the demo/ })
const demoDay = () => Temporal.Now.plainDateISO('America/Los_Angeles').toString()

test('on a phone, a visitor pays one dollar, sees which messages went where, and every message says DEMO', async ({
  page,
  browser,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/')
  await page.getByRole('link', { name: 'Book a demo for $1' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('$1.00')
  await expectNoFaults(page)
  const { email, phone } = await fillDemo(page)
  const bookedOn = demoDay()
  await demoButton(page).click()
  await expectNoFaults(page)
  await payWith(page, GOOD_CARD)
  await expect(page.getByText('What was sent and where')).toBeVisible()
  await expect(page.getByText('Sent', { exact: true })).toHaveCount(7)
  await expectNoFaults(page)
  expect(await overflow(page)).toBe(0)
  const token = (await page.getByRole('link', { name: /See the buyer/ }).getAttribute('href'))?.split('/').at(-1)

  const admin = await otherVisitor(browser)
  await signInAsAdmin(admin, '/dev/outbox')
  await expect(admin.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  const { booking } = await (await page.request.get(`/api/showingbooker/public/booking/${token}`)).json()
  const answer = await admin.request.get(`/api/dev/outbox?bookingId=${booking.id}`)
  const messages: Sent[] = (await answer.json()).messages
  expect(messages.map(({ channel, role }) => `${channel} ${role}`).sort()).toEqual([
    'certified_mail resident',
    'email buyer',
    'email listing_agent',
    'email resident',
    'sms buyer',
    'sms resident',
  ])
  for (const { channel, to, subject, text, html } of messages) {
    expect(channel === 'sms' ? text : subject).toMatch(/^DEMO/)
    expect(`${subject} ${text} ${html}`).not.toContain('Mallory')
    if (channel === 'email') expect([to, html?.includes('<strong>DEMO</strong>')]).toEqual([email, true])
    if (channel === 'sms') expect(String(to).replace(/\D/g, '')).toBe(phone)
  }

  await page.getByRole('link', { name: /See the buyer/ }).click()
  await expect(page.getByText('DEMO: this is not a real showing')).toBeVisible()
  for (const name of [/Cancel/, /Move/, /refund/]) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expectNoFaults(page)

  // A second demo on the same day has an error at its field, before any payment.
  await fillDemo(page)
  await page.getByLabel('Email for the demo').fill(email.toUpperCase())
  // Midnight may have passed since the first one.
  const today = demoDay()
  if (today !== bookedOn) await query('update demo_destination set day = $1 where folded = $2', [today, email])
  await demoButton(page).click()
  await expect(page.locator('#demoRecipientEmail-error')).toContainText('has already received a demo today')
  await expect(page.getByRole('alert').filter({ hasText: 'Please check' })).toContainText('Please try again tomorrow.')
})

test('the pay page of a demo from the API says so and leads back to the demo', async ({ page }) => {
  const path = '/api/showingbooker/demo/booking'
  const { days } = await (await page.request.get(path)).json()
  const { name, email, phone } = newPerson()
  const form = { buyerName: name, buyerEmail: email, buyerPhone: phone, agreeToTerms: true, demoRecipientEmail: email }
  const day = days.at(-1)
  const held = await page.request.post(path, {
    headers: { origin: baseUrl() },
    data: { ...form, showingDate: day.date, showingTime: day.slots.at(-1).time },
  })
  expect(held.status(), await held.text()).toBe(201)
  await page.clock.install()
  await page.goto(new URL((await held.json()).payUrl).pathname)
  await expect(page.getByRole('heading', { name: 'Pay to confirm your demo' })).toBeVisible()
  await page.clock.runFor(10 * 60_000 + 1000)
  await page.getByRole('button', { name: 'Choose a time' }).click()
  await expect(page).toHaveURL(/\/demo-booking$/)
})

test('each missing field has a message, and one alert lists them', { tag: '@proofs' }, async ({ page }) => {
  await open(page, '/demo-booking')
  await demoButton(page).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Please check the following' })
  const lines = [
    'Please check the following',
    'Please select a showing date',
    'Please select a showing time',
    'Please enter your name',
    'Please enter your email',
    'Please enter your phone number',
    'Please enter an email address, a phone number, or a mailing address for the demo',
    'Please agree to terms',
  ]
  await expect(alert).toHaveText(new RegExp(`^\\s*${lines.join('\\s*\\n\\s*')}\\s*$`), { useInnerText: true })
  await expectNoFaults(page)
  await resize(page, 320, 700)
  await expect.poll(() => overflow(page)).toBe(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the demo page explains itself, its price, and the messages that we send', async ({ page }) => {
    expect((await page.goto('/demo-booking'))?.status()).toBe(200)
    for (const text of ['This is a demo booking', '$1.00', 'Every message starts with DEMO'])
      await expect(page.locator('main')).toContainText(text)
    await expect(page.locator('noscript > *')).toContainText('turn on JavaScript')
  })
})

test('the banner about demo data can be hidden', { tag: '@proofs' }, async ({ page }) => {
  await openAsAgent(page)
  const banner = page.getByRole('region', { name: 'Demo data' })
  await expect(banner).toBeVisible()
  await banner.getByRole('button', { name: 'Hide Demo data' }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(banner).toHaveCount(0)
})
