import { agentHome, begin, book, changeHome } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { expect, otherVisitor, test } from './journey.ts'

// Two people wait for each other.

for (const decision of ['approve', 'decline'] as const)
  test(`a buyer asks for a refund, the agent decides to ${decision} it, and the buyer's open page says so automatically`, {
    tag: decision === 'approve' ? [] : '@proofs',
  }, async ({ page, context, browser }) => {
    const home = await agentHome(context)
    const booked = await book(context, home)
    await begin(booked.id, 20)
    const buyer = await otherVisitor(browser)
    await buyer.clock.install()
    await buyer.goto(booked.manageUrl)
    await expect(buyer.getByRole('heading', { name: 'Your showing has started' })).toBeVisible()
    await buyer.getByRole('button', { name: 'Ask for a refund' }).click()
    const asking = buyer.getByRole('dialog', { name: 'Ask for a refund' })
    await expectNoFaults(buyer)
    const what = asking.getByLabel('What happened?')
    for (const time of ['first', 'second']) {
      await asking.getByRole('button', { name: 'Ask for a refund' }).click()
      await expect(what, time).toBeFocused()
      await expect(what, time).toHaveAccessibleDescription(/Please enter a reason/)
    }
    await what.fill('Nobody let us in.')
    await expect(what).not.toHaveAttribute('aria-invalid', 'true')
    await asking.getByRole('button', { name: 'Ask for a refund' }).click()
    await expect(asking).toHaveCount(0)
    await expect(
      buyer.getByText('You asked for a refund. The agent will review your request and decide.'),
    ).toBeVisible()
    await expect(buyer.getByRole('button', { name: 'Ask for a refund' })).toHaveCount(0)

    await page.goto(`/properties/${home.id}/bookings/all`)
    const item = page.getByRole('article').filter({ hasText: booked.confirmation_number })
    await expect(item).toContainText('Nobody let us in.')
    await item.getByRole('button', { name: decision === 'approve' ? /^Refund/ : /^Decline refund/ }).click()
    const dialog = page.getByRole('dialog', {
      name: decision === 'approve' ? 'Refund this showing' : 'Decline the refund',
    })
    await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused()
    await expectNoFaults(page)
    await expect(dialog.getByText('The buyer will see this')).toBeVisible()
    await dialog.getByLabel('Reason').fill(decision === 'approve' ? 'The key was gone.' : 'The key was in the lockbox.')
    await dialog
      .getByRole('button', { name: decision === 'approve' ? 'Refund' : 'Decline refund', exact: true })
      .click()
    await expect(dialog).toHaveCount(0)

    // The buyer's page looks for changes every 15 seconds, and updates without a click.
    await buyer.clock.runFor(16_000)
    const news =
      decision === 'approve'
        ? /(full refund of \$25\.00 is on its way|\$25\.00 was refunded in full)/
        : /refund request was declined.*in the lockbox/
    await expect(buyer.getByText(news).first()).toBeVisible()
    await expect(buyer.getByRole('status').filter({ hasText: 'This page has changed' })).toBeVisible()
    await expectNoFaults(buyer)
    await buyer.context().close()
  })

test('an agent decides in the dialog of the calendar, with the focus on the safe choice', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const home = await agentHome(context)
  await changeHome(context, home.id, { booking_approval: 'manual' })
  const first = await book(context, home)
  const second = await book(context, home, 2)
  for (const [booked, button, act, safe, after] of [
    [first, 'Approve', 'Approve', 'Not now', 'Confirmed'],
    [second, 'Decline', 'Decline', 'Not now', 'Declined'],
    [first, 'Cancel showing', 'Cancel showing', 'Keep showing', 'Canceled'],
  ] as const) {
    await page.goto(`/calendar/showings/${booked.id}`)
    const showing = page.getByRole('dialog').first()
    await expect(showing).toContainText(booked.confirmation_number)
    await showing.getByRole('button', { name: new RegExp(`^${button}`) }).click()
    const asking = page.getByRole('dialog', { name: `${button.split(' ')[0]} this showing` })
    await expect(asking.getByRole('button', { name: safe })).toBeFocused()
    await expectNoFaults(page)
    await asking.getByRole('button', { name: act, exact: true }).click()
    await expect(asking).toHaveCount(0)
    await expect(showing.getByRole('article')).toContainText(after)
    await showing.getByRole('button', { name: 'Close' }).first().click()
    await expect(page).toHaveURL(/\/calendar$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
