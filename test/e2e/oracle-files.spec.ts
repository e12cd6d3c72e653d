import type { Page } from '@playwright/test'
import { expectNoFaults, overflow } from './axe.ts'
import { expect, test } from './journey.ts'
import { ask, lastAnswer, openOracle, question, questions, register } from './oracle-pages.ts'

// The page summarizes a file and suggests questions.

const LAB = `RIVERSIDE LABORATORY REPORT
Patient: Ana Maria Torres
Ordered by Dr. Samuel Price
Collected: 11/03/2026

LIPID PANEL
Test  Result  Flag  Reference range  Units
Cholesterol  231  H  100 - 199  mg/dL
HDL  38  L  >39  mg/dL
Potassium  4.3    3.5 - 5.2  mmol/L

FOLLOW-UP
Your visit with Dr. Price is on January 12, 2027, at 9:20 AM. Call (213) 555-0188 to change it.
`
const LEASE = `RESIDENTIAL LEASE

PETS
One cat is allowed. Dogs are not allowed.

PARKING
Space 14 belongs to the apartment.
`
const text = (name: string, words: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(words) })
const yourFiles = (page: Page) => page.getByRole('region', { name: 'Your files' })
const add = (page: Page, files: ReturnType<typeof text>[]) => page.locator('input[type=file]').setInputFiles(files)

test('the welcome explains what people can do, shows the overview of a file, and asks one of its questions', async ({
  page,
}) => {
  await register(page)
  await openOracle(page)
  await expect(page.getByRole('log')).toContainText('No AI model is connected')
  await expect(yourFiles(page)).toContainText('Add a file to get an overview')
  await expectNoFaults(page)
  const chosen = page.waitForEvent('filechooser')
  await yourFiles(page).getByRole('button', { name: 'Add files' }).click()
  await (await chosen).setFiles([text('lab.txt', LAB), text('broken.pdf', '%PDF-1.4 nothing more')])
  const files = yourFiles(page).getByRole('list', { name: 'Your files' })
  await expect(files).toContainText('RIVERSIDE LABORATORY REPORT')
  await expect(files.getByText('This file is damaged', { exact: false })).toBeVisible()
  await expect(files).toContainText('Cholesterol: 231 mg/dL High range 100 - 199')
  await expect(files).toContainText('January 12, 2027')
  await expect(files).toContainText('Dr. Samuel Price')
  await expect(files).toContainText('LIPID PANEL')
  const suggested = files.getByRole('list', { name: 'Questions about lab.txt' }).getByRole('button')
  await expect(suggested).toHaveCount(4)
  await expectNoFaults(page)
  expect(await overflow(page)).toBe(0)
  const [first = ''] = await suggested.allTextContents()
  await suggested.first().click()
  await expect(question(page)).toBeFocused()
  await expect(questions(page)).toContainText([first])
  await expect(questions(page).first()).toContainText('lab.txt')
  await lastAnswer(page)
  await expect(page.getByRole('list', { name: 'Files for this question' })).toHaveCount(0)
  await page.getByText('file in this conversation').or(page.getByText('files in this conversation')).click()
  await expect(page.getByRole('list', { name: 'Files in this conversation' })).toContainText('HDL: 38 mg/dL')
})

test('a new chat searches all files, or only its own on request', { tag: '@proofs' }, async ({ page }) => {
  await register(page)
  await openOracle(page)
  await add(page, [text('lease.txt', LEASE)])
  await expect(yourFiles(page)).toContainText('RESIDENTIAL LEASE')
  await ask(page, 'Are dogs allowed?')
  await expect(await lastAnswer(page)).toContainText('Dogs are not allowed.')
  await page.goto('/oracle')
  await ask(page, 'Where do I park?')
  await expect(await lastAnswer(page)).toContainText('Space 14')
  await page.getByLabel('This conversation only').check()
  await ask(page, 'Which parking space belongs to the apartment?')
  await expect(await lastAnswer(page)).not.toContainText('Space 14')
  await expectNoFaults(page)
})

test('folds many files, and offers a retry for files that fail to load', {
  tag: '@proofs',
}, async ({ page }) => {
  await register(page)
  await openOracle(page)
  await page.route(/\/oracle\/files\?/, (route) => route.abort())
  await page.reload()
  await expect(page.getByText("We couldn't load your files.")).toBeVisible()
  await expectNoFaults(page)
  await page.unroute(/\/oracle\/files\?/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(yourFiles(page)).toContainText('Add a file to get an overview')
  await add(
    page,
    Array.from({ length: 7 }, (_, at) => text(`${'a-long-name-of-a-letter-'.repeat(4)}${at}.txt`, LEASE)),
  )
  const files = yourFiles(page).getByRole('list', { name: 'Your files' }).locator('> li')
  await expect(files).toHaveCount(5)
  await yourFiles(page).getByRole('button', { name: 'Show all files' }).click()
  await expect(files).toHaveCount(7)
  expect(await overflow(page)).toBe(0)
  await expectNoFaults(page)
})

test('shows the files of a deleted conversation apart, until the person or the time deletes them', {
  tag: '@proofs',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await register(page)
  await openOracle(page)
  await add(page, [text('lease.txt', LEASE)])
  await expect(yourFiles(page)).toContainText('RESIDENTIAL LEASE')
  await ask(page, 'Are dogs allowed?')
  await lastAnswer(page)
  await page.getByRole('button', { name: 'Delete Are dogs allowed?' }).click({ timeout: 10_000 })
  await page.goto('/oracle')
  await expect(yourFiles(page)).toContainText('Add a file to get an overview')
  await page.getByText('Files in deleted conversations').click()
  const deleted = page.getByRole('list', { name: 'Files in deleted conversations' })
  await expect(deleted).toContainText('lease.txt')
  await expect(deleted).toContainText('We delete it after')
  await expectNoFaults(page)
  expect(await overflow(page)).toBe(0)
  await deleted.getByRole('button', { name: 'Remove lease.txt' }).click()
  await expect(page.getByText('Files in deleted conversations')).toHaveCount(0)
})

test('several refused files take one line, which expands to the reasons', { tag: '@proofs' }, async ({ page }) => {
  await register(page)
  await openOracle(page)
  const names = ['letter.gif', 'movie.gif', 'party.gif', 'sheet.gif']
  await page
    .locator('input[type=file]')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })))
  const chosen = page.getByRole('list', { name: 'Files for this question' })
  await expect(chosen.getByText('4 files were not added')).toBeVisible()
  expect((await chosen.boundingBox())?.height).toBeLessThan(80)
  await expectNoFaults(page)
  await chosen.getByText('Why?').click()
  await expect(chosen.getByText(/This is a picture \(GIF\)/)).toHaveCount(4)
  await expectNoFaults(page)
  expect(await overflow(page)).toBe(0)
  await chosen.getByRole('button', { name: 'Remove the 4 files that were not added' }).click()
  await expect(chosen).toHaveCount(0)
})
