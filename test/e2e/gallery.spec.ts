import type { Page } from '@playwright/test'
import { newAccount, openAsAgent, PASSWORD } from './agent-home.ts'
import { expectAccessible } from './axe.ts'
import { query } from './data.ts'
import { rareWord, storeCreator, storeImages } from './gallery-rows.ts'
import { expect, reportTogether, test } from './journey.ts'

const tiles = (page: Page, label: RegExp | string) => page.getByRole('list', { name: label }).getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Image' })

/** Registers a new account. @returns its username */
const register = async (page: Page) => (await newAccount(page.context(), PASSWORD)).username

test('an image opens over the gallery, keys move to the next one, and closing returns to the same place', async ({
  page,
}) => {
  const word = rareWord()
  const { name, ids } = await storeCreator(3, `A ${word} at dawn`)
  await page.goto(`/public-gallery?query=${word}`)
  await expect(page.getByRole('heading', { name: 'Search Results (3)' })).toBeVisible()
  await page.locator(`[data-image="${ids[0]}"]`).click()
  await expect(page).toHaveURL(new RegExp(`image=${ids[0]}`))
  await expect(dialog(page).getByText('Procedural artwork - drawn by code, not an AI model')).toBeVisible()
  await expect(dialog(page).getByRole('link', { name })).toHaveAttribute('href', `/profile/${name}`)
  await expect(dialog(page).getByRole('link', { name: 'Use this prompt' })).toHaveAttribute(
    'href',
    `/create?from=${ids[0]}`,
  )
  for (const [key, id] of [
    ['ArrowRight', ids[1]],
    ['ArrowRight', ids[2]],
    ['ArrowLeft', ids[1]],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page).toHaveURL(new RegExp(`image=${id}`))
    const number = ids.indexOf(id as string) + 1
    const words = new RegExp(`^Image ${number} of 3: A ${word} at dawn`)
    await expect(dialog(page).getByRole('status').filter({ hasText: words })).toBeAttached()
  }
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/image=/)
  await expect(page.locator(`[data-image="${ids[1]}"]`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
})

test('each key press moves one image further, even if it is faster than the page', async ({ page }) => {
  const word = rareWord()
  const { ids } = await storeCreator(5, `A ${word} at dawn`)
  await page.goto(`/public-gallery?query=${word}`)
  await page.locator(`[data-image="${ids[0]}"]`).click()
  await expect(dialog(page).getByRole('button', { name: 'Next' })).toBeVisible()
  const press = (...keys: string[]) =>
    page.evaluate((all) => {
      for (const key of all) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    }, keys)
  await press('ArrowRight', 'ArrowRight', 'ArrowRight')
  await expect(page).toHaveURL(new RegExp(`image=${ids[3]}`))
  await press('ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await expect(page).toHaveURL(new RegExp(`image=${ids[4]}`))
  const next = dialog(page).getByRole('button', { name: 'Next' })
  await expect(next).toBeDisabled()
  await dialog(page).getByRole('button', { name: 'Previous' }).press('Enter')
  await next.press('Enter')
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
})

test('a press copies the prompt and says so for a second', { tag: '@proofs' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const word = rareWord()
  const { ids } = await storeCreator(1, `A ${word} at noon`)
  await page.goto(`/public-gallery?image=${ids[0]}`)
  await page.getByRole('button', { name: `A ${word} at noon` }).click()
  await expect(page.getByText('Prompt copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`A ${word} at noon`)
  await expect(page.getByText('Prompt copied!')).toHaveCount(0)
})

test('an image reported from a phone is in the queue with its reason', async ({ page }) => {
  const { ids } = await storeCreator(1, `A ${rareWord()} at dusk`)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/public-gallery?image=${ids[0]}`)
  await page.getByRole('button', { name: 'Report' }).click()
  const report = page.getByRole('dialog', { name: 'Report this image' })
  const copyright = report.getByRole('radio', { name: "Someone's copyright or likeness" })
  await copyright.check()
  expect(await report.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0)
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog(page).getByText('Thank you. We review every report.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Report' })).toBeFocused()
  expect(await query('select reason from image_report where image_id = $1', [ids[0]])).toEqual([
    { reason: 'copyright' },
  ])
})

test('a search says how many it found, says when there are none, and can be cleared', { tag: '@proofs' }, async ({
  page,
}) => {
  const word = rareWord()
  const { name } = await storeCreator(2, `One ${word}`)
  await page.goto('/public-gallery')
  await page.getByLabel('Prompt').fill(word)
  await page.getByLabel('Creator').fill(name.slice(0, 12).toUpperCase())
  await page.getByLabel('Sort').selectOption('oldest')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: 'Search Results (2)' })).toBeVisible()
  await expect(page.getByLabel('Sort')).toHaveValue('oldest')
  await page.getByLabel('Prompt').fill(`${word} nowhere`)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No images matching your search criteria.')).toBeVisible()
  await page.getByRole('link', { name: 'Clear Search Results' }).click()
  await expect(page).toHaveURL(/\/public-gallery$/)
  await expect(page.getByRole('heading', { name: 'Search Results' })).toHaveCount(0)
})

test('a long list loads while scrolling, keeps few items in the document, and restores its place on the way back', async ({
  page,
}) => {
  const { name } = await storeCreator(220)
  await page.setViewportSize({ width: 1280, height: 900 })
  await reportTogether(page)
  const loads: string[] = []
  page.on('request', (request) => request.url().includes('cursor=') && loads.push(request.url()))
  await page.goto(`/profile/${name}`)
  const list = tiles(page, `Images by ${name}`)
  await expect(list.first()).toHaveAttribute('aria-setsize', '50')
  // The page has seen by then how far the end of the list is.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))))
  expect(loads).toEqual([])
  // The page loads ahead near the end, so the number of pages per scroll depends on timing.
  await expect(async () => {
    // After an error, the page waits for a click.
    expect(await page.getByRole('alert').allTextContents()).toEqual([])
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect(list.last()).toHaveAttribute('aria-posinset', '220', { timeout: 500 })
  }).toPass({ timeout: 60_000 })
  await expect(list.last()).toHaveAttribute('aria-setsize', '220')
  expect(await list.count()).toBeLessThan(80)
  await page.evaluate(() => window.scrollTo({ top: 5_000, behavior: 'instant' }))
  await expect.poll(() => list.first().getAttribute('aria-posinset').then(Number)).toBeGreaterThan(50)
  const middle = () =>
    page.evaluate(() => document.elementFromPoint(640, 450)?.closest('li')?.getAttribute('aria-posinset'))
  // The new images appear a moment after the scroll.
  await expect.poll(middle).toBeTruthy()
  const before = await middle()
  await page.goto('/about')
  await page.goBack()
  // The navigation may still be in progress.
  await expect.poll(() => middle().catch(() => null)).toBe(before)
})

test('shows text in place of images that fail to load', { tag: '@proofs' }, async ({ page }) => {
  const { name } = await storeCreator(1)
  await page.goto(`/profile/${name}`)
  await expect(page.getByRole('img', { name: 'A lake at dawn' })).toHaveText("We can't show this image")
})

test('new images are counted and move nothing until the reader asks for them', async ({ page }) => {
  const { name } = await storeCreator(60)
  await page.goto(`/profile/${name}`)
  await page.evaluate(() => window.scrollTo({ top: 1_500, behavior: 'instant' }))
  const middle = () =>
    page.evaluate(() => {
      const tile = document.elementFromPoint(100, 400)?.closest('li')
      const id = tile?.querySelector<HTMLElement>('[data-image]')?.dataset.image
      return id && `${id}, number ${tile?.ariaPosInSet}, at ${tile?.getBoundingClientRect().top}, scrolled ${scrollY}`
    })
  await expect.poll(middle).toBeTruthy()
  const before = await middle()
  const [newest] = await storeImages(name, 2, 'A new one')
  // Nothing observes the scroll until the page's script runs.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('button', { name: '2 new' })).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await middle()).toBe(before)
  await page.getByRole('button', { name: '2 new' }).click()
  await expect(page.locator(`[data-image="${newest}"]`)).toBeInViewport()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('people can read the gallery, an image, and a profile', { tag: '@proofs' }, async ({ page }) => {
    const word = rareWord()
    const { name, ids } = await storeCreator(2, `A ${word} at night`)
    await page.goto('/public-gallery')
    await expect(page.locator(`[data-image="${ids[0]}"]`)).toBeVisible()
    await page.goto(`/profile/${name}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.locator(`[data-image="${ids[1]}"]`).click()
    await expect(page.getByRole('button', { name: `A ${word} at night` })).toBeVisible()
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
      'content',
      new RegExp(`^http.*${ids[1]}.*png$`),
    )
    await page.getByRole('link', { name: 'Close the image' }).click()
    await expect(page).toHaveURL(new RegExp(`/profile/${name}$`))
  })
})

test('a followed creator is in the feed until unfollowed', { tag: '@proofs' }, async ({ page, context }) => {
  const word = rareWord()
  const { name, ids } = await storeCreator(1, word)
  await page.goto(`/profile/${name}`)
  await expect(page.getByText('No bio provided')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Follow' })).toHaveCount(0)
  const own = await register(page)
  await page.goto(`/profile/${name}`)
  await page.getByRole('button', { name: `Follow ${name}` }).click()
  await expect(page.getByRole('button', { name: `Unfollow ${name}` })).toBeVisible()
  await expect(page.getByText('1 follower', { exact: true })).toBeVisible()
  await page.goto('/public-gallery')
  await page.getByRole('link', { name: 'Following' }).click()
  await expect(page.locator(`[data-image="${ids[0]}"]`)).toBeVisible()
  await page.goto(`/profile/${own}`)
  await expect(page.getByRole('button', { name: /Follow/ })).toHaveCount(0)
  await page.goto(`/profile/${name}`)
  await page.route('**/api/auth/get-session', (route) => route.abort())
  await context.clearCookies()
  await page.getByRole('button', { name: `Unfollow ${name}` }).click()
  await expect(page.getByText('Please log in to follow users')).toBeVisible()
})

test('an unknown profile is a 404 that says so', { tag: '@proofs' }, async ({ page }) => {
  expect((await page.goto('/profile/nobody-of-this-name'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Profile not found' })).toBeVisible()
})

test('in the Private Studio, a creator publishes and hides images, and deletes them after a question', async ({
  page,
}) => {
  await page.goto('/private-gallery')
  await expect(page).toHaveURL(/\/login\?next=%2Fprivate-gallery/)
  const name = await register(page)
  await page.goto('/private-gallery')
  await expect(
    page.getByText("You haven't created any images yet. Head over to the Create page to get started!"),
  ).toBeVisible()
  const [id = '', other] = await storeImages(name, 2, 'A private lake', 'private')
  await page.goto('/private-gallery')
  const tile = page.getByRole('listitem').filter({ has: page.locator(`[data-image="${id}"]`) })
  await expect(tile.getByRole('switch')).toHaveAccessibleName(/^Public: A private lake/)
  await expect(tile.getByRole('switch')).toHaveText('Public')
  await tile.getByRole('switch').press('Space')
  await expect(tile.getByRole('switch')).toBeChecked()
  await expect(tile.getByRole('switch')).toBeFocused()
  await expect
    .poll(async () => (await page.request.get(`/public-profile/${name}`)).json())
    .toMatchObject({ images: [{ id }] })
  await tile.getByRole('link').click()
  await dialog(page).getByRole('button', { name: 'Make Private' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Make Public' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Are you sure you want to delete this image?')).toBeVisible()
  await page.getByRole('dialog', { name: 'Delete image' }).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.locator(`[data-image="${id}"]`)).toHaveCount(0)
  await expect(page.locator(`[data-image="${other}"]`)).toBeFocused()
  expect(await query('select from image where id = $1', [id])).toHaveLength(0)
})

test('an image that was just hidden says so when opened or reported, and leaves the list', { tag: '@proofs' }, async ({
  page,
}) => {
  const word = rareWord()
  const { ids } = await storeCreator(3, `A ${word} at dawn`)
  const [first, second, third] = ids
  const hide = (id?: string) => query(`update image set visibility = 'private' where id = $1`, [id])
  const gone = page.getByText('This image is no longer available. It was deleted, removed, or made private.')
  await page.goto(`/public-gallery?query=${word}`)
  const read = page.waitForResponse('**/remixes?*')
  await page.locator(`[data-image="${first}"]`).click()
  await read
  await hide(first)
  await dialog(page).getByRole('button', { name: 'Report' }).click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(gone).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Search Results (2)' })).toBeVisible()
  await expect(page.locator(`[data-image="${first}"]`)).toHaveCount(0)
  await expect(page.locator(`[data-image="${second}"]`)).toBeFocused()
  await page.getByRole('button', { name: 'Close this message' }).click()

  await hide(second)
  await page.locator(`[data-image="${second}"]`).click()
  await expect(gone).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('[data-image]')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Search Results (1)' })).toBeVisible()
  await expect(page.locator(`[data-image="${third}"]`)).toBeFocused()
})

test('an image deleted in another tab leaves the Private Studio when it is made public', { tag: '@proofs' }, async ({
  page,
}) => {
  const name = await register(page)
  const [first, second, third] = await storeImages(name, 3, 'A private lake', 'private')
  const remove = async (id?: string) => {
    await query('delete from image where id = $1', [id])
  }
  const gone = page.getByText('This image is no longer available.')
  await page.goto('/private-gallery')
  const read = page.waitForResponse('**/remixes?*')
  await page.locator(`[data-image="${first}"]`).click()
  await read
  await remove(first)
  await dialog(page).getByRole('button', { name: 'Make Public' }).click()
  await expect(gone).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.locator(`[data-image="${first}"]`)).toHaveCount(0)
  await expect(page.locator(`[data-image="${second}"]`)).toBeFocused()
  await page.getByRole('button', { name: 'Close this message' }).click()

  await remove(second)
  const tile = page.getByRole('listitem').filter({ has: page.locator(`[data-image="${second}"]`) })
  await tile.getByRole('switch').click()
  await expect(gone).toBeVisible()
  await expect(page.locator('[data-image]')).toHaveCount(1)
  await expect(page.locator(`[data-image="${third}"]`)).toBeFocused()
})

test('an image that an admin has removed says why as soon as its creator makes it public', { tag: '@proofs' }, async ({
  page,
}) => {
  const name = await register(page)
  const [id] = await storeImages(name, 1, 'A private lake', 'private')
  await page.goto(`/private-gallery?image=${id}`)
  await query(`update image set removed_at = now(), removed_reason = 'Somebody else made it.' where id = $1`, [id])
  await dialog(page).getByRole('button', { name: 'Make Public' }).click()
  await expect(dialog(page).getByText("An admin removed this image. You can't make it public.")).toBeVisible()
  await expect(dialog(page).getByText('Reason: Somebody else made it.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Make Public' })).toHaveCount(0)
})

test('a removed image shows the reason only to its creator', { tag: '@proofs' }, async ({ page }) => {
  const name = await register(page)
  const [id] = await storeImages(name, 1, 'A removed lake')
  await query(`update image set removed_at = now(), removed_reason = 'Somebody else made it.' where id = $1`, [id])
  await page.goto(`/private-gallery?image=${id}`)
  await expect(dialog(page).getByText('Reason: Somebody else made it.')).toBeVisible()
  await expect(dialog(page).getByLabel('Appeal')).toBeVisible()
  expect((await page.request.get(`/public-profile/${name}`).then((answer) => answer.json())).images).toEqual([])
})

test('an appeal typed while the session ends comes back after the sign-in, and is gone after a sign-out', {
  tag: '@proofs',
}, async ({ page, context }) => {
  const name = await register(page)
  const { user } = await (await context.request.get('/api/auth/get-session')).json()
  const [id] = await storeImages(name, 1, 'A removed lake')
  await query(`update image set removed_at = now(), removed_reason = 'Somebody else made it.' where id = $1`, [id])
  await page.goto(`/private-gallery?image=${id}`)
  const appeal = dialog(page).getByLabel('Appeal')
  await appeal.fill('I painted it')
  await context.clearCookies()
  await page.goto(`/private-gallery?image=${id}`)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill('a password of the journeys')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/private-gallery\?image=/)
  await expect(appeal).toHaveValue('I painted it')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname !== '/private-gallery')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('painted')
})

