import { readFile } from 'node:fs/promises'
import type { BrowserContext, Download, Page } from '@playwright/test'
import { agentHome, begin, book, changeHome, newHome, unfold } from './agent-home.ts'
import { expectAccessible, expectNoFaults } from './axe.ts'
import { baseUrl, expect, isAlive, test } from './journey.ts'

const API = '/api/showingbooker'

async function makeDemo({ request }: BrowserContext) {
  const answer = await request.post(`${API}/demo-data`, { headers: { origin: baseUrl() } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const open = (page: Page, path: string) => page.goto(path)

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}

async function downloadBy(page: Page, act: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), text: await textOf(download) }
}

const items = (page: Page) => page.getByRole('article')

/** A phone folds the filters. */
const openFilters = (page: Page) => page.locator('summary', { hasText: 'Filters' }).click()

test('a new booking appears in Upcoming automatically, with a phone number, and can be searched and exported', async ({
  page,
  context,
}) => {
  const colleague = { agent_first_name: 'Lena', agent_last_name: 'Lind', agent_email: 'lena.lind@example.com' }
  const home = await newHome(context.request, colleague)
  await open(page, '/upcoming')
  await expect(page.getByText('No upcoming showings')).toBeVisible()
  const first = await book(context, home)
  await expect(items(page)).toHaveCount(1)
  const item = items(page).first()
  await expect(item).toContainText(/\d:\d\d\s[AP]M\sP[SD]T/)
  await expect(item).toContainText(home.full_address)
  await expect(item).toContainText('Confirmed')
  await unfold(item)
  await expect(item).toContainText('May we see the garage?')
  await expect(item).toContainText('Lena Lind')
  await expect(item.getByRole('link', { name: first.person.email })).toHaveAttribute(
    'href',
    `mailto:${first.person.email}`,
  )
  await expect(item.getByRole('link', { name: first.person.phone })).toHaveAttribute('href', /^tel:\+1\d{10}$/)

  await changeHome(context, home.id, { booking_approval: 'manual' })
  const second = await book(context, home, 20)
  await expect(items(page)).toHaveCount(2)
  await expect(page.getByLabel('Status')).toBeHidden()
  await openFilters(page)
  await page.getByLabel('Status').selectOption('pending')
  await expect(items(page)).toHaveCount(1)
  await expect(items(page)).toContainText(second.confirmation_number)
  await expect(page).toHaveURL(/status=pending/)
  await page.reload()
  await expect(page.getByText('Filters (1)')).toBeVisible()
  await page.getByLabel('Status').selectOption('')
  await expect(items(page)).toHaveCount(2)
  await expect(items(page).first()).toContainText(first.confirmation_number)
  await page.getByLabel('Sort by').selectOption('Latest first')
  await expect(items(page).first()).toContainText(second.confirmation_number)
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
  await to.fill('2020-01-01')
  await expect(page).toHaveURL(/to=2020-01-01/)
  await expect(page.getByText('No upcoming showings')).toBeVisible()
  await from.fill('2099-01-01')
  await expect(to).toHaveAccessibleDescription(/The last date can't be before the first/)
  await page.getByRole('link', { name: 'Show all' }).click()
  // This link loads a whole page.
  await page.waitForURL('**/upcoming')
  await isAlive(page)
  await expect(from).toHaveValue('')
  await expect(items(page)).toHaveCount(2)
  await openFilters(page)
  const firstDate = first.showingDate
  await from.fill(firstDate)
  await to.fill(firstDate)
  await expect(items(page)).toHaveCount(1)
  await expect(items(page)).toContainText(first.confirmation_number)
  await page.getByRole('searchbox').fill(first.person.email)
  await expect(items(page)).toHaveCount(1)
  await page.goto('/upcoming?sort=-date')
  await page.getByRole('searchbox').fill(first.confirmation_number)
  await expect(items(page)).toHaveCount(1)

  const csv = await downloadBy(page, () => page.getByRole('link', { name: 'CSV' }).click())
  expect(csv.name).toMatch(/^upcoming-showings-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv.text).toContain(first.confirmation_number)
  expect(csv.text).not.toContain(second.confirmation_number)
  const ics = await downloadBy(page, () => page.getByRole('link', { name: 'Calendar (.ics)' }).click())
  expect(ics.text).toContain('STATUS:CONFIRMED')
  const print = await page.getByRole('link', { name: /^Print/ }).getAttribute('href')
  const pdf = await context.request.get(print ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')
})

test('an agent marks a showing as a no-show with a remark, and changes it back', async ({ page, context }) => {
  await agentHome(context)
  await makeDemo(context)
  await open(page, '/completed')
  const item = items(page).filter({ hasText: 'Elena Petrova' })
  await expect(item).toContainText('Completed')
  await expect(item).toContainText('Demo')
  await unfold(item)
  await expect(item).toContainText('30 minutes')
  await expect(item).toContainText('Not evaluated')

  await item.getByRole('button', { name: 'Change to no-show' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as a no-show' })
  await dialog.getByLabel('Feedback').fill('Nobody came.')
  await dialog.getByRole('button', { name: 'Mark no-show' }).click()
  await expect(page.getByText('Marked as a no-show.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(item).toContainText('No-show')
  await expect(item).toContainText('Nobody came.')
  await expect(item.getByRole('heading')).toBeFocused()

  await openFilters(page)
  await page.getByLabel('Status').selectOption('no_show')
  await expect(items(page)).toHaveCount(1)
  await items(page).getByRole('button', { name: 'Change to completed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark completed' }).click()
  await expect(page.getByText('No completed showings')).toBeVisible()
  await page.getByLabel('Time range').selectOption('7')
  await page.getByLabel('Status').selectOption('completed')
  await expect(items(page)).toHaveCount(2)
  const csv = await downloadBy(page, () => page.getByRole('link', { name: 'CSV' }).click())
  expect(csv.text.match(/"Completed"/g)).toHaveLength(2)
  const report = await page.getByRole('link', { name: /^Compliance report/ }).getAttribute('href')
  expect((await context.request.get(report ?? '')).headers()['content-disposition']).toContain('compliance-report')
})

test('a late outcome gets a message, and the dialog stays', { tag: '@proofs' }, async ({ page, context }) => {
  await agentHome(context)
  await makeDemo(context)
  await open(page, '/completed')
  const item = items(page).filter({ hasText: 'Sam Whitfield' })
  await unfold(item)
  await item.getByRole('button', { name: 'Change to no-show' }).click()
  const dialog = page.getByRole('dialog')
  const { bookings } = await (await context.request.get(`${API}/bookings?q=whitfield`)).json()
  await context.request.post(`${API}/bookings/${bookings[0].id}/no-show`, { headers: { origin: baseUrl() } })
  await dialog.getByRole('button', { name: 'Mark no-show' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This showing is already marked as a no-show.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(item.getByRole('button', { name: 'Change to completed' })).toBeVisible()
})

test("lists a property's bookings: upcoming, completed, all, as a file, and none yet", { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  await open(page, `/properties/${home.id}/bookings`)
  const dialog = page.getByRole('dialog', { name: 'Bookings' })
  await expect(dialog).toContainText(home.full_address)
  await expect(dialog).toContainText('No upcoming bookings')
  await dialog.getByRole('link', { name: 'Completed' }).click()
  await expect(dialog).toContainText('No completed showings')
  await dialog.getByRole('link', { name: 'All Bookings' }).click()
  await expect(dialog).toContainText('No showings have been booked for this property yet')

  const booked = await book(context, home)
  await expect(dialog.getByRole('article')).toContainText(booked.confirmation_number)
  await dialog.getByRole('link', { name: 'Upcoming' }).click()
  await expect(dialog.getByRole('article')).toContainText(booked.person.name)
  const csv = await downloadBy(page, () => dialog.getByRole('link', { name: 'CSV' }).click())
  expect(csv.text).toContain(booked.confirmation_number)
  await expectNoFaults(page)
  await begin(booked.id, 45)
  await dialog.getByRole('link', { name: 'Completed' }).click()
  await expect(dialog.getByRole('link', { name: 'Completed' })).toHaveAttribute('aria-current', 'page')
  await expect(dialog.getByRole('article')).toContainText(booked.confirmation_number)
  await dialog.getByRole('link', { name: 'Upcoming' }).click()
  await expect(dialog).toContainText('No upcoming bookings')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/properties$/)
})

test('an invalid URL is a 404, and a search for anything finds nothing', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  for (const path of [
    `/properties/${home.id}/bookings/of-nobody`,
    '/properties/of-nobody/bookings',
    '/calendar/showings/of-nobody',
    `/calendar/showings/${home.id}`,
  ])
    expect((await page.goto(path))?.status(), path).toBe(404)
  await page.goto('/upcoming?q=%00%F0%9F%8F%A0&status=sold&days=x')
  await expect(page.getByText('No upcoming showings')).toBeVisible()
  await page.goto('/calendar?start=2026-02-30')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calendar')
})

test('the calendar moves four weeks back and forth, with a showing, its details, and its file', async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  await page.setViewportSize({ width: 1280, height: 900 })
  await open(page, '/calendar')
  await expect(page.getByText('No showings', { exact: true })).toHaveCount(28)
  await page.getByRole('button', { name: 'Export All (.ics)' }).click()
  await expect(page.getByText('No showings to export')).toBeVisible()

  const booked = await book(context, home)
  const all = page.getByRole('link', { name: 'Export All (.ics)' })
  await expect(all).toBeVisible()
  const thisWeek = page.getByRole('link', { name: 'Show this week too' })
  if (await thisWeek.isVisible()) await thisWeek.click()
  const card = page.getByRole('article').filter({ hasText: booked.person.name })
  await expect(card).toContainText(/\d:\d\d\s[AP]M\sP[SD]T/)
  await expect(card).toContainText('Confirmed')
  const one = await downloadBy(page, () => card.getByRole('link', { name: /^Export/ }).click())
  expect(one.name).toBe(`showing-${booked.confirmation_number}.ics`)
  const every = await downloadBy(page, () => all.click())
  expect(every.text.match(/BEGIN:VEVENT/g)).toHaveLength(1)

  await card.getByRole('link').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(booked.person.email)
  await expectNoFaults(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('link', { name: 'Next 4 weeks' }).click()
  await expect(page).toHaveURL(/start=\d{4}-\d\d-\d\d/)
  await expect(card).toHaveCount(0)
  await page.getByRole('link', { name: 'Previous 4 weeks' }).click()
  await expect(card).toHaveCount(1)
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(page).toHaveURL(/\/calendar$/)
  await page.getByText('Google Calendar', { exact: true }).click()
  await expect(page.getByText('Import & export')).toBeVisible()
})

test('the private feed URL works without a session, and stops working when a new one is created', async ({
  page,
  context,
  playwright,
}) => {
  const home = await agentHome(context)
  const booked = await book(context, home)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, '/calendar')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
  const url = await page.evaluate(() => navigator.clipboard.readText())
  expect(url).toBe(await page.getByLabel('Private link').inputValue())

  const program = await playwright.request.newContext()
  const feed = await program.get(url)
  expect(feed.headers()['content-type']).toContain('text/calendar')
  expect(await feed.text()).toContain(booked.confirmation_number)
  expect(await feed.text()).not.toContain(booked.person.email)

  await page.getByRole('button', { name: 'Create a new link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a new link?' })
  await dialog.getByRole('button', { name: 'Create a new link' }).click()
  await expect(page.getByText('The old one no longer works')).toBeVisible()
  await expect(page.getByLabel('Private link')).not.toHaveValue(url)
  expect((await program.get(url)).status()).toBe(404)
  expect((await program.get(await page.getByLabel('Private link').inputValue())).status()).toBe(200)
  await program.dispose()
})

test.describe('axe finds nothing, and nothing is wider than a phone', { tag: '@proofs' }, () => {
  test.slow()

  test('on Upcoming, Completed, and the calendar, empty and full', async ({ page, context }) => {
    const home = await agentHome(context)
    for (const path of ['/upcoming', '/completed', '/calendar']) await expectAccessible(page, path)
    await makeDemo(context)
    await book(context, home)
    for (const path of ['/upcoming', '/completed?days=all', '/calendar']) await expectAccessible(page, path)
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, '/completed')
    await unfold(items(page).first())
    await page.getByRole('button', { name: 'Change to no-show' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoFaults(page)
  })
})

test('an agent with two properties narrows the list to one of them', { tag: '@proofs' }, async ({ page, context }) => {
  const home = await agentHome(context)
  const { request } = context
  const data = {
    address_line1: '88 Willow Court',
    city: 'Pasadena',
    state: 'CA',
    zip_code: '91101',
    agent_phone: '(213) 555-0144',
  }
  const more = { agent_first_name: 'Ada', agent_last_name: 'Agent', agent_email: 'ada@example.com' }
  const added = await request.post(`${API}/properties`, { headers: { origin: baseUrl() }, data: { ...data, ...more } })
  const other = await added.json()
  await book(context, home)
  const booked = await book(context, other, 20)
  await open(page, '/upcoming')
  await expect(items(page)).toHaveCount(2)
  await openFilters(page)
  await page.getByLabel('Property').selectOption(other.full_address)
  await expect(items(page)).toHaveCount(1)
  await expect(items(page)).toContainText(booked.confirmation_number)
  await expect(page).toHaveURL(new RegExp(`property=${other.id}`))
})
