import { ACCOUNT_KEY } from '../../src/ui/account-memory.ts'
import { rareWord, storeCreator } from './gallery-rows.ts'
import { baseUrl, expect, signInAsAdmin, test } from './journey.ts'

test('after a decision, the focus moves to the next row, or to the heading if there is none', {
  tag: '@proofs',
}, async ({ page }) => {
  const { name, ids } = await storeCreator(2)
  await signInAsAdmin(page, '/admin/moderation?view=images')
  const images = page.getByRole('button', { name: `Delete ${name}'s image` })
  await images.first().press('Enter')
  const confirm = page.getByRole('dialog', { name: 'Remove this image?' })
  // Another image comes above.
  await storeCreator(1)
  await confirm.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(confirm).toHaveCount(0)
  await expect(images).toHaveCount(1)
  await expect(images).toBeFocused()

  const headers = { origin: baseUrl() }
  for (const id of ids.slice(1)) await page.request.post(`/images/${id}/report`, { headers, data: { reason: 'other' } })
  await page.goto('/admin/moderation?view=reports')
  const report = page.getByRole('button', { name: `Dismiss reports of ${name}'s image` })
  await report.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).press('Enter')
  await expect(report).toHaveCount(0)
  await expect(page.locator('main :focus')).toHaveCount(1)

  const term = rareWord()
  await page.request.post('/admin/prompt-terms', { headers, data: { term, rule: 'block', topic: 'other' } })
  await page.goto('/admin/moderation?view=terms')
  await page.getByRole('searchbox').fill(term)
  await page.getByRole('button', { name: `Remove ${term}` }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a note for other admins never becomes the reason that the creator reads', { tag: '@proofs' }, async ({
  page,
}) => {
  const { name, ids } = await storeCreator(1)
  await signInAsAdmin(page, '/admin/moderation?view=reports')
  const headers = { origin: baseUrl() }
  await page.request.post(`/images/${ids[0]}/report`, { headers, data: { reason: 'other' } })
  await page.reload()
  const words = page.getByRole('dialog').getByRole('textbox')
  const dismiss = page.getByRole('button', { name: `Dismiss reports of ${name}'s image` })
  await dismiss.click()
  await words.fill('The third complaint of the same person.')
  await page.reload()
  await page.getByRole('button', { name: `Remove ${name}'s image` }).click()
  await expect(words).toHaveValue('')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await dismiss.click()
  await expect(words).toHaveValue('The third complaint of the same person.')
})

test('a canceled decision moves no focus when the image is decided elsewhere', { tag: '@proofs' }, async ({ page }) => {
  const { name, ids } = await storeCreator(2)
  await signInAsAdmin(page, '/admin/moderation?view=images')
  const images = page.getByRole('button', { name: `Delete ${name}'s image` })
  await images.first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(images.first()).toBeFocused()
  // A click outside the content leaves the focus nowhere. Inside, the content itself would get it.
  await page.getByRole('contentinfo').click({ position: { x: 1, y: 1 } })
  await expect(page.locator(':focus')).toHaveCount(0)
  await page.request.delete(`/admin/images/${ids[0]}`, { headers: { origin: baseUrl() } })
  // A change of the account reloads this page's data.
  await page.evaluate((key) => dispatchEvent(new StorageEvent('storage', { key, newValue: 'another' })), ACCOUNT_KEY)
  await expect(images).toHaveCount(1)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page.locator(':focus')).toHaveCount(0)
})
