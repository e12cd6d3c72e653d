import { type Browser, type BrowserContext, test as base, expect, type Page, type Route } from '@playwright/test'
import { type Home, newHome, OCCUPIED, PASSWORD } from './agent-home.ts'
import { SEED_PASSWORD } from './server.ts'
import { baseUrl, contextOptions, newAddress, newPerson, type Person } from './visitor.ts'

export { baseUrl, expect, newPerson, type Person }

type Fixtures = {
  faults: string[]
  /** A vacant property that no other journey uses. Its agent is signed in to another context. */
  home: Home
  /** The same, with a tenant who gets notices. */
  occupiedHome: Home
}

/**
 * Gives each journey a visitor's page. A violation of the content security policy or an uncaught error fails the
 * journey.
 */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  baseURL: async ({}, use) => use(baseUrl()),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  extraHTTPHeaders: async ({}, use) => use(contextOptions().extraHTTPHeaders),
  faults: [
    async ({ context, javaScriptEnabled }, use) => {
      const faults: string[] = []
      watch(context, faults)
      if (javaScriptEnabled) context.on('page', waitForScripts)
      await use(faults)
      expect(faults, 'policy violations and uncaught errors').toEqual([])
    },
    { auto: true },
  ],
  home: async ({ playwright }, use) => {
    const request = await playwright.request.newContext(contextOptions())
    await use(await newHome(request))
    await request.dispose()
  },
  occupiedHome: async ({ playwright }, use) => {
    const request = await playwright.request.newContext(contextOptions())
    await use(await newHome(request, OCCUPIED))
    await request.dispose()
  },
})

/** Makes each load wait until React handles events, because earlier clicks would be lost. */
export function waitForScripts(page: Page) {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (url, options) => {
    const answer = await goto(url, options)
    if (options?.waitUntil !== 'commit') await isAlive(page)
    return answer
  }
  page.reload = async (options) => {
    const answer = await reload(options)
    await isAlive(page)
    return answer
  }
}

/** Waits after a link that loads a whole page, until the effects of its first render have run. */
export const isAlive = (page: Page) =>
  page.waitForFunction(() => {
    const isHydrated = Object.keys(document.documentElement).some((key) => key.startsWith('__reactProps'))
    // The scripts are the last elements of a page, so a page that is still arriving may have none yet.
    if (!isHydrated) return document.readyState !== 'loading' && !document.querySelector('script[type=module]')
    // React queues its effects as a message, and a key or a click could overtake them. So we wait for a message behind
    // it.
    return new Promise<true>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(true)
      port2.postMessage(null)
    })
  })

/** Makes pages learn that something is in view together with an earlier report that it was not, as in a busy browser. */
export const reportTogether = (page: Page) =>
  page.addInitScript(() => {
    const Observer = window.IntersectionObserver
    window.IntersectionObserver = class extends Observer {
      constructor(take: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const before = ({ target }: IntersectionObserverEntry) =>
          ({ target, isIntersecting: false }) as IntersectionObserverEntry
        super(
          (changes, self) =>
            take(
              changes.flatMap((change) => (change.isIntersecting ? [before(change), change] : change)),
              self,
            ),
          options,
        )
      }
    }
  })

function watch(context: BrowserContext, faults: string[]) {
  context.on('weberror', (error) => faults.push(error.error().stack ?? String(error.error())))
  context.on('console', (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) faults.push(message.text())
  })
}

/** Opens a second visitor's page, with its own storage and address. */
export async function otherVisitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext(contextOptions())
  context.on('page', waitForScripts)
  return context.newPage()
}

/** The sample property of a new installation. */
export const SAMPLE = { slug: 'sample-property' }

export const openBookingPage = (page: Page, { slug }: { slug: string }) => page.goto(`/showingbooker/book/${slug}`)