test("the Private Studio does not show someone else's image as your own", { tag: '@proofs' }, async ({ page }) => {
  const { ids } = await storeCreator(1)
  await register(page)
  await page.goto(`/private-gallery?image=${ids[0]}`)
  await expect(dialog(page).getByText('This is not one of your images.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Delete' })).toHaveCount(0)
})

test('the pages of the gallery are accessible', { tag: '@proofs' }, async ({ page }) => {
  test.slow()
  const { name, ids } = await storeCreator(7)
  for (const path of [
    '/public-gallery',
    `/public-gallery?image=${ids[0]}`,
    '/public-gallery?query=nothing-at-all',
    `/profile/${name}`,
  ])
    await expectAccessible(page, path)
  await openAsAgent(page, '/private-gallery')
  const [agent] = await query(
    `select username from profile p join account a on a.id = p.account_id where email = 'agent@example.com'`,
  )
  await storeImages(String(agent?.username), 2, 'An accessible lake', 'private')
  await expectAccessible(page, '/private-gallery')
})

test("shows an image's number out of all only once all are loaded", { tag: '@proofs' }, async ({ page }) => {
  const { name, ids } = await storeCreator(60)
  await page.route(/cursor=/, (route) => route.abort())
  await page.goto(`/profile/${name}?image=${ids[1]}`)
  const said = dialog(page)
    .getByRole('status')
    .filter({ hasText: /^Image / })
  await expect(said).toHaveText(/^Image 2: A lake at dawn/)
})
