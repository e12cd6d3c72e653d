import type { Page, Request } from '@playwright/test'
import { agentHome, book, newHome } from './agent-home.ts'
import { expectAccessible, expectNoFaults } from './axe.ts'
import { query } from './data.ts'
import { expect, otherVisitor, signInAsAdmin, test } from './journey.ts'
import { street } from './property-pages.ts'
import { contextOptions } from './visitor.ts'

// The page polls every few seconds, and the queue needs time, too.
const PATH = '/admin/operations'

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test("only admins see the operator's page: it asks a visitor to sign in and refuses an agent", {
  tag: '@proofs',
}, async ({ page, context }) => {
  expect((await page.goto(PATH))?.status()).toBe(401)
  await expect(page.getByRole('heading', { name: 'Please Login to Access ShowingBooker' })).toBeVisible()
  await agentHome(context)
  expect((await page.goto(PATH))?.status()).toBe(403)
  await expect(page.getByRole('heading', { name: 'Admins only' })).toBeVisible()
})

test('an admin sees the state of everything, which refreshes until it is paused', {
  tag: '@proofs',
}, async ({ page, browser }) => {
  await signInAsAdmin(page, PATH)
  await page.getByRole('button', { name: 'Menu' }).click()
  for (const frame of [page.getByRole('banner').first(), page.getByRole('navigation', { name: 'Administration' })])
    await expect(frame.getByRole('link', { name: 'Operations' })).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Escape')
  for (const title of ['Vendors', 'Queue', 'Money', 'Failed messages', 'Failed jobs', 'Webhooks', 'This installation'])
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  await expect(page.getByText(/^(1 worker is|[2-9] workers are) running\.$/)).toBeVisible()
  await expect(page.getByText('Built in: test mode, nothing leaves this machine')).toHaveCount(4)
  await expectAccessible(page, PATH)

  const read = page.getByText(/^Updated \w{3} \d+, \d{4}, \d+:\d\d:\d\d [AP]M /)
  const first = await read.textContent()
  await expect(read).not.toHaveText(first ?? '')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused.')).toBeVisible()

  const phone = await otherVisitor(browser)
  await phone.setViewportSize({ width: 320, height: 640 })
  await signInAsAdmin(phone, PATH)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await phone.context().close()
})

