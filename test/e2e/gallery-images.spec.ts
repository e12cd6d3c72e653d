import type { Page } from '@playwright/test'
import { ACCOUNT_KEY } from '../../src/ui/account-memory.ts'
import { drawnPng } from '../images.ts'
import { newAccount, PASSWORD } from './agent-home.ts'
import { query } from './data.ts'
import { rareWord, storeCreator, storeImages } from './gallery-rows.ts'
import { expect, test } from './journey.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Image' })

test('an image beyond the first page, opened by its address, can be published and hidden again', {
  tag: '@proofs',
}, async ({ page }) => {
  const { username } = await newAccount(page.context(), PASSWORD)
  const ids = await storeImages(username, 60, 'A private lake', 'private')
  await page.goto(`/private-gallery?image=${ids.at(-1)}`)
  await dialog(page).getByRole('button', { name: 'Make Public' }).click()
  await dialog(page).getByRole('button', { name: 'Make Private' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Make Public' })).toBeVisible()
  await expect(dialog(page).getByText('Visibility: private. Only you and our admins can see it.')).toBeVisible()
  expect(await query('select visibility from image where id = $1', [ids.at(-1)])).toEqual([{ visibility: 'private' }])
})

test('an open image shows the newest state, and one that is gone is requested again', { tag: '@proofs' }, async ({
  page,
}) => {
  const { username } = await newAccount(page.context(), PASSWORD)
  const ids = await storeImages(username, 60, 'A private lake', 'private')
  const [first, last] = [ids.at(0), ids.at(-1)]
  await page.goto(`/private-gallery?image=${last}`)
  const publish = dialog(page).getByRole('button', { name: 'Make Public' })
  await publish.click()
  await expect(dialog(page).getByRole('button', { name: 'Make Private' })).toBeVisible()
  // Another tab hides it. A change of the account reloads this page's data.
  await query(`update image set visibility = 'private' where id = $1`, [last])
  await page.evaluate((key) => dispatchEvent(new StorageEvent('storage', { key, newValue: 'another' })), ACCOUNT_KEY)
  await expect(publish).toBeVisible()

  await page.goto('/private-gallery')
  await page.locator(`[data-image="${first}"]`).click()
  await expect(publish).toBeVisible()
  await query('delete from image where id = $1', [first])
  await publish.click()
  await expect(dialog(page)).toHaveCount(0)
  await page.goForward()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
})

test('an image that did not load is requested again when it is opened again', { tag: '@proofs' }, async ({ page }) => {
  const word = rareWord()
  const { ids } = await storeCreator(1, `A ${word} at dawn`)
  const other = await storeCreator(1, 'A remix of it')
  await query('update image set remix_of = $1 where id = $2', [ids[0], other.ids[0]])
  await page.goto(`/public-gallery?query=${word}`)
  await page.locator(`[data-image="${ids[0]}"]`).click()
  const remix = dialog(page).locator(`a[href*="${other.ids[0]}"]`)
  await expect(remix).toBeVisible()
  await page.route(`**/images/${other.ids[0]}`, (route) => route.abort())
  await remix.click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await page.unroute(`**/images/${other.ids[0]}`)
  await page.locator(`[data-image="${ids[0]}"]`).click()
  await remix.click()
  await expect(dialog(page).getByRole('link', { name: other.name })).toBeVisible()
})

test('a picture whose creator has changed the filter loads from its new address in an open list', {
  tag: '@proofs',
}, async ({ page }) => {
  const { name, ids } = await storeCreator(1)
  const drawn = await drawnPng()
  await page.route(`**/files/images/${ids[0]}/**`, (route) =>
    route.request().url().includes('/second-look-of-it-')
      ? route.fulfill({ contentType: 'image/png', body: drawn })
      : route.fallback(),
  )
  await page.goto(`/profile/${name}`)
  const broken = page.getByText("We can't show this image")
  // No file has the first address, as if the filter had changed while the list loaded.
  await expect(broken).toHaveCount(1)
  await query(`update image set look = 'second-look-of-it' where id = $1`, [ids[0]])
  await page.locator(`[data-image="${ids[0]}"]`).click()
  const picture = dialog(page).locator('picture img')
  await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
  await expect(broken).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.locator(`[data-image="${ids[0]}"] picture img`)).toBeVisible()
})

test('after the new images are shown, the focus is at their list', { tag: '@proofs' }, async ({ page }) => {
  const { name } = await storeCreator(3)
  await page.goto(`/profile/${name}`)
  const [newest] = await storeImages(name, 2, 'A new one')
  const pill = page.getByRole('button', { name: '2 new' })
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(pill).toBeVisible({ timeout: 500 })
  }).toPass()
  await pill.press('Enter')
  await expect(page.getByRole('list', { name: `Images by ${name}` })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator(`[data-image="${newest}"]`)).toBeFocused()
})
