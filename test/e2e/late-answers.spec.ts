import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { book, newHome, OCCUPIED, openAsAgent } from './agent-home.ts'
import { expect, GOOD_CARD, loseAnswer, payButton, payWith, reachCard, takeAct, test } from './journey.ts'
import { answers, ask, lastAnswer, openOracle, questions, register } from './oracle-pages.ts'

/** People must lose nothing when an answer is late, lost, or about something they have left. */

const photoOf = async (color: string) => ({
  name: 'door.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 300, height: 400, channels: 3, background: color } })
    .jpeg()
    .toBuffer(),
})

/** Holds back the next action at an address until the journey releases it. */
async function holdBack(page: Page, path: string) {
  const held = Promise.withResolvers<Route>()
  await takeAct(page, path, async (route) => held.resolve(route))
  return { act: held.promise }
}

const servicesOf = async (page: Page, id: string) =>
  (await (await page.context().request.get(`/api/showingbooker/bookings/${id}/service`)).json()).services

test('records a posted notice only once if its answers were lost, with its photo, and tries again by itself', async ({
  page,
  context,
}) => {
  const booked = await book(context, await newHome(context.request, OCCUPIED), 60)
  await page.goto('/overview')
  await page.getByRole('button', { name: /^I posted it/ }).click()
  await loseAnswer(page, '**/bookings/*/service')
  await page.getByLabel('Take a photo and record it').setInputFiles(await photoOf('#a05030'))
  const unsent = page.getByRole('status').filter({ hasText: "A posted notice isn't saved yet" })
  await expect(unsent).toBeVisible()
  await loseAnswer(page, '**/bookings/*/service')
  await unsent.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Your posted notice is now recorded.')).toBeVisible()
  await expect(unsent).toBeHidden()
  const services = await servicesOf(page, booked.id)
  expect(services).toHaveLength(1)
  expect(services[0].photo).toMatchObject({ width: 300, height: 400 })
})

test('records a service with a photo that was still uploading', { tag: '@proofs' }, async ({ page, context }) => {
  const booked = await book(context, await newHome(context.request, OCCUPIED), 60)
  await page.goto(`/showings/${booked.id}/evidence/service`)
  const dialog = page.getByRole('dialog', { name: 'How notice was served' })
  await dialog.getByText('Record a different method, time, or photo').click()
  const upload = await holdBack(page, '**/service/photo')
  await dialog.getByLabel('Choose a photo').setInputFiles(await photoOf('#a05030'))
  const route = await upload.act
  await dialog.getByRole('button', { name: 'Record service' }).click()
  await route.continue()
  await expect(dialog.getByText('Our records show that the notice was served')).toBeVisible()
  expect((await servicesOf(page, booked.id))[0].photo).toMatchObject({ width: 300, height: 400 })
})

test('offers a change again that fails while its dialog closes', { tag: '@proofs' }, async ({ page, context }) => {
  const { id } = await newHome(context.request)
  await page.goto(`/properties/${id}/edit`)
  const dialog = page.getByRole('dialog')
  await page.route('**/showingbooker/properties/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await dialog.getByLabel('City').fill('Glendale')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Not saved: City')).toBeVisible()
  await page.unroute('**/showingbooker/properties/*')
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog.getByLabel('City')).toHaveValue('Glendale')
})

test('names the photos that fail after their dialog has closed, and warns before the tab closes', {
  tag: '@proofs',
}, async ({ page }) => {
  const { id } = await newHome(page.context().request)
  await page.goto(`/properties/${id}/edit`)
  const dialog = page.getByRole('dialog')
  const held = await holdBack(page, '**/upload/property-photo')
  const named = async (name: string) => ({ ...(await photoOf('#a05030')), name: `${name}.jpg` })
  await dialog.locator('#photos').setInputFiles(await Promise.all(['door', 'yard', 'hall'].map(named)))
  const first = await held.act
  const uploads = dialog.getByRole('list', { name: 'Uploads' }).getByRole('listitem')
  await expect(uploads).toHaveCount(3)

  // Every file can be removed: this one waits, and the next one is being sent.
  await uploads.filter({ hasText: 'yard.jpg' }).getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(uploads).toHaveCount(2)
  await expect(uploads.last().getByRole('button')).toBeFocused()
  const second = await holdBack(page, '**/upload/property-photo')
  const canceled = page.waitForEvent('requestfailed', (request) => request === first.request())
  await uploads.filter({ hasText: 'door.jpg' }).getByRole('button', { name: 'Remove' }).click()
  await canceled
  await expect(uploads).toHaveCount(1)

  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.locator('#photos')).toHaveCount(0)
  const asksToStay = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await asksToStay()).toBe(true)
  await (await second.act).abort()
  await expect(page.getByRole('alert').filter({ hasText: 'hall.jpg: Failed to upload image' })).toBeVisible()
  expect(await asksToStay()).toBe(false)
})

