import { agentHome, book, PASSWORD } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { baseUrl, expect, isAlive, otherVisitor, test } from './journey.ts'

// Two people wait for each other.
test('agent and buyer write to each other: the overview counts new messages without a reload, and the answer appears automatically', async ({
  page,
  context,
  browser,
}) => {
  const home = await agentHome(context)
  const booked = await book(context, home)
  await page.goto('/overview')
  const buyer = await otherVisitor(browser)
  await buyer.clock.install()
  await buyer.goto(booked.manageUrl)
  await buyer.getByLabel('Message to Ada Agent').fill('Is there parking?')
  await buyer.getByRole('button', { name: 'Send message' }).click()
  await expect(buyer.getByRole('listitem').filter({ hasText: 'Is there parking?' })).toBeVisible()
  await expect(buyer.getByLabel('Message to Ada Agent')).toHaveValue('')
  await expect(buyer.getByLabel('Message to Ada Agent')).toBeFocused()
  await expectNoFaults(buyer)

  // The overview updates without a click.
  await page.getByRole('link', { name: /^Read and answer/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Is there parking?')).toBeInViewport()
  await dialog
    .getByRole('listitem')
    .filter({ hasText: /^Booking by email/ })
    .locator('summary')
    .click()
  await expect(dialog.getByText('Here is everything you need.')).toBeVisible()
  await expect(dialog).not.toContainText(booked.manageUrl.split('/').at(-1) ?? '')
  await expectNoFaults(page)
  const field = dialog.getByLabel(/^Message to/)
  await field.fill('Yes, in front of the house.')
  await expect(dialog.getByText('27 of 480 characters, 1 text')).toBeVisible()
  await dialog.getByRole('button', { name: /^Send message/ }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Yes, in front of the house.' })).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  // Reading the message removes it from the list.
  await expect(page.getByRole('link', { name: /^Read and answer/ })).toHaveCount(0)
  // The buyer's page looks for messages every 15 seconds.
  await buyer.clock.runFor(16_000)
  await expect(buyer.getByText('Yes, in front of the house.')).toBeVisible()
  await expect(buyer.getByRole('status').filter({ hasText: 'You have a new message from Ada Agent.' })).toBeVisible()
})

test('on a phone, a message is new until it is on the screen, and closing the showing returns to where it was opened', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const home = await agentHome(context)
  const booked = await book(context, home)
  const writes = `/api/showingbooker/public/booking/${booked.manageUrl.split('/').at(-1)}/thread`
  const sent = await context.request.post(writes, {
    headers: { origin: baseUrl() },
    data: { words: 'Is there parking?' },
  })
  expect(sent.ok(), await sent.text()).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/properties')
  await page.goto('/overview')
  const next = page.getByRole('link', { name: /^Next: / })
  await next.click()
  const dialog = page.getByRole('dialog')
  const words = dialog.getByText('Is there parking?')
  await expect(words).toBeVisible()
  await expect(words).not.toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/overview$/)
  await expect(next).toBeFocused()
  await page.reload()
  const reply = page.getByRole('link', { name: /^Read and answer/ })
  await expect(reply).toBeVisible()

  await next.click()
  await words.scrollIntoViewIfNeeded()
  await expect(reply).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/overview$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/properties$/)
  await expect(dialog).toHaveCount(0)

  // If its URL is opened directly, there is no page to go back to.
  await page.goto(`/calendar/showings/${booked.id}`)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/calendar$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/properties$/)
})

test('an unsent message stays when the row closes, and is deleted when its writer signs out in the tab', async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  const { id } = await book(context, home)
  await page.goto(`/calendar/showings/${id}`)
  const dialog = page.getByRole('dialog')
  const conversation = dialog.locator('summary', { hasText: 'Conversation' })
  const field = dialog.getByLabel(/^Message to/)
  await conversation.click()
  // Text pasted up to the limit fits the count, and no emoji is cut in two.
  await field.fill('x'.repeat(477))
  for (const pasted of ['👩‍👩‍👧‍👦', '🏠🏠🏠🏠']) await page.keyboard.insertText(pasted)
  await expect(field).toHaveValue(`${'x'.repeat(477)}🏠🏠🏠`)
  await expect(page.getByText(/^480 of 480 characters/)).toBeVisible()
  // The same is true of text that a phone's keyboard composes.
  await field.fill('x'.repeat(477))
  const keyboard = await page.context().newCDPSession(page)
  for (const text of ['he', 'hello'])
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await keyboard.send('Input.insertText', { text: 'hello' })
  await expect(field).toHaveValue(`${'x'.repeat(477)}hel`)
  await expect(page.getByText(/^480 of 480 characters/)).toBeVisible()
  await field.fill('Call me about the lockbox.')
  await page.reload()
  await conversation.click()
  await expect(field).toHaveValue('Call me about the lockbox.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/showingbooker')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('lockbox')
})

test('texts typed while the session ends come back after the sign-in, and are gone after a sign-out', async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  const { id } = await book(context, home)
  const { user } = await (await context.request.get('/api/auth/get-session')).json()
  await page.goto(`/calendar/showings/${id}`)
  const conversation = page.getByRole('dialog').locator('summary', { hasText: 'Conversation' })
  const message = page.getByRole('dialog').getByLabel(/^Message to/)
  const question = page.getByRole('dialog', { name: 'Cancel this showing' })
  const reason = question.getByLabel('Reason')
  const ask = page.getByRole('button', { name: /^Cancel showing/ })
  await conversation.click()
  await message.fill('Where did you park?')
  await ask.click()
  await reason.fill('The roof leaks, and')
  await context.clearCookies()
  await expect(page.getByRole('heading', { name: 'Please Login to Access ShowingBooker' })).toBeVisible()
  await page.getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`**/calendar/showings/${id}`)
  await isAlive(page)
  await conversation.click()
  await expect(message).toHaveValue('Where did you park?')
  await ask.click()
  await expect(reason).toHaveValue('The roof leaks, and')
  // Closing the dialog on purpose discards the text.
  await page.keyboard.press('Escape')
  await ask.click()
  await expect(reason).toHaveValue('')
  await reason.fill('The roof leaks')

  const other = await context.newPage()
  await other.goto('/overview')
  await other.getByRole('button', { name: 'Your account' }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Please Login to Access ShowingBooker' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/roof|park/)
})
