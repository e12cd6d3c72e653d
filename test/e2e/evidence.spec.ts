import { readFile, writeFile } from 'node:fs/promises'
import type { BrowserContext } from '@playwright/test'
import sharp from 'sharp'
import { agentHome, book, changeHome, unfold } from './agent-home.ts'
import { expectAccessible, expectNoFaults } from './axe.ts'
import { expect, otherVisitor, test } from './journey.ts'

/** Creates a new agent with a paid showing at an occupied property. */
async function livedIn(context: BrowserContext) {
  const home = await agentHome(context)
  await changeHome(context, home.id, {
    occupancy_status: 'resident',
    resident_first_name: 'Rosa',
    resident_last_name: 'Resident',
    resident_phone: '(213) 555-0111',
  })
  const booking = await book(context, home)
  return { home, booking }
}

/** Downloads the evidence packet of a showing as its agent, and reads the printed code. */
async function packetOf(context: BrowserContext, id: string) {
  const answer = await context.request.get(`/api/showingbooker/bookings/${id}/evidence.pdf`)
  expect(answer.status()).toBe(200)
  return answer.body()
}

test('an agent records how notice was served, views the record, and withdraws a mistake', async ({ page, context }) => {
  const { booking } = await livedIn(context)
  await page.goto('/upcoming')
  const row = page.getByRole('article').filter({ hasText: booking.confirmation_number })
  await expect(row.getByText('Notice due')).toBeVisible()
  await unfold(row)
  const due = row.getByRole('link', { name: /^Record how notice was served/ })
  // It is tall enough for a finger.
  expect((await due.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await due.click()
  const dialog = page.getByRole('dialog', { name: 'How notice was served' })
  await expect(dialog).toContainText(/Hand it over or leave it at the door by \w{3}\s\d/)
  await expect(dialog).toContainText('There is no record that the notice was served.')

  // Each error appears at its field.
  await dialog.getByText('Record a different method, time, or photo').click()
  await dialog.getByLabel('Date', { exact: true }).fill('2099-01-01')
  await dialog.getByLabel('Served by').fill(' ')
  await dialog.getByRole('button', { name: 'Record service' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Please enter a time in the past')
  await dialog.getByRole('link', { name: 'Please enter who served the notice' }).click()
  await expect(dialog.getByLabel('Served by')).toBeFocused()
  await expectNoFaults(page)

  const jpeg = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#a05030' } })
    .jpeg()
    .toBuffer()
  // A reload keeps and shows what the agent typed. Closing the dialog discards it.
  await page.reload()
  await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue('2099-01-01')
  await expect(dialog.getByLabel('Served by')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await page.waitForURL(/\/upcoming(?:\?|$)/)
  await unfold(row)
  await row.getByRole('link', { name: /^Record how notice was served/ }).click()
  await dialog.getByText('Record a different method, time, or photo').click()
  await expect(dialog.getByLabel('Date', { exact: true })).not.toHaveValue('2099-01-01')
  await dialog.getByLabel('Handed to the resident').check()
  await dialog.getByLabel('Served by').fill('Ada Agent')
  await dialog.getByLabel('Note').fill('In person, at the door.')
  await dialog.getByLabel('Choose a photo').setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: jpeg })
  await expect(dialog.getByAltText('The current image')).toBeVisible()
  await dialog.getByRole('button', { name: 'Record service' }).click()
  await expect(dialog.getByText('Our records show that the notice was served')).toBeVisible()
  await expect(dialog.getByText('In person, at the door.')).toBeVisible()
  await expect(dialog.getByAltText(/^Photo saved with the service record/)).toHaveJSProperty('complete', true)
  const pdfUrl = await dialog.getByRole('link', { name: /^Proof of service/ }).getAttribute('href')
  const pdf = await context.request.get(pdfUrl ?? '')
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])

  await dialog.getByRole('button', { name: /^Withdraw/ }).click()
  const asked = page.getByRole('dialog', { name: 'Withdraw this record' })
  await asked.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(asked.getByText("Please enter why you're withdrawing this record").first()).toBeVisible()
  await asked.getByLabel('Reason').fill('It was the neighbour.')
  await asked.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(asked).toBeHidden()
  await expect(dialog.getByText('It was the neighbour.')).toBeVisible()
  const records = dialog.getByRole('heading', { name: 'On record' })
  await expect(records).toBeFocused()
  await expect(dialog.getByText("The notice hasn't been served yet")).toBeVisible()
  await dialog.getByRole('button', { name: 'Record without a photo' }).press('Enter')
  await expect(dialog.getByText('Our records show that the notice was served')).toBeVisible()
  await expect(records).toBeFocused()
  await dialog
    .getByRole('button', { name: /^Withdraw/ })
    .last()
    .click()
  await asked.getByLabel('Reason').fill('Nobody was there.')
  await asked.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(asked).toBeHidden()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL(/\/upcoming$/)
  await expect(row.getByText('Notice due')).toBeVisible()
})

test('records an oral notice as insufficient, and requires consent for electronic notice', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const { booking } = await livedIn(context)
  await page.goto(`/showings/${booking.id}/evidence/service`)
  const dialog = page.getByRole('dialog', { name: 'How notice was served' })
  await dialog.getByText('Record a different method, time, or photo').click()
  await dialog.getByLabel('Told in person or by phone').check()
  await dialog.getByRole('button', { name: 'Record service' }).click()
  await expect(dialog.getByText('The notice on record is not enough')).toBeVisible()
  await dialog.getByLabel('Sent electronically').check()
  await dialog.getByRole('button', { name: 'Record service' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Please enter when the resident agreed in writing')
  await dialog.getByLabel('The resident agreed in writing on').fill('2026-01-15')
  await dialog.getByRole('button', { name: 'Record service' }).click()
  await expect(dialog.getByText('Our records show that the notice was served')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL(/\/evidence$/)
})

test('one page has the evidence of a showing, and anyone with its packet can verify it', async ({
  page,
  context,
  browser,
}, info) => {
  const { home, booking } = await livedIn(context)
  await page.goto('/upcoming')
  await unfold(page.getByRole('article'))
  await page.getByRole('link', { name: /^Evidence for .*showing/ }).click()
  await expect(page.getByRole('heading', { name: 'Evidence of notice' })).toBeVisible()
  for (const text of [booking.confirmation_number, 'SHA-256 of the notice', 'Entry 1: Booked', 'The log is intact.'])
    await expect(page.getByText(text).first()).toBeVisible()

  const pdf = await packetOf(context, booking.id)
  const path = info.outputPath('packet.pdf')
  await writeFile(path, pdf)
  // Every page of the PDF also has the code, one glyph at a time.
  const code = /Packet ([0-9A-Z-]{19})\./.exec(pdf.toString('latin1'))?.[1] ?? ''
  const reader = await otherVisitor(browser)
  await reader.goto('/showingbooker/verify')
  await reader.getByLabel('Packet code').fill('1111-2222-3333-4444')
  await reader.getByRole('button', { name: 'Check' }).click()
  await expect(reader.getByText(/^No packet has this code/)).toBeVisible()
  await expect(reader.getByLabel('Packet code')).toBeFocused()
  await reader.getByRole('button', { name: 'Check' }).click()
  await expect(reader.getByLabel('Packet code')).toBeFocused()
  await expectNoFaults(reader)
  await reader.getByLabel('Packet code').fill(code.toLowerCase())
  await reader.getByRole('button', { name: 'Check' }).click()
  await expect(reader.getByText('This packet is genuine')).toBeVisible()
  await expect(reader.getByRole('heading', { name: /^Packet / })).toBeFocused()
  const told = (await reader.getByRole('main').textContent()) ?? ''
  for (const secret of [home.full_address, 'Laurel', 'Rosa', 'Ada', booking.buyerName, booking.confirmation_number])
    expect(told).not.toContain(secret)

  const asked: string[] = []
  reader.on('request', (request) => asked.push(request.url()))
  await reader.locator('input[type=file]').setInputFiles(path)
  await expect(reader.getByText('This is the original file')).toBeVisible()
  const bytes = await readFile(path)
  // Change one letter of a date.
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1
  await reader
    .locator('input[type=file]')
    .setInputFiles({ name: 'other.pdf', mimeType: 'application/pdf', buffer: bytes })
  await expect(reader.getByText("This file doesn't match the code")).toBeVisible()
  expect(asked).toEqual([])
  await expectNoFaults(reader)
  await reader.context().close()
})

test("another agent's evidence is a 404, and a visitor is asked to log in", { tag: '@proofs' }, async ({
  page,
  context,
  browser,
}) => {
  const { booking } = await livedIn(context)
  const path = `/showings/${booking.id}/evidence`
  const visitor = await otherVisitor(browser)
  expect((await visitor.goto(path))?.status()).toBe(401)
  await agentHome(visitor.context())
  expect((await visitor.goto(path))?.status()).toBe(404)
  expect((await visitor.goto(`${path}/service`))?.status()).toBe(404)
  await visitor.context().close()
  expect((await page.goto('/showings/nonsense/evidence'))?.status()).toBe(404)
})

test('axe finds nothing on the evidence pages', { tag: '@proofs' }, async ({ context, page }) => {
  test.slow()
  const { booking } = await livedIn(context)
  for (const path of [`/showings/${booking.id}/evidence`, `/upcoming/${booking.id}/service`, '/showingbooker/verify'])
    await expectAccessible(page, path)
})