test('names the photos of a closed dialog that it cannot store, and a new property that was left takes none', {
  tag: '@proofs',
}, async ({ page }) => {
  const { id } = await newHome(page.context().request)
  await page.goto(`/properties/${id}/edit`)
  const dialog = page.getByRole('dialog')
  const photos = dialog.getByRole('list', { name: 'Photos' }).getByRole('listitem')
  const named = async (name: string) => ({ ...(await photoOf('#a05030')), name: `${name}.jpg` })
  const choose = async (...names: string[]) =>
    page.locator('#photos').setInputFiles(await Promise.all(names.map(named)))
  await choose('door')
  await expect(photos).toHaveCount(1)
  const held = await holdBack(page, '**/upload/property-photo')
  await choose('yard', 'hall')
  const route = await held.act
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/properties$/)
  await page.goBack()
  const removed = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await photos.getByRole('button', { name: /^Remove/ }).click()
  expect((await removed).status()).toBe(200)
  await route.continue()
  await expect(
    page.getByRole('alert').filter({ hasText: /yard\.jpg.+hall\.jpg: This property was changed/ }),
  ).toBeVisible()

  await page.goto('/add')
  const left = await holdBack(page, '**/upload/property-photo')
  await choose('porch')
  const request = (await left.act).request()
  const canceled = page.waitForEvent('requestfailed', (one) => one === request)
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await canceled
})

test('restoring a removed photo keeps photos added after it', { tag: '@proofs' }, async ({ page }) => {
  await openAsAgent(page, '/add')
  const photos = page.getByRole('list', { name: 'Photos' }).getByRole('listitem')
  const add = async (color: string, count: number) => {
    await page.locator('#photos').setInputFiles(await photoOf(color))
    await expect(photos).toHaveCount(count)
  }
  await add('#a05030', 1)
  await add('#305030', 2)
  await photos
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click()
  await add('#3050a0', 2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(photos).toHaveCount(3)
})

test("a buyer's page stays if the server is unavailable while it checks for updates", { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const home = await newHome(context.request, { booking_approval: 'manual' })
  const booked = await book(context, home)
  await page.goto(booked.manageUrl)
  await page.route('**/*.data*', (route) => route.fulfill({ status: 503 }), { times: 1 })
  const approved = await context.request.post(`/api/showingbooker/bookings/${booked.id}/approve`, {
    headers: { origin: new URL(page.url()).origin },
    data: {},
  })
  expect(approved.status()).toBe(200)
  // The page checks every 15 seconds, and as soon as it becomes visible again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('status').filter({ hasText: 'This page has changed' })).toBeVisible()
})

test("does not announce a buyer's own action as someone else's change", { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const booked = await book(context, await newHome(context.request), 60)
  await page.goto(booked.manageUrl)
  const cancel = await holdBack(page, '**/public/booking/*/cancel')
  await page.getByRole('button', { name: 'Cancel this showing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel showing' }).click()
  const route = await cancel.act
  const response = await route.fetch()
  // The page looks for changes before it has its own answer.
  await page.evaluate(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    for (let n = 0; n < 5; n++) await fetch(location.href)
  })
  await route.fulfill({ response })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'You canceled your showing' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'This page has changed' })).toHaveCount(0)
})

test('does not offer text for one agent to another, and keeps text typed while some is being sent', async ({
  page,
  context,
}) => {
  const one = await book(context, await newHome(context.request))
  const other = await book(context, await newHome(context.request))
  const field = page.getByLabel('Message to Ada Agent')
  await page.goto(one.manageUrl)
  await field.fill('Is there parking?')
  await page.goto(other.manageUrl)
  await expect(field).toHaveValue('')
  await page.goto(one.manageUrl)
  await expect(field).toHaveValue('Is there parking?')

  const sending = await holdBack(page, '**/thread')
  await page.getByRole('button', { name: 'Send message' }).click()
  const route = await sending.act
  await field.fill('Is there parking? And a garden?')
  await route.continue()
  await expect(page.getByRole('listitem').filter({ hasText: 'Is there parking?' })).toBeVisible()
  await expect(field).toHaveValue('Is there parking? And a garden?')
})

