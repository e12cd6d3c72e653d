import type { Locator } from '@playwright/test'
import { book, changeHome as change, newAgent } from './agent-home.ts'
import { expectNoFaults, overflow } from './axe.ts'
import { baseUrl, expect, otherVisitor, signInAsAdmin, test } from './journey.ts'
import { API, addHome, card, open, openEdit, stored, street } from './property-pages.ts'

test('deleting takes two steps and a question, and is refused while there are paid showings', async ({
  page,
  context,
}) => {
  await newAgent(context)
  const booked = await addHome(context)
  const { id, address_line1 } = booked
  const free = await addHome(context)
  await book(context, booked)
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
  await expect(question).toContainText('its compliance log stays. You can open it in the report.')
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

test('a search finds a property, a filter narrows by listed and unlisted, and the URL keeps both', {
  tag: '@proofs',
}, async ({ page, context }) => {
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
  await page.getByRole('link', { name: `Update ${elm.address_line1}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.waitForURL('**/properties?status=unlisted')
  await expect(page.getByRole('link', { name: `Update ${elm.address_line1}` })).toBeFocused()
  await page.getByRole('link', { name: `Update ${elm.address_line1}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: `Update ${elm.address_line1}` })).toBeFocused()
  await page.getByRole('button', { name: 'Unlisted 1' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test.describe('without JavaScript', { tag: '@proofs' }, () => {
  test.use({ javaScriptEnabled: false })
  test('agents can search and filter properties', async ({ page, context }) => {
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

test('saves a status when it is chosen, can undo it, and keeps the old one if saving fails', async ({
  page,
  context,
}) => {
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
  // The page updates after the server answers. Until then, its badge has the same word as the option.
  await expect(home.getByText('Unlisted', { exact: true })).toHaveCount(1)
  await page.route(`**${API}/*`, (route) => route.abort())
  await home.getByText('Unlisted', { exact: true }).click()
  await expect(page.getByText(/^Failed to update property: You seem to be offline/)).toBeVisible()
  await expect(home.getByRole('radio', { name: 'Listed', exact: true })).toBeChecked()
  await page.unroute(`**${API}/*`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await stored(context, id)).status).toBe('unlisted')
})

test('the message that showings stay links to them, and closing their dialog restores the list', {
  tag: '@proofs',
}, async ({ page, context }) => {
  await newAgent(context)
  const home = await addHome(context)
  await book(context, home)
  await open(page, '/properties?q=Pasadena')
  await card(page, home.address_line1).getByText('Unlisted', { exact: true }).click()
  await page.getByRole('link', { name: 'See its bookings' }).click()
  await expect(page).toHaveURL(new RegExp(`/properties/${home.id}/bookings\\?q=Pasadena$`))
  // The address changes before the dialog opens.
  await expect(page.getByRole('dialog', { name: 'Bookings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/properties\?q=Pasadena$/)
})

test('each action names its unit if two units have one address', { tag: '@proofs' }, async ({ page, context }) => {
  await newAgent(context)
  const at = { address_line1: street() }
  const { id } = await addHome(context, { ...at, unit_number: '5' })
  await addHome(context, { ...at, unit_number: 'Apt 6' })
  await open(page, '/properties')
  const unit = `${at.address_line1}, Unit 5`
  const home = page.getByRole('article', { name: unit, exact: true })
  for (const action of ['Update', 'Book for a visitor at', 'Booking page for'])
    await expect(home.getByRole('link', { name: `${action} ${unit}` })).toBeVisible()
  await expect(home.getByRole('button', { name: `Copy link for ${unit}` })).toBeVisible()
  await expect(page.getByRole('link', { name: `Update ${at.address_line1}, Apt 6` })).toBeVisible()
  await home.getByText('Unlisted', { exact: true }).click()
  await expect(page.getByText(`${unit} is now unlisted`)).toBeVisible()
  await home.getByRole('button', { name: `Delete ${unit}` }).click()
  await home.getByRole('button', { name: 'Confirm delete' }).click()
  await expect(page.getByRole('dialog', { name: `Delete ${unit}` })).toBeVisible()
  await open(page, `/properties/${id}/edit`)
  await expect(page.getByRole('dialog', { name: `Update ${unit}` })).toBeVisible()
})

test('after an agent unlists a property, the page says that its showings stay, and links to them', {
  tag: '@proofs',
}, async ({ page, context }) => {
  await newAgent(context)
  const booked = await addHome(context)
  const free = await addHome(context)
  await book(context, booked)
  await open(page, '/properties')
  await card(page, free.address_line1).getByText('Unlisted', { exact: true }).click()
  await expect(page.getByText(`${free.address_line1} is now unlisted`)).toBeVisible()
  await expect(page.getByText('Booked showings stay booked.')).toHaveCount(0)
  await card(page, booked.address_line1).getByText('Unlisted', { exact: true }).click()
  await expect(page.getByText('Booked showings stay booked.')).toBeVisible()
  await expectNoFaults(page)
  await page.getByRole('link', { name: 'See its bookings' }).click()
  await expect(page).toHaveURL(new RegExp(`/properties/${booked.id}/bookings`))
})

test('copies the link of a property, or shows it if the browser forbids copying', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
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

test('loads a long list page by page, and removes a property deleted further down', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
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

test('after a sign-out elsewhere, deleting and changing ask to log in', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  await newAgent(context)
  const home = await addHome(context)
  await open(page, '/properties')
  await page.route(`**${API}/*`, (route) =>
    route.fulfill({ status: 401, json: { error: 'No authenticated user found', code: 'unauthenticated' } }),
  )
  const ofHome = card(page, home.address_line1)
  await ofHome.getByText('Unlisted', { exact: true }).click()
  await expect(page.getByText('Please log in to update properties').first()).toBeVisible()
  await ofHome.getByRole('button', { name: 'Delete' }).click()
  await ofHome.getByRole('button', { name: 'Confirm delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Please log in to delete properties')).toBeVisible()
})

test('ignores invalid values in the URL, and no card is wider than a narrow phone', {
  tag: '@proofs',
}, async ({ page, context }) => {
  await newAgent(context)
  const home = await addHome(context, { address_line1: `77 ${'Very'.repeat(40)} Long Street` })
  const answer = await page.goto('/properties?q=%00&status=nothing&agent_id=nobody&cursor=none')
  expect(answer?.status()).toBe(200)
  await page.setViewportSize({ width: 320, height: 640 })
  const ofHome = card(page, home.address_line1)
  const rightOf = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().right)
  const edge = await rightOf(ofHome)
  for (const action of await ofHome.getByRole('link').all())
    expect(await rightOf(action), (await action.textContent()) ?? undefined).toBeLessThanOrEqual(edge - 16)
})

test("an admin sees everyone's properties and whose they are", { tag: '@proofs' }, async ({ context, browser }) => {
  const { email } = await newAgent(context)
  const { id, address_line1 } = await addHome(context)
  const admin = await otherVisitor(browser)
  await signInAsAdmin(admin)
  await open(admin, '/properties')
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

test('saves the showing profile, names missing fields, and shows it on the booking page', async ({ page, context }) => {
  await newAgent(context)
  const { slug } = await addHome(context, { use_public_profile: true })
  await open(page, '/profile')
  await expect(page.getByRole('heading', { name: 'Showing Profile', exact: true })).toBeVisible()
  await page.getByLabel('Email').fill('ada')
  await page.getByLabel('Name').fill('')
  await page.getByLabel('Phone').fill('')
  await page.getByRole('button', { name: 'Save profile' }).click()
  const missing = 'Please fill in at least your name and phone number for the agent profile.'
  await expect(page.locator('#agent_name-error')).toHaveText(missing)
  await expect(page.locator('#agent_phone-error')).toHaveCount(0)
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
  const saved = page.getByText(
    'Showing Profile updated successfully! This information will appear on all your property booking pages.',
  )
  await expect(saved).toBeVisible()
  await page.getByLabel('Phone').fill('213 555 01')
  await expect(saved).toHaveCount(0)
  await page.goto(`/showingbooker/book/${slug}`)
  await expect(page.getByText('Ada Profile')).toBeVisible()
  await open(page, '/add')
  await expect(page.getByLabel('Use my public profile')).toBeChecked()
  await expect(page.getByRole('main').getByText('Ada Profile')).toBeVisible()
  await expect(page.getByLabel("Agent's phone")).toHaveValue('(213) 555-0177')
  await expect(page.getByLabel("Agent's email")).toHaveCount(0)
})

test('an agent without a profile can change their schedule right away, and sees one message about missing fields', {
  tag: '@proofs',
}, async ({ page, context }) => {
  await newAgent(context)
  await open(page, '/profile')
  await expect(page.getByLabel('Name')).toHaveValue('Ada Agent')
  await expect(page.getByLabel('Phone')).toHaveValue('')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Please fill in at least your name and phone number')).toHaveCount(1)
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Phone')).toBeFocused()
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/Please fill in at least/)
  await addHome(context)
  await page.reload()
  await expect(page.getByLabel('Phone')).toHaveValue('(213) 555-0144')
  await page.getByLabel('I show my properties myself').check()
  await page.getByLabel('Travel time').fill('25')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Showing Profile updated successfully!')).toBeVisible()
  expect(await (await context.request.get('/api/showingbooker/profile')).json()).toMatchObject({
    agent_name: 'Ada Agent',
    agent_phone: '(213) 555-0144',
    travel_minutes: 25,
  })
})

const AWAY = 'Working offline - using local storage. Changes will need to be migrated later.'

const LONG = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'

test.describe('axe finds nothing, and nothing is wider than a narrow phone', { tag: '@proofs' }, () => {
  test.slow()

  test('in the list and in the form of a property', async ({ page, context }) => {
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
    await dialog.getByText('Only legal entry hours').click()
    await expect(dialog.getByText('Hours agreed with the resident')).toBeVisible()
    await dialog.getByText('Times people can book').click()
    await expectNoFaults(page)
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  })

  test('in the form of a new property and in the profile', async ({ page, context }) => {
    await newAgent(context)
    await page.setViewportSize({ width: 320, height: 700 })
    await open(page, '/add')
    await page.getByText('A resident', { exact: true }).click()
    await page.getByText('More details').click()
    await page.getByText('Custom hours').click()
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
