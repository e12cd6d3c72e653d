import { agentHome, book, newAgent, newHome, OCCUPIED, openAsAgent, unfold } from './agent-home.ts'
import { brokenParts, expectNoFaults, resize } from './axe.ts'
import { baseUrl, expect, test } from './journey.ts'
import { addHome, street } from './property-pages.ts'

for (const { width, most } of [
  { width: 1280, most: 64 },
  { width: 390, most: 96 },
])
  test(`at ${width} pixels a showing takes one row of at most ${most} pixels, and opens by key`, {
    tag: width === 1280 ? [] : '@proofs',
  }, async ({ page, context }) => {
    const home = await agentHome(context)
    const first = await book(context, home)
    const second = await book(context, home, 20)
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/upcoming')
    const row = page.getByRole('article').filter({ hasText: first.confirmation_number })
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(most)
    const toggle = row.getByRole('button', { name: new RegExp(first.confirmation_number) })
    await toggle.focus()
    await page.keyboard.press('j')
    await expect(page.getByRole('button', { name: new RegExp(second.confirmation_number) })).toBeFocused()
    await page.keyboard.press('k')
    await expect(toggle).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await expect(row.getByText('May we see the garage?')).toBeVisible()
    await expectNoFaults(page)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help).toContainText('Go to the next showing')
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
  })

test('on a phone, a row shows the unit, which distinguishes two properties in one building', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const home = await newHome(context.request, { address_line1: '1888 Harbor View Terrace North', unit_number: '#12B' })
  await book(context, home)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/upcoming', '/properties']) {
    await page.goto(path)
    const title = page.getByRole('article').getByText('#12B').first()
    await expect(title).toBeVisible()
    const isCut = () =>
      title.evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
      )
    await expect.poll(isCut, { message: path }).toBe(false)
  }
})

/** Finds `Sun, Nov 29`, `November 29, 2026`, `29 nov`, and `6:53 PM PST`. */
const DATES =
  /(?:\b\p{L}{3},\s)?\p{L}{3,}\s\d{1,2}(?![\d:])(?:,\s\d{4})?|\b\d{1,2}\s(?:de\s)?\p{L}{3,}|\d{1,2}:\d\d\s(?:[AP]M|[ap]\.m\.)\s[A-Z]{3}/gu

for (const width of [390, 1280])
  test(`at ${width} pixels no date or time of a showing breaks into two lines`, {
    tag: width === 390 ? [] : '@proofs',
  }, async ({ page, context }) => {
    const home = await newHome(context.request, { ...OCCUPIED, booking_approval: 'manual' })
    const asked = await book(context, home, 60)
    const vacant = await addHome(context)
    const booked = await book(context, vacant, 60)
    await page.setViewportSize({ width, height: 844 })
    // Spanish has the longer texts.
    for (const language of process.env.PROOFS ? ['en', 'es'] : ['es']) {
      await context.addCookies([{ name: 'language', value: language, url: baseUrl() }])
      await page.goto('/upcoming')
      const row = ({ confirmation_number }: typeof asked) =>
        page.getByRole('article').filter({ hasText: confirmation_number })
      const broken = () => brokenParts(page.locator('main'), DATES)
      expect(await broken(), `closed rows in ${language}`).toEqual([])
      await unfold(row(asked))
      await expect(row(asked).getByText('May we see the garage?')).toBeVisible()
      expect(await broken(), `an opened row in ${language}`).toEqual([])
      await unfold(row(booked))
      await row(booked)
        .getByRole('button', { name: language === 'en' ? /^Propose new time/ : /^Proponer horario/ })
        .click()
      await expect(page.getByRole('dialog').locator('input[name=showingDate]').first()).toBeAttached()
      await expect(page.getByRole('dialog').locator('summary')).toBeVisible()
      expect(await broken(), `the agent's dialog in ${language}`).toEqual([])
      await page.goto(`/calendar/showings/${asked.id}`)
      const title = page.getByRole('dialog').locator(':has(> h2)')
      await expect(title).toBeVisible()
      expect(await brokenParts(title, DATES), `the title of a showing in ${language}`).toEqual([])
      await page.goto(`/showings/${asked.id}/evidence`)
      const intro = page.getByRole('main').locator(':has(> h1)')
      await expect(intro).toContainText(home.full_address)
      expect(await brokenParts(intro, DATES), `the proof of notice in ${language}`).toEqual([])
      await page.goto(new URL(booked.manageUrl).pathname)
      await page
        .getByRole('button', { name: language === 'en' ? 'Move to another time' : 'Cambiar a otro horario' })
        .click()
      await expect(page.getByRole('dialog').locator('input[name=showingDate]').first()).toBeAttached()
      expect(await brokenParts(page.getByRole('dialog'), DATES), `the buyer's dialog in ${language}`).toEqual([])
    }
  })

