import type { Locator, Page } from '@playwright/test'
import { agentHome, book, changeHome, newHome, openAsAgent, unfold } from './agent-home.ts'
import { baseUrl, expect, test } from './journey.ts'

/** On a phone, the buttons of a dialog and their results are visible. */
test.use({ viewport: { width: 390, height: 640 } })

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('the link to a request shows its buttons, and a failed decision says so next to them', async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  await changeHome(context, home.id, { booking_approval: 'manual' })
  const booked = await book(context, home)
  await page.goto(`/overview/showings/${booked.id}`)
  for (const name of [/^Decline/, /^Approve/])
    await expect(page.getByRole('dialog').getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Decline/ })
    .click()
  const dialog = dialogOf(page, 'Decline this showing')
  await dialog.getByText('Offer up to 3 other times').click()
  await dialog.getByLabel('Reason').fill('Under repair')
  await page.route('**/decline', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('alert')).toContainText('You seem to be offline')
})

test('once three times are offered, the others look disabled', { tag: '@proofs' }, async ({ page, context }) => {
  const home = await agentHome(context)
  await changeHome(context, home.id, { booking_approval: 'manual' })
  const { id } = await book(context, home)
  await page.goto(`/overview/showings/${id}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Decline/ })
    .click()
  const dialog = dialogOf(page, 'Decline this showing')
  await dialog.getByText('Offer up to 3 other times').click()
  await dialog.locator('[name=offeredDate]:enabled').nth(5).check()
  const times = dialog.getByRole('group', { name: /^Time on/ }).getByRole('button')
  const ground = () => times.nth(3).evaluate((button) => getComputedStyle(button).backgroundColor)
  await expect(times.nth(3)).toBeEnabled()
  const open = await ground()
  for (const at of [0, 1, 2]) await times.nth(at).click()
  await expect(dialog.getByText('3 of 3 chosen')).toBeVisible()
  await expect(times.nth(3)).toBeDisabled()
  await expect.poll(ground).not.toBe(open)
})

test('on the day the clocks change, times have the zone that holds from that morning on', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  await changeHome(context, home.id, { booking_approval: 'manual' })
  const { id } = await book(context, home)
  const slot = (startsAt: string, time: string) => ({ time, startsAt, available: true })
  await page.route('**/availability?*', (route) =>
    route.fulfill({
      json: {
        time_zone: 'America/Los_Angeles',
        days: [
          { date: '2027-03-13', slots: [slot('2027-03-13T18:00:00Z', '10:00')] },
          { date: '2027-03-14', slots: [slot('2027-03-14T08:00:00Z', '00:00'), slot('2027-03-14T17:00:00Z', '10:00')] },
        ],
      },
    }),
  )
  await page.goto(`/overview/showings/${id}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Decline/ })
    .click()
  const dialog = dialogOf(page, 'Decline this showing')
  await dialog.getByText('Offer up to 3 other times').click()
  for (const [date, zone] of [
    ['2027-03-13', 'PST'],
    ['2027-03-14', 'PDT'],
  ]) {
    await dialog.locator(`[name=offeredDate][value="${date}"]`).check()
    await expect(dialog.getByRole('group', { name: /^Time on/ })).toHaveAccessibleName(new RegExp(`${zone}`))
  }
})

test('the showings that conflict with a block are visible along with the buttons, and a wrong date has one message', async ({
  page,
  context,
}) => {
  const home = await newHome(context.request)
  const first = await book(context, home, 3)
  const others = [await book(context, home, 6), await book(context, home, 9)]
  const { days } = await (
    await context.request.get(`/api/showingbooker/public/property/${home.slug}/availability`)
  ).json()
  type Day = { date: string; slots: { time: string; available: boolean }[] }
  const last = (days as Day[]).find(({ date }) => date === others.at(-1)?.showingDate)
  const proposed = await context.request.post(`/api/showingbooker/bookings/${first.id}/propose-move`, {
    headers: { origin: baseUrl() },
    data: { showingDate: last?.date, showingTime: last?.slots.findLast(({ available }) => available)?.time },
  })
  expect(proposed.status(), await proposed.text()).toBe(200)
  await page.goto(`/calendar?view=week&start=${first.showingDate}`)
  await page.getByRole('button', { name: 'Block time' }).click()
  const dialog = dialogOf(page, 'Block time')
  await expect(dialog.locator('form :is(input, textarea, select)').first()).toBeFocused()
  await dialog.getByLabel('Whole days').check()
  await dialog.getByLabel('From', { exact: true }).fill('2020-01-01')
  await dialog.getByLabel('To', { exact: true }).fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Block time' }).click()
  const wrong = dialog.locator('[aria-invalid=true]').first()
  await expect(wrong).toBeFocused()
  await expect(wrong).toBeInViewport()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByLabel('From', { exact: true }).fill(first.showingDate)
  await dialog.getByLabel('To', { exact: true }).fill(others.at(-1)?.showingDate)
  await dialog.getByRole('button', { name: 'Block time' }).click()
  await expect(dialog.getByRole('button', { name: /block the rest/ })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByText('booked during this time')).toBeInViewport()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'held for a buyer' })).toHaveCount(1)
})

