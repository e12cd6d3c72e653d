import type { Page } from '@playwright/test'
import { newAccount, PASSWORD } from './agent-home.ts'
import { query } from './data.ts'
import { storeCreator, storeImages } from './gallery-rows.ts'
import { expect, test } from './journey.ts'

/** Registers a new account. @returns its username */
const register = async (page: Page) => (await newAccount(page.context(), PASSWORD)).username

test('a follower can unfollow a creator whose profile is private now', { tag: '@proofs' }, async ({ page }) => {
  const { name } = await storeCreator(1)
  await register(page)
  await page.goto(`/profile/${name}`)
  await page.getByRole('button', { name: `Follow ${name}` }).click()
  await expect(page.getByRole('button', { name: `Unfollow ${name}` })).toBeVisible()
  await query(`update profile set settings = '{"private_profile": true}' where username = $1`, [name])
  expect((await page.goto(`/profile/${name}`))?.status()).toBe(404)
  await expect(page.getByText("You follow this creator. Their profile isn't public right now.")).toBeVisible()
  await page.getByRole('button', { name: `Unfollow ${name}` }).click()
  await expect(page.getByText("This creator doesn't exist, or the profile is private.")).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profile not found' })).toBeFocused()
  expect(await query('select follower_count from profile where username = $1', [name])).toEqual([{ follower_count: 0 }])
})

test("a creator's own image leads to the Private Studio from the gallery and the profile, and can't be reported", {
  tag: '@proofs',
}, async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Image' })
  const name = await register(page)
  const [id] = await storeImages(name, 1, 'A lake at dawn')
  for (const path of [`/profile/${name}`, '/public-gallery']) {
    await page.goto(`${path}?image=${id}`)
    const manage = dialog.getByRole('link', { name: 'Open in Private Studio' })
    await expect(manage).toHaveAttribute('href', `/private-gallery?image=${id}`)
    await expect(dialog.getByRole('button', { name: 'Report' })).toHaveCount(0)
  }
  const other = await storeCreator(1)
  await page.goto(`/public-gallery?image=${other.ids[0]}`)
  await expect(dialog.getByRole('button', { name: 'Report' })).toBeEnabled()
  await expect(dialog.getByRole('link', { name: 'Open in Private Studio' })).toHaveCount(0)
})