test("a property's bookings do not repeat its address", { tag: '@proofs' }, async ({ page, context }) => {
  const home = await newHome(context.request)
  for (const skip of [20, 22]) await book(context, home, skip)
  await page.goto(`/properties/${home.id}/bookings`)
  const dialog = page.getByRole('dialog', { name: 'Bookings' })
  await expect(dialog.getByRole('article')).toHaveCount(2)
  await expect(dialog.getByText(home.full_address)).toHaveCount(1)
  await expect(dialog.getByRole('link', { name: 'Directions' })).toHaveCount(1)
  await expectNoFaults(page)
})

test('on a tablet, a row with many badges still shows its title, and the whole current tab is visible', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const home = await newHome(context.request, { ...OCCUPIED, booking_approval: 'manual' })
  const { confirmation_number, manageUrl } = await book(context, home)
  const token = manageUrl.split('/').at(-1)
  const written = await context.request.post(`/api/showingbooker/public/booking/${token}/thread`, {
    headers: { origin: baseUrl() },
    data: { words: 'Is there parking?' },
  })
  expect(written.ok(), await written.text()).toBe(true)
  await page.goto('/upcoming')
  const row = page.getByRole('article').filter({ hasText: confirmation_number })
  await expect(row.getByText('1 new message')).toBeVisible()
  const where = row.getByText(home.full_address.split(',')[0] ?? '').first()
  for (const width of [768, 820, 1024]) {
    await resize(page, width, 800)
    const message = `at ${width} pixels`
    await expect.poll(() => where.evaluate((title) => title.clientWidth), { message }).toBeGreaterThanOrEqual(190)
    await expectNoFaults(page)
  }
  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto('/completed')
  const tabs = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(async () => {
    const [tab, more] = [
      await tabs.getByRole('link', { name: 'Completed' }).boundingBox(),
      await tabs.getByRole('button', { name: 'More' }).boundingBox(),
    ]
    expect((tab?.x ?? 0) + (tab?.width ?? 0)).toBeLessThanOrEqual((more?.x ?? 0) + 1)
  }).toPass({ timeout: 30_000 })
})

