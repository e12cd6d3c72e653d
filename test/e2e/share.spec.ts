import type { Browser, BrowserContext, Page } from '@playwright/test'
import { agentHome, changeHome, type Home } from './agent-home.ts'
import { expectAccessible, expectNoFaults } from './axe.ts'
import {
  baseUrl,
  bookButton,
  chooseTime,
  expect,
  fillDetails,
  GOOD_CARD,
  newPerson,
  otherVisitor,
  payWith,
  test,
} from './journey.ts'
import { PERSON } from './visitor.ts'

test.use({ userAgent: PERSON })

const sharePath = ({ slug }: Home) => `/property/share/${slug}`

/** Creates a property. The visitor's page does not have the agent's cookies. */
async function homeOfSomeone(browser: Browser): Promise<{ home: Home; agent: BrowserContext }> {
  const agent = (await otherVisitor(browser)).context()
  return { home: await agentHome(agent), agent }
}

const counter = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

/** Returns the text of the kept page without its script. */
async function countsIn(page: Page, home: Home): Promise<string[]> {
  const html = await (await page.request.get(sharePath(home))).text()
  return ['Views', 'Shares', 'Bookings'].map(
    (name) => new RegExp(`<dt>${name}</dt><dd>(\\d+)</dd>`).exec(html)?.[1] ?? 'none',
  )
}

test("the page's head gives networks a preview, with absolute URLs and a picture", { tag: '@proofs' }, async ({
  page,
  browser,
}) => {
  const { home } = await homeOfSomeone(browser)
  const html = await (await page.request.get(sharePath(home))).text()
  const told = Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"/g)].map(
      ([, name, value]) => [name, value],
    ),
  )
  expect(told).toMatchObject({
    'og:type': 'website',
    'og:site_name': 'ShowingBooker',
    'og:title': home.full_address,
    'og:url': `${baseUrl()}${sharePath(home)}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
    'twitter:title': home.full_address,
    'twitter:image': told['og:image'],
  })
  expect(told['og:description']).toMatch(
    /^\$3,200 a month · 2 beds · 1 bath\. Book a private 30-minute showing online: \$25\.00/,
  )
  expect(html).toContain(`<link rel="canonical" href="${baseUrl()}${sharePath(home)}"/>`)
  expect(told['og:image']).toMatch(new RegExp(`^${baseUrl()}/files/previews/`))
  const picture = await page.request.get(told['og:image'] ?? '')
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg'])
})

test('counts each person once, but no bot or plain request, and the kept page updates immediately', async ({
  page,
  browser,
}) => {
  const { home } = await homeOfSomeone(browser)
  await page.request.get(sharePath(home))
  await page.request.head(sharePath(home))
  expect(await countsIn(page, home)).toEqual(['0', '0', '0'])
  await page.goto(sharePath(home))
  await expect(counter(page, 'Views')).toHaveText('1')
  await page.reload()
  await expect(counter(page, 'Views')).toHaveText('1')
  await expect.poll(() => countsIn(page, home)).toEqual(['1', '0', '0'])

  const bot = await browser.newContext({
    baseURL: baseUrl(),
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  })
  const crawled = await bot.newPage()
  await crawled.goto(sharePath(home))
  await expect(counter(crawled, 'Views')).toHaveText('1')
  await bot.close()

  const second = await browser.newContext({
    baseURL: baseUrl(),
    userAgent: `${PERSON} Edg/140.0`,
    extraHTTPHeaders: { 'X-Forwarded-For': '203.0.113.7' },
  })
  const other = await second.newPage()
  await other.goto(sharePath(home))
  await expect(counter(other, 'Views')).toHaveText('2')
  await expect.poll(() => countsIn(page, home)).toEqual(['2', '0', '0'])
  await second.close()
})

test('copying the link counts, and the page confirms it for two seconds', async ({ page, context, browser }) => {
  const { home } = await homeOfSomeone(browser)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(sharePath(home))
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseUrl()}${sharePath(home)}`)
  await page.clock.runFor(1900)
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  await page.clock.runFor(200)
  await expect(page.getByRole('button', { name: 'Copy Link' })).toBeVisible()
  await expect(counter(page, 'Shares')).toHaveText('1')
})

test('if the browser forbids copying, the page tries the old API and then shows the link', {
  tag: '@proofs',
}, async ({ page, browser }) => {
  const { home } = await homeOfSomeone(browser)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('denied')) } })
    document.execCommand = (command) => {
      Object.assign(window, { tried: command })
      return false
    }
  })
  await page.goto(sharePath(home))
  await page.getByRole('button', { name: 'Copy Link' }).click()
  const prompt = page.getByRole('dialog')
  await expect(prompt.getByLabel('Link')).toHaveValue(`${baseUrl()}${sharePath(home)}`)
  expect(await page.evaluate(() => Reflect.get(window, 'tried'))).toBe('copy')
  await page.keyboard.press('Escape')
  await expect(prompt).toBeHidden()
})

