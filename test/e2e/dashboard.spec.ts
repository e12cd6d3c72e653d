import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { agentHome, begin, book, changeHome, newEmail, PASSWORD, unfold } from './agent-home.ts'
import { expectAccessible, expectNoFaults } from './axe.ts'
import { baseUrl, expect, otherVisitor, test } from './journey.ts'

const API = '/api/showingbooker'

async function register({ request }: BrowserContext) {
  const data = { email: newEmail(), password: PASSWORD, name: 'Ada Agent' }
  const answer = await request.post('/api/auth/sign-up/email', { headers: { origin: baseUrl() }, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return data
}

/** Opens a page and waits until its script knows who is signed in. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await page.waitForFunction(() => localStorage.getItem('userId') !== null)
}

/** Waits until the event stream is open. */
const hearing = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith(`${API}/events`) && response.ok())

const card = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })
const activity = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Recent Activity' }) }).locator('ol > li')

test('a new account has an empty overview with all of its links', { tag: '@proofs' }, async ({ page, context }) => {
  await register(context)
  await open(page, '/overview')
  for (const [name, value, path] of [
    ['Active Properties', '0', '/properties'],
    ['Total Showings', '0', '/upcoming'],
    ['Hours Saved', '0+', '/stats'],
    ['This Month', '0', '/calendar'],
  ] as const) {
    await expect(card(page, name)).toHaveText(`${name}${value}`)
    await expect(card(page, name)).toHaveAttribute('href', path)
  }
  for (const [name, path] of [
    ['Add Property', '/add'],
    ['View Properties', '/properties'],
    ['Calendar View', '/calendar'],
    ['Generate QR Code', '/properties'],
    ['View Reports', '/report'],
    ['Help & Support', '/support'],
  ] as const)
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  await expect(page.getByText('No recent activity')).toBeVisible()
  await page.goto('/stats')
  await expect(page.getByText('No Data Yet')).toBeVisible()
})

test('a booking elsewhere shows on the open overview automatically, in every tab over one connection', async ({
  page,
  context,
  browser,
}) => {
  const home = await agentHome(context)
  const streams: string[] = []
  context.on('request', (request) => request.url().endsWith(`${API}/events`) && streams.push(request.url()))
  const heard = hearing(page)
  await open(page, '/overview')
  await heard
  const second = await context.newPage()
  await open(second, '/overview')
  for (const tab of [page, second]) {
    await expect(card(tab, 'Total Showings')).toHaveText('Total Showings0')
    await tab.evaluate(() => Object.assign(window, { isSame: true }))
  }
  const buyer = await otherVisitor(browser)
  const booked = await book(buyer.context(), home)
  for (const tab of [page, second]) {
    await expect(card(tab, 'Total Showings')).toHaveText('Total Showings1')
    await expect(card(tab, 'Hours Saved')).toHaveText('Hours Saved0.5+')
    await expect(activity(tab).first()).toContainText(`${booked.person.name} booked a showing`)
    await expect(activity(tab).first()).toContainText(home.full_address)
    await expect(activity(tab).first()).toContainText(booked.confirmation_number)
    await expect(activity(tab).first()).toContainText('just now')
    await expect(activity(tab).first()).toContainText(/\w{3}\s\d+,\s\d{4}, \d+:\d\d\s[AP]M\sP[SD]T/)
    expect(await tab.evaluate(() => 'isSame' in window)).toBe(true)
  }
  expect(streams).toHaveLength(1)
  // The other tab takes over.
  const taken = hearing(second)
  await page.close()
  await taken
  await changeHome(context, home.id, { status: 'unlisted' })
  await expect(activity(second).first()).toContainText('Property unlisted')
})

