import { randomBytes } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { baseUrl, expect, otherVisitor, signIn, test } from './journey.ts'

const API = '/api/showingbooker/properties'

const street = () => `${Math.floor(Math.random() * 9000) + 100} ${randomBytes(4).toString('hex')} Street`

/** Says what a home needs, and nothing else. */
const home = (more: object = {}) => ({
  address_line1: street(),
  city: 'Pasadena',
  state: 'CA',
  zip_code: '91101',
  agent_first_name: 'Ada',
  agent_last_name: 'Agent',
  agent_email: 'ada@example.com',
  agent_phone: '(213) 555-0144',
  ...more,
})

/** Signs up an agent of this journey's own, so that journeys do not see each other's homes. */
async function newAgent({ request }: BrowserContext) {
  const email = `ada.${randomBytes(6).toString('hex')}@example.com`
  const data = { email, password: 'a password of the journeys', name: 'Ada Agent' }
  const answer = await request.post('/api/auth/sign-up/email', { headers: { origin: baseUrl() }, data })
  expect(answer.status(), await answer.text()).toBe(200)
  return email
}

async function addHome({ request }: BrowserContext, more: object = {}) {
  const answer = await request.post(API, { headers: { origin: baseUrl() }, data: home(more) })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}

async function change({ request }: BrowserContext, id: string, data: object) {
  const answer = await request.put(`${API}/${id}`, { headers: { origin: baseUrl() }, data })
  expect(answer.status(), await answer.text()).toBe(200)
}

const stored = async ({ request }: BrowserContext, id: string) => (await request.get(`${API}/${id}`)).json()

/** A page is read before it is alive. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
}

async function openEdit(page: Page, id: string): Promise<Locator> {
  await open(page, `/properties/${id}/edit`)
  const dialog = page.getByRole('dialog', { name: /^Update / })
  await expect(dialog).toBeVisible()
  return dialog
}

const photo = async (width = 900) =>
  sharp({ create: { width, height: 600, channels: 3, background: { r: 90, g: 140, b: width % 256 } } })
    .jpeg()
    .toBuffer()

const card = (page: Page, address: string) => page.getByRole('article', { name: new RegExp(address) })

test('a home is added after its faults are put right, and is the first of the list', async ({ page, context }) => {
  await newAgent(context)
  await addHome(context)
  await open(page, '/add')
  await expect(page.getByText('Connected to database - all changes are saved automatically')).toBeVisible()
  await page.getByLabel('ZIP code').fill('9110')
  await page.getByText('A resident', { exact: true }).click()
  await page.getByRole('button', { name: 'Add property' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Please check these points' })
  for (const fault of [
    'Please enter the street address',
    'Please enter the city',
    'Please enter a 5-digit ZIP code',
    "Please enter the agent's first name",
    "Please enter the agent's email",
    "Please enter the agent's phone number",
    "Please enter the resident's phone number",
  ])
    await expect(summary.getByRole('link', { name: fault })).toBeVisible()
  await expect(page.getByLabel('Street address')).toBeFocused()
  await expect(page.locator('#zip_code-error')).toHaveText('Please enter a 5-digit ZIP code')

  const address = street()
  await page.getByLabel('Street address').fill(address)
  await page.getByLabel('City').fill('Reno')
  await page.getByLabel('State').selectOption('Nevada')
  await page.getByLabel('ZIP code').fill('89501')
  await page.getByLabel('Bedrooms').fill('2.25')
  await page.getByLabel('Rent per month').fill('$3,200')
  await page.getByLabel("Resident's first name").fill('Rosa')
  await page.getByLabel("Resident's phone").fill('775 555 0123')
  await expect(page.getByLabel('I attest that the resident agreed')).toBeChecked()
  await page.getByLabel("Agent's first name").fill('Ada')
  await page.getByLabel("Agent's last name").fill('Agent')
  await page.getByLabel("Agent's email").fill('ada@example.com')
  await page.getByLabel("Agent's phone").fill('2135550144')
  await page.getByLabel('Showing instructions').fill('Lockbox 4711')
  await page.getByRole('button', { name: 'Add property' }).click()
  await expect(page.getByLabel('Bedrooms')).toBeFocused()
  await page.getByLabel('Bedrooms').fill('2')
  await page.getByRole('button', { name: 'Add property' }).click()

  await page.waitForURL('**/properties')
  await expect(page.getByText('Property added successfully!')).toBeVisible()
  const first = page.getByRole('article').first()
  await expect(first.getByRole('heading')).toHaveText(address)
  await expect(first.getByRole('heading')).toBeFocused()
  await expect(first.getByText('$3,200/mo')).toBeVisible()
  await expect(first.getByRole('link', { name: 'Call Rosa (resident)' })).toHaveAttribute('href', 'tel:7755550123')
  await expect(first.getByText('Books automatically')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Listed 2' }).first()).toBeVisible()
  const link = (await first.getByRole('link', { name: 'Booking page' }).getAttribute('href')) ?? ''
  expect((await page.goto(link))?.status()).toBe(200)
  await expect(page.getByText('Lockbox 4711')).toHaveCount(0)
  // What has been sent is no draft any more.
  await open(page, '/add')
  await expect(page.getByText('You have an unsaved draft')).toHaveCount(0)
})

