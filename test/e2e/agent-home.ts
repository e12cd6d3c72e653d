import { randomBytes } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { query } from './data.ts'
import { baseUrl, newPerson, type Person } from './visitor.ts'

export const PASSWORD = 'a password of the journeys'
export const newEmail = () => `agent.${randomBytes(6).toString('hex')}@example.com`

type Start = { showingDate: string; showingTime: string }

export type Home = { id: string; slug: string; full_address: string }

/** Further fields of a property with a tenant. */
export const OCCUPIED = {
  occupancy_status: 'resident',
  resident_type: 'tenant',
  resident_first_name: 'Daniel',
  resident_last_name: 'Reyes',
  resident_email: 'daniel.reyes@example.com',
  resident_phone: '(213) 555-0187',
  resident_text_consent: true,
  showing_instructions: 'Ring first. The lockbox is on the porch rail, code 1936.',
}

/** Registers an agent and signs them in to this context. */
export async function newAgent({ request }: { request: APIRequestContext }) {
  const data = { email: newEmail(), password: PASSWORD, name: 'Ada Agent' }
  const answer = await request.post('/api/auth/sign-up/email', { headers: { origin: baseUrl() }, data })
  expect(answer.status(), await answer.text()).toBe(200)
  return data
}

/**
 * Registers a person with their public profile, and signs them in to this context. The journeys of the account and of
 * the pages around it use the form.
 * @returns the account's ID, email, and username
 */
export async function newAccount({ request }: BrowserContext, password: string) {
  const email = newEmail()
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { headers: { origin: baseUrl() }, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const { user } = await post('/api/auth/sign-up/email', { email, password, name: 'Kim Kay' })
  const username = `Kim-${randomBytes(6).toString('hex')}`
  await post('/create-user', { uid: user.id, username })
  return { id: String(user.id), email, username }
}

/**
 * Visits a page as a new agent. The first visit creates the public profile and reloads the page's data; later ones do
 * not.
 */
export async function visitFirst(page: Page) {
  const made = page.waitForResponse('**/create-user')
  await page.goto('/profile')
  await made
}

/** Opens the page of a new agent. */
export async function openAsAgent(page: Page, path = '/overview') {
  const { email } = await newAgent(page.context())
  await page.goto(path)
  return email
}

/** Lists a property of a new agent, and signs the agent in to this context. */
export async function newHome(request: APIRequestContext, more: object = {}): Promise<Home> {
  const { email } = await newAgent({ request })
  return addHome(request, { agent_email: email, ...more })
}

/** Lists a property of the agent who is signed in to this context. */
export async function addHome(request: APIRequestContext, more: object): Promise<Home> {
  const data = {
    address_line1: `${randomBytes(3).toString('hex')} Laurel Street`,
    city: 'Pasadena',
    state: 'CA',
    zip_code: '91101',
    bedrooms: 2,
    bathrooms: 1,
    rent_amount: 3200,
    agent_first_name: 'Ada',
    agent_last_name: 'Agent',
    agent_phone: '(213) 555-0144',
    ...more,
  }
  const added = await request.post('/api/showingbooker/properties', { headers: { origin: baseUrl() }, data })
  expect(added.status(), await added.text()).toBe(201)
  return added.json()
}

/** Does the same for a browser. */
export const agentHome = ({ request }: BrowserContext) => newHome(request)

/** Opens a row of a list of showings. */
export const unfold = (row: Locator) => row.locator('[aria-expanded=false]').first().click()

export async function changeHome({ request }: BrowserContext, id: string, data: object) {
  const answer = await request.put(`/api/showingbooker/properties/${id}`, { headers: { origin: baseUrl() }, data })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Lists the property's free slots. */
export async function freeStarts(request: APIRequestContext, { slug }: Home): Promise<Start[]> {
  const { days } = await (await request.get(`/api/showingbooker/public/property/${slug}/availability`)).json()
  type Day = { date: string; slots: { time: string; available: boolean }[] }
  return (days as Day[]).flatMap(({ date, slots }) =>
    slots.filter(({ available }) => available).map(({ time }) => ({ showingDate: date, showingTime: time })),
  )
}

/**
 * Pays for a free slot of the property, as a buyer with another address.
 * @param start the slot, or how many free slots to skip; the first one disappears when the current half hour ends
 * @returns the booking as its buyer sees it
 */
export async function book(
  { request }: BrowserContext,
  home: Home,
  start: number | Start = 1,
  change: { mailUpgrade?: boolean } = {},
) {
  const person: Person = newPerson()
  const free = await freeStarts(request, home)
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { headers: { origin: baseUrl() }, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const form = { propertyId: home.id, buyerName: person.name, buyerEmail: person.email, buyerPhone: person.phone }
  const bookingData = {
    ...form,
    ...(typeof start === 'number' ? free[start] : start),
    specialRequests: 'May we see the garage?',
    agreeToTerms: true,
    ...change,
  }
  const { clientSecret, paymentIntentId } = await post('/api/payments/create-payment-intent', { bookingData })
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' }
  await post('/api/payments/sandbox/confirm', { clientSecret, card, billing: { ...person } })
  return { person, ...(await post('/api/payments/process-booking', { paymentIntentId, clientSecret })).booking }
}

/** Moves the showing's time to this many minutes ago. */
export const begin = (id: string, minutesAgo: number) =>
  query(
    `update booking set starts_at = at, ends_at = at + interval '30 minutes', during = tstzrange(at, at + interval '30 minutes'),
       showing_date = (at at time zone time_zone)::date, showing_time = (at at time zone time_zone)::time
     from (select date_trunc('minute', now()) - $2 * interval '1 minute' as at) moved where id = $1`,
    [id, minutesAgo],
  )
