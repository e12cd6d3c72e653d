import { agentHome, book, newAgent, openAsAgent } from './agent-home.ts'
import { expectNoFaults, overflow } from './axe.ts'
import { expect, test } from './journey.ts'

test('Ctrl+K goes to a page, a property, and a showing without a mouse', async ({ page, context }) => {
  const home = await agentHome(context)
  const { person, confirmation_number } = await book(context, home)
  await page.goto('/overview')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  const text = palette.getByRole('combobox')
  const chosen = palette.getByRole('option', { selected: true })

  await page.keyboard.press('Control+k')
  await expect(text).toBeFocused()
  const head = await palette.getByRole('heading', { name: 'Go to' }).locator('..').boundingBox()
  const ring = await text.locator('..').boundingBox()
  // The title covers nothing of the focus ring, which is 3 pixels wide.
  expect((ring?.y ?? 0) - (head?.y ?? 0) - (head?.height ?? 0)).toBeGreaterThanOrEqual(3)
  await text.pressSequentially('compl')
  await expect(chosen).toHaveText('Completed showings')
  await expect(text).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? 'none')
  await expectNoFaults(page)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/completed')
  await expect(palette).toHaveCount(0)

  for (const [words, name] of [
    ['buyers', 'Buyers'],
    ['notif', 'Notifications and templates'],
    ['week', 'Calendar: week with hours'],
    ['import', 'Import properties'],
    ['data', 'Your data'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await text.fill(words)
    await expect(palette.getByRole('option', { name, exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
  }

  await page.keyboard.press('Control+k')
  await text.fill(home.full_address.split(',')[0] ?? '')
  await expect(palette.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toContainText(person.name)
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toContainText(home.full_address)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/properties?q=*')
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.keyboard.press('Control+k')
  await text.fill(confirmation_number)
  await expect(chosen).toContainText(person.name)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/calendar/showings/*')
  await expect(page.getByRole('dialog')).toContainText(confirmation_number)
  // Closing leads back to where the palette was opened, and Forward to the showing.
  await page.keyboard.press('Escape')
  await page.waitForURL('**/properties?q=*')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your Properties' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goForward()
  await expect(page.getByRole('dialog')).toContainText(confirmation_number)
  await page.goBack()
  await page.waitForURL('**/properties?q=*')
})

test('Ctrl+K works as soon as clicks work', { tag: '@proofs' }, async ({ page, context }) => {
  await newAgent(context)
  await page.addInitScript(() => {
    // On a busy machine, a key can overtake the effects that React has queued as a message.
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (message) {
      const isHydrated = Object.keys(document.documentElement).some((key) => key.startsWith('__reactProps'))
      if (isHydrated) setTimeout(() => post.call(this, message), 500)
      else post.call(this, message)
    }
  })
  await page.goto('/overview', { waitUntil: 'commit' })
  await page.waitForFunction(() => Object.keys(document.documentElement).some((key) => key.startsWith('__reactProps')))
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible()
})

test('by touch, the palette opens from the header, says when it finds nothing, and signs out', async ({
  page,
  context,
}) => {
  await newAgent(context)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/properties')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Go to' }).click()
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await palette.getByRole('combobox').fill('zzzz')
  await expect(palette).toContainText('Nothing found. Try an address')
  await page.route('**/api/showingbooker/bookings?*', (route) => route.abort())
  await palette.getByRole('combobox').fill('sign')
  await expect(palette.getByRole('status')).toHaveText("We can't search properties and showings right now.")
  await palette.getByRole('option', { name: 'Sign out' }).click()
  await page.waitForURL('**/showingbooker')
  await expect(page.getByRole('button', { name: 'Go to' })).toBeHidden()
})

test('on a Spanish page, the palette is in Spanish', { tag: '@proofs' }, async ({ page }) => {
  await openAsAgent(page)
  await page.goto('/overview?lang=es')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill('creditos')
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Créditos')
})