test('older activity loads on demand, and new activity is not lost while it loads', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  for (let turn = 0; turn < 12; turn++)
    await changeHome(context, home.id, { status: turn % 2 === 0 ? 'unlisted' : 'listed' })
  const heard = hearing(page)
  await open(page, '/overview')
  await heard
  await expect(activity(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(activity(page)).toHaveCount(13)
  await expect(activity(page).last()).toContainText('Property added')
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await changeHome(context, home.id, { status: 'unlisted' })
  await expect(activity(page)).toHaveCount(14)
  await expect(activity(page).last()).toContainText('Property added')
})

test('a slow overview says that it is loading', { tag: '@proofs' }, async ({ page, context }) => {
  await register(context)
  await open(page, '/stats')
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/overview.data*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('Loading your dashboard...')).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByText('Loading your dashboard...')).toHaveCount(0)
})

const login = (page: Page) => page.getByRole('heading', { name: 'Please Login to Access ShowingBooker' })
const SOON = { timeout: 2_000 }

test('a sign-in or sign-out in one tab reaches every other tab without a request to the server', async ({
  page,
  context,
}) => {
  const account = await register(context)
  const second = await context.newPage()
  // A tab asks the server each second. Block that, so that it can learn of the change only from the other tab.
  await second.route('**/api/auth/get-session*', (route) => route.abort())
  const kept = await context.newPage()
  await kept.setViewportSize({ width: 1280, height: 900 })
  await open(page, '/overview')
  await open(second, '/stats')
  await open(kept, '/about')
  const dashboard = kept.getByRole('banner').getByRole('link', { name: 'Showings' })
  await expect(dashboard).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(login(second)).toBeVisible()
  await expect(dashboard).toBeHidden()
  await expect(kept.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.waitForURL('**/showingbooker')
  await page.goto('/login?next=/overview')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/overview')
  await expect(second.getByRole('heading', { name: 'Stats', exact: true })).toBeVisible()
  await expect(dashboard).toBeVisible()
})

test('a session that ends elsewhere ends within two seconds in every tab', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  await register(context)
  const second = await context.newPage()
  await open(page, '/overview')
  await open(second, '/report')
  // No event arrives, so each tab has to poll. The two seconds are from decisions.md section 2.
  await context.request.post('/api/auth/sign-out', { headers: { origin: baseUrl() } })
  await Promise.all([expect(login(page)).toBeVisible(SOON), expect(login(second)).toBeVisible(SOON)])
})

test('the stats say how they are calculated', { tag: '@proofs' }, async ({ page, context }) => {
  const home = await agentHome(context)
  await book(context, home)
  await book(context, home, 12)
  await open(page, '/stats')
  for (const [name, value] of [
    ['Total Properties', '1'],
    ['Total Bookings', '2'],
    ['Total Views', '0'],
    ['Conversion Rate', '–'],
    ['Average Bookings', '2.0'],
    ['Estimated Revenue', '$150'],
  ] as const)
    await expect(page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) })).toContainText(value)
  await expect(page.getByText('$75 × total bookings, not money received')).toBeVisible()
  const top = page.getByRole('main').locator('ol > li')
  await expect(top).toHaveCount(1)
  for (const words of ['1', home.full_address, 'Pasadena', 'Listed', '2 bookings'])
    await expect(top).toContainText(words)
  await page.getByText('Show data').first().click()
  const chart = page.getByRole('table', { name: /Bookings by month/ })
  await expect(chart.getByRole('row')).toHaveCount(13)
  await expect(chart.getByRole('row').last()).toContainText('2')
})

