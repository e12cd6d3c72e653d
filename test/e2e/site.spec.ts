import type { Page, Route } from '@playwright/test'
import { LEGAL, STATIC, TWIN } from '../public-pages.ts'
import { agentHome, newEmail, openAsAgent, PASSWORD } from './agent-home.ts'
import { expectAccessible, expectNoFaults, overflow } from './axe.ts'
import { baseUrl, expect, isAlive, test } from './journey.ts'

test('the link to another language keeps the rest of the URL, such as the page after a sign-in', async ({ page }) => {
  await page.goto('/login?next=%2Foracle')
  await page.getByRole('link', { name: 'Español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/oracle')
})

test('each button leads a visitor to the sign-in and an agent to their work', { tag: '@proofs' }, async ({ page }) => {
  const ways = [
    { from: '/', out: '/register', in: '/overview' },
    { from: '/pricing', out: '/register', in: '/add' },
    { from: '/speed', out: '/login', in: '/overview' },
  ]
  for (const { from, out } of ways) {
    await page.goto(from)
    await page.getByRole('main').getByRole('link', { name: 'Get Started' }).first().click()
    await page.waitForURL(`**${out}`)
  }
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Learn More' })).toHaveAttribute('href', '/about')
  await openAsAgent(page)
  for (const way of ways) {
    await page.goto(way.from)
    await page.getByRole('main').getByRole('link', { name: 'Open your dashboard' }).first().click()
    await page.waitForURL(`**${way.in}`)
  }
  expect((await page.goto('/get-started/nowhere'))?.status()).toBe(404)
})

test('a page shows that a person is signed in before any of its scripts load', async ({ page }) => {
  await openAsAgent(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/about', { waitUntil: 'commit' })
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Showings' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeHidden()
  await page.unroute('**/assets/*.js')
  await page.goto('/overview')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/showingbooker')
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Showings' })).toBeHidden()
})

test('a reload that began before a sign-out does not sign the page in again', { tag: '@proofs' }, async ({ page }) => {
  const held = Promise.withResolvers<Route>()
  const session = '**/api/auth/get-session*'
  // A new account gets its username on its first page, which then reloads. No other reload may interrupt that one.
  await page.route('**/overview.data*', (route) => held.resolve(route), { times: 1 })
  await page.route(session, (route) => route.abort())
  await openAsAgent(page)
  const reload = await held.promise
  const response = await reload.fetch()
  // The page stores it once, when its answer comes.
  await page.waitForFunction(() => localStorage.getItem('userToken'))
  const body = (await response.text()).replace('Ada Agent', 'Ada Renamed')
  await page.evaluate(() => {
    // Playwright cannot query a page that is navigating away.
    navigation.addEventListener('navigate', (event) => event.preventDefault())
    const keep = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
      performance.mark(`kept ${key}`)
      keep.call(this, key, value)
    }
  })
  const menu = page.getByRole('button', { name: 'Your account' })
  await menu.click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForFunction(() => !localStorage.getItem('userId'))
  await reload.fulfill({ response, body })
  await expect(menu).toHaveText(/Ada Renamed/)
  await page.unroute(session)
  await expect(page.getByRole('heading', { name: 'Please Login to Access ShowingBooker' })).toBeVisible()
  // Only the time of the sign-out is stored, and nothing about the account.
  const kept = await page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name))
  expect(kept).toEqual(['kept signedOutAt'])
})

test('on a phone, the menu opens, moves, and closes by keyboard alone, even without a script', {
  tag: '@proofs',
}, async ({ browser, page }) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({
      baseURL: baseUrl(),
      javaScriptEnabled,
      viewport: { width: 390, height: 844 },
    })
    const phone = await context.newPage()
    await phone.goto('/how')
    await phone.getByRole('button', { name: 'Menu' }).focus()
    await phone.keyboard.press('Enter')
    const menu = phone.getByRole('navigation', { name: 'Main' })
    const pages = ['Home', 'About', 'How', 'Pricing', 'Contact', 'Gallery', 'Studio', 'Oracle']
    for (const name of [...pages, 'Sign In', 'Get Started']) {
      await phone.keyboard.press('Tab')
      await expect(menu.getByRole('link', { name, exact: true })).toBeFocused()
    }
    await expect(menu.getByRole('link', { name: 'How' })).toHaveAttribute('aria-current', 'page')
    await phone.keyboard.press('Escape')
    await expect(menu.getByRole('link', { name: 'About' })).toBeHidden()
    await expect(phone.getByRole('button', { name: 'Menu' })).toBeFocused()
    await context.close()
  }
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectNoFaults(page)
})