test('the preview of the coming 15 days follows the hours as they are chosen', async ({ page, context }) => {
  await newAgent(context)
  await open(page, '/add')
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(rows).toHaveCount(15)
  await expect(rows.nth(3)).toContainText('9:00 AM – 4:30 PM')
  await expect(page.getByText("Times are the property's own: Pacific Time")).toBeVisible()
  await page.getByLabel('State').selectOption('Arizona')
  await expect(page.getByText('Mountain Time without daylight saving (Phoenix), MST')).toBeVisible()
  await page.getByText('My own hours').click()
  await page.getByLabel('Monday from').selectOption('10:00 AM')
  await page.getByLabel('Monday to').selectOption('12:00 PM')
  await page.getByRole('button', { name: "Use Monday's hours for all days" }).click()
  await expect(rows.filter({ hasText: '10:00 AM – 11:30 AM' })).toHaveCount(15)
  await page.getByLabel('Wednesday', { exact: true }).uncheck()
  await expect(rows.filter({ hasText: 'No times' }).first()).toContainText('Wed,')
  // An end cannot come before its start.
  await page.getByLabel('Monday from').selectOption('3:00 PM')
  await expect(page.getByLabel('Monday to')).toHaveValue('15:30')
  const day = (await rows.nth(5).getByRole('rowheader').textContent()) ?? ''
  const date = new Date(`${day}, ${new Date().getFullYear()} 12:00 UTC`)
  if (date.getTime() < Date.now()) date.setUTCFullYear(date.getUTCFullYear() + 1)
  await page.getByLabel('Date', { exact: true }).fill(date.toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Add this date' }).click()
  await expect(rows.nth(5)).toContainText('No times')
  await page.getByRole('button', { name: 'Add this date' }).click()
  await expect(page.getByText('Please choose a date')).toBeVisible()
  await page.getByRole('button', { name: /^Remove / }).click()
  await expect(page.getByText('closed', { exact: false }).getByRole('button')).toHaveCount(0)
})

test('a wrong photo is refused in words, a right one is shown, put on the home and can be taken back', async ({
  page,
  context,
}) => {
  await newAgent(context)
  const { id, address_line1 } = await addHome(context)
  const dialog = await openEdit(page, id)
  const field = dialog.locator('#property_photo')
  const choose = (name: string, mimeType: string, buffer: Buffer) => field.setInputFiles({ name, mimeType, buffer })
  await choose('notes.txt', 'text/plain', Buffer.from('no photo'))
  await expect(dialog.getByText('Please upload a JPEG, PNG, or WebP image')).toBeVisible()
  await choose('large.jpg', 'image/jpeg', Buffer.alloc(2049 * 1024, 1))
  await expect(dialog.getByText('Image must be smaller than 2MB')).toBeVisible()
  // By its name it is one; the server looks at the bytes.
  await choose('fake.png', 'image/png', Buffer.from('<svg onload="alert(1)"/>'))
  await expect(dialog.getByText('Please upload a JPEG, PNG, or WebP image')).toBeVisible()
  await page.route('**/upload/property-photo', (route) => route.abort())
  await choose('front.jpg', 'image/jpeg', await photo())
  await expect(dialog.getByText('Failed to upload image. Please try again.')).toBeVisible()
  await page.unroute('**/upload/property-photo')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('Saved', { exact: true })).toBeVisible()
  const first = (await stored(context, id)).property_photo
  expect(first).toMatch(/^\/files\/photos\//)
  await expect(dialog.getByRole('img')).toHaveAttribute('src', first)
  await choose('side.jpg', 'image/jpeg', await photo(1000))
  await expect.poll(async () => (await stored(context, id)).property_photo).not.toBe(first)
  await dialog.getByRole('button', { name: 'Remove the photo' }).click()
  await expect.poll(async () => (await stored(context, id)).property_photo).toBeNull()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await stored(context, id)).property_photo).not.toBeNull()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(card(page, address_line1).getByRole('img', { name: `Photo of ${address_line1}` })).toBeVisible()
})