test('the report has money and messages of the chosen months, in a file and in print', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  await book(context, home)
  await open(page, '/overview')
  await page.getByRole('link', { name: 'View Reports' }).click()
  await expect(page.getByRole('heading', { name: 'Report', exact: true })).toBeVisible()
  // The worker sends the messages.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('listitem').filter({ hasText: 'Messages sent' })).toContainText('4')
  }).toPass()
  await expect(page.getByRole('listitem').filter({ hasText: 'Fees collected' })).toContainText('$25.00')
  const months = page.getByRole('region', { name: 'Figures by month' })
  await expect(months.getByRole('row')).toHaveCount(14)
  await expect(months.getByRole('row', { name: /^Total/ })).toContainText('$25.00')

  const homes = page.getByRole('region', { name: 'Figures by property' })
  await expect(homes.getByRole('row')).toHaveCount(2)
  await homes.getByRole('button', { name: home.full_address }).click()
  await expect(homes.getByRole('row')).toHaveCount(3)
  // On a phone, nothing is cut off at the side.
  for (const table of [months, homes])
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

  await page.getByRole('link', { name: 'This month' }).click()
  await expect(months.getByRole('row')).toHaveCount(3)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()])
  expect(download.suggestedFilename()).toMatch(/^report-(\d{4}-\d\d)-to-\1\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toContain(`"${home.full_address}",`)

  await page.evaluate(() => {
    window.print = () => Object.assign(window, { isPrinted: true })
  })
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await page.evaluate(() => 'isPrinted' in window)).toBe(true)
  await page.emulateMedia({ media: 'print' })
  for (const hidden of [
    page.getByRole('navigation', { name: 'Dashboard' }),
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('button', { name: 'Print' }),
    page.getByLabel('From'),
  ])
    await expect(hidden).toBeHidden()
  await expect(page.getByText(/^Created on /)).toBeVisible()
  await expect(months.getByRole('row', { name: /^Total/ })).toBeVisible()
})

test('an error at the field says that the months of a report are in the wrong order', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  await register(context)
  await page.goto('/report?from=2026-05&to=2026-04')
  const words = "The first month can't be after the last"
  await expect(page.getByRole('alert')).toContainText(words)
  await expect(page.getByLabel('From')).toHaveAccessibleDescription(new RegExp(words))
  await expect(page.getByLabel('From')).toHaveValue('2026-05')
  await page.getByLabel('From').selectOption('2026-04')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/from=2026-04&to=2026-04/)
  await expect(page.getByText('No activity')).toBeVisible()
})

