import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { begin, book, newHome, OCCUPIED, openAsAgent, visitFirst } from './agent-home.ts'
import { brokenParts, expectNoFaults } from './axe.ts'
import { query } from './data.ts'
import { baseUrl, expect, test } from './journey.ts'
import { addHome } from './property-pages.ts'

test('an agent sees what is due, approves in one tap, and records a posted notice in four', async ({
  page,
  context,
}) => {
  const home = await newHome(context.request, { ...OCCUPIED, booking_approval: 'manual' })
  const booked = await book(context, home, 60)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/overview')
  const upcoming = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: /^Upcoming/ })
  await expect(upcoming).toHaveAccessibleName('Upcoming (1 is waiting for your answer)')
  const needs = page.locator('section', {
    has: page.getByRole('heading', { name: 'Needs your attention', exact: true }),
  })
  await expect(needs.getByText(`wants to see ${home.full_address}`)).toBeVisible()
  await expect(needs.getByText(/^Answer by \w{3},\s\w{3}\s\d/)).toBeVisible()
  await expectNoFaults(page)

  await needs.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText("Approved. We're telling the buyer.")).toBeVisible()
  await expect(upcoming).toHaveAccessibleName('Upcoming')
  await expect(needs.getByText(`Post the notice at ${home.full_address} by`)).toBeVisible()
  const notice = await needs
    .getByRole('link', { name: 'Print notice for Alex Rivera (opens in a new tab)' })
    .getAttribute('href')
  expect((await context.request.get(notice ?? '')).headers()['content-type']).toBe('application/pdf')

  // This takes four taps: the task, the camera, its shutter, and "Use photo". The last one records the notice.
  await needs.getByRole('button', { name: /^I posted it/ }).click()
  const dialog = page.getByRole('dialog', { name: 'I posted the notice' })
  await expect(dialog.getByText(`Alex Rivera, ${home.full_address}`)).toBeVisible()
  await expectNoFaults(page)
  const jpeg = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#a05030' } })
    .jpeg()
    .toBuffer()
  const door = { name: 'door.jpg', mimeType: 'image/jpeg', buffer: jpeg }
  const camera = dialog.getByLabel('Take a photo and record it')
  await expect(camera).toHaveAttribute('capture', 'environment')

  // Without a connection, the phone keeps the photo, says so, and sends it later.
  await context.setOffline(true)
  await camera.setInputFiles(door)
  const unsent = page.getByRole('status').filter({ hasText: "A posted notice isn't saved yet" })
  await expect(unsent).toContainText(home.full_address)
  await expect(dialog).toBeHidden()
  await context.setOffline(false)
  await expect(page.getByText('Your posted notice is now recorded.')).toBeVisible()
  await expect(unsent).toBeHidden()
  const { services } = await (await context.request.get(`/api/showingbooker/bookings/${booked.id}/service`)).json()
  expect(services).toHaveLength(1)
  expect(services[0]).toMatchObject({ method: 'posted', photo: { width: 300, height: 400 } })
  await expect(page).toHaveURL(/\/overview$/)
  // The task had the focus.
  await expect(needs.getByText("You're all caught up.")).toBeFocused()
})

test('an agent sees tasks that are overdue, due today, and due later, each group under its name', async ({
  page,
  context,
}) => {
  const home = await newHome(context.request, OCCUPIED)
  const late = await book(context, home, 2)
  for (const skip of [60, 62]) await book(context, home, skip)
  await page.goto('/overview')
  await expect(page.getByText('Nothing due today')).toBeVisible()
  // The showing is in three hours, so its notice was due yesterday.
  await begin(late.id, -180)
  await page.reload()
  const needs = page.locator('section', {
    has: page.getByRole('heading', { name: 'Needs your attention', exact: true }),
  })
  await expect(needs.getByRole('list').nth(0).getByRole('listitem')).toHaveText(['1 overdue', '2 later'])
  await expect(needs.getByRole('list').nth(1).getByRole('listitem')).toHaveText(['3 notices'])
  // The overdue notice shares no row with later ones, and the agent records it in its own row.
  const part = (name: string) => needs.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
  await expect(part('Overdue').getByText(`Post the notice at ${home.full_address} now`)).toBeVisible()
  await expect(part('Overdue').getByRole('button', { name: /^I posted it/ })).toHaveCount(1)
  await expect(part('Later').getByText(`Post the notice at ${home.full_address} by`)).toHaveCount(2)
  await expectNoFaults(page)
})

