import { randomBytes, randomInt } from 'node:crypto'
import type { BrowserContextOptions } from '@playwright/test'

/** Address of the product under test. */
export const baseUrl = () => process.env.E2E_URL ?? ''

/** Gives each journey its own address, because we count holds by address. */
export const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

export const contextOptions = (): BrowserContextOptions => ({
  baseURL: baseUrl(),
  extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
})

/** Headless Chromium names itself in its user agent, and the server would treat it as a bot. */
export const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export type Person = { name: string; email: string; phone: string }

export const newPerson = (): Person => ({
  name: 'Alex Rivera',
  email: `alex.${randomBytes(6).toString('hex')}@example.com`,
  // Not the numbers of agents and residents, which begin with 555-0.
  phone: `(213) 555-${randomInt(2_000, 10_000)}`,
})