test("a property's compliance log has notices, proof, notes, and files", async ({ page, context }) => {
  const home = await agentHome(context)
  await open(page, '/properties')
  await unfold(page.getByRole('article'))
  await page.getByRole('link', { name: /Compliance logs/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Compliance logs' })
  await expect(dialog.getByText('No showings have been booked for this property yet')).toBeVisible()
  const booked = await book(context, home)
  const booking = dialog.getByRole('article')
  await expect(booking).toContainText(booked.confirmation_number)
  await expect(booking).toContainText(booked.person.email)
  await expect(booking).toContainText('$25.00, paid')
  await expect(booking).toContainText('No one lives there')
  await expect(booking).toContainText('Certified mail to the residentNo one lives thereNot needed')

  await booking.getByRole('button', { name: /Add note/ }).click()
  await booking.getByRole('button', { name: 'Add to the log' }).click()
  await expect(booking.getByLabel('Note')).toHaveAccessibleDescription(/Please enter a note/)
  await booking.getByLabel('Note').fill('The gate code has changed.')
  await booking.getByRole('button', { name: 'Add to the log' }).click()
  await expect(booking.getByText('Note added to the log.')).toBeVisible()
  await expect(booking.getByText('The gate code has changed.')).toBeVisible()
  await expect(booking.getByRole('button', { name: /Add note/ })).toBeFocused()

  // The worker sends the messages. The log page does not update on its own.
  await expect(async () => {
    await page.reload()
    await expect(booking.getByText('Sent', { exact: true })).toHaveCount(4, { timeout: 500 })
  }).toPass()
  await expect(booking.getByText('Events and hashes (3)')).toBeVisible()
  await expect(booking.getByText(/^Hash [0-9a-f]{64}$/).first()).toBeHidden()
  await booking.getByText('Events and hashes (3)').click()
  await expect(booking.getByText(/^Hash [0-9a-f]{64}$/).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'intact' })).toContainText(
    'The log is intact. Every entry matches the one before it (3 entries).',
  )
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^compliance-log-.*-laurel-street-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toContain(booked.confirmation_number)
  const pdf = await dialog.getByRole('link', { name: /^Print/ }).getAttribute('href')
  const printed = await page.request.get(pdf ?? '')
  expect([printed.status(), printed.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/properties$/)
})

test('activity and stats lead to what they name, and a deleted property to its log', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  const { id, confirmation_number } = await book(context, home)
  await begin(id, 60)
  const dialog = page.getByRole('dialog')
  await open(page, '/overview')
  await activity(page)
    .getByRole('link', { name: /booked a showing/ })
    .click()
  await expect(dialog).toContainText(confirmation_number)
  await expect(page).toHaveURL(new RegExp(`/overview/showings/${id}$`))
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/overview$/)
  const added = activity(page).getByRole('link', { name: 'Property added' })
  await expect(added).toHaveAttribute('href', `/properties/${home.id}/edit`)
  await open(page, '/stats')
  await page.getByRole('link', { name: home.full_address }).click()
  await expect(dialog).toContainText(home.full_address)

  await open(page, `/showings/${id}/evidence`)
  await page.getByRole('link', { name: "the property's log" }).click()
  await expect(dialog).toContainText(confirmation_number)
  const gone = await context.request.delete(`${API}/properties/${home.id}`, { headers: { origin: baseUrl() } })
  expect(gone.status()).toBe(204)
  await open(page, '/report')
  await expectNoFaults(page)
  await page.getByRole('link', { name: `Compliance log of ${home.full_address}` }).click()
  await expect(dialog).toContainText(confirmation_number)
  await open(page, '/overview')
  await expect(added).toHaveAttribute('href', `/properties/${home.id}/logs`)
  await expectNoFaults(page)
})

test("a demo property says that it has no log, and another agent's property is a 404", { tag: '@proofs' }, async ({
  page,
  context,
  browser,
}) => {
  const home = await agentHome(context)
  const demo = await context.request.post(`${API}/demo-data`, { headers: { origin: baseUrl() } })
  expect(demo.ok()).toBe(true)
  const { properties } = await (await context.request.get(`${API}/properties`)).json()
  const { id } = properties.find(({ is_demo }: { is_demo: boolean }) => is_demo)
  await open(page, `/properties/${id}/logs`)
  const dialog = page.getByRole('dialog', { name: 'Compliance logs' })
  await expect(dialog.getByText('This is a demo property, so it has no compliance log')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Verify' })).toHaveCount(0)
  const stranger = await otherVisitor(browser)
  await register(stranger.context())
  for (const other of [home.id, 'nonsense']) {
    expect((await stranger.goto(`/properties/${other}/logs`))?.status()).toBe(404)
    await expect(stranger.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})

test.describe('axe finds nothing', { tag: '@proofs' }, () => {
  test.slow()

  test('on the empty tabs', async ({ page, context }) => {
    await register(context)
    for (const path of ['/overview', '/stats', '/report', '/report?from=2026-05&to=2026-04'])
      await expectAccessible(page, path)
  })

  test('on the full tabs and the log', async ({ page, context }) => {
    const home = await agentHome(context)
    await book(context, home)
    for (const path of ['/overview', '/stats', '/report', `/properties/${home.id}/logs`])
      await expectAccessible(page, path)
    await page.setViewportSize({ width: 390, height: 900 })
    await open(page, `/properties/${home.id}/logs`)
    await page.getByText(/^Events and hashes/).click()
    await page.getByRole('button', { name: /Add note/ }).click()
    await page.getByRole('button', { name: 'Add to the log' }).click()
    await expect(page.getByText('Please enter a note')).toBeVisible()
    await expectNoFaults(page)
  })
})
