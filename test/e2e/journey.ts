import { randomBytes, randomInt } from 'node:crypto'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { SEED_PASSWORD } from './server.ts'

export { expect }

export const baseUrl = () => process.env.E2E_URL ?? ''

/** Another address for each journey: holds are counted by address. */
const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

const contextOptions = (): BrowserContextOptions => ({
  baseURL: baseUrl(),
  extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
})

/** A visitor's page. Any breach of the content security policy and any uncaught error fails the journey. */
export const test = base.extend<{ faults: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
  baseURL: async ({}, use) => use(baseUrl()),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  extraHTTPHeaders: async ({}, use) => use(contextOptions().extraHTTPHeaders),
  faults: [
    async ({ context }, use) => {
      const faults: string[] = []
      watch(context, faults)
      await use(faults)
      expect(faults, 'breaches of the policy and uncaught errors').toEqual([])
    },
    { auto: true },
  ],
})

function watch(context: BrowserContext, faults: string[]) {
  context.on('weberror', (error) => faults.push(error.error().stack ?? String(error.error())))
  context.on('console', (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) faults.push(message.text())
  })
}

/** A second visitor, with storage and an address of his own. */
export async function otherVisitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext(contextOptions())
  return context.newPage()
}

export type Person = { name: string; email: string; phone: string }

export const newPerson = (): Person => ({
  name: 'Alex Rivera',
  email: `alex.${randomBytes(6).toString('hex')}@example.com`,
  phone: `(213) 555-${String(randomInt(10_000)).padStart(4, '0')}`,
})

export const openBookingPage = (page: Page, slug = 'sample-property') => page.goto(`/showingbooker/book/${slug}`)

/** Chooses a free start, on dates that the other worker does not touch. @returns local date and time */
/** @param skip dates to leave out at the beginning */
export async function chooseTime(page: Page, info: TestInfo, skip = 0): Promise<{ date: string; time: string }> {
  const dates = page.locator('input[name=showingDate]:enabled')
  const count = await dates.count()
  const times = page.locator('input[name=showingTime]:enabled')
  for (let attempt = 0; attempt < 20; attempt++) {
    // Half of the dates for each worker, any of them.
    const index = skip + 2 * randomInt(Math.floor((count - skip) / 2)) + (info.parallelIndex % 2)
    await dates.nth(index).check()
    const free = await times.count()
    if (free === 0) continue
    await times.nth(randomInt(free)).check()
    await expect(page.getByText('is available')).toBeVisible()
    return {
      date: await page.locator('[name=showingDate]:checked').inputValue(),
      time: await page.locator('[name=showingTime]:checked').inputValue(),
    }
  }
  throw new Error('no free time was found')
}

export async function fillDetails(page: Page, person: Person) {
  await page.getByLabel('Full name').fill(person.name)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Phone number', { exact: true }).fill(person.phone)
  await page.getByLabel('I agree to the').check()
}

export const bookButton = (page: Page) => page.getByRole('button', { name: /^Book showing/ })
export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })

/** From nothing to the card form. */
export async function reachCard(page: Page, info: TestInfo, slug?: string) {
  const person = newPerson()
  await openBookingPage(page, slug)
  const start = await chooseTime(page, info)
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

/** Holds a start for somebody else, through the API. @returns the answer of create-payment-intent */
export async function holdForOther(page: Page, start: { date: string; time: string }, slug = 'sample-property') {
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

export async function signIn(page: Page, email: 'admin@example.com' | 'agent@example.com', next = '/overview') {
  await page.goto(`/login?next=${encodeURIComponent(next)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(SEED_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(`**${next}`)
}