test('each network opens in a small window with the link, the email opens as a draft, and every share counts', {
  tag: '@proofs',
}, async ({ page, browser }) => {
  const { home } = await homeOfSomeone(browser)
  await page.addInitScript(() => {
    const opened: unknown[] = []
    Object.assign(window, { opened })
    window.open = (...asked) => {
      opened.push(asked)
      return window
    }
    // A mail program would open here.
    window.addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a[href^="mailto:"]')
      if (!link) return
      event.preventDefault()
      opened.push([link.getAttribute('href')])
    })
  })
  await page.goto(sharePath(home))
  const link = `${baseUrl()}${sharePath(home)}`
  const names = ['Facebook', 'Twitter', 'LinkedIn', 'Email']
  for (const [index, name] of names.entries()) {
    await page.getByRole('list', { name: 'Share this home' }).getByRole('link', { name }).click()
    await expect(counter(page, 'Shares')).toHaveText(String(index + 1))
  }
  const opened = (await page.evaluate(() => Reflect.get(window, 'opened'))) as [string, string?, string?][]
  const hosts = ['www.facebook.com', 'twitter.com', 'www.linkedin.com']
  for (const [index, host] of hosts.entries()) {
    const [url = '', target, features] = opened[index] ?? []
    expect(new URL(url).host).toBe(host)
    expect([...new URL(url).searchParams.values()]).toContain(link)
    expect(target).toBe('_blank')
    expect(features).toContain('width=600,height=400')
  }
  const draft = new URL(opened[3]?.[0] ?? '')
  expect(draft.searchParams.get('subject')).toContain(home.full_address)
  expect(draft.searchParams.get('body')).toContain(link)
})

test('a buyer books on the share page itself, which counts the booking', async ({ page, browser }) => {
  const { home } = await homeOfSomeone(browser)
  await page.goto(sharePath(home))
  await chooseTime(page)
  await fillDetails(page, newPerson())
  await bookButton(page).click()
  await payWith(page, GOOD_CARD)
  await expect(page.getByRole('heading', { name: 'Your showing is booked' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(sharePath(home))
  await expect.poll(async () => (await countsIn(page, home))[2]).toBe('1')
})

test('an unlisted or unknown property shows Property Not Found with a link home', { tag: '@proofs' }, async ({
  page,
  browser,
}) => {
  const { home, agent } = await homeOfSomeone(browser)
  expect((await page.request.get(sharePath(home))).status()).toBe(200)
  await changeHome(agent, home.id, { status: 'unlisted' })
  await expect.poll(async () => (await page.request.get(sharePath(home))).status()).toBe(404)
  await page.goto('/property/share/no-such-home')
  await expect(page.getByRole('heading', { name: 'Property Not Found' })).toBeVisible()
  await expect(page.getByText('Property not found or no longer available')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL(`${baseUrl()}/`)
})

test('the QR dialog shows, saves, and copies the code of the booking link, and prints a flyer', async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/properties/${home.id}/qr`)
  const dialog = page.getByRole('dialog', { name: 'QR code' })
  const link = `${baseUrl()}/showingbooker/book/${home.slug}`
  await expect(dialog.getByText(link)).toBeVisible()
  const code = dialog.getByRole('img', { name: /^QR code/ })
  expect(await code.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    300, 300,
  ])
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download PNG' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(`qr-${home.id}.png`)
  const flyer = await page.request.get(
    (await dialog.getByRole('link', { name: /Printable flyer/ }).getAttribute('href')) ?? '',
  )
  expect([flyer.status(), flyer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Booking link copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await expectNoFaults(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/properties$/)
})

test('says that a code cannot be created', { tag: '@proofs' }, async ({ page, context }) => {
  const home = await agentHome(context)
  await page.route('**/qr.png', (route) => route.abort())
  await page.goto(`/properties/${home.id}/qr`)
  await expect(page.getByRole('alert').filter({ hasText: 'Error generating QR code' })).toBeVisible()
})

test("another agent's code is a 404", { tag: '@proofs' }, async ({ page, context, browser }) => {
  const { home } = await homeOfSomeone(browser)
  await agentHome(context)
  expect((await page.goto(`/properties/${home.id}/qr`))?.status()).toBe(404)
})

test('axe finds nothing on the share page, and nothing is too wide', { tag: '@proofs' }, async ({ page, browser }) => {
  test.slow()
  const { home, agent } = await homeOfSomeone(browser)
  await changeHome(agent, home.id, {
    address_line1: '12345 Nuestra-Señora-de-los-Ángeles-de-Porciúncula Boulevard North-West',
  })
  await expectAccessible(page, sharePath(home))
  await expectAccessible(page, '/property/share/sample-property')
  await expectAccessible(page, '/property/share/none')
})