test('a phone shows three tasks, even if a hidden one is the first of its day', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const occupied = await newHome(context.request, OCCUPIED)
  const vacant = await addHome(context, { booking_approval: 'manual' })
  // Two notices are overdue, and a third is due before a request. The phone shows the request as the first of its kind.
  for (const [at, hours] of [3, 5, 48].entries())
    await begin((await book(context, occupied, 60 + 2 * at)).id, -60 * hours)
  const asked = await book(context, vacant, 60)
  await query(`update booking set decision_due_at = now() + interval '24 hours 1 minute' where id = $1`, [asked.id])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/overview')
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^I posted it/ })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Show all 4' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('button', { name: /^I posted it/ })).toHaveCount(3)
})

test('a phone shows three of the tasks due today, even if more are overdue', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const occupied = await newHome(context.request, OCCUPIED)
  const vacant = await addHome(context, { booking_approval: 'manual' })
  for (const [at, hours] of [3, 5].entries()) await begin((await book(context, occupied, 60 + 2 * at)).id, -60 * hours)
  for (const skip of [64, 66, 68]) await book(context, occupied, skip)
  for (let skip = 2; skip < 8; skip++) await book(context, vacant, skip)
  // These requests are due at the end of today.
  await query(
    `update booking set decision_due_at = (date_trunc('day', now() at time zone time_zone) + interval '23:59:59')
       at time zone time_zone where property_id = $1`,
    [vacant.id],
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/overview')
  const part = (name: string) =>
    page.locator('section section', { has: page.getByRole('heading', { name, exact: true }) })
  await expect(part('Due today').getByRole('button', { name: /^Approve/ })).toHaveCount(3)
  await expect(part('Overdue').getByRole('button', { name: /^I posted it/ })).toHaveCount(1)
  await expect(part('Later')).toBeHidden()
  const today = page.getByRole('heading', { name: 'Today', exact: true })
  expect(await today.evaluate((heading) => heading.getBoundingClientRect().bottom)).toBeLessThan(2 * (844 - 56))
  await expectNoFaults(page)
})

test("on a desktop, tasks and today's showings are side by side on the first screen", { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const home = await newHome(context.request, { booking_approval: 'manual' })
  for (const skip of [2, 4, 6]) await book(context, home, skip)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/overview')
  const top = async (name: string) =>
    (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? Number.NaN
  expect(Math.abs((await top('Today')) - (await top('Needs your attention')))).toBeLessThan(8)
  const approve = page.getByRole('button', { name: /^Approve/ })
  for (let row = 0; row < 3; row++) await expect(approve.nth(row)).toBeInViewport({ ratio: 1 })
  await expectNoFaults(page)
})

test('a task done elsewhere passes the focus to the next task, and the last task passes it to the count', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const home = await newHome(context.request, { booking_approval: 'manual' })
  const [first, second] = [await book(context, home, 2), await book(context, home, 4)]
  await page.goto('/overview')
  const decline = page.getByRole('button', { name: /^Decline/ })
  const approveElsewhere = async (id: string) => {
    const path = `/api/showingbooker/bookings/${id}/approve`
    expect((await context.request.post(path, { headers: { origin: baseUrl() }, data: {} })).status()).toBe(200)
  }
  await decline.first().focus()
  await approveElsewhere(first.id)
  await expect(decline).toHaveCount(1)
  await expect(decline).toBeFocused()
  await decline.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await approveElsewhere(second.id)
  const count = page.locator('#showings-counted')
  await expect(count).toHaveText("You're all caught up.")
  await page.getByRole('dialog').press('Escape')
  await expect(count).toBeFocused()
})

