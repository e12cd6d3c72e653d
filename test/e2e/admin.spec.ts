import type { Page } from '@playwright/test'
import { agentHome, book, newEmail, openAsAgent, PASSWORD, unfold } from './agent-home.ts'
import { brokenParts, expectAccessible, expectNoFaults, overflow } from './axe.ts'
import { baseUrl, expect, loseAnswer, otherVisitor, signInAsAdmin, test } from './journey.ts'

test('only admins see the control panel, the users, and the audit trail', { tag: '@proofs' }, async ({ page }) => {
  for (const path of PATHS) expect((await page.goto(path))?.status()).toBe(401)
  await openAsAgent(page)
  const offer = page.getByRole('region', { name: 'Demo data' })
  await expect(offer).toBeVisible()
  for (const path of PATHS) {
    expect((await page.goto(path))?.status()).toBe(403)
    await expect(offer).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Unauthorized: Admin access required' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Administration' })).toHaveCount(0)
  }
})

test('image moderation marks only the open list', { tag: '@proofs' }, async ({ page }) => {
  await signInAsAdmin(page, '/admin/moderation')
  const current = page.getByRole('navigation', { name: 'Image moderation' }).locator('[aria-current=page]')
  await expect(current).toHaveText(['Reports'])
  await page.getByRole('link', { name: 'Appeals' }).click()
  await expect(current).toHaveText(['Appeals'])
})

test("on a phone, the admin's pages are one row that shows the open one, in any language", { tag: '@proofs' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const language of ['en', 'es']) {
    await page.context().addCookies([{ name: 'language', value: language, url: baseUrl() }])
    await signInAsAdmin(page, '/admin/audit')
    const links = page.locator('nav', { has: page.locator('[href="/admin/operations"]') }).getByRole('link')
    await expect(links).toHaveCount(5)
    const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    await expect(links.last()).toHaveAttribute('aria-current', 'page')
    await expect(links.last()).toBeInViewport({ ratio: 1 })
    expect(await overflow(page)).toBe(0)
  }
})

test('on a phone, a long email address breaks before its host, and only where it does not fit', {
  tag: '@proofs',
}, async ({ page, browser }) => {
  const agent = await otherVisitor(browser)
  // An agent without a name has the email as a bold title in both lists.
  const email = newEmail().replace('@', '@brokersoflosangeles.')
  const data = { email, password: PASSWORD, name: email }
  const added = await agent.request.post('/api/auth/sign-up/email', { headers: { origin: baseUrl() }, data })
  expect(added.status(), await added.text()).toBe(200)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/admin/users', '/admin']) {
    await signInAsAdmin(page, path)
    await expect(page.getByText(email).first()).toBeVisible()
    // No name, host, or part of a host breaks inside.
    // Names of other accounts may break at a hyphen.
    const shown = page.locator('main').getByText(email).locator('..')
    expect(await brokenParts(shown, /[\w-]+/g), path).toEqual([])
    expect(await overflow(page), path).toBe(0)
  }
})

/** Returns the email address of the property's agent. */
async function accountOf(agent: Page, homeId: string): Promise<string> {
  return (await (await agent.request.get(`/api/showingbooker/properties/${homeId}`)).json()).agent_account
}

const PATHS = ['/admin', '/admin/users', '/admin/audit']

test('an admin suspends an agent, who is signed out immediately, reads why, and later returns; the audit trail has all of it', async ({
  page,
  browser,
}) => {
  test.slow()
  const agent = await otherVisitor(browser)
  const home = await agentHome(agent.context())
  await agent.goto('/properties')
  const email = await accountOf(agent, home.id)
  await signInAsAdmin(page, '/admin')
  const pages = page.getByRole('navigation', { name: 'Administration' })
  await pages.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: 'Users', exact: true })).toBeVisible()
  await page.getByLabel('Search users').fill(email)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: email })
  await expect(row).toHaveCount(1)
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: '1 property' })).toBeVisible()
  await row.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.locator('#reason-error')).toHaveText('Please give a reason')
  await expectNoFaults(page)
  await dialog.getByLabel('Reason').fill('Homes that are not listed by their owner.')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(row.getByText('Suspended', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Lift suspension' })).toBeFocused()

  await expect(agent.getByRole('heading', { name: 'Please Login to Access ShowingBooker' })).toBeVisible()
  expect((await agent.goto(`/showingbooker/book/${home.slug}`))?.status()).toBe(404)
  await agent.goto('/login')
  await agent.getByLabel('Email').fill(email)
  await agent.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await agent.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(agent.getByText('This account is suspended: Homes that are not listed by their owner.')).toBeVisible()

  await row.getByRole('button', { name: 'Lift suspension' }).click()
  await dialog.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await agent.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await agent.getByRole('button', { name: 'Sign in', exact: true }).click()
  await agent.waitForURL('**/overview')
  expect((await agent.goto(`/showingbooker/book/${home.slug}`))?.status()).toBe(200)

  await row.getByRole('link', { name: 'View in audit trail' }).click()
  await expect(page.getByRole('heading', { name: 'Audit trail' })).toBeVisible()
  const acts = page.locator('section').getByRole('listitem')
  await expect(acts).toHaveText([
    /Lifted a suspension.*1 property listed again/,
    /Suspended an account.*1 property unlisted/,
  ])
  await page.getByLabel('Action').selectOption('Suspended an account')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(acts).toHaveText([/Reason: Homes that are not listed by their owner\./])
  await page.getByLabel('Person').fill('somebody')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.locator('#person-error')).toHaveText('Please enter an email or an ID')
  await agent.context().close()
})

