import { agentHome, book, changeHome } from './agent-home.ts'
import { expectAccessible } from './axe.ts'
import { query } from './data.ts'
import { expect, otherVisitor, test } from './journey.ts'

test('an agent is reminded to confirm the account email until it is confirmed', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  await page.goto('/overview')
  const reminder = page.getByText('Confirm your email', { exact: true })
  await expect(reminder).toBeVisible()
  await expectAccessible(page, '/overview')
  await page.getByRole('button', { name: 'Send me the link' }).click()
  const sent = page.getByText(/^We sent a link to .+@example\.com\. Open it to confirm your email\.$/)
  await expect(sent).toBeVisible()
  await expect(sent).toBeFocused()
  await query('update account set email_verified = true where id = (select owner_id from property where id = $1)', [
    home.id,
  ])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(reminder).toHaveCount(0)
})

test('a property whose agent cannot be reached shows how to reach support, and accepts no booking', {
  tag: '@proofs',
}, async ({ context, browser }) => {
  const home = await agentHome(context)
  // In older releases, an admin could list the properties of a suspended account, which left this state.
  await query(
    "insert into suspension (account_id, reason, suspended_at, unlisted) select owner_id, 'Spam', now(), '{}' from property where id = $1",
    [home.id],
  )
  const visitor = await otherVisitor(browser)
  for (const path of [`/showingbooker/book/${home.slug}`, `/property/share/${home.slug}`]) {
    await visitor.goto(path)
    await expect(visitor.getByText("This property can't be booked right now")).toBeVisible()
    await expect(visitor.getByRole('link', { name: /^Call support/ })).toHaveAttribute('href', 'tel:+13105550142')
    await expect(visitor.getByLabel('Email')).toHaveCount(0)
    await expectAccessible(visitor, path)
  }
  await visitor.context().close()
})

test("a suspended agent's buyer sees only how to reach support", { tag: '@proofs' }, async ({ context, page }) => {
  const home = await agentHome(context)
  await changeHome(context, home.id, { showing_instructions: '' })
  const booking = await book(context, home)
  await page.goto(booking.manageUrl)
  await expect(page.getByText("You're all set.")).toBeVisible()
  await query(
    "insert into suspension (account_id, reason, suspended_at, unlisted) select owner_id, 'Spam', now(), '{}' from property where id = $1",
    [home.id],
  )
  await page.reload()
  await expect(page.getByText(/^We can't reach the agent\. Please call ShowingBooker support/)).toHaveCount(1)
  for (const words of ["You're all set.", /Ask .+ how to get in/]) await expect(page.getByText(words)).toHaveCount(0)
  await expectAccessible(page, 'the booking')
})

test('a dialog keeps space for its text at 400 % zoom', { tag: '@proofs' }, async ({ context, page }) => {
  const home = await agentHome(context)
  const booking = await book(context, home)
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(booking.manageUrl)
  for (const name of ['Cancel this showing', 'Move to another time']) {
    await page.getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    const sticky = await dialog.evaluate(
      (shown) => [...shown.querySelectorAll('*')].filter((part) => getComputedStyle(part).position === 'sticky').length,
    )
    expect(sticky, name).toBe(0)
    await page.keyboard.press('Escape')
  }
})