test('changes while a page loads show on it automatically, in the first tab and in another', {
  tag: '@proofs',
}, async ({ context }) => {
  const home = await newHome(context.request, { booking_approval: 'manual' })
  for (const said of ['1 thing needs you', '2 things need you']) {
    const tab = await context.newPage()
    const held = Promise.withResolvers<void>()
    await tab.route('**/*.js', (route) => held.promise.then(() => route.continue()))
    await tab.goto('/overview', { waitUntil: 'commit' })
    await expect(tab.getByRole('heading', { name: 'Needs your attention', exact: true })).toBeVisible()
    await expect(tab.getByText(said)).toHaveCount(0)
    await book(context, home, 2)
    held.resolve()
    await expect(tab.getByText(said)).toBeAttached()
  }
})

test('a tab that slept tells a new tab what changed while the new one loaded', { tag: '@proofs' }, async ({
  context,
}) => {
  const home = await newHome(context.request, { booking_approval: 'manual' })
  const slept = await context.newPage()
  // This clock of the browser stops while the computer sleeps.
  await slept.addInitScript(() => {
    performance.now = () => 0
  })
  await slept.goto('/overview')
  const tab = await context.newPage()
  const held = Promise.withResolvers<void>()
  await tab.route('**/*.js', (route) => held.promise.then(() => route.continue()))
  await tab.goto('/overview', { waitUntil: 'commit' })
  await expect(tab.getByRole('heading', { name: 'Needs your attention', exact: true })).toBeVisible()
  await book(context, home, 2)
  await expect(slept.getByText('1 thing needs you')).toBeAttached()
  held.resolve()
  await expect(tab.getByText('1 thing needs you')).toBeAttached()
})

test('declining a request on the overview asks first, and the first steps of a new agent disappear when done', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const home = await newHome(context.request, { booking_approval: 'manual' })
  await page.goto('/overview')
  const steps = page.locator('section', { has: page.getByRole('heading', { name: 'Start here' }) })
  await expect(steps.getByRole('link', { name: 'Add your phone number' })).toBeVisible()
  await expect(steps.getByText('Done')).toHaveCount(1)
  await book(context, home)
  const needs = page.locator('section', {
    has: page.getByRole('heading', { name: 'Needs your attention', exact: true }),
  })
  await needs.getByRole('button', { name: /^Decline/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline this showing' })
  await dialog.getByLabel('Reason').fill('Under repair')
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(needs.getByText("You're all caught up.")).toBeVisible()
  await expect(steps).toBeHidden()

  // Three tasks leave today's showings on the first two screens of a phone. The others are one press away.
  for (let skip = 2; skip < 8; skip++) await book(context, home, skip)
  await page.reload()
  const approve = needs.getByRole('button', { name: /^Approve/ })
  await expect(approve).toHaveCount(3)
  const today = page.getByRole('heading', { name: 'Today', exact: true })
  expect(await today.evaluate((heading) => heading.getBoundingClientRect().bottom)).toBeLessThan(2 * (844 - 56))
  const all = needs.getByRole('button', { name: 'Show all 6' })
  await all.press('Enter')
  await expect(approve).toHaveCount(6)
  await expect(needs.getByText('6 things need you')).toBeFocused()
  await expect(all).toBeHidden()

  // Five tasks leave them visible on a desktop.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await expect(approve).toHaveCount(5)
  await needs
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await expect(needs.getByText('5 things need you')).toBeAttached()
  await expect(approve).toHaveCount(5)
  await expect(all).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(approve).toHaveCount(3)
  await expect(needs.getByRole('button', { name: 'Show all 5' })).toBeVisible()
})

test("a phone's first screen shows how much is due of each kind, and the next showing", async ({ page, context }) => {
  const occupied = await newHome(context.request, OCCUPIED)
  const vacant = await addHome(context, { booking_approval: 'manual' })
  for (const skip of [60, 62, 64, 66]) await book(context, occupied, skip)
  for (const skip of [2, 4]) await book(context, vacant, skip)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/overview')
  const needs = page.locator('section', {
    has: page.getByRole('heading', { name: 'Needs your attention', exact: true }),
  })
  const bar = await page.getByRole('navigation', { name: 'Dashboard' }).boundingBox()
  for (const words of [
    needs.getByText('6', { exact: true }),
    needs.getByText('4 notices', { exact: true }),
    needs.getByText('2 requests', { exact: true }),
    page.getByRole('link', { name: /^Next: / }),
  ]) {
    const box = await words.boundingBox()
    expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  }

  // A property's notices are one row that opens, so the requests show, too.
  await expect(needs.getByRole('button', { name: /^Approve/ })).toHaveCount(2)
  await expect(needs.getByRole('button', { name: /^I posted it/ })).toHaveCount(0)
  const group = needs.getByRole('button', { name: /^Show 4 notices/ })
  await group.click()
  await expect(needs.getByRole('button', { name: /^I posted it/ })).toHaveCount(4)
  await expectNoFaults(page)
  await needs.getByRole('button', { name: /^Hide notices/ }).click()
  await needs
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await expect(needs.getByText('1 request', { exact: true })).toBeVisible()
  await expect(needs.getByRole('button', { name: /^Decline/ })).toBeFocused()
  await expect(needs.getByRole('button', { name: /^Show 4 notices/ })).toBeVisible()
})

test('quick actions and stats have two columns, from a phone of 360 pixels to a tablet', { tag: '@proofs' }, async ({
  page,
}) => {
  await openAsAgent(page)
  for (const width of [360, 390, 430, 600, 767]) {
    await page.setViewportSize({ width, height: 844 })
    for (const name of ['Total Showings', 'Calendar View']) {
      const cells = page
        .getByRole('list')
        .filter({ has: page.getByRole('link', { name }) })
        .getByRole('listitem')
      const lefts = await cells.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().left))
      expect(new Set(lefts).size, `${name} at ${width} px`).toBe(2)
    }
  }
})

