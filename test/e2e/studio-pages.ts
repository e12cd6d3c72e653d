import type { Page } from '@playwright/test'
import { newAccount } from './agent-home.ts'
import { baseUrl, expect } from './journey.ts'
import { STUDIO_CODE } from './server.ts'

const PASSWORD = 'a password to begin'

/** Registers a new account. @returns its ID */
export async function register(page: Page): Promise<string> {
  const { id } = await newAccount(page.context(), PASSWORD)
  await page.goto('/overview')
  await page.waitForFunction(() => localStorage.getItem('userId'))
  return id
}

export const prompt = (page: Page) => page.getByLabel('Prompt', { exact: true })
export const generate = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true })

/** Answers the question of age, so that the page does not ask it. */
export async function confirmAge(page: Page) {
  await page.request.post('/studio/age', { data: { isAdult: true }, headers: { origin: new URL(page.url()).origin } })
}

/** Opens the page without its dialog, for which studio.spec.ts has a journey. */
export async function openStudio(page: Page) {
  const headers = { origin: baseUrl() }
  const answer = await page.request.post('/api/access/create', { headers, data: { code: STUDIO_CODE } })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.goto('/create')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
