import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { ORACLE_CODE } from './server.ts'

/** Registers a new account. */
export async function register(page: Page) {
  await page.goto('/register')
  await page.getByLabel('Your name').fill('Kim Kay')
  await page.getByLabel('Email').fill(`ora.${randomBytes(6).toString('hex')}@example.com`)
  await page.getByLabel('Password').fill('a password to begin')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('**/showingbooker')
}

/** Opens the page and closes its dialog. */
export async function openOracle(page: Page) {
  await page.goto('/oracle')
  await page.getByRole('dialog').getByLabel('Access code').fill(ORACLE_CODE)
  await page.getByRole('button', { name: 'Access App' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
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