test('no word of a stat card or a quick action breaks on a narrow phone, in any language', { tag: '@proofs' }, async ({
  page,
}) => {
  await openAsAgent(page)
  for (const language of ['en', 'es'])
    for (const width of [320, 344, 360]) {
      await page.context().addCookies([{ name: 'language', value: language, url: baseUrl() }])
      await page.setViewportSize({ width, height: 844 })
      for (const path of ['/overview', '/stats']) {
        await page.goto(path)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        expect(await brokenWords(page), `${path} in ${language} at ${width} px`).toEqual([])
      }
    }
})

/** Returns the words of cards and links in lists that take more than one line. */
const brokenWords = (page: Page) => brokenParts(page.locator('main li'), /[\p{L}\d]+/gu)

test('folds figures, activity, and the studio while something needs the agent, and remembers the choice', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const home = await newHome(context.request, { booking_approval: 'manual' })
  const rest = page.locator('summary', { hasText: 'Stats, activity, and studio' })
  const cards = page.getByRole('link', { name: /^Total Showings/ })
  const studio = page.getByLabel('Prompt', { exact: true })
  await page.goto('/overview')
  await expect(cards).toBeVisible()
  await expect(studio).toBeVisible()

  // After the agent reads a message, it stays in place until they reopen the page.
  await book(context, home)
  await expect(page.getByText('1 thing needs you')).toBeAttached()
  await expect(cards).toBeVisible()
  await page.reload()
  await expect(rest).toBeVisible()
  await expect(cards).toBeHidden()
  await expect(studio).toBeHidden()
  await expectNoFaults(page)

  await rest.focus()
  await page.keyboard.press('Enter')
  await expect(cards).toBeVisible()
  await page.reload()
  await expect(cards).toBeVisible()
  await rest.click()
  await page.reload()
  await expect(cards).toBeHidden()
})

for (const { when, isOff, tag } of [
  { when: 'before it asks for its data', isOff: /\/livez$|\.data(\?|$)/, tag: '@proofs' },
  { when: 'while it asks for its data', isOff: /\.data(\?|$)/, tag: [] },
])
  test(`a page whose connection is lost ${when} stays, and shows updates once the connection is back`, { tag }, async ({
    page,
    context,
  }) => {
    const home = await newHome(context.request, { ...OCCUPIED, booking_approval: 'manual' })
    await visitFirst(page)
    await page.goto('/overview')
    const needs = page.locator('section', {
      has: page.getByRole('heading', { name: 'Needs your attention', exact: true }),
    })
    const isFree = needs.getByText("You're all caught up.")
    await expect(isFree).toBeVisible()
    await page.route(isOff, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => isOff.test(request.url()))
    await book(context, home, 60)
    await failed
    await expect(isFree).toBeVisible()
    await page.unroute(isOff)
    await expect(needs.getByText(`wants to see ${home.full_address}`)).toBeVisible()
  })