test('an admin adds and removes another admin, and signs them out everywhere', { tag: '@proofs' }, async ({
  page,
  browser,
}) => {
  test.slow()
  const agent = await otherVisitor(browser)
  const home = await agentHome(agent.context())
  const email = await accountOf(agent, home.id)
  await signInAsAdmin(page, `/admin/users?q=${email}`)
  const row = page.getByRole('listitem').filter({ hasText: email })
  const dialog = page.getByRole('dialog')
  await row.getByRole('button', { name: 'Make admin' }).click()
  await dialog.getByRole('button', { name: 'Make admin' }).click()
  await expect(row.getByText('Admin', { exact: true })).toBeVisible()
  expect((await agent.goto('/admin/users'))?.status()).toBe(200)
  await row.getByRole('button', { name: 'Remove admin' }).click()
  await dialog.getByRole('button', { name: 'Remove admin' }).click()
  await expect(row.getByText('Admin', { exact: true })).toBeHidden()
  expect((await agent.goto('/admin/users'))?.status()).toBe(403)
  await row.getByRole('button', { name: 'Sign out' }).click()
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(row.getByText(/no active sessions/)).toBeVisible()
  expect((await agent.goto('/properties'))?.status()).toBe(401)
  await agent.context().close()
})

test('on the Properties tab, an admin searches for an agent, sees whose properties they are, and has the panel', {
  tag: '@proofs',
}, async ({ page, browser }) => {
  const agent = await otherVisitor(browser)
  const home = await agentHome(agent.context())
  await agent.goto('/properties')
  await expect(agent.getByLabel('Agent', { exact: true })).toHaveCount(0)
  const email = await accountOf(agent, home.id)
  await signInAsAdmin(page, '/properties')
  await expect(page.getByRole('heading', { name: 'All Properties' })).toBeVisible()
  await page.getByRole('button', { name: 'Super User Control Panel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Super User Control Panel' })
  await expect(dialog.getByRole('group', { name: 'Agent' })).toBeVisible()
  await expectNoFaults(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Agent', { exact: true }).fill(email)
  await page.waitForURL((url) => url.searchParams.has('agent_id'))
  await expect(page.getByRole('article')).toHaveCount(1)
  await unfold(page.getByRole('article'))
  await expect(page.getByRole('article').getByRole('link', { name: email })).toBeVisible()
  await page.getByLabel('Agent', { exact: true }).fill('')
  await page.waitForURL((url) => !url.searchParams.has('agent_id'))
  await agent.context().close()
})

test('the admin pages fit a narrow phone, and axe finds nothing', { tag: '@proofs' }, async ({ page }) => {
  test.slow()
  await signInAsAdmin(page, '/admin/users')
  for (const path of [...PATHS, '/properties']) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(path)
    await expectAccessible(page, path)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})

test('an admin adds a property for an agent and sees the errors, then a confirmation for three seconds', {
  tag: '@proofs',
}, async ({ page, browser }) => {
  const owner = await otherVisitor(browser)
  const email = await accountOf(owner, (await agentHome(owner.context())).id)
  await signInAsAdmin(page, '/admin')
  const list = page.getByRole('group', { name: 'Agent' })
  expect((await list.boundingBox())?.height).toBe(300)
  const create = page.getByRole('button', { name: 'Create property' })
  await create.click()
  await expect(page.locator('#agent_id-error')).toHaveText('Please select an agent')
  await expect(page.locator('#city-error')).toBeVisible()
  const street = `${Date.now()} Panel Street`
  await page.getByLabel('Street address').fill(street)
  await page.getByLabel('City').fill('Austin')
  await page.getByLabel('State').selectOption('TX')
  await page.getByLabel('ZIP code').fill('78701')
  expect(await page.getByLabel('State').locator('option').allTextContents()).toEqual([
    'California',
    'New York',
    'Texas',
    'Florida',
  ])
  await page.getByLabel('Status').selectOption('unlisted')
  await list.getByRole('radio', { name: email }).check()
  await expect(page.getByLabel("Agent's first name")).toHaveValue('Ada')
  await expect(page.getByLabel("Agent's email")).toHaveValue(email)
  await create.click()
  const done = page.getByText(`Property created successfully for ${email}`)
  await expect(done).toBeVisible()
  await expect(done).toBeHidden()
  await expect(page.getByLabel('Street address')).toHaveValue('')
  await owner.goto(`/properties?q=${encodeURIComponent(street)}`)
  await expect(owner.getByText(street).first()).toBeVisible()
})

test('a property sent again after a lost answer is added once, and the same form later adds another', {
  tag: '@proofs',
}, async ({ page, browser }) => {
  const owner = await otherVisitor(browser)
  const email = await accountOf(owner, (await agentHome(owner.context())).id)
  await signInAsAdmin(page, '/admin')
  const street = `${Date.now()} Panel Street`
  const fill = async () => {
    await page.getByLabel('Street address').fill(street)
    await page.getByLabel('City').fill('Austin')
    await page.getByLabel('State').selectOption('TX')
    await page.getByLabel('ZIP code').fill('78701')
  }
  const added = async () => {
    const answer = await owner.request.get(`/api/showingbooker/properties?q=${encodeURIComponent(street)}`)
    return (await answer.json()).properties.length
  }
  await page.getByRole('group', { name: 'Agent' }).getByRole('radio', { name: email }).check()
  await fill()
  const create = page.getByRole('button', { name: 'Create property' })
  const done = page.getByText(`Property created successfully for ${email}`)
  await loseAnswer(page, '**/admin/properties')
  await create.click()
  await expect(page.getByText(/^Failed to create property: You seem to be offline/)).toBeVisible()
  await create.click()
  await expect(done).toBeVisible()
  expect(await added()).toBe(1)
  await expect(done).toBeHidden()
  await fill()
  await create.click()
  await expect(done).toBeVisible()
  expect(await added()).toBe(2)
  await owner.context().close()
})

test('a form that cannot be sent says so and keeps what was typed', { tag: '@proofs' }, async ({ page }) => {
  await signInAsAdmin(page, '/admin')
  await page.getByLabel('City').fill('Austin')
  await page.route('**/api/showingbooker/admin/properties', (route) => route.abort())
  await page.getByRole('button', { name: 'Create property' }).click()
  await expect(page.getByText(/^Failed to create property: You seem to be offline/)).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Austin')
})

test("an admin corrects a buyer's email, and the former link ends", { tag: '@proofs' }, async ({ page, browser }) => {
  const visitor = await otherVisitor(browser)
  const booked = await book(visitor.context(), await agentHome(visitor.context()))
  await signInAsAdmin(page, `/upcoming?q=${booked.confirmation_number}`)
  const item = page.getByRole('article').filter({ hasText: booked.confirmation_number })
  await unfold(item)
  await item.getByRole('button', { name: 'Correct email' }).click()
  const dialog = page.getByRole('dialog', { name: "Correct the buyer's email" })
  const field = dialog.getByLabel('New email')
  await expectNoFaults(page)
  await field.fill('bea')
  await dialog.getByRole('button', { name: 'Correct email' }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('bea@corrected.example.com')
  await dialog.getByRole('button', { name: 'Correct email' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Email saved. The new link is on its way.')).toBeVisible()
  await expect(item.getByText('bea@corrected.example.com')).toBeVisible()
  await visitor.goto(booked.manageUrl)
  await expect(visitor.getByRole('heading', { name: 'Booking not found' })).toBeVisible()
  await visitor.goto('/upcoming')
  const own = visitor.getByRole('article').filter({ hasText: booked.confirmation_number })
  await unfold(own)
  await expect(own.getByRole('button', { name: 'Correct email' })).toHaveCount(0)
  await page.goto('/admin/audit?act=booking.correct_email')
  await expect(page.getByText("Corrected a buyer's email", { exact: true }).last()).toBeVisible()
})

test('an admin adds the email of a visitor who gave none, and reads that the link stays', { tag: '@proofs' }, async ({
  page,
  browser,
}) => {
  const agent = await otherVisitor(browser)
  const home = await agentHome(agent.context())
  const { days } = await (
    await agent.request.get(`/api/showingbooker/public/property/${home.slug}/availability`)
  ).json()
  type Day = { date: string; slots: { time: string; available: boolean }[] }
  // The first one disappears when the current half hour ends.
  const [, free] = (days as Day[]).flatMap(({ date, slots }) =>
    slots.filter(({ available }) => available).map(({ time }) => ({ showingDate: date, showingTime: time })),
  )
  const answer = await agent.request.post('/api/showingbooker/bookings', {
    headers: { origin: baseUrl() },
    data: { ...free, propertyId: home.slug, buyerName: 'Bea', buyerPhone: '213 555 0177' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { confirmation_number: number } = await answer.json()
  await signInAsAdmin(page, `/upcoming?q=${number}`)
  const item = page.getByRole('article').filter({ hasText: number })
  await unfold(item)
  await item.getByRole('button', { name: 'Correct email' }).click()
  const dialog = page.getByRole('dialog', { name: "Correct the buyer's email" })
  await expect(dialog.getByText("The buyer's link stays the same.")).toBeVisible()
  await dialog.getByLabel('New email').fill('bea@corrected.example.com')
  await dialog.getByRole('button', { name: 'Correct email' }).click()
  await expect(page.getByText("Email saved. The buyer's link stays the same.")).toBeVisible()
})