test('a paused page does not update, whatever happens', async ({ page, playwright }) => {
  await page.clock.install()
  await signInAsAdmin(page, PATH)
  // On the first page of a run, the admin gets a username, and the page then reads its data again.
  const session = async () => (await page.request.get('/api/auth/get-session')).json()
  await expect.poll(async () => (await session()).user.username).toBeTruthy()
  await page.goto(PATH)
  let [reads, ended] = [0, 0]
  const isRead = (request: Request) => new URL(request.url()).pathname === `${PATH}.data`
  const asked: string[] = []
  page.on('request', (request) => {
    asked.push(new URL(request.url()).pathname)
    if (isRead(request)) reads++
  })
  page.on('requestfinished', (request) => void (isRead(request) && ended++))
  page.on('requestfailed', (request) => void (isRead(request) && ended++))
  /** Waits long enough for a current poll to end and for another one to begin. */
  async function letReadingsCome() {
    await page.clock.runFor(10_000)
    await expect.poll(() => ended).toBe(reads)
  }
  // Wait for a poll to end first, because a running one keeps the next from starting.
  const first = await page.getByText(/^Updated \w{3} /).textContent()
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(page.getByText(/^Updated \w{3} /)).not.toHaveText(first ?? '', { timeout: 1_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused.')).toBeVisible()
  // A poll that began just before the pause may still answer.
  await letReadingsCome()
  // Other journeys add properties at the same time, so this tab searches for this street.
  const address = street()
  const tab = await page.context().newPage()
  await tab.goto(`/properties?q=${encodeURIComponent(address)}`)
  await expect(tab.getByText('No properties found')).toBeVisible()
  const before = reads
  asked.length = 0
  // Every open tab of the dashboard gets this event.
  const elsewhere = await playwright.request.newContext(contextOptions())
  await newHome(elsewhere, { address_line1: address })
  await elsewhere.dispose()
  await expect(async () => {
    await page.clock.runFor(1_000)
    await expect(tab.getByRole('article')).toHaveCount(1, { timeout: 500 })
  }).toPass()
  for (let times = 0; times < 3; times++) await letReadingsCome()
  await expect(page.getByText('Paused.')).toBeVisible()
  expect(reads, asked.join(', ')).toBe(before)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.clock.runFor(5_000)
  await expect.poll(() => reads).toBeGreaterThan(before)
})

test('an admin resends, reruns, or drops what failed, and the audit trail records it', async ({ context, browser }) => {
  const home = await agentHome(context)
  const booked = await book(context, home)
  await expect(async () => {
    const left = await query('select 1 from notification where booking_id = $1 and logged_at is null', [booked.id])
    expect(left).toHaveLength(0)
  }).toPass()
  await query(
    `update notification set status = 'failed', reason = 'The text message could not be delivered'
     where booking_id = $1 and channel = 'sms' and role = 'buyer'`,
    [booked.id],
  )
  for (const name of ['one', 'two'])
    await query(
      `select graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job($1, run_at => now() + interval '1 day')).id],
         'no mailbox maria@buyers.example.com')`,
      [`journey.${name}`],
    )

  const admin = await otherVisitor(browser)
  await signInAsAdmin(admin, PATH)
  await expect(admin.getByText('2 jobs have failed for good.')).toBeVisible()
  const message = card(admin, 'Failed messages').getByRole('listitem').filter({ hasText: booked.confirmation_number })
  await message.getByRole('button', { name: 'Send again' }).click()
  await expect(message).toHaveCount(0)

  const job = (name: string) =>
    card(admin, 'Failed jobs')
      .getByRole('listitem')
      .filter({ hasText: `journey.${name}` })
  await expect(job('one')).toContainText('no mailbox [email]')
  await job('one').getByRole('button', { name: 'Drop' }).click()
  const dropping = admin.getByRole('dialog', { name: 'Drop this job' })
  await expect(dropping.getByRole('button', { name: 'Keep job' })).toBeFocused()
  await expectNoFaults(admin)
  await dropping.getByRole('button', { name: 'Drop job' }).click()
  await expect(dropping).toHaveCount(0)
  await job('two').getByRole('button', { name: 'Run again' }).click()
  await admin.getByRole('dialog', { name: 'Run this job again' }).getByRole('button', { name: 'Run again' }).click()
  await expect(admin.getByText('No failed jobs.')).toBeVisible()
  for (const said of ['Dropped a failed job', 'Retried a failed job', 'Resent a message'])
    await expect(admin.getByText(said).first()).toBeVisible()
  await query(`delete from graphile_worker._private_jobs where task_id in
    (select id from graphile_worker._private_tasks where identifier like 'journey.%')`)
  await admin.context().close()
})

test('describes a money difference in plain words, and removes it once it is fixed', {
  tag: '@proofs',
}, async ({ context, browser }) => {
  const home = await agentHome(context)
  const booked = await book(context, home)
  const [payment] = await query('update payment set amount_cents = 9900 where booking_id = $1 returning intent_id', [
    booked.id,
  ])
  const admin = await otherVisitor(browser)
  await signInAsAdmin(admin, PATH)
  await admin.getByRole('button', { name: 'Compare all now' }).click()
  const said = admin.getByText('$99.00 on the payment, but $25.00 in the ledger')
  await expect(said).toBeVisible()
  const row = admin.getByRole('listitem').filter({ has: said })
  await expect(row.getByRole('link', { name: booked.confirmation_number })).toHaveAttribute(
    'href',
    `/calendar/showings/${booked.id}`,
  )
  await expect(row.getByText('Payment at the provider')).toBeVisible()
  await expect(row.getByTitle(String(payment?.intent_id))).toBeVisible()
  await expectNoFaults(admin)
  await query('update payment set amount_cents = 2500 where booking_id = $1', [booked.id])
  await admin.getByRole('button', { name: 'Compare all now' }).click()
  await expect(said).toHaveCount(0)
  await admin.context().close()
})
