import type { Page } from '@playwright/test'
import { newAccount } from './agent-home.ts'
import { baseUrl, expect } from './journey.ts'
import { ORACLE_CODE } from './server.ts'

/** Registers a new account. */
export const register = (page: Page) => newAccount(page.context(), 'a password to begin')

/** Opens the page without its dialog, for which oracle.spec.ts has a journey. */
export async function openOracle(page: Page) {
  const headers = { origin: baseUrl() }
  const answer = await page.request.post('/api/access/oracle', { headers, data: { code: ORACLE_CODE } })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.goto('/oracle')
  await expect(question(page)).toBeEnabled()
}

export const question = (page: Page) => page.getByLabel('Your question')
export const log = (page: Page) => page.getByRole('log')
export const answers = (page: Page) => log(page).getByRole('article', { name: 'Oracle' })
export const questions = (page: Page) => log(page).getByRole('article', { name: 'You' })

export async function ask(page: Page, text: string) {
  await question(page).fill(text)
  await question(page).press('Enter')
}

/** Waits for the last answer to be complete. */
export async function lastAnswer(page: Page) {
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  return answers(page).last()
}