test('on a phone the actions of a showing fill their rows', { tag: '@proofs' }, async ({ page, context }) => {
  const home = await agentHome(context)
  const { id } = await book(context, home, 40)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const language of ['en', 'es']) {
    await context.addCookies([{ name: 'language', value: language, url: baseUrl() }])
    await page.goto(`/calendar/showings/${id}`)
    const actions = page
      .getByRole('dialog')
      .locator('article > div')
      .filter({ has: page.getByRole('button') })
      .first()
    await expect(actions.getByRole('button')).toHaveCount(3)
    const rows = await actions.evaluate((box) => {
      const { left, right } = box.getBoundingClientRect()
      const buttons = [...box.children].map((button) => button.getBoundingClientRect())
      const tops = [...new Set(buttons.map(({ top }) => top))]
      return tops.map((top) => {
        const row = buttons.filter((button) => button.top === top)
        return [Math.min(...row.map((one) => one.left)) - left, right - Math.max(...row.map((one) => one.right))]
      })
    })
    for (const gap of rows.flat()) expect(gap, JSON.stringify(rows)).toBeCloseTo(0, 0)
  }
})

test('on a phone an opened request has its decision before everything else', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const home = await newHome(context.request, { booking_approval: 'manual' })
  const { id } = await book(context, home, 40)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/upcoming')
  const row = page.locator(`li:has(#showing-${id})`)
  await unfold(row)
  const [decline, approve, assign] = await Promise.all(
    [/^Decline/, /^Approve/, /^Assign/].map((name) => row.getByRole('button', { name }).boundingBox()),
  )
  expect(decline?.y).toBe(approve?.y)
  expect(assign?.y).toBeGreaterThanOrEqual(approve?.y ?? Infinity)
  expect(decline?.x).toBeLessThan(approve?.x ?? 0)
  expect((decline?.x ?? 0) - ((await row.boundingBox())?.x ?? 0)).toBeLessThan(24)

  await page.goto(`/properties/${home.id}/bookings`)
  const dialog = dialogOf(page, 'Bookings')
  const topOf = async (part: Locator) => (await part.boundingBox())?.y
  const tabs = await Promise.all((await dialog.getByRole('navigation').getByRole('link').all()).map(topOf))
  expect(tabs).toEqual([tabs[0], tabs[0], tabs[0]])
  const approveTop = await topOf(dialog.getByRole('button', { name: /^Approve/ }))
  expect(await topOf(dialog.getByRole('button', { name: /^Decline/ }))).toBe(approveTop)
  expect(await topOf(dialog.getByRole('button', { name: /^Assign/ }))).toBeGreaterThan(approveTop ?? Infinity)
})

test('an incomplete template focuses its first missing field, and a placeholder link leads to its message', async ({
  page,
}) => {
  await openAsAgent(page, '/showings/messages')
  await page.getByRole('button', { name: 'Add a template' }).click()
  const dialog = dialogOf(page, 'Add a template')
  const [name, message] = [dialog.getByLabel('Name', { exact: true }), dialog.getByLabel('Message', { exact: true })]
  const save = dialog.getByRole('button', { name: 'Save template' })
  await save.click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toBeFocused()
  await name.fill('Parking')
  await save.click()
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
  await expect(message).toBeFocused()
  await message.fill('Hello , park behind the house.')
  await message.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 6))
  await dialog.getByRole('button', { name: /\{name\}$/ }).click()
  await expect(message).toHaveValue('Hello {name}, park behind the house.')
  await expect(message).toBeFocused()
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Parking', { exact: true })).toBeVisible()
})

test('a template that fails to save from its first field shows a visible error', { tag: '@proofs' }, async ({
  page,
}) => {
  // The on-screen keyboard covers the rest.
  await page.setViewportSize({ width: 390, height: 420 })
  await openAsAgent(page, '/showings/messages')
  await page.getByRole('button', { name: 'Add a template' }).click()
  const dialog = dialogOf(page, 'Add a template')
  await dialog.getByLabel('Message', { exact: true }).fill('Park behind the house.')
  const name = dialog.getByLabel('Name', { exact: true })
  await name.fill('Parking')
  await page.route('**/message-templates', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await name.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('You seem to be offline')
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(name).toBeFocused()
})