test('a text is saved when its field is left, a choice at once, and the last change can be undone', async ({
  page,
  context,
}) => {
  await newAgent(context)
  const { id, address_line1 } = await addHome(context, { rent_amount: 3200 })
  await open(page, '/properties?q=Pasadena')
  await page.getByRole('link', { name: `Update of ${address_line1}` }).click()
  const dialog = page.getByRole('dialog', { name: `Update ${address_line1}` })
  await dialog.getByLabel('Showing instructions').fill('Ring twice')
  expect((await stored(context, id)).showing_instructions).toBeNull()
  await dialog.getByLabel('City').focus()
  await expect(dialog.getByText('Saved', { exact: true })).toBeVisible()
  expect((await stored(context, id)).showing_instructions).toBe('Ring twice')
  await dialog.getByText('I approve each one').click()
  await expect(dialog.getByText('Saved: Booking approval')).toBeVisible()
  expect((await stored(context, id)).booking_approval).toBe('manual')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await stored(context, id)).booking_approval).toBe('automatic')

  await dialog.getByText('A resident', { exact: true }).click()
  await dialog.getByLabel("Resident's first name").fill('Rosa')
  await dialog.getByLabel("Resident's phone").fill('2135550199')
  await dialog.getByLabel("Resident's email").focus()
  await expect.poll(async () => (await stored(context, id)).resident_phone).toBe('2135550199')
  expect(await stored(context, id)).toMatchObject({ is_occupied: true, tenant_name: 'Rosa' })
  await dialog.getByText('Nobody (vacant)').click()
  await expect(dialog.getByText(/^Saved: Who lives there/)).toBeVisible()
  expect(await stored(context, id)).toMatchObject({ is_occupied: false, resident_phone: null, resident_type: 'tenant' })
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await stored(context, id)).resident_phone).toBe('2135550199')

  await dialog.getByLabel('City').fill('')
  await dialog.getByLabel('ZIP code').focus()
  await expect(dialog.locator('#city-error')).toHaveText('Please enter the city')
  expect((await stored(context, id)).city).toBe('Pasadena')
  // A dialog that is closed over something that cannot be saved says so, and keeps it.
  await page.keyboard.press('Escape')
  await page.waitForURL('**/properties?q=Pasadena')
  await expect(page.getByText('Not saved: City')).toBeVisible()
  await page.getByRole('button', { name: 'Go back to it' }).click()
  await expect(dialog.getByLabel('City')).toHaveValue('')
  await dialog.getByLabel('City').fill('Glendale')
  await page.keyboard.press('Escape')
  await page.waitForURL('**/properties?q=Pasadena')
  await expect.poll(async () => (await stored(context, id)).city).toBe('Glendale')
})