test('the public pages load nothing that only the dashboard uses', { tag: '@proofs' }, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const path of [
    ...STATIC,
    TWIN,
    ...LEGAL,
    '/login',
    '/register',
    '/showingbooker/book/sample-property',
    '/property/share/sample-property',
  ]) {
    asked.length = 0
    await page.goto(path, { waitUntil: 'networkidle' })
    const files = asked.filter((file) => file.startsWith('/assets/'))
    expect(files.length, path).toBeGreaterThan(3)
    expect(
      files.filter((file) =>
        /\/(desk|dashboard|overview|properties|add|stats|calendar|upcoming|completed|outbox)-/.test(file),
      ),
      path,
    ).toEqual([])
    const texts = await Promise.all(
      files.filter((file) => /\.(js|css)$/.test(file)).map(async (file) => (await page.request.get(file)).text()),
    )
    // Only the dashboard's components have these names.
    expect(
      texts.filter((text) =>
        /aria-live="polite"|Drop a photo|_toast_|_bars_[A-Za-z0-9]+_\d+.*_figure|EventSource/.test(text),
      ),
      path,
    ).toEqual([])
  }
})

async function register(page: Page, email: string, { password = PASSWORD, name = 'Kim Kay' } = {}) {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Register' }).click()
}

test('registration asks for a name, shows errors at the fields, offers other usernames, and ends on the start page', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/\/register$/)
  await isAlive(page)
  const name = page.getByLabel('Anonymous username')
  await expect(name).not.toBeEditable()
  const first = await name.inputValue()
  expect(first).toMatch(/^(Dreamy|Creative|Mystic|Artistic|Cosmic|Fantasy|Magical|Wonder)[A-Z][a-z]+\d{1,4}$/)
  await page.getByRole('button', { name: 'New Name' }).click()
  await expect(name).not.toHaveValue(first)
  await expect(page.getByRole('main').getByRole('link', { name: 'terms of service' })).toHaveAttribute(
    'href',
    '/showingbooker/terms',
  )

  await register(page, 'nonsense', { password: 'short', name: '' })
  await expect(page.locator('#name-error')).toHaveText('Please enter your name')
  await expect(page.locator('#email-error')).toHaveText('Please enter a valid email address')
  await expect(page.locator('#password-error')).toHaveText('Password must be at least 10 characters')
  await expectNoFaults(page)
  await register(page, 'agent@example.com')
  await expect(page.locator('#email-error')).toHaveText('An account with this email already exists.')
  const chosen = await name.inputValue()
  await register(page, newEmail())
  await page.waitForURL('**/showingbooker')
  await expect(page.getByRole('main').getByRole('link', { name: 'Open your dashboard' }).first()).toBeVisible()
  const session = await (await page.request.get('/api/auth/get-session')).json()
  expect(session.user).toMatchObject({ name: 'Kim Kay', showingName: 'Kim Kay', username: chosen })
  // Showings use the person's name; studio and gallery use the anonymous username. Kept pages remember both.
  const account = page.getByRole('button', { name: 'Your account' })
  for (const [path, shown, other] of [
    ['/overview', 'Kim Kay', chosen],
    ['/private-gallery', chosen, 'Kim Kay'],
    ['/account', 'Kim Kay', chosen],
  ] as const) {
    await page.goto(path)
    await expect(account).toContainText(shown)
    await expect(account).not.toContainText(other)
  }
  const remembered = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--account-name'))
  await page.goto('/how')
  expect(await remembered()).toBe('"Kim Kay"')
  await page.goto('/public-gallery')
  expect(await remembered()).toBe(`"${chosen}"`)
  for (const path of ['/register', '/login']) {
    await page.goto(path)
    await expect(page).toHaveURL(`${baseUrl()}/`)
  }
})

test('after registration, a person continues to the requested page, and to no other site', {
  tag: '@proofs',
}, async ({ page, context }) => {
  await page.goto('/overview')
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute(
    'href',
    '/login?next=%2Foverview',
  )
  await isAlive(page)
  await register(page, newEmail())
  await page.waitForURL('**/overview')
  await context.clearCookies()
  await page.goto('/register?next=%2F%2Fevil.example%2F')
  await register(page, newEmail())
  await page.waitForURL(`${baseUrl()}/showingbooker`)
})

test.describe('without a script', { tag: '@proofs' }, () => {
  test.use({ javaScriptEnabled: false })
  test('registration still works', async ({ page }) => {
    await page.goto('/register?next=%2Fsupport')
    await register(page, 'nonsense')
    await expect(page.locator('#email-error')).toHaveText('Please enter a valid email address')
    await register(page, newEmail())
    await page.waitForURL('**/support')
    await page.getByRole('button', { name: 'Your account' }).click()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  })
})

test('axe finds nothing on registration, sign-in, and support', { tag: '@proofs' }, async ({ page, context }) => {
  test.slow()
  for (const path of ['/register', '/login', '/support']) await expectAccessible(page, path)
  await agentHome(context)
  await expectAccessible(page, '/support')
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/support')
  expect(await overflow(page)).toBe(0)
})

