import type { Page } from '@playwright/test'
import { totpOf } from '../totp.ts'
import { book, newAccount, newHome, openAsAgent, PASSWORD, visitFirst } from './agent-home.ts'
import { query } from './data.ts'
import { baseUrl, expect, loseAnswer, otherVisitor, takeAct, test } from './journey.ts'

/** Proves what happens to an action if its answer, or the page after it, is lost. */

const listed = async (page: Page, path: string) => (await page.context().request.get(path)).json()

test('a repeated note is in the log once', { tag: '@proofs' }, async ({ page, context }) => {
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

test('a template saved again is added once', { tag: '@proofs' }, async ({ page }) => {
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

test('a time blocked again is blocked once', { tag: '@proofs' }, async ({ page, context }) => {
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

/** Holds back the next check of a start until the journey releases it. */
async function holdCheck(page: Page) {
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route(
    '**/availability',
    async (route) => {
      asked.resolve()
      await held.promise
      const response = await route.fetch()
      // The page may have ended the check.
      await route.fulfill({ response }).catch(() => undefined)
      answered.resolve()
    },
    { times: 1 },
  )
  return {
    asked: asked.promise,
    async answer() {
      held.resolve()
      await answered.promise
    },
  }
}

test('makes a booking by hand once if a proxy replaces the answer', async ({ page, context }) => {
  await newHome(context.request)
  await page.goto('/upcoming/book')
  const dialog = page.getByRole('dialog', { name: 'Book for a visitor' })
  await dialog.locator('#showingDate input:enabled').nth(3).check()
  const check = await holdCheck(page)
  await dialog.locator('#showingTime input:enabled').first().check()
  await dialog.getByLabel("Visitor's name").fill('Paula Phone')
  await dialog.getByLabel('Phone number').fill('213 555 0177')
  await takeAct(page, '**/api/showingbooker/bookings', async (route) => {
    await route.fetch()
    await check.answer()
    await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway timeout</h1>' })
  })
  await check.asked
  const press = dialog.getByRole('button', { name: 'Book showing' })
  await press.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await press.click()
  // The message shows for only five seconds, and the list behind the dialog may take as long to load.
  await expect(page.getByText(/^Paula Phone is booked for /)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article').filter({ hasText: 'Paula Phone' })).toHaveCount(1)
})

/** Loses every request for the page's data, and for signs of life, until the journey lets them through. */
async function loseReloads(page: Page) {
  const lost = /\.data|\/livez/
  await page.route(lost, (route) => route.abort())
  return () => page.unroute(lost)
}

test('an approval succeeds although the page cannot reload, and the page updates later', async ({ page, context }) => {
  const home = await newHome(context.request, { booking_approval: 'manual' })
  await book(context, home)
  await page.goto('/overview')
  const approve = page.getByRole('button', { name: /^Approve/ })
  await expect(approve).toBeVisible()
  const goOn = await loseReloads(page)
  await approve.click()
  await expect(page.getByText('Approved. We')).toBeVisible()
  await expect(page).toHaveTitle(/^Overview/)
  await goOn()
  await expect(approve).toBeHidden()
  await expect(page).toHaveTitle(/^Overview/)
})

test('a note is added although the log cannot reload, and its row appears later', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const home = await newHome(context.request)
  await visitFirst(page)
  await book(context, home)
  await page.goto(`/properties/${home.id}/logs`)
  await page.getByRole('button', { name: /^Add note/ }).click()
  await page.getByLabel('Note').fill('The key turns hard.')
  const goOn = await loseReloads(page)
  await page.getByRole('button', { name: 'Add to the log' }).click()
  await expect(page.getByText('Note added to the log')).toBeVisible()
  const row = page.getByText('The key turns hard.')
  await expect(row).toHaveCount(0)
  await goOn()
  await expect(row).toBeVisible()
})

test('a buyer reads that the showing is canceled although the page cannot reload', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const booked = await book(context, await newHome(context.request))
  await page.goto(booked.manageUrl)
  await page.getByRole('button', { name: 'Cancel this showing' }).click()
  const goOn = await loseReloads(page)
  const confirm = page.getByRole('button', { name: 'Cancel showing', exact: true })
  await confirm.click()
  await expect(page.getByText('Your showing is canceled').first()).toBeVisible()
  await expect(confirm).toBeHidden()
  const opener = page.getByRole('button', { name: 'Cancel this showing' })
  await expect(opener).toBeVisible()
  await goOn()
  await expect(opener).toBeHidden()
})

test('a note repeated after a reload is in the log once', { tag: '@proofs' }, async ({ page, context }) => {
  const home = await newHome(context.request)
  await book(context, home)
  const open = async () => {
    await page.goto(`/properties/${home.id}/logs`)
    await page.getByRole('button', { name: /^Add note/ }).click()
  }
  const add = page.getByRole('button', { name: 'Add to the log' })
  await open()
  await page.getByLabel('Note').fill('The key turns hard.')
  await loseAnswer(page, '**/bookings/log')
  await add.click()
  await expect(page.getByText('You seem to be offline')).toBeVisible()
  await open()
  await expect(page.getByLabel('Note')).toHaveValue('The key turns hard.')
  await add.click()
  await expect(page.getByText('Note added to the log')).toBeVisible()
  const notes = async () => {
    const { logs } = await listed(page, `/api/showingbooker/properties/${home.id}/bookings`)
    return logs[0].events.filter(({ event }: { event: string }) => event === 'note').length
  }
  expect(await notes()).toBe(1)
  // After the note is in the log, the same text is another note.
  await page.getByRole('button', { name: /^Add note/ }).click()
  await page.getByLabel('Note').fill('The key turns hard.')
  await add.click()
  await expect(page.getByText('Note added to the log')).toBeVisible()
  expect(await notes()).toBe(2)
})

test('a message to a buyer repeated after a reload is sent once', async ({ page, context }) => {
  const { id } = await book(context, await newHome(context.request))
  const open = async () => {
    await page.goto(`/calendar/showings/${id}`)
    await page.getByRole('dialog').locator('summary', { hasText: 'Conversation' }).click()
  }
  const field = page.getByRole('dialog').getByLabel(/^Message to/)
  const send = page.getByRole('dialog').getByRole('button', { name: 'Send message' })
  await loseAnswer(page, '**/thread')
  await open()
  await field.fill('Ring twice.')
  await send.click()
  await expect(page.getByText('You seem to be offline')).toBeVisible()
  await open()
  await expect(field).toHaveValue('Ring twice.')
  await send.click()
  await expect(field).toHaveValue('')
  const { entries } = await listed(page, `/api/showingbooker/bookings/${id}/thread`)
  expect(entries.filter(({ kind }: { kind: string }) => kind === 'written')).toHaveLength(1)
})

for (const { what, path, fee, press, tag } of [
  {
    what: 'a booking by hand',
    path: '**/api/showingbooker/bookings',
    fee: 'Free, confirmed now',
    press: 'Book showing',
    tag: [],
  },
  {
    what: 'a pay link',
    path: '**/api/showingbooker/pay-links',
    fee: 'Send a pay link, $25.00',
    press: 'Send pay link',
    tag: '@proofs',
  },
])
  test(`${what} changed after its answer was lost leads to the possible booking`, { tag }, async ({
    page,
    context,
  }) => {
    await newHome(context.request)
    await page.goto('/upcoming/book')
    const dialog = page.getByRole('dialog', { name: 'Book for a visitor' })
    await dialog.getByRole('radio', { name: fee }).check()
    await dialog.locator('#showingDate input:enabled').nth(3).check()
    await dialog.locator('#showingTime input:enabled').first().check()
    await dialog.getByLabel("Visitor's name").fill('Paula Phone')
    await dialog.getByLabel('Phone number').fill('213 555 0177')
    await loseAnswer(page, path)
    const send = dialog.getByRole('button', { name: press })
    await send.click()
    await expect(dialog.getByText('You seem to be offline')).toBeVisible()
    const unsure = dialog.getByRole('status').filter({ hasText: 'may already be booked' })
    await expect(unsure).toBeVisible()
    await dialog.getByLabel('Phone number').fill('213 555 0178')
    await send.click()
    await expect(dialog.getByText('This time slot is no longer available')).toBeVisible()
    await expect(unsure).toBeVisible()
    // It survives a reload.
    await page.reload()
    await unsure.getByRole('link', { name: 'Upcoming' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Paula Phone').first()).toBeVisible()
  })

test('does not treat a booking by hand that a payment provider refuses as possibly booked', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  await newHome(context.request)
  await page.goto('/upcoming/book')
  const dialog = page.getByRole('dialog', { name: 'Book for a visitor' })
  await dialog.locator('#showingDate input:enabled').nth(3).check()
  await dialog.locator('#showingTime input:enabled').first().check()
  await dialog.getByLabel("Visitor's name").fill('Paula Phone')
  await dialog.getByLabel('Phone number').fill('213 555 0177')
  const path = '**/api/showingbooker/bookings'
  const send = dialog.getByRole('button', { name: 'Book showing' })
  const unsure = dialog.getByText('may already be booked')
  const ours = { error: 'Ours says: try again.', code: 'provider_unavailable', requestId: 'a' }
  await takeAct(page, path, (route) => route.fulfill({ status: 503, json: ours }))
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText(ours.error)
  await expect(unsure).toHaveCount(0)
  const body = '<html><h1>503 Service Unavailable</h1></html>'
  await takeAct(page, path, (route) => route.fulfill({ status: 503, contentType: 'text/html', body }))
  await send.click()
  await expect(unsure).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveText('The service is briefly unavailable. Please try again.')
})

test('a message whose answer was lost can be sent another way', { tag: '@proofs' }, async ({ page, context }) => {
  const { id } = await book(context, await newHome(context.request))
  await page.goto(`/calendar/showings/${id}`)
  const dialog = page.getByRole('dialog')
  await dialog.locator('summary', { hasText: 'Conversation' }).click()
  const field = dialog.getByLabel(/^Message to/)
  const send = dialog.getByRole('button', { name: 'Send message' })
  await field.fill('Ring twice.')
  await loseAnswer(page, '**/thread')
  await send.click()
  await expect(page.getByText('You seem to be offline')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Email' }).uncheck()
  await send.click()
  await expect(field).toHaveValue('')
  const { entries } = await listed(page, `/api/showingbooker/bookings/${id}/thread`)
  expect(entries.filter(({ kind }: { kind: string }) => kind === 'written')).toHaveLength(2)
})

test("does not show a proxy's error page as our own words", { tag: '@proofs' }, async ({ page, context }) => {
  await newHome(context.request)
  await page.goto('/showings/messages')
  await page.getByRole('button', { name: 'Add a template' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Parking')
  await dialog.getByLabel('Message', { exact: true }).fill('Behind the house.')
  const body = '<html><h1>504 Gateway Time-out</h1></html>'
  await takeAct(page, '**/message-templates', (route) => route.fulfill({ status: 504, contentType: 'text/html', body }))
  const save = dialog.getByRole('button', { name: 'Save template' })
  await save.click()
  await expect(dialog.getByRole('alert')).toHaveText('The service is briefly unavailable. Please try again.')
  await save.click()
  await expect(dialog).toBeHidden()
})

test('the recovery codes are seen although the answer that turns on two-step verification is lost', {
  tag: '@proofs',
}, async ({ page, context, browser }) => {
  const { id, email } = await newAccount(context, PASSWORD)
  await query('update account set email_verified = true where id = $1', [id])
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.getByText(/^[A-Z2-7]{40,}$/).textContent()) ?? ''
  const codes = page.getByRole('region', { name: 'Save these recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [code = ''] = await codes.allTextContents()
  await loseAnswer(page, '**/two-factor/verify-totp')
  await page.getByRole('textbox', { name: 'Code' }).fill(totpOf(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('You seem to be offline')).toBeVisible()

  const elsewhere = await otherVisitor(browser)
  const data = { email, password: PASSWORD }
  const begun = await elsewhere.request.post('/api/auth/sign-in/email', { headers: { origin: baseUrl() }, data })
  expect(await begun.json()).toEqual({ twoFactorRedirect: true })
  await elsewhere.goto('/login/code?next=%2Faccount%2Fsecurity')
  await elsewhere.getByLabel('Code').fill(code)
  await elsewhere.getByRole('button', { name: 'Continue' }).click()
  await expect(elsewhere.getByText('You have 9 recovery codes left.')).toBeVisible()
  await elsewhere.close()
})