test('a buyer whose booking fails to load after a reload can continue', { tag: '@proofs' }, async ({ page, home }) => {
  await reachCard(page, home)
  await payWith(page, GOOD_CARD)
  await expect(page.getByText('Confirmation number')).toBeVisible()
  await page.route('**/public/booking/*', (route) => route.abort())
  await page.reload()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(page.getByRole('link', { name: 'See your booking' })).toHaveAttribute('href', /\/booking\//)
  await page.unroute('**/public/booking/*')
  await again.click()
  await expect(page.getByText('Confirmation number')).toBeVisible()
})

test("a buyer who goes back from the bank's page to the browser's copy of our page can enter a card again", async ({
  page,
  home,
}) => {
  await reachCard(page, home)
  // The page stays here, as if the browser had kept it.
  await page.evaluate(() =>
    navigation.addEventListener('navigate', (event) => {
      event.preventDefault()
      Object.assign(window, { isLeaving: true })
    }),
  )
  await payWith(page, '4000 0025 0000 3155')
  await page.waitForFunction(() => 'isLeaving' in window)
  await expect(page.getByRole('button', { name: /^Paying/ })).toBeVisible()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(payButton(page)).toBeEnabled()
})

test("a closed dialog's answer leaves the next dialog open, and a failure is still shown", async ({
  page,
  context,
}) => {
  const home = await newHome(context.request, { booking_approval: 'manual' })
  for (const skip of [1, 4, 8]) await book(context, home, skip)
  await page.goto('/overview')
  const declines = page.getByRole('button', { name: /^Decline/ })
  await expect(declines).toHaveCount(3)
  const dialog = page.getByRole('dialog', { name: 'Decline this showing' })
  const decline = async () => {
    const sending = await holdBack(page, '**/decline')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    const route = await sending.act
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    return route
  }
  await declines.first().click()
  const first = await decline()
  await declines.nth(1).click()
  await dialog.getByLabel('Reason').fill('Under repair')
  await first.continue()
  await expect(page.getByText('3 things need you')).toBeHidden()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Under repair')
  const second = await decline()
  await second.abort()
  await expect(page.getByRole('alert').filter({ hasText: 'You seem to be offline' })).toBeVisible()
})

test("the answer of a buyer's closed dialog leaves the next dialog open", { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const booked = await book(context, await newHome(context.request))
  await page.goto(booked.manageUrl)
  const sending = await holdBack(page, '**/cancel')
  await page.getByRole('button', { name: 'Cancel this showing' }).click()
  await page.getByRole('button', { name: 'Cancel showing', exact: true }).click()
  const route = await sending.act
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Move to another time' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await route.continue()
  await expect(page.getByText('Your showing is canceled').first()).toBeAttached()
  await expect(dialog).toBeVisible()
})

test('changing the times of a block asks again about the showings in it', { tag: '@proofs' }, async ({
  page,
  context,
}) => {
  const booked = await book(context, await newHome(context.request), 3)
  await page.goto(`/calendar?view=week&start=${booked.showingDate}`)
  await page.getByRole('button', { name: 'Block time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block time' })
  await dialog.getByLabel('Whole days').check()
  for (const name of ['From', 'To']) await dialog.getByLabel(name, { exact: true }).fill(booked.showingDate)
  await dialog.getByRole('button', { name: 'Block time' }).click()
  await expect(dialog.getByRole('button', { name: 'Keep it and block the rest' })).toBeVisible()
  await dialog.getByLabel('Reason').fill('Repairs')
  await expect(dialog.getByRole('button', { name: 'Keep it and block the rest' })).toBeVisible()
  const next = new Date(Date.parse(booked.showingDate) + 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('To', { exact: true }).fill(next)
  await expect(dialog.getByRole('button', { name: 'Block time' })).toBeVisible()
})

test('the answer to a first question does not replace a conversation that someone opened in the meantime', {
  tag: '@proofs',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await register(page)
  await openOracle(page)
  await ask(page, 'What is a normal pulse?')
  await expect(answers(page)).toHaveCount(2)
  await lastAnswer(page)
  const side = page.getByRole('complementary', { name: 'Your conversations' })
  const listed = side.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  await expect(listed).toHaveCount(1)
  await expect(page).toHaveURL(/\/oracle\?c=/)
  const first = page.url()
  await side.getByRole('button', { name: 'New conversation' }).click()
  await expect(questions(page)).toHaveCount(0)
  const sending = await holdBack(page, '**/oracle/chat')
  await ask(page, 'And at night?')
  const route = await sending.act
  await listed.getByRole('link', { name: /^What is a normal pulse/ }).click()
  await expect(page).toHaveURL(first)
  await expect(questions(page).first()).toContainText('What is a normal pulse?')
  await route.continue()
  await expect(listed).toHaveCount(2)
  await expect(page).toHaveURL(first)
  await expect(questions(page).first()).toContainText('What is a normal pulse?')
})
