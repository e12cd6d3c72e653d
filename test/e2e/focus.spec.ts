import { agentHome, book, changeHome, freeStarts, newAgent, newHome, openAsAgent, visitFirst } from './agent-home.ts'
import { baseUrl, expect, otherVisitor, takeAct, test } from './journey.ts'
import { fillHome, street } from './property-pages.ts'

// The focus stays near the control that someone used, although an action removes that control or the page reloads.

test('creating, removing, and hiding the demo data moves the focus on from the banner that is gone', async ({
  page,
}) => {
  await openAsAgent(page)
  const banner = page.getByRole('region', { name: 'Demo data' })
  const remove = banner.getByRole('button', { name: 'Remove Demo Data' })
  const create = banner.getByRole('button', { name: 'Create Demo Property' })
  await create.press('Enter')
  await expect(banner.getByRole('link', { name: 'the sample apartment' })).toBeFocused()
  await remove.press('Enter')
  const question = page.getByRole('dialog', { name: 'Remove Demo Data' })
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(remove).toBeFocused()
  await remove.press('Enter')
  await question.getByRole('button', { name: 'Remove Demo Data' }).press('Enter')
  await expect(create).toBeFocused()
  await banner.getByRole('button', { name: 'Hide Demo data' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(banner).toHaveCount(0)
})

test('an approval that fails keeps the focus on its button', { tag: '@proofs' }, async ({ page, context }) => {
  const home = await newHome(context.request, { booking_approval: 'manual' })
  await book(context, home)
  await page.goto('/overview')
  const approve = page.getByRole('button', { name: /^Approve/ })
  await takeAct(page, '**/bookings/*/approve', (route) => route.abort())
  await approve.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'You seem to be offline' })).toBeVisible()
  await expect(approve).not.toHaveAttribute('aria-busy')
  await expect(approve).toBeFocused()
})

test('a missing phone, once saved, gives the focus back to the button that texts the link', {
  tag: '@proofs',
}, async ({ page, context }) => {
  await newAgent(context)
  await page.goto('/add')
  const address = street()
  await fillHome(page, address)
  await page.getByRole('button', { name: 'Add property' }).click()
  const panel = page.getByRole('region', { name: `${address} is ready to book` })
  const text = panel.getByRole('button', { name: 'Text it to me' })
  await text.press('Enter')
  await panel.getByLabel('Your phone number').fill('(213) 555-0188')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Texted to (213) 555-0188.')).toBeVisible()
  await expect(text).toBeFocused()
})

test('an update of the report keeps the focus while someone corrects its months', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const home = await newHome(context.request)
  await visitFirst(page)
  await page.goto('/report?from=2026-05&to=2026-04')
  const summary = page.getByRole('alert').filter({ hasText: "The first month can't be after the last" })
  await expect(summary).toBeFocused()
  const to = page.getByLabel('To', { exact: true })
  await to.focus()
  // The second update comes two seconds later, when the page has shown the first.
  for (const rent_amount of [3300, 3400]) {
    const updated = page.waitForResponse(/\/report\.data/)
    await changeHome(context, home.id, { rent_amount })
    await updated
  }
  await expect(to).toBeFocused()
  // Asking for the same months again leads to the error again.
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(summary).toBeFocused()
})

test('a person who unsubscribes by keyboard hears it', { tag: '@proofs' }, async ({ page }) => {
  await page.goto('/unsubscribe/x')
  await takeAct(page, '**/unsubscribe/x', (route) => route.fulfill({ status: 200, json: {} }))
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toHaveText('')
  await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter')
  await expect(status).toHaveText("You won't get marketing emails anymore.")
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('an answer to a proposal that the agent has withdrawn moves the focus to the heading', {
  tag: '@proofs',
}, async ({ context, browser }) => {
  const home = await agentHome(context)
  const booked = await book(context, home, 40)
  const post = async (path: string, data: object = {}) => {
    const answer = await context.request.post(`/api/showingbooker/${path}`, { headers: { origin: baseUrl() }, data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await post(`bookings/${booked.id}/propose-move`, (await freeStarts(context.request, home)).at(-1))
  const buyer = await otherVisitor(browser)
  // The page must not notice the change by itself.
  await buyer.route('**/version', (route) => route.abort())
  await buyer.goto(new URL(booked.manageUrl).pathname)
  const keep = buyer.getByRole('button', { name: /^Keep / })
  await keep.focus()
  await post(`bookings/${booked.id}/withdraw-move`)
  await keep.press('Enter')
  await expect(buyer.getByRole('alert').filter({ hasText: 'This new time is no longer open.' })).toBeVisible()
  await expect(keep).toHaveCount(0)
  await expect(buyer.getByRole('heading', { level: 1 })).toBeFocused()
})
