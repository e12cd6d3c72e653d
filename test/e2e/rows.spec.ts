import { agentHome, book, openAsAgent } from './agent-home.ts'
import { expectNoFaults } from './axe.ts'
import { expect, test } from './journey.ts'

for (const { width, most } of [
  { width: 1280, most: 64 },
  { width: 390, most: 96 },
])
  test(`at ${width} pixels a showing takes one row of at most ${most} pixels, and opens by key`, async ({
    page,
    context,
  }) => {
    const home = await agentHome(context)
    const first = await book(context, home)
    const second = await book(context, home, 20)
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/upcoming')
    const row = page.getByRole('article').filter({ hasText: first.confirmation_number })
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(most)
    const toggle = row.getByRole('button', { name: new RegExp(first.confirmation_number) })
    await toggle.focus()
    await page.keyboard.press('j')
    await expect(page.getByRole('button', { name: new RegExp(second.confirmation_number) })).toBeFocused()
    await page.keyboard.press('k')
    await expect(toggle).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await expect(row.getByText('May we see the garage?')).toBeVisible()
    await expectNoFaults(page)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help).toContainText('Go to the next showing')
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
  })

test('the keys of the list are letters like any other in its search', { tag: '@proofs' }, async ({ page }) => {
  await openAsAgent(page, '/upcoming')
  await page.getByRole('searchbox').pressSequentially('jk?')
  await expect(page.getByRole('searchbox')).toHaveValue('jk?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('on a phone the tabs are a bar of five at the bottom, and it hides nothing that has focus', async ({ page }) => {
  await openAsAgent(page, '/overview')
  const tabs = page.getByRole('navigation', { name: 'Dashboard' })
  for (const name of ['Overview', 'Upcoming', 'Add', 'Properties'])
    await expect(tabs.getByRole('link', { name })).toBeVisible()
  await tabs.getByRole('button', { name: 'More' }).click()
  await tabs.getByRole('link', { name: 'Calendar' }).click()
  await page.waitForURL('**/calendar')
  await expect(tabs.getByRole('link', { name: 'Calendar' })).toBeHidden()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/support')
  const last = page.getByRole('main').getByRole('button').last()
  await last.evaluate((button) => button.focus())
  await expect(async () => {
    const [button, bar] = [await last.boundingBox(), await tabs.boundingBox()]
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  }).toPass()
})