test('a change that fails brings the old value back, says why and can be tried again', async ({ page, context }) => {
  await newAgent(context)
  const { id } = await addHome(context, { city: 'Burbank' })
  const dialog = await openEdit(page, id)
  await page.route(`**${API}/*`, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await dialog.getByLabel('City').fill('Glendale')
  await dialog.getByLabel('ZIP code').focus()
  await expect(dialog.getByText(/^Failed to update property: You seem to be offline/)).toBeVisible()
  await expect(dialog.locator('#city-error')).toContainText('You seem to be offline')
  await expect(dialog.getByLabel('City')).toHaveValue('Burbank')
  await page.unroute(`**${API}/*`)
  await dialog.getByRole('button', { name: 'Try again (City)' }).click()
  await expect(dialog.getByLabel('City')).toHaveValue('Glendale')
  await expect.poll(async () => (await stored(context, id)).city).toBe('Glendale')
})

test('two tabs that edit one home lose nothing: other fields merge, the same field asks', async ({ page, context }) => {
  await newAgent(context)
  const { id } = await addHome(context, { city: 'Burbank', rent_amount: 3000 })
  // The stream would bring the other tab's change at once: here it comes only with the conflict.
  await page.route('**/showingbooker/events', (route) => route.abort())
  const dialog = await openEdit(page, id)
  await change(context, id, { rent_amount: 3100 })
  await dialog.getByLabel('City').fill('Glendale')
  await dialog.getByLabel('ZIP code').focus()
  await expect.poll(async () => await stored(context, id)).toMatchObject({ city: 'Glendale', rent_amount: 3100 })
  await expect(dialog.getByText('Changed somewhere else, and shown here now: Rent per month')).toBeVisible()
  await expect(dialog.getByLabel('Rent per month')).toHaveValue('3100')

  for (const [mine, theirs, choice] of [
    ['3300', '3200', 'Keep yours'],
    ['3500', '3400', 'Keep the stored one'],
  ] as const) {
    await change(context, id, { rent_amount: Number(theirs) })
    await dialog.getByLabel('Rent per month').fill(mine)
    await dialog.getByLabel('Square feet').focus()
    await expect(dialog.getByText('Rent per month was changed somewhere else meanwhile.')).toBeVisible()
    await expect(dialog.getByRole('definition').filter({ hasText: mine })).toBeVisible()
    await expect(dialog.getByRole('definition').filter({ hasText: theirs })).toBeVisible()
    expect((await stored(context, id)).rent_amount).toBe(Number(theirs))
    await dialog.getByRole('button', { name: choice }).click()
    const kept = choice === 'Keep yours' ? mine : theirs
    await expect.poll(async () => (await stored(context, id)).rent_amount).toBe(Number(kept))
    await expect(dialog.getByLabel('Rent per month')).toHaveValue(kept)
  }
})

test('what is changed elsewhere shows in an open dialog by itself', async ({ page, context }) => {
  await newAgent(context)
  const { id } = await addHome(context)
  const dialog = await openEdit(page, id)
  await change(context, id, { city: 'Whittier' })
  await expect(dialog.getByLabel('City')).toHaveValue('Whittier')
})

/** Books and pays a showing of this home. */
async function book({ request }: BrowserContext, slug: string) {
  const headers = { origin: baseUrl() }
  const { days } = await (await request.get(`/api/showingbooker/public/property/${slug}/availability`)).json()
  const { date, slots } = days[7]
  const buyer = { buyerName: 'Bo Buyer', buyerEmail: 'bo@example.com', buyerPhone: '2135550111' }
  const bookingData = { propertyId: slug, showingDate: date, showingTime: slots[4].time, ...buyer, agreeToTerms: true }
  const intent = await (
    await request.post('/api/payments/create-payment-intent', { headers, data: { bookingData } })
  ).json()
  const card = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2034, cvc: '123' }
  const billing = { name: buyer.buyerName, email: buyer.buyerEmail, phone: buyer.buyerPhone }
  const data = { clientSecret: intent.clientSecret, card, billing }
  await request.post('/api/payments/sandbox/confirm', { headers, data })
  const answer = await request.post('/api/payments/process-booking', {
    headers,
    data: { paymentIntentId: intent.paymentIntentId },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('deleting takes two steps and a question, and waits for the showings that were paid for', async ({
  page,
  context,
}) => {
  await newAgent(context)
  const { id, slug, address_line1 } = await addHome(context)
  const free = await addHome(context)
  await book(context, slug)
  await open(page, '/properties?q=Pasadena')
  const home = card(page, address_line1)
  const other = card(page, free.address_line1)
  await home.getByRole('button', { name: 'Delete' }).click()
  await expect(home.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await home.getByRole('button', { name: 'Cancel' }).click()
  await expect(home.getByRole('button', { name: 'Delete' })).toBeFocused()
  await home.getByRole('button', { name: 'Delete' }).click()
  await home.getByRole('button', { name: 'Confirm delete' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Are you sure you want to delete this property? This action cannot be undone.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toHaveText(
    'This property has upcoming paid showings. Cancel or complete them first.',
  )
  await expect(question.getByRole('link', { name: 'See its bookings' })).toHaveAttribute(
    'href',
    `/properties/${id}/bookings?q=Pasadena`,
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(home).toBeVisible()

  await other.getByRole('button', { name: 'Delete' }).click()
  await other.getByRole('button', { name: 'Confirm delete' }).click()
  await page.route(`**${API}/*`, (route) => route.abort())
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toContainText('Failed to delete property: You seem to be offline')
  await page.unroute(`**${API}/*`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Property deleted successfully!')).toBeVisible()
  await expect(other).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: '1 property' })).toBeFocused()
  expect((await context.request.get(`${API}/${free.id}`)).status()).toBe(404)
})

test('a home is found by its words, listed and unlisted are told apart, and the address keeps both', async ({
  page,
  context,
}) => {
  await newAgent(context)
  const oak = await addHome(context, {
    city: 'Oakland',
    resident_first_name: 'Rosa',
    occupancy_status: 'resident',
    resident_phone: '2135550123',
  })
  const elm = await addHome(context, { city: 'Reno', state: 'NV', zip_code: '89501' })
  await change(context, elm.id, { status: 'unlisted' })
  await open(page, '/properties')
  await expect(page.getByRole('heading', { name: 'Your Properties' })).toBeVisible()
  await page.getByLabel('Search your properties').fill('oakland')
  await page.waitForURL('**/properties?q=oakland')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, oak.address_line1)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unlisted 0' })).toBeVisible()
  await page.getByLabel('Search your properties').fill('nowhere at all')
  await expect(page.getByText('No properties found')).toBeVisible()
  await page.getByRole('link', { name: 'Show all properties' }).click()
  await expect(page.getByLabel('Search your properties')).toHaveValue('')
  await page.getByRole('button', { name: 'Unlisted 1' }).click()
  await page.waitForURL('**/properties?status=unlisted')
  await expect(page.getByRole('button', { name: 'Unlisted 1' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: `Update of ${elm.address_line1}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.waitForURL('**/properties?status=unlisted')
  await expect(page.getByRole('link', { name: `Update of ${elm.address_line1}` })).toBeFocused()
  await page.getByRole('link', { name: `Update of ${elm.address_line1}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: `Update of ${elm.address_line1}` })).toBeFocused()
  await page.getByRole('button', { name: 'Unlisted 1' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('homes can be searched and told apart', async ({ page, context }) => {
    await newAgent(context)
    const oak = await addHome(context, { city: 'Oakland' })
    await addHome(context, { city: 'Reno' })
    await page.goto('/properties')
    await page.getByLabel('Search your properties').fill('Oakland')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByRole('button', { name: 'Listed 1' }).click()
    await expect(page).toHaveURL(/\/properties\?q=Oakland&status=listed$/)
    await expect(card(page, oak.address_line1)).toBeVisible()
  })
})

test('a status is saved as it is chosen, can be undone, and stays where saving fails', async ({ page, context }) => {
  await newAgent(context)
  const { id, address_line1 } = await addHome(context)
  await open(page, '/properties')
  const home = card(page, address_line1)
  await home.getByText('Unlisted', { exact: true }).click()
  await expect(page.getByText(`${address_line1} is now unlisted`)).toBeVisible()
  expect((await stored(context, id)).status).toBe('unlisted')
  await expect(page.getByRole('button', { name: 'Unlisted 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await stored(context, id)).status).toBe('listed')
  await page.route(`**${API}/*`, (route) => route.abort())
  await home.getByText('Unlisted', { exact: true }).click()
  await expect(page.getByText(/^Failed to update property: You seem to be offline/)).toBeVisible()
  await expect(home.getByRole('radio', { name: 'Listed', exact: true })).toBeChecked()
  await page.unroute(`**${API}/*`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await stored(context, id)).status).toBe('unlisted')
})

test('the link of a home is copied, by hand where the browser forbids it', async ({ page, context }) => {
  await newAgent(context)
  const { slug } = await addHome(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, '/properties')
  await page.getByRole('button', { name: /^Copy link/ }).click()
  await expect(page.getByRole('button', { name: 'Booking link copied to clipboard!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseUrl()}/showingbooker/book/${slug}`)
  await expect(page.getByRole('button', { name: /^Copy link/ })).toBeVisible()
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await page.getByRole('button', { name: /^Copy link/ }).click()
  await expect(page.getByRole('dialog').getByLabel('Link')).toHaveValue(`${baseUrl()}/showingbooker/book/${slug}`)
})

test('a long list comes page by page, and what is deleted further down is gone', async ({ page, context }) => {
  await newAgent(context)
  for (let count = 0; count < 30; count++) await addHome(context)
  await open(page, '/properties')
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('article')).toHaveCount(30)
  const last = page.getByRole('article').last()
  await last.getByText('Unlisted', { exact: true }).click()
  await expect(last.getByRole('radio', { name: 'Unlisted' })).toBeChecked()
  await expect(last.getByText('Unlisted').first()).toBeVisible()
  await last.getByRole('button', { name: 'Delete' }).click()
  await last.getByRole('button', { name: 'Confirm delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('article')).toHaveCount(29)
  await expect(page.getByText('29 properties')).toBeVisible()
})

test("an admin sees everyone's homes and whose they are", async ({ context, browser }) => {
  const email = await newAgent(context)
  const { id, address_line1 } = await addHome(context)
  const admin = await otherVisitor(browser)
  await signIn(admin, 'admin@example.com', '/properties')
  await expect(admin.getByRole('heading', { name: 'All Properties' })).toBeVisible()
  await admin.getByLabel('Search all properties').fill(address_line1)
  await admin.getByRole('button', { name: 'Search' }).click()
  await expect(card(admin, address_line1)).toContainText(email)
  await admin.getByRole('link', { name: new RegExp(email) }).click()
  await expect(admin).toHaveURL(/agent_id=/)
  await expect(admin.getByRole('article')).toHaveCount(1)
  await card(admin, address_line1).getByText('Sold', { exact: true }).click()
  await expect.poll(async () => (await stored(context, id)).status).toBe('sold')
})

test("another agent's home is not there", async ({ page, context, browser }) => {
  await newAgent(context)
  const { id } = await addHome(context)
  const stranger = await otherVisitor(browser)
  await newAgent(stranger.context())
  expect((await stranger.goto(`/properties/${id}/edit`))?.status()).toBe(404)
  expect((await page.goto(`/properties/${id}/edit`))?.status()).toBe(200)
})

test('the showing profile is kept, says what is missing, and stands on the booking page', async ({ page, context }) => {
  await newAgent(context)
  const { slug } = await addHome(context, { use_public_profile: true })
  await open(page, '/profile')
  await expect(page.getByRole('heading', { name: 'Showing Profile', exact: true })).toBeVisible()
  await page.getByLabel('Email').fill('ada')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.locator('#agent_name-error')).toHaveText(
    'Please fill in at least your name and phone number for the agent profile.',
  )
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('Ada Profile')
  await page.getByLabel('Phone').fill('213 555 0177')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.locator('#agent_email-error')).toHaveText('Please enter a valid email address')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.route('**/showingbooker/profile', (route) => route.abort())
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Failed to update showing profile.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Ada Profile')
  await page.unroute('**/showingbooker/profile')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(
    page.getByText(
      'Showing Profile updated successfully! This information will appear on all your property booking pages.',
    ),
  ).toBeVisible()
  await page.goto(`/showingbooker/book/${slug}`)
  await expect(page.getByText('Ada Profile')).toBeVisible()
  await open(page, '/add')
  await page.getByText('Use my public profile').click()
  await expect(page.getByText('Ada Profile')).toBeVisible()
  await expect(page.getByLabel("Agent's phone")).toHaveValue('213 555 0177')
  await expect(page.getByLabel("Agent's email")).toHaveCount(0)
})

/** Fills in all that a home needs. */
async function fillHome(page: Page, address: string) {
  const { city, zip_code, ...agent } = home()
  await page.getByLabel('Street address').fill(address)
  await page.getByLabel('City').fill(city)
  await page.getByLabel('ZIP code').fill(zip_code)
  await page.getByLabel("Agent's first name").fill(agent.agent_first_name)
  await page.getByLabel("Agent's last name").fill(agent.agent_last_name)
  await page.getByLabel("Agent's email").fill(agent.agent_email)
  await page.getByLabel("Agent's phone").fill(agent.agent_phone)
}

const AWAY = 'Working offline - using local storage. Changes will need to be migrated later.'

test('while the backend is away the form is kept, and added when it is back', async ({ page, context }) => {
  await newAgent(context)
  await open(page, '/add')
  const address = street()
  await fillHome(page, address)
  await page.route('**/db-test', (route) => route.abort())
  await page.route(`**${API}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Add property' }).click()
  await expect(page.getByText(AWAY)).toBeVisible()
  await expect(page.getByText(/^Failed to add property: You seem to be offline/)).toBeVisible()
  await expect(page.getByText('Your entries are kept on this device.')).toBeVisible()
  await expect(page.getByLabel('Street address')).toHaveValue(address)
  await page.unroute('**/db-test')
  await page.unroute(`**${API}`)
  await expect(page.getByText('The connection is back')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('Connected to database')).toBeVisible()
  await page.getByRole('button', { name: 'Add it now' }).click()
  await expect(card(page, address)).toBeVisible()
})

test('a home whose answer was lost is not added twice', async ({ page, context }) => {
  await newAgent(context)
  await open(page, '/add')
  const address = street()
  await fillHome(page, address)
  await page.route(`**${API}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Add property' }).click()
  await expect(page.getByText(/^Failed to add property/)).toBeVisible()
  await page.unroute(`**${API}`)
  await page.getByRole('button', { name: 'Add property' }).click()
  await expect(card(page, address)).toHaveCount(1)
  expect((await (await context.request.get(API)).json()).properties).toHaveLength(1)
})

test('what was typed in a tab that was closed is offered again, and to nobody else', async ({ page, context }) => {
  await newAgent(context)
  await open(page, '/add')
  const address = street()
  await page.getByLabel('Street address').fill(address)
  await page.getByText('The owner', { exact: true }).click()
  await page.getByLabel("Resident's first name").fill('Olga')
  await page.close()

  const again = await context.newPage()
  await open(again, '/add')
  await expect(again.getByText(`You have an unsaved draft for ${address}`)).toBeVisible()
  await again.getByRole('button', { name: 'Restore' }).click()
  await expect(again.getByLabel('Street address')).toHaveValue(address)
  await expect(again.getByLabel("Resident's first name")).toHaveValue('Olga')
  await again.reload()
  await again.waitForLoadState('networkidle')
  await again.getByRole('button', { name: 'Discard' }).click()
  await expect(again.getByText('You have an unsaved draft')).toHaveCount(0)

  // What stands in the form when a draft is restored is not lost by it.
  await again.getByLabel('Street address').fill('1 First Street')
  const drafts = () => again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('property-draft')))
  await expect.poll(async () => (await drafts()).length).toBe(1)
  await again.reload()
  await again.getByLabel('Street address').fill('2 Second Street')
  await again.getByRole('button', { name: 'Restore' }).click()
  await expect(again.getByLabel('Street address')).toHaveValue('1 First Street')
  await expect(again.getByText('You have an unsaved draft for 2 Second Street')).toBeVisible()

  await context.clearCookies()
  await newAgent(context)
  await open(again, '/add')
  await expect(again.getByText('You have an unsaved draft')).toHaveCount(0)
})

test('whoever has been signed out meanwhile is told, and finds the draft after signing in', async ({
  page,
  context,
}) => {
  const email = await newAgent(context)
  await open(page, '/add')
  const address = street()
  await fillHome(page, address)
  // The tab notices by itself within two seconds; here the save comes first.
  await page.route('**/api/auth/get-session', (route) => route.abort())
  await context.clearCookies()
  await page.getByRole('button', { name: 'Add property' }).click()
  await expect(page.getByText('Please log in to add properties')).toBeVisible()
  await page.unroute('**/api/auth/get-session')
  await page.goto('/login?next=%2Fadd')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a password of the journeys')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/add')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Street address')).toHaveValue(address)
})

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function expectNoFaults(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))))
    const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
    expect(faults, `${colorScheme} colours`).toEqual([])
  }
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const LONG = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'

test.describe('axe finds nothing, and nothing is wider than a narrow phone', () => {
  test.slow()

  test('in the list and in the form of a home', async ({ page, context }) => {
    await newAgent(context)
    await open(page, '/properties')
    await expect(page.getByText('No properties yet')).toBeVisible()
    await expectNoFaults(page)
    const { id } = await addHome(context, {
      address_line1: `1 ${LONG}`,
      occupancy_status: 'resident',
      resident_first_name: LONG,
      resident_phone: '2135550123',
      resident_email: `${LONG}@example.com`,
      owner_first_name: LONG,
      availability_type: 'custom',
      availability_overrides: [{ date: '2099-12-24', closed: true }],
    })
    await page.setViewportSize({ width: 320, height: 700 })
    await open(page, '/properties')
    await page.getByRole('button', { name: 'Delete' }).click()
    await expectNoFaults(page)
    expect(await overflow(page)).toBe(0)
    await page.getByRole('button', { name: 'Confirm delete' }).click()
    await expectNoFaults(page)
    const dialog = await openEdit(page, id)
    await dialog.getByLabel('City').fill('')
    await dialog.getByText('Only lawful hours').click()
    await expect(dialog.getByText('Hours agreed with the resident')).toBeVisible()
    await dialog.getByText('What bookers are offered').click()
    await expectNoFaults(page)
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  })

  test('in the form of a new home and in the profile', async ({ page, context }) => {
    await newAgent(context)
    await page.setViewportSize({ width: 320, height: 700 })
    await open(page, '/add')
    await page.getByText('A resident', { exact: true }).click()
    await page.getByText('My own hours').click()
    await page.getByRole('button', { name: 'Add property' }).click()
    await expectNoFaults(page)
    expect(await overflow(page)).toBe(0)
    await open(page, '/profile')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expectNoFaults(page)
    expect(await overflow(page)).toBe(0)
    await page.route('**/db-test', (route) => route.abort())
    await open(page, '/add')
    await expect(page.getByText(AWAY)).toBeVisible()
    await expect(page.getByText('You have an unsaved draft')).toBeVisible()
    await expectNoFaults(page)
    expect(await overflow(page)).toBe(0)
  })
})
