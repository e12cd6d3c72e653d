import { expect, newPerson, openBookingPage, otherVisitor, signIn, test } from './journey.ts'

test('an unknown home is Property Not Available with status 404 and four reasons', async ({ page }) => {
  expect((await openBookingPage(page, 'no-such-home'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Property Not Available' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4)
  await expect(page.getByRole('link', { name: /Call support/ })).toHaveAttribute('href', /^tel:\+1/)
  await expect(page.getByRole('link', { name: 'Back to ShowingBooker' })).toHaveAttribute('href', '/showingbooker')
})

test('an id leads to the same booking page as the slug', async ({ page }) => {
  const property = await (await page.request.get('/api/showingbooker/public/property/sample-property')).json()
  expect((await openBookingPage(page, property.id))?.status()).toBe(200)
  await expect(page.getByText(property.agent_name)).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the booking page can be read and says how to book', async ({ page }) => {
    await openBookingPage(page, 'sample-occupied')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const text of [
      'Baths',
      'Sq ft',
      'Rent',
      'Book at least 48 hours ahead',
      '$25.00',
      'Refunds.',
      'Landlord or agent',
    ])
      await expect(page.getByText(text).first()).toBeVisible()
    const way = page.locator('noscript > *')
    await expect(way).toBeVisible()
    await expect(way).toContainText('please switch on JavaScript')
    await expect(page.locator('[name=showingDate]:enabled').first()).toBeVisible()
  })
  test('the other pages can be read', async ({ page }) => {
    for (const path of ['/showingbooker', '/demo-booking', '/showingbooker/terms', '/login', '/public-gallery']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })
})

test('the head of the booking page names the home for search and for people', async ({ page }) => {
  await openBookingPage(page)
  await expect(page).toHaveTitle(/^Book a showing: .*Los Angeles, CA \d{5} · ShowingBooker$/)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\$25\.00/)
})

test("a buyer's page is kept from search, caches and other sites, and unknown links are 404", async ({ page }) => {
  const response = await page.goto(`/showingbooker/booking/${'x'.repeat(32)}`)
  expect(response?.status()).toBe(404)
  expect(response?.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'private, no-store',
  })
  await expect(page.getByRole('heading', { name: 'Booking not found' })).toBeVisible()
})

test('a path that does not exist is a page with status 404', async ({ page }) => {
  expect((await page.goto('/no/such/page'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('the start page leads to the sample booking', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Book the sample home' }).click()
  await expect(page).toHaveURL(/\/showingbooker\/book\/sample-property$/)
})

test('the overview asks a visitor to sign in and shows an agent what his homes come to', async ({ page }) => {
  expect((await page.goto('/overview'))?.status()).toBe(401)
  await expect(page.getByRole('heading', { name: 'Please Login to Access ShowingBooker' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    '/login?next=%2Foverview',
  )
  await signIn(page, 'agent@example.com')
  await expect(page.getByRole('link', { name: 'Active Properties 2' })).toHaveAttribute('href', '/properties')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/showingbooker')
  expect((await page.goto('/overview'))?.status()).toBe(401)
})

test('every long path of the dashboard leads to its short one, for everybody', async ({ page }) => {
  const tabs = ['overview', 'add', 'properties', 'calendar', 'upcoming', 'completed', 'profile', 'stats', 'support']
  for (const [path, target] of [
    ...tabs.map((tab) => [`/showingbooker/${tab}`, `/${tab}`]),
    ['/showingbooker/rd', '/support'],
    ['/rd', '/support'],
    ['/account/showing-profile', '/profile'],
    ['/showingbooker/dashboard', '/add'],
    ['/showingbooker/listings', '/properties'],
  ] as const) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location], path).toEqual([301, target])
  }
  expect((await page.request.get('/showingbooker/of-nobody', { maxRedirects: 0 })).status()).toBe(404)
  await signIn(page, 'agent@example.com')
  await page.goto('/showingbooker/of-nobody')
  await expect(page).toHaveURL(/\/overview$/)
})

test('a visitor is told for what to log in', async ({ page }) => {
  for (const [path, message] of [
    ['/add', 'Please log in to add properties'],
    ['/properties/of-nobody/edit', 'Please log in to update properties'],
    ['/properties/of-nobody/bookings/all', 'Please log in to view bookings'],
    ['/properties/of-nobody/logs', 'Please log in to view compliance logs'],
  ] as const) {
    expect((await page.goto(path))?.status(), path).toBe(401)
    await expect(page.getByText(message)).toBeVisible()
  }
})

test('the outbox is for admins', async ({ page, browser }) => {
  expect((await page.goto('/dev/outbox'))?.status()).toBe(401)
  await signIn(page, 'agent@example.com')
  expect((await page.goto('/dev/outbox'))?.status()).toBe(403)
  const admin = await otherVisitor(browser)
  await signIn(admin, 'admin@example.com', '/dev/outbox')
  await expect(admin.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  await admin.getByLabel('Confirmation number, email, phone or address').fill('nonsense')
  await admin.getByRole('button', { name: 'Filter' }).click()
  await expect(admin.getByText('No message matches.')).toBeVisible()
})

test('the map comes only when it is asked for', async ({ page }) => {
  const asked: string[] = []
  await page.route(/google\.com/, (route) => {
    asked.push(route.request().resourceType())
    return route.fulfill({ contentType: 'text/html', body: '<p>map</p>' })
  })
  await openBookingPage(page)
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Show map' }).click()
  await expect(page.getByTitle(/^Map of /)).toBeVisible()
  await expect.poll(() => asked).toEqual(['fetch', 'document'])
})

test('a map that cannot be reached says so and gives the address', async ({ page }) => {
  await page.route(/google\.com/, (route) => route.abort())
  await openBookingPage(page)
  await page.getByRole('button', { name: 'Show map' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Map temporarily unavailable' })).toContainText(
    'Los Angeles, CA',
  )
})

test('HTML in a name is text on every page', async ({ page }) => {
  await openBookingPage(page)
  const name = `<img src=x onerror="document.title='broken'">`
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Special requests').fill(name)
  await page.getByLabel('Email', { exact: true }).fill(newPerson().email)
  await expect(page.locator('img[src=x]')).toHaveCount(0)
})
