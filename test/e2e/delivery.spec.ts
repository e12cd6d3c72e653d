import type { Page } from '@playwright/test'
import { type FakeLob, startLob } from '../fakes/lob.ts'
import { type FakeTwilio, startTwilio } from '../fakes/twilio.ts'
import { agentHome, book, changeHome, unfold } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { baseUrl, expect, test } from './journey.ts'
import { START_MS, startProduct } from './server.ts'

// The delivery states of messages, with vendors that refuse what a journey chooses.
test.describe.configure({ mode: 'serial' })

const AGENT = '+12135550144'
let twilio: FakeTwilio
let lob: FakeLob
let product: Awaited<ReturnType<typeof startProduct>>
const shared = process.env.E2E_URL
test.beforeAll(async () => {
  test.setTimeout(START_MS)
  ;[twilio, lob] = await Promise.all([startTwilio(), startLob()])
  product = await startProduct({
    ...twilio.env,
    ...lob.env,
    RETURN_ADDRESS_NAME: 'Acme Homes',
    RETURN_ADDRESS_LINE1: '5 Main St',
    RETURN_ADDRESS_CITY: 'Fresno',
    RETURN_ADDRESS_STATE: 'CA',
    RETURN_ADDRESS_ZIP: '93650',
  })
  process.env.E2E_URL = product.url
})
test.afterAll(async () => {
  if (shared) process.env.E2E_URL = shared
  await product.stop()
  await Promise.all([twilio.close(), lob.close()])
})

async function open(page: Page, path: string) {
  await page.goto(path)
}
const items = (page: Page) => page.getByRole('article')
/** Finds the line of a message. */
const line = (page: Page, name: string) => items(page).getByRole('listitem').filter({ hasText: name })

test('an agent sees a failed message on the overview and the showing, and resends it from there', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const home = await agentHome(context)
  twilio.refuse(AGENT, 21211)
  await open(page, '/upcoming')
  const booked = await book(context, home)
  const item = items(page).filter({ hasText: booked.confirmation_number })
  // The page updates without a reload.
  await expect(item.getByText('1 message failed').first()).toBeVisible()
  await unfold(item)
  const summary = item.locator('summary', { hasText: 'Delivery status' })
  await summary.focus()
  await page.keyboard.press('Enter')
  const failed = line(page, 'Text message to the listing agent')
  await expect(failed).toContainText('Failed')
  await expect(failed).toContainText('(213) 555-0144')
  await expect(failed).toContainText("It won't be retried automatically.")
  await expect(line(page, 'Email to the buyer')).toContainText(/Sent \w+\s\d+,\s\d{4}, \d+:\d\d\s[AP]M\sP[SD]T/)
  await expectNoFaults(page)

  await open(page, '/overview')
  await page.locator('summary', { hasText: 'activity' }).click()
  await expect(page.getByText("A message about Alex Rivera's showing could not be sent")).toBeVisible()

  await open(page, `/properties/${home.id}/bookings/all`)
  await page.locator('summary', { hasText: 'Delivery status' }).click()
  twilio.refuse(AGENT, 0)
  const again = page.getByRole('button', { name: /^Send again.*Text message to the listing agent, Booking$/ })
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(line(page, 'Text message to the listing agent')).toContainText('Sent')
  await expect(line(page, 'Text message to the listing agent')).toContainText('sent again once')
  await expect(page.getByText('1 message failed')).toHaveCount(0)
  await expectNoFaults(page)

  // The vendor's later status appears without a reload.
  const text = twilio.texts.findLast(({ to }) => to === AGENT)
  if (!text) throw new Error('no text has arrived')
  const { target, body, headers } = twilio.status(text, 'delivered')
  // A vendor does not have the agent's cookies.
  expect((await fetch(`${baseUrl()}${target}`, { method: 'POST', headers, body })).status).toBe(200)
  await expect(line(page, 'Text message to the listing agent')).toContainText('Delivered')
})

test('a message that cannot be resent says why', { tag: '@proofs' }, async ({ page, context }) => {
  const home = await agentHome(context)
  twilio.refuse(AGENT, 21211)
  const { showingDate } = await book(context, home)
  await open(page, `/calendar?start=${showingDate}`)
  await expect(page.getByText('1 message failed')).toBeVisible()
  await items(page).getByRole('link').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('summary', { hasText: 'Delivery status' }).click()
  const words = 'This message is already being sent.'
  await page.route('**/resend', (route) =>
    route.fulfill({ status: 409, json: { error: words, code: 'message_under_way', requestId: 'x' } }),
  )
  await dialog.getByRole('button', { name: /^Send again.*Text message to the listing agent/ }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await expectNoFaults(page)
  twilio.refuse(AGENT, 0)
})

test('shows the letter of a canceled showing as recalled', { tag: '@proofs' }, async ({ page, context }) => {
  const home = await agentHome(context)
  const resident = {
    resident_first_name: 'Rosa',
    resident_last_name: 'Resident',
    resident_email: 'rosa@home.example.com',
  }
  await changeHome(context, home.id, { occupancy_status: 'resident', ...resident })
  const booked = await book(context, home, 96, { mailUpgrade: true })
  await expect.poll(() => lob.letters.length).toBe(1)
  await open(page, `/properties/${home.id}/bookings/all`)
  await page.locator('summary', { hasText: 'Delivery status' }).click()
  const letter = line(page, 'Certified letter to the resident')
  await expect(letter).toContainText('Tracking number 9407')
  await expect(letter.getByRole('button')).toHaveCount(0)
  const path = `/api/showingbooker/bookings/${booked.id}/cancel`
  expect((await context.request.post(path, { headers: { origin: baseUrl() }, data: {} })).status()).toBe(200)
  await expect(letter).toContainText('Recalled')
  await expect(letter).toContainText('It was not printed because the showing was moved or canceled')
  expect(lob.letters[0]?.deleted).toBe(true)
  await expect(items(page).getByText('Cancellation', { exact: true })).toBeVisible()
})
