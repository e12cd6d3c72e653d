import type { Page } from '@playwright/test'
import { book, newHome, openAsAgent } from './agent-home.ts'
import { expect, test } from './journey.ts'

/** What an act must do once, although its answer was lost and somebody asks for it again. */

/** Lets the next POST to an address reach the server, and loses its answer. */
const loseAnswer = (page: Page, path: string) =>
  page.route(
    path,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

const listed = async (page: Page, path: string) => (await page.context().request.get(path)).json()

test('a note that is sent again is in the log once', async ({ page, context }) => {
  const home = await newHome(context.request)
  await book(context, home)
  await page.goto(`/properties/${home.id}/logs`)
  await page.getByRole('button', { name: /^Add note/ }).click()
  await page.getByLabel('Note').fill('The key turns hard.')
  await loseAnswer(page, '**/bookings/log')
  const add = page.getByRole('button', { name: 'Add to the log' })
  await add.click()
  await expect(page.getByText('You seem to be offline')).toBeVisible()
  await add.click()
  await expect(page.getByText('Note added to the log')).toBeVisible()
  const { logs } = await listed(page, `/api/showingbooker/properties/${home.id}/bookings`)
  expect(logs[0].events.filter(({ event }: { event: string }) => event === 'note')).toHaveLength(1)
})

test('a template that is saved again is added once', async ({ page }) => {
  await openAsAgent(page, '/showings/messages')
  await page.getByRole('button', { name: 'Add a template' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Parking')
  await dialog.getByLabel('Message', { exact: true }).fill('Behind the house.')
  await loseAnswer(page, '**/message-templates')
  const save = dialog.getByRole('button', { name: 'Save template' })
  await save.click()
  await expect(dialog.getByText('You seem to be offline')).toBeVisible()
  await save.click()
  await expect(dialog).toBeHidden()
  expect((await listed(page, '/api/showingbooker/message-templates')).templates).toHaveLength(1)
})

test('a time that is blocked again is blocked once', async ({ page, context }) => {
  await newHome(context.request)
  const start = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`/calendar?view=week&start=${start}`)
  await page.getByRole('button', { name: 'Block time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block time' })
  await loseAnswer(page, '**/block-outs')
  const block = dialog.getByRole('button', { name: 'Block time' })
  await block.click()
  await expect(dialog.getByText('You seem to be offline')).toBeVisible()
  await block.click()
  await expect(dialog).toBeHidden()
  expect((await listed(page, '/api/showingbooker/block-outs')).block_outs).toHaveLength(1)
})

test('a booking by hand whose answer a proxy replaced is made once', async ({ page, context }) => {
  await newHome(context.request)
  await page.goto('/upcoming/book')
  const dialog = page.getByRole('dialog', { name: 'Book for a visitor' })
  await dialog.locator('#showingDate input:enabled').nth(3).check({ force: true })
  await dialog.locator('#showingTime input:enabled').first().check({ force: true })
  await dialog.getByLabel("Visitor's name").fill('Paula Phone')
  await dialog.getByLabel('Phone number').fill('213 555 0177')
  await page.route(
    '**/api/showingbooker/bookings',
    async (route) => {
      await route.fetch()
      await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway timeout</h1>' })
    },
    { times: 1 },
  )
  const press = dialog.getByRole('button', { name: 'Book showing' })
  await press.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await press.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Paula Phone is booked for /)).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Paula Phone' })).toHaveCount(1)
})
