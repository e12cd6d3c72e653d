import { randomBytes } from 'node:crypto'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { baseUrl, expect } from './journey.ts'

export const API = '/api/showingbooker/properties'

export const street = () => `${Math.floor(Math.random() * 9000) + 100} ${randomBytes(4).toString('hex')} Street`

/** Returns a form with only what a property needs. */
export const home = (more: object = {}) => ({
  address_line1: street(),
  city: 'Pasadena',
  state: 'CA',
  zip_code: '91101',
  agent_first_name: 'Ada',
  agent_last_name: 'Agent',
  agent_email: 'ada@example.com',
  agent_phone: '(213) 555-0144',
  ...more,
})

export async function addHome({ request }: BrowserContext, more: object = {}) {
  const answer = await request.post(API, { headers: { origin: baseUrl() }, data: home(more) })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}

export const stored = async ({ request }: BrowserContext, id: string) => (await request.get(`${API}/${id}`)).json()

/** Opens a page that shows properties as cards. */
export async function open(page: Page, path: string) {
  await page.context().addCookies([{ name: 'property_view', value: 'cards', url: baseUrl() }])
  await page.goto(path)
}

export async function openEdit(page: Page, id: string): Promise<Locator> {
  await open(page, `/properties/${id}/edit`)
  const dialog = page.getByRole('dialog', { name: /^Update / })
  await expect(dialog).toBeVisible()
  return dialog
}

export const card = (page: Page, address: string) => page.getByRole('article', { name: new RegExp(address) })

/** Fills in everything that a property needs. */
export async function fillHome(page: Page, address: string) {
  const { city, zip_code, ...agent } = home()
  await page.getByLabel('Street address').fill(address)
  await page.getByLabel('City').fill(city)
  await page.getByLabel('ZIP code').fill(zip_code)
  await page.getByLabel("Agent's first name").fill(agent.agent_first_name)
  await page.getByLabel("Agent's last name").fill(agent.agent_last_name)
  await page.getByLabel("Agent's email").fill(agent.agent_email)
  await page.getByLabel("Agent's phone").fill(agent.agent_phone)
}
