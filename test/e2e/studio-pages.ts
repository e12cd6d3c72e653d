import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { STUDIO_CODE } from './server.ts'

const PASSWORD = 'a password to begin'

/** Registers a new account. @returns its ID */
export async function register(page: Page): Promise<string> {
  await page.goto('/register')
  await page.getByLabel('Your name').fill('Kim Kay')
  await page.getByLabel('Email').fill(`kim.${randomBytes(6).toString('hex')}@example.com`)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('**/showingbooker')
  await page.goto('/overview')
  const id = await page.waitForFunction(() => localStorage.getItem('userId'))
  return String(await id.jsonValue())
}

export const prompt = (page: Page) => page.getByLabel('Prompt', { exact: true })
export const generate = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true })

/** Opens the page without its dialog. */
export async function confirmAge(page: Page) {
  await page.request.post('/studio/age', { data: { isAdult: true }, headers: { origin: new URL(page.url()).origin } })
}

/** Opens the page and closes its dialog. */
export async function openStudio(page: Page) {
  await page.goto('/create')
  await page.getByLabel('Access code').fill(STUDIO_CODE)
  await page.getByRole('button', { name: 'Access App' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