test("support shows its hours in Pacific time and in the reader's zone, and whether it is open", {
  tag: '@proofs',
}, async ({ page }) => {
  // It is Friday 8:59 in Los Angeles, and 1:59 of the next day in Tokyo.
  await page.clock.setFixedTime('2026-11-27T16:59:00Z')
  await page.goto('/support')
  const state = page.getByRole('status').filter({ hasText: 'now' })
  await expect(state).toHaveText('Closed now, opens 9:00 AM PST (2:00 AM GMT+9)')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.filter({ hasText: 'Sat, Nov 28' })).toContainText('10:00 AM – 4:00 PM PST')
  await expect(rows.filter({ hasText: 'Sat, Nov 28' })).toContainText('Sun 3:00 AM – Sun 9:00 AM GMT+9')
  await expect(rows.filter({ hasText: 'Sun, Nov 29' })).toContainText('Closed')
  await page.clock.setFixedTime('2026-07-10T17:00:00Z')
  await page.reload()
  await expect(state).toHaveText('Open now, until 6:00 PM PDT (10:00 AM GMT+9)')
  await expect(page.getByText('call emergency support 24/7')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute('href', 'tel:+13105550142')
  await expect(page.getByRole('link', { name: 'Text', exact: true })).toHaveAttribute('href', 'sms:+13105550142')
})

/** Catches what a mail program would receive. */
const catchDrafts = (page: Page) =>
  page.addInitScript(() => {
    const drafts: string[] = []
    Object.assign(window, { drafts })
    window.addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a[href^="mailto:"]')
      if (!link) return
      event.preventDefault()
      drafts.push(link.getAttribute('href') ?? '')
    })
  })

const draftsOf = async (page: Page) =>
  ((await page.evaluate(() => Reflect.get(window, 'drafts'))) as string[]).map((url) => new URL(url))

test('checks a bug report, opens it as a draft with time, browser, and page, then thanks and clears the form', async ({
  page,
}) => {
  await catchDrafts(page)
  await page.goto('/support')
  const form = page.locator('#bug')
  await form.getByRole('button', { name: 'Report the bug' }).click()
  await expect(form.locator('#bug-summary-error')).toHaveText('Please enter a summary')
  await expect(form.locator('#bug-description-error')).toHaveText('Please describe what happened')
  await expectNoFaults(page)
  await form.getByLabel('Summary').fill('Map & menu = blank?')
  await form.getByLabel('Priority').selectOption('critical')
  await form.getByLabel('What happened?').fill('It stays grey.\nFor ever.')
  await form.getByLabel('Steps to reproduce').fill('1. Open it')
  await form.getByRole('button', { name: 'Report the bug' }).dblclick()
  await expect(
    page.getByText("Thank you! Your bug report has been submitted. We'll investigate and fix it ASAP."),
  ).toBeVisible()
  await expect(form.getByLabel('Summary')).toHaveValue('')
  await expect(form.getByLabel('Priority')).toHaveValue('medium')
  await expect(form.getByText('Please check your entries')).toBeHidden()
  const [draft] = await draftsOf(page)
  expect(draft?.pathname).toBe('support@showingbooker.example')
  expect(draft?.searchParams.get('subject')).toBe('Bug Report: Map & menu = blank?')
  const body = draft?.searchParams.get('body') ?? ''
  for (const part of [
    'Priority:\r\ncritical',
    'Description:\r\nIt stays grey.\r\nFor ever.',
    'Steps to reproduce:\r\n1. Open it',
    'Browser:\r\nMozilla/5.0',
    `Page:\r\n${baseUrl()}/support`,
  ])
    expect(body).toContain(part)
  expect(body).toMatch(/Timestamp:\r\n\d{4}-\d\d-\d\dT[\d:.]+Z/)
})

test('opens a feature request as a draft, and if that fails says so and keeps the text', {
  tag: '@proofs',
}, async ({ page }) => {
  await catchDrafts(page)
  await page.goto('/support')
  const form = page.locator('#feature')
  await form.getByRole('button', { name: 'Request the feature' }).click()
  for (const [field, message] of [
    ['title', 'Please enter a title'],
    ['description', 'Please describe the feature'],
    ['usecase', 'Please tell us what you would use it for'],
  ])
    await expect(form.locator(`#feature-${field}-error`)).toHaveText(message ?? '')
  await form.getByLabel('Title').fill('Dark flyers')
  await form.getByLabel('What should it do?').fill('Print on dark paper')
  await form.getByLabel('What would you use it for?').fill('Open houses at night')
  await page.evaluate(() => {
    const { click } = HTMLAnchorElement.prototype
    HTMLAnchorElement.prototype.click = () => {
      HTMLAnchorElement.prototype.click = click
      throw new Error('no mail program')
    }
  })
  await form.getByRole('button', { name: 'Request the feature' }).click()
  await expect(page.getByText('Failed to submit feature request. Please try again.')).toBeVisible()
  await expect(form.getByLabel('Title')).toHaveValue('Dark flyers')
  await form.getByRole('button', { name: 'Request the feature' }).click()
  await expect(
    page.getByText(
      "Thank you! Your feature request has been submitted. We'll review it and consider it for future releases.",
    ),
  ).toBeVisible()
  const [draft] = await draftsOf(page)
  expect(draft?.searchParams.get('subject')).toBe('Feature Request: Dark flyers')
  expect(draft?.searchParams.get('body')).toContain('Priority:\r\nuseful')
  expect(draft?.searchParams.get('body')).not.toContain('Timestamp')
})