for (const { width, most } of [
  { width: 1280, most: 64 },
  { width: 390, most: 96 },
])
  test(`at ${width} pixels a property takes one row of at most ${most} pixels, opens by key, and becomes a card`, {
    tag: width === 390 ? [] : '@proofs',
  }, async ({ page, context }) => {
    await newAgent(context)
    const first = await addHome(context, { unit_number: '12', booking_approval: 'manual', rent_amount: 3200 })
    const second = await addHome(context, { address_line1: `${street()} at the corner of the long boulevard` })
    const { confirmation_number } = await book(context, first)
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/properties')
    const rows = page.getByRole('article')
    await expect(rows).toHaveCount(2)
    for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(most)
    await expect(rows.filter({ hasText: first.address_line1 })).toContainText('Next:')
    await expectNoFaults(page)
    const toggle = rows.filter({ hasText: second.address_line1 }).locator('[aria-expanded]')
    await toggle.focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const opened = rows.filter({ hasText: first.address_line1 })
    await expect(opened.getByRole('link', { name: 'Booking page' })).toBeVisible()
    await expect(opened.getByRole('button', { name: /^Copy link/ })).toHaveCount(1)
    await expectNoFaults(page)
    await opened.getByRole('link', { name: /^View bookings/ }).click()
    await expect(page.getByRole('dialog')).toContainText(confirmation_number)
    await page.keyboard.press('Escape')
    await expect(opened.getByRole('link', { name: /^View bookings/ })).toBeFocused()
    // The dialog closes before the browser has gone back.
    await expect(page).toHaveURL(/\/properties$/)
    await page.getByLabel('Sort by').selectOption('Next showing')
    await page.waitForURL('**/properties?sort=showing')
    await expect(rows.first()).toContainText(first.address_line1)
    await page.getByRole('button', { name: 'Cards' }).click()
    await expect(rows.first().getByRole('heading', { name: first.address_line1 })).toBeVisible()
    await expect(rows.first().locator('[aria-expanded]')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Cards' })).toHaveAttribute('aria-pressed', 'true')
  })

test("the list's keys type normally in its search", { tag: '@proofs' }, async ({ page }) => {
  await openAsAgent(page, '/upcoming')
  await page.getByRole('searchbox').pressSequentially('jk?')
  await expect(page.getByRole('searchbox')).toHaveValue('jk?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('on a phone, the tabs are a bar of five buttons at the bottom, which covers no focused element', async ({
  page,
}) => {
  await openAsAgent(page, '/overview')
  const tabs = page.getByRole('navigation', { name: 'Dashboard' })
  for (const name of ['Overview', 'Upcoming', 'Add', 'Properties'])
    await expect(tabs.getByRole('link', { name })).toBeVisible()
  await tabs.getByRole('button', { name: 'More' }).click()
  await tabs.getByRole('link', { name: 'Calendar' }).click()
  await page.waitForURL('**/calendar')
  await expect(tabs.getByRole('link', { name: 'Calendar' })).toBeHidden()
  await expect(tabs.getByRole('button', { name: 'More' })).toHaveAttribute('aria-current', 'true')
  const opened = page.getByRole('status').filter({ hasText: /^(Calendar|Upcoming showings)$/ })
  await expect(opened).toHaveText('Calendar')
  await tabs.getByRole('link', { name: 'Upcoming' }).click()
  await expect(opened).toHaveText('Upcoming showings')
  await expect(page).toHaveTitle('Upcoming showings · ShowingBooker')
  await expect(tabs.getByRole('link', { name: 'Upcoming' })).toHaveAttribute('aria-current', 'page')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/support')
  const last = page.getByRole('main').getByRole('button').last()
  await last.evaluate((button) => button.focus())
  await expect(async () => {
    const [button, bar] = [await last.boundingBox(), await tabs.boundingBox()]
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  }).toPass()
})

test('buyers, messages, and the report are behind More at every width', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  // Avoid the banner of a new agent. The list covers its buttons, but axe would treat them as uncovered.
  await agentHome(context)
  await page.goto('/stats')
  const tabs = page.getByRole('navigation', { name: 'Dashboard' })
  for (const [width, name, path] of [
    [1280, 'Buyers', '/buyers'],
    [390, 'Notifications and templates', '/showings/messages'],
    [1280, 'Report', '/report'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await expect(tabs.getByRole('link', { name })).toBeHidden()
    await tabs.getByRole('button', { name: 'More' }).click()
    await expectNoFaults(page)
    await tabs.getByRole('link', { name }).click()
    await page.waitForURL(`**${path}`)
    await expect(tabs.getByRole('link', { name })).toBeHidden()
  }
})

test('the list behind More closes when it loses the focus, so that it covers no focused element', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await openAsAgent(page, '/stats')
  const tabs = page.getByRole('navigation', { name: 'Dashboard' })
  const more = tabs.getByRole('button', { name: 'More' })
  const last = tabs.getByRole('link', { name: 'Report' })
  await more.click()
  await last.focus()
  await more.click()
  await expect(last).toBeHidden()
  await more.click()
  await last.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Create Demo Property' })).toBeFocused()
  await expect(last).toBeHidden()
})