/**
 * Chooses the last free time of a date, because the first one may be gone before we book it. It never chooses the first
 * date, whose last free time may also be its first.
 * @param skip how many further dates to skip
 * @returns local date and time
 */
export async function chooseTime(page: Page, skip = 0): Promise<{ date: string; time: string }> {
  await page
    .locator('input[name=showingDate]:enabled')
    .nth(skip + 1)
    .check()
  await page.locator('input[name=showingTime]:enabled').last().check()
  await expect(page.getByText('is available')).toBeVisible()
  return {
    date: await page.locator('[name=showingDate]:checked').inputValue(),
    time: await page.locator('[name=showingTime]:checked').inputValue(),
  }
}

export async function fillDetails(page: Page, person: Person) {
  await page.getByLabel('Full name').fill(person.name)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Phone number', { exact: true }).fill(person.phone)
  await page.getByLabel('I agree to the').check()
}

export const bookButton = (page: Page) => page.getByRole('button', { name: /^Book showing/ })
export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })

/** Goes from the booking page to the card form. */
export async function reachCard(page: Page, home: Home) {
  const person = newPerson()
  await openBookingPage(page, home)
  const start = await chooseTime(page)
  await fillDetails(page, person)
  await bookButton(page).click()
  await expect(payButton(page)).toBeVisible()
  return { person, start }
}

export async function payWith(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expires (MM/YY)').fill('12/34')
  await page.getByLabel('Security code').fill('123')
  await payButton(page).click()
}

export const GOOD_CARD = '4242 4242 4242 4242'

/** Holds a slot for someone else, through the API. @returns the answer of create-payment-intent */
export async function holdForOther(page: Page, start: { date: string; time: string }, { slug }: Home) {
  const person = newPerson()
  const answer = await page.request.post('/api/payments/create-payment-intent', {
    headers: { origin: baseUrl(), 'X-Forwarded-For': newAddress() },
    data: {
      bookingData: {
        propertyId: slug,
        showingDate: start.date,
        showingTime: start.time,
        buyerName: person.name,
        buyerEmail: person.email,
        buyerPhone: person.phone,
        agreeToTerms: true,
      },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}

/** Signs in without the form. The account journeys use the form. */
export const signInAsAdmin = (page: Page, next?: string) => signIn(page, 'admin@example.com', next)

/** Signs in without the form. The agent owns the sample properties, with their photos. */
export async function signIn(page: Page, email: 'admin@example.com' | 'agent@example.com', next = '/overview') {
  const data = { email, password: SEED_PASSWORD }
  const answer = await page.request.post('/api/auth/sign-in/email', { headers: { origin: baseUrl() }, data })
  expect(answer.status(), await answer.text()).toBe(200)
  await page.goto(next)
}

/** Ends the session of a page, signs the same agent in again, and returns to the address. */
export async function loseSession(page: Page, email: string) {
  const { href } = new URL(page.url())
  await page.context().clearCookies()
  // The account's pages lead to the sign-in. The dashboard's pages offer it.
  const heading = page.getByRole('heading', { name: 'Please Login to Access ShowingBooker' })
  const password = page.getByLabel('Password', { exact: true })
  await expect(heading.or(password)).toBeVisible()
  if (await heading.isVisible()) await page.getByRole('link', { name: 'Login' }).click()
  await password.fill(PASSWORD)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(href)
  await isAlive(page)
}

/**
 * Gives the page's next action at an address to `take`.
 * It ignores reads at that address, because a page reads again whenever something changes.
 */
export async function takeAct(page: Page, path: string, take: (route: Route) => Promise<unknown>) {
  let taken = false
  await page.route(path, (route) => {
    if (taken || route.request().method() === 'GET') return route.fallback()
    taken = true
    return take(route)
  })
}

/** Lets the page's next action at an address reach the server, and loses its answer. */
export const loseAnswer = (page: Page, path: string) =>
  takeAct(page, path, async (route) => {
    await route.fetch()
    await route.abort()
  })
