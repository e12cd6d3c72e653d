import type { Page } from '@playwright/test'
import { newAgent, PASSWORD, visitFirst } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { baseUrl, expect, test } from './journey.ts'
import { API, addHome, card, fillHome, open, stored, street } from './property-pages.ts'

test('adds a property after the agent fixes its errors, as the first in the list', async ({ page, context }) => {
  await newAgent(context)
  await addHome(context)
  await open(page, '/add')
  await expect(page.getByText('Connected to database - all changes are saved automatically')).toBeVisible()
  // The form already has the agent's contact, and says where it comes from.
  await expect(page.getByText('We copied this contact from')).toBeVisible()
  await expect(page.getByLabel("Agent's first name")).toHaveValue('Ada')
  await expect(page.getByLabel("Agent's phone")).not.toHaveValue('')
  await page.getByLabel("Agent's phone").fill('')
  await page.getByLabel("Agent's first name").fill('')
  await page.getByLabel("Agent's email").fill('')
  await page.getByLabel('ZIP code').fill('9110')
  await page.getByText('A resident', { exact: true }).click()
  await page.getByRole('button', { name: 'Add property' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Please check the following' })
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
  await page.getByLabel('ZIP code').fill('89501-1234')
  const more = page.getByText('More details')
  await more.click()
  await page.getByLabel('Bedrooms').fill('2.25')
  await page.getByLabel('Rent per month').fill('$3,200')
  await page.getByLabel('Description').fill('Two rooms.\nA yard.')
  await page.getByLabel("Resident's first name").fill('Rosa')
  await page.getByLabel("Resident's phone").fill('775 555 0123')
  await expect(page.getByLabel('I attest that the resident agreed')).toBeChecked()
  await page.getByLabel("Agent's first name").fill('Ada')
  await page.getByLabel("Agent's last name").fill('Agent')
  await page.getByLabel("Agent's email").fill('ada@example.com')
  await page.getByLabel("Agent's phone").fill('2135550144')
  await page.getByLabel('Showing instructions').fill('Lockbox 4711')
  await more.click()
  await expect(page.getByLabel('Bedrooms')).toBeHidden()
  await page.getByRole('button', { name: 'Add property' }).click()
  await expect(page.getByLabel('Bedrooms')).toBeFocused()
  // The summary also leads to an error in a folded part.
  await more.click()
  await expect(page.getByLabel('Bedrooms')).toBeHidden()
  await summary.getByRole('link').click()
  await expect(page.getByLabel('Bedrooms')).toBeFocused()
  await page.getByLabel('Bedrooms').fill('2')
  await page.getByRole('button', { name: 'Add property' }).click()

  await expect(page.getByText('Property added successfully!')).toBeVisible()
  await page.waitForURL('**/properties')
  const first = page.getByRole('article').first()
  await expect(first.getByRole('heading')).toHaveText(address)
  await expect(page.getByRole('heading', { name: `${address} is ready to book` })).toBeFocused()
  await expect(first.getByText('$3,200/mo')).toBeVisible()
  await expect(first.getByRole('link', { name: 'Call Rosa (resident)' })).toHaveAttribute('href', 'tel:+17755550123')
  await expect(first.getByText('Books automatically')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Listed 2' }).first()).toBeVisible()
  const link = (await first.getByRole('link', { name: 'Booking page' }).getAttribute('href')) ?? ''
  expect((await page.goto(link))?.status()).toBe(200)
  await expect(page.getByText('Lockbox 4711')).toHaveCount(0)
  await expect(page.getByText('Two rooms.')).toBeVisible()
  // A submitted form is no longer a draft.
  await open(page, '/add')
  await expect(page.getByText('You have an unsaved draft')).toHaveCount(0)
})

/** How many days have all times from 10 AM on. Later, some times of the first day are within 48 hours. */
const fullDays = () => (Temporal.Now.plainTimeISO('America/Phoenix').toString() > '10:00' ? 14 : 15)

test('the preview of the next 15 days follows the chosen hours', { tag: '@proofs' }, async ({ page, context }) => {
  await newAgent(context)
  await open(page, '/add')
  await page.getByText('More details').click()
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(rows).toHaveCount(15)
  await expect(rows.nth(3)).toContainText('9:00 AM – 4:30 PM')
  await expect(page.getByText('Times are local to the property: Pacific Time')).toBeVisible()
  const before = fullDays()
  await page.getByLabel('State').selectOption('Arizona')
  await expect(page.getByText('Mountain Time without daylight saving (Phoenix), MST')).toBeVisible()
  await page.getByText('Custom hours').click()
  await page.getByLabel('Monday from').selectOption('10:00 AM')
  await page.getByLabel('Monday to').selectOption('12:00 PM')
  await page.getByRole('button', { name: "Use Monday's hours for all days" }).click()
  const full = rows.filter({ hasText: '10:00 AM – 11:30 AM' })
  await expect(async () => expect([before, fullDays()]).toContain(await full.count())).toPass({ timeout: 30_000 })
  await page.getByLabel('Wednesday', { exact: true }).uncheck()
  for (const wednesday of await rows.filter({ hasText: 'Wed,' }).all())
    await expect(wednesday).toContainText('No times')
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

/** Opens the form as a new agent, and fills it in. */
async function openFilled(page: Page) {
  const { email } = await newAgent(page.context())
  await visitFirst(page)
  await open(page, '/add')
  const address = street()
  await fillHome(page, address)
  return { email, address }
}

const AWAY = 'Working offline - using local storage. Changes will need to be migrated later.'

test('keeps the form while the backend is down, and adds the property when it is back', { tag: '@proofs' }, async ({
  page,
}) => {
  const { address } = await openFilled(page)
  await page.route('**/db-test', (route) => route.abort())
  await page.route(`**${API}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Add property' }).click()
  await expect(page.getByText(AWAY)).toBeVisible()
  await expect(page.getByText(/^Failed to add property: You seem to be offline/)).toBeVisible()
  await expect(page.getByText('We keep your entries on this device.')).toBeVisible()
  await expect(page.getByLabel('Street address')).toHaveValue(address)
  await page.unroute('**/db-test')
  await page.unroute(`**${API}`)
  await expect(page.getByText("You're back online")).toBeVisible()
  await expect(page.getByText('Connected to database')).toBeVisible()
  await page.getByRole('button', { name: 'Add it now' }).click()
  await expect(card(page, address)).toBeVisible()
})

test('an agent with a profile adds a property in less than a minute of typing, and gets its link immediately', {
  tag: '@proofs',
}, async ({ page, context }) => {
  await newAgent(context)
  const profile = { agent_name: 'Ada Agent', agent_phone: '(213) 555-0144', agent_email: 'ada@example.com' }
  const answer = await context.request.put('/api/showingbooker/profile', {
    headers: { origin: baseUrl() },
    data: profile,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.goto('/add')
  // People type 40 words a minute on a phone, and take two seconds to find each field or button.
  const [secondsPerLetter, secondsPerStep] = [0.3, 2]
  let seconds = 0
  const fill = async (label: string, text: string) => {
    await page.getByLabel(label).fill(text)
    seconds += secondsPerStep + text.length * secondsPerLetter
  }
  const address = street()
  await fill('Street address', address)
  await fill('City', 'Pasadena')
  await fill('ZIP code', '91101')
  // The first form asks who gives the showings, with "yes" preselected.
  await expect(page.getByRole('checkbox', { name: 'I show my properties myself' })).toBeChecked()
  await page.getByRole('button', { name: 'Add property' }).click()
  seconds += secondsPerStep
  const panel = page.getByRole('region', { name: `${address} is ready to book` })
  await expect(panel.getByRole('button', { name: 'Copy link' })).toBeVisible()
  expect(seconds).toBeLessThanOrEqual(60)
  const kept = await (await context.request.get('/api/showingbooker/profile')).json()
  expect(kept).toMatchObject({ ...profile, shows_alone: true })

  await panel.getByRole('button', { name: 'Text it to me' }).click()
  await expect(panel.getByText('Texted to (213) 555-0144.')).toBeVisible()
  await panel.getByRole('link', { name: 'QR code and flyer' }).click()
  await expect(page.getByRole('dialog', { name: 'QR code' })).toContainText('/showingbooker/book/')
  await page.keyboard.press('Escape')
  const link = (await panel.getByRole('link', { name: 'See the booking page' }).getAttribute('href')) ?? ''
  const shown = await (await context.request.get(link)).text()
  expect(shown).toContain(profile.agent_phone)
  await page.goto('/add')
  await expect(page.getByLabel('Street address')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'I show my properties myself' })).toHaveCount(0)
})

test('asks for a missing phone number before it texts the link', { tag: '@proofs' }, async ({ page, context }) => {
  await newAgent(context)
  await page.goto('/add')
  const address = street()
  for (const [label, text] of [
    ['Street address', address],
    ['City', 'Pasadena'],
    ['ZIP code', '91101'],
    ["Agent's phone", '(213) 555-0144'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Add property' }).click()
  const panel = page.getByRole('region', { name: `${address} is ready to book` })
  await panel.getByRole('button', { name: 'Text it to me' }).click()
  const phone = panel.getByLabel('Your phone number')
  await expect(phone).toBeFocused()
  await phone.fill('12')
  await panel.getByRole('button', { name: 'Save and text it' }).click()
  await expect(phone).toHaveAccessibleDescription(/valid 10-digit phone/)
  await expectNoFaults(page)
  await phone.fill('(213) 555-0188')
  await panel.getByRole('button', { name: 'Save and text it' }).click()
  await expect(panel.getByText('Texted to (213) 555-0188.')).toBeVisible()
  await expect(phone).toHaveCount(0)
  const kept = await (await context.request.get('/api/showingbooker/profile')).json()
  expect(kept).toMatchObject({ agent_phone: '(213) 555-0188' })
})

test('adds a date that was chosen but not added, and asks about one that is already in the list', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const { address } = await openFilled(page)
  await page.getByText('More details').click()
  const date = page.getByLabel('Date', { exact: true })
  await date.fill('2031-12-24')
  await page.getByRole('button', { name: 'Add this date' }).click()
  await date.fill('2031-12-24')
  await page.getByText('More details').click()
  await page.getByRole('button', { name: 'Add property' }).click()
  await expect(date).toBeFocused()
  await expect(date).toHaveAccessibleDescription(/You already added this date. Remove it first\./)
  await date.fill('2031-12-25')
  await page.getByRole('button', { name: 'Add property' }).click()
  await expect(card(page, address)).toBeVisible()
  const [added] = (await (await context.request.get(API)).json()).properties
  expect((await stored(context, added.id)).availability_overrides).toEqual([
    { date: '2031-12-24', closed: true },
    { date: '2031-12-25', closed: true },
  ])
})

test('does not add a property twice if the answer was lost', { tag: '@proofs' }, async ({ page, context }) => {
  const { address } = await openFilled(page)
  await page.route(`**${API}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  const add = page.getByRole('button', { name: 'Add property' })
  const failed = page.getByText(/^Failed to add property/)
  const count = async () => (await (await context.request.get(API)).json()).properties.length
  await add.click()
  await expect(failed).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Street address')).toHaveValue(address)
  await add.click()
  await expect(failed).toBeVisible()
  await page.unroute(`**${API}`)
  await add.click()
  await expect(card(page, address)).toHaveCount(1)
  expect(await count()).toBe(1)
  // Once it is added, the same form is another property.
  for (const total of [2, 3]) {
    await open(page, '/add')
    await fillHome(page, address)
    await add.click()
    await expect(card(page, address)).toHaveCount(total)
    expect(await count()).toBe(total)
  }
})

test('offers text from a closed tab again, and to no one else', async ({ page, context }) => {
  await newAgent(context)
  await open(page, '/add')
  const address = street()
  await page.getByLabel('Street address').fill(address)
  await page.getByText('The owner', { exact: true }).click()
  await page.getByLabel("Resident's first name").fill('Olga')
  // A busy browser may end a closed tab before the tab can keep anything more.
  const kept = () =>
    page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('property-draft')))
  await expect.poll(async () => JSON.stringify(await kept())).toContain('Olga')
  await page.close()

  const again = await context.newPage()
  await open(again, '/add')
  await expect(again.getByText(`You have an unsaved draft for ${address}`)).toBeVisible()
  await again.getByRole('button', { name: 'Restore' }).click()
  await expect(again.getByLabel('Street address')).toHaveValue(address)
  await expect(again.getByLabel("Resident's first name")).toHaveValue('Olga')
  await again.reload()
  await again.getByRole('button', { name: 'Discard' }).click()
  await expect(again.getByText('You have an unsaved draft')).toHaveCount(0)

  // Restoring a draft keeps what is already in the form.
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

test('after a sign-out elsewhere, adding asks to log in, and keeps the draft', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const { address, email } = await openFilled(page)
  // The tab checks each second who is signed in. Here, the save comes first.
  await page.route('**/api/auth/get-session', (route) => route.abort())
  await page.route('**/*.data*', (route) => route.abort())
  await context.clearCookies()
  await page.getByRole('button', { name: 'Add property' }).click()
  await expect(page.getByText('Please log in to add properties')).toBeVisible()
  await page.unrouteAll()
  await page.goto('/login?next=%2Fadd')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/add')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Street address')).toHaveValue(address)
})

test('after another account has signed in elsewhere, adding says so, adds nothing, and keeps the form', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const { address } = await openFilled(page)
  // The tab checks each second who is signed in. Here, the save comes first.
  await page.route('**/api/auth/get-session', (route) => route.abort())
  await context.clearCookies()
  await newAgent(context)
  await page.getByRole('button', { name: 'Add property' }).click()
  // If the preview of the hours asks after the change, it says the same.
  await expect(
    page.getByText(/^Failed to add property: This browser is signed in to another account now/),
  ).toBeVisible()
  await expect(page.getByText('Please log in to add properties')).toHaveCount(0)
  await expect(page.getByLabel('Street address')).toHaveValue(address)
  const homes = await context.request.get(API)
  expect(homes.ok()).toBe(true)
  expect(await homes.text()).not.toContain(address)
})
