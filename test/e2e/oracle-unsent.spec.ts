import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './journey.ts'
import { answers, ask, lastAnswer, openOracle, question, questions, register } from './oracle-pages.ts'

// A question follows the version on the page, and loses neither its text nor its files.

const text = (name: string, words: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(words) })
const DOSE = text('dose.txt', 'METFORMIN\nThe dose of metformin is 500 mg twice a day. Take it with food.\n')
const chosen = (page: Page) => page.getByRole('list', { name: 'Files for this question' })
const add = (page: Page, ...files: ReturnType<typeof text>[]) => page.locator('input[type=file]').setInputFiles(files)
const failed = (page: Page) => page.getByText('Sorry, there was an error processing your request.')

async function reword(page: Page, words: string) {
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
  await page.getByLabel('Edit your question').fill(words)
  await page.getByRole('button', { name: 'Ask again' }).click()
}

/** Holds back all requests to an address. @returns the first one, which the journey can release */
async function holdBack(page: Page, path: string | RegExp) {
  const held = Promise.withResolvers<Route>()
  await page.route(path, (route) => held.resolve(route))
  return { held: held.promise }
}

test('a question follows the version on the page, and an unsent one stays until it is sent or discarded', {
  tag: '@proofs',
}, async ({ page }) => {
  test.slow()
  await register(page)
  await openOracle(page)
  await ask(page, 'Is aspirin safe for me?')
  await expect(answers(page)).toHaveCount(2)
  await lastAnswer(page)
  await reword(page, 'Is ibuprofen safe for me?')
  await expect(questions(page)).toHaveText([/ibuprofen/])
  await lastAnswer(page)
  await page.getByRole('button', { name: 'Earlier question' }).click()
  await expect(questions(page)).toHaveText([/aspirin/])
  await ask(page, 'And how often may I take it?')
  await expect(answers(page)).toHaveCount(3)
  await lastAnswer(page)
  await expect(questions(page)).toHaveText([/aspirin/, /how often/])

  await page.route('**/oracle/chat', (route) => route.abort())
  await ask(page, 'And with wine?')
  await expect(failed(page)).toBeVisible()
  await page.unroute('**/oracle/chat')
  await page.getByRole('button', { name: 'Regenerate' }).last().click()
  await expect(page.getByRole('group', { name: 'Versions of this answer' })).toContainText('2/2')
  await lastAnswer(page)
  await ask(page, 'And with milk?')
  await expect(questions(page)).toHaveText([/aspirin/, /how often/, /with milk/, /with wine/])
  await lastAnswer(page)
  await expect(failed(page)).toBeVisible()
  await question(page).fill('And at night?')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(question(page)).toHaveValue('And with wine?\n\nAnd at night?')
  await expect(questions(page)).toHaveText([/aspirin/, /how often/, /with milk/])
})

test('a removed file disappears with its chip, and a question about it can still be reworded', {
  tag: '@proofs',
}, async ({ page }) => {
  test.slow()
  await register(page)
  await openOracle(page)
  await add(page, DOSE)
  await expect(chosen(page).getByText('Read', { exact: true })).toBeVisible()
  const yours = page.getByRole('list', { name: 'Your files' })
  await yours.getByRole('button', { name: 'Remove dose.txt' }).click()
  await expect(chosen(page)).toHaveCount(0)

  await add(page, DOSE)
  await expect(chosen(page).getByText('Read', { exact: true })).toBeVisible()
  await page.route('**/oracle/chat', (route) => route.abort())
  await ask(page, 'What is the dose?')
  await expect(failed(page)).toBeVisible()
  await page.unroute('**/oracle/chat')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(question(page)).toHaveValue('What is the dose?')
  await expect(chosen(page)).toContainText('dose.txt')
  await question(page).press('Enter')
  await expect(questions(page).first()).toContainText('dose.txt')
  await expect(await lastAnswer(page)).toContainText('500 mg twice a day')

  await page.getByText('1 file in this conversation').click()
  const kept = page.getByRole('list', { name: 'Files in this conversation' })
  await kept.getByRole('button', { name: 'Remove dose.txt' }).click()
  await expect(kept).toHaveCount(0)
  await reword(page, 'What is the dose of metformin?')
  await expect(page.getByRole('group', { name: 'Versions of this question' })).toContainText('2/2')
  await expect(questions(page)).toHaveText([/of metformin/])
  await expect(questions(page)).not.toContainText('dose.txt')
})

test('a file that another tab removes during its reading disappears, and the page says so', { tag: '@proofs' }, async ({
  page,
}) => {
  await register(page)
  await openOracle(page)
  // Let the reading last until the file is removed.
  await page.route('**/oracle/upload', async (route) => {
    const response = await route.fetch()
    const { file } = await response.json()
    await route.fulfill({ response, json: { file: { ...file, status: 'reading' } } })
  })
  await page.route(/\/oracle\/files\/[0-9a-f-]{36}$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...(await response.json()), status: 'reading' } })
  })
  await add(page, DOSE)
  await expect(chosen(page)).toContainText('dose.txt')
  const answer = page.waitForResponse((one) => /\/oracle\/files\/[0-9a-f-]{36}$/.test(one.url()))
  const path = new URL((await answer).url()).pathname
  await page.evaluate((file) => fetch(file, { method: 'DELETE' }), path)
  await expect(page.getByText('Removed “dose.txt”.')).toBeVisible()
  await expect(chosen(page)).toHaveCount(0)
})

test('a suggested question includes all added files, and those still uploading stay', {
  tag: '@proofs',
}, async ({ page }) => {
  await register(page)
  await openOracle(page)
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#963' } })
    .jpeg()
    .toBuffer()
  await add(page, DOSE, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(chosen(page).getByText('Read', { exact: true })).toBeVisible()
  await expect(chosen(page).getByText("I can't read pictures", { exact: false })).toBeVisible()
  const { held } = await holdBack(page, '**/oracle/upload')
  await add(page, text('late.txt', 'Parking costs two dollars.'))
  const upload = await held
  await page.getByRole('list', { name: 'Questions about dose.txt' }).getByRole('button').first().click()
  await expect(questions(page).first()).toContainText('dose.txt')
  await expect(questions(page).first()).toContainText('photo.jpg')
  await expect(chosen(page).getByRole('listitem')).toHaveText(/late\.txt/)
  await upload.continue()
  await expect(chosen(page).getByText('Read', { exact: true })).toBeVisible()
})

test('a person cannot switch versions while a question is being sent', { tag: '@proofs' }, async ({ page }) => {
  await register(page)
  await openOracle(page)
  await ask(page, 'Is aspirin safe for me?')
  await expect(answers(page)).toHaveCount(2)
  await lastAnswer(page)
  await reword(page, 'Is ibuprofen safe for me?')
  await expect(questions(page)).toHaveText([/ibuprofen/])
  await lastAnswer(page)
  const { held } = await holdBack(page, '**/oracle/chat')
  await ask(page, 'And how often may I take it?')
  const sending = await held
  const earlier = page.getByRole('button', { name: 'Earlier question' })
  await expect(earlier).toHaveAttribute('aria-disabled', 'true')
  await earlier.focus()
  await page.keyboard.press('Enter')
  await expect(earlier).toBeFocused()
  await expect(questions(page)).toHaveText([/ibuprofen/, /how often/])
  await sending.continue()
  await expect(earlier).not.toHaveAttribute('aria-disabled')
  await expect(earlier).toBeFocused()
  await lastAnswer(page)
  await page.keyboard.press('Enter')
  await expect(questions(page)).toHaveText([/aspirin/])
})

test('a new conversation gets its URL although the person nearly left', { tag: '@proofs' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await register(page)
  await openOracle(page)
  await ask(page, 'What is a normal pulse?')
  await expect(answers(page)).toHaveCount(2)
  await lastAnswer(page)
  const side = page.getByRole('complementary', { name: 'Your conversations' })
  const listed = side.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  await side.getByRole('button', { name: 'New conversation' }).click()
  await expect(page).toHaveURL(/\/oracle$/)
  await expect(questions(page)).toHaveCount(0)
  const { held: asking } = await holdBack(page, '**/oracle/chat')
  await ask(page, 'And at night?')
  const sending = await asking
  const first = listed.getByRole('link', { name: /^What is a normal pulse/ })
  const address = (await first.getAttribute('href'))?.split('c=')[1] ?? 'none'
  // The request stays open until the palette's navigation drops it. Removing its route would let it continue.
  const { held: loading } = await holdBack(page, new RegExp(`/oracle\\.data\\?c=${address}`))
  await first.click()
  await loading
  await sending.continue()
  await expect(listed).toHaveCount(2)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox').fill('Oracle')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/oracle\?c=/)
  expect(page.url()).not.toContain(address)
  await expect(questions(page)).toHaveText([/And at night/])
  await page.reload()
  await expect(questions(page)).toHaveText([/And at night/])
})

test('a new conversation stays open while the page at its URL cannot load', { tag: '@proofs' }, async ({ page }) => {
  await register(page)
  await openOracle(page)
  const isItsPage = (url: URL) => url.pathname === '/oracle.data' && url.searchParams.has('c')
  await page.route(isItsPage, (route) => route.fulfill({ status: 503, body: '' }))
  const refused = page.waitForResponse((response) => isItsPage(new URL(response.url())))
  await ask(page, 'Is aspirin safe for me?')
  await refused
  await expect(answers(page)).toHaveCount(2)
  await lastAnswer(page)
  await question(page).fill('And at night?')
  await page.unroute(isItsPage)
  await page.waitForURL(/\?c=/)
  await expect(questions(page)).toHaveText([/aspirin/])
  await expect(question(page)).toHaveValue('And at night?')
})

test('the first question of a conversation can be stopped while it is being sent, and stays', {
  tag: '@proofs',
}, async ({ page }) => {
  await page.clock.install()
  await register(page)
  await openOracle(page)
  const { held } = await holdBack(page, '**/oracle/chat')
  await ask(page, 'Is aspirin safe for me?')
  await held
  const stop = page.getByRole('button', { name: 'Stop' })
  await stop.click()
  await expect(stop).toHaveAttribute('aria-busy', 'true')
  await page.clock.runFor(5_000)
  await expect(page.getByRole('alert')).toContainText('You stopped this answer.')
  await expect(failed(page)).toHaveCount(0)
  await expect(questions(page)).toHaveText([/aspirin/])
  await expect(question(page)).toBeFocused()
  await page.unroute('**/oracle/chat')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(answers(page)).toHaveCount(2)
  await lastAnswer(page)
  await expect(questions(page)).toHaveText([/aspirin/])
})

test('typed text and an unsent question survive a reload, each in its conversation', async ({ page }) => {
  await register(page)
  await openOracle(page)
  await question(page).fill('What is a normal pulse?')
  await page.reload()
  await expect(question(page)).toHaveValue('What is a normal pulse?')
  await question(page).press('Enter')
  await expect(answers(page)).toHaveCount(2)
  await lastAnswer(page)
  await page.waitForURL(/\?c=/)
  await page.route('**/oracle/chat', (route) => route.abort())
  await ask(page, 'And at night?')
  await expect(failed(page)).toBeVisible()
  await question(page).fill('And in children')
  await page.unroute('**/oracle/chat')
  await page.reload()
  await expect(question(page)).toHaveValue('And in children')
  await expect(questions(page)).toHaveText([/normal pulse/, /at night/])
  await page.getByRole('button', { name: 'Retry' }).click()
  await lastAnswer(page)
  await expect(failed(page)).toHaveCount(0)
  await page.reload()
  await expect(questions(page)).toHaveText([/normal pulse/, /at night/])
  await expect(failed(page)).toHaveCount(0)
  await expect(question(page)).toHaveValue('And in children')
  await page.goto('/oracle')
  await expect(question(page)).toBeEnabled()
  await expect(question(page)).toHaveValue('')
  await expect(questions(page)).toHaveCount(0)
})

test('an unsent question survives the end of the session, but not a sign-out', { tag: '@proofs' }, async ({ page }) => {
  await register(page)
  const email = await page.request
    .get('/api/auth/get-session')
    .then(async (session) => (await session.json()).user.email)
  const signIn = async () => {
    await page.waitForURL(/\/login/)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('a password to begin')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/login')
  }
  await openOracle(page)
  await question(page).fill('What is a normal pulse?')
  await page.context().clearCookies()
  await signIn()
  await openOracle(page)
  await expect(question(page)).toHaveValue('What is a normal pulse?')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname !== '/oracle')
  await page.goto('/login')
  await signIn()
  await openOracle(page)
  await expect(question(page)).toHaveValue('')
})

/** Opens a conversation with one answer. @returns its ID */
async function begunConversation(page: Page): Promise<string> {
  await page.setViewportSize({ width: 1280, height: 900 })
  await register(page)
  await openOracle(page)
  await ask(page, 'Where do zebras sleep?')
  await lastAnswer(page)
  await page.waitForURL(/\?c=/)
  return new URL(page.url()).searchParams.get('c') ?? ''
}

async function deleteElsewhere(page: Page, id: string) {
  const headers = { origin: new URL(page.url()).origin }
  expect((await page.context().request.delete(`/oracle/conversations/${id}`, { headers })).status()).toBe(204)
}

async function expectMoved(page: Page, words: string) {
  await expect(page.getByText('This conversation no longer exists. What you typed is in')).toBeVisible()
  await expect(question(page)).toHaveValue(words)
  await expect(question(page)).toBeFocused()
  await expect(questions(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/oracle$/)
  await expect(page.getByRole('listitem').filter({ hasText: 'zebras' })).toHaveCount(0)
}

test('text typed in a conversation that another tab deletes moves to a new one', { tag: '@proofs' }, async ({
  page,
}) => {
  const id = await begunConversation(page)
  await question(page).fill('And lions?')
  await deleteElsewhere(page, id)
  await expectMoved(page, 'And lions?')
})

test('text typed in a deleted temporary conversation moves to a temporary one', { tag: '@proofs' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await register(page)
  await openOracle(page)
  await page.getByRole('button', { name: 'Temporary conversation' }).click()
  await ask(page, 'Where do zebras sleep?')
  await lastAnswer(page)
  await page.waitForURL(/\?c=/)
  await question(page).fill('And lions?')
  await deleteElsewhere(page, new URL(page.url()).searchParams.get('c') ?? '')
  await expectMoved(page, 'And lions?')
  await expect(page.getByText("This conversation won't appear in your list")).toBeVisible()
})

test('a tab that missed the deletion of its conversation finds out', { tag: '@proofs' }, async ({ page }) => {
  const id = await begunConversation(page)
  const stream = await holdBack(page, '**/oracle/conversations/*/events*')
  await page.reload()
  const opened = await stream.held
  await question(page).fill('And lions?')
  await deleteElsewhere(page, id)
  await opened.continue()
  await expectMoved(page, 'And lions?')
})

test('a question in a conversation that another tab deleted moves to a new one', { tag: '@proofs' }, async ({
  page,
}) => {
  const id = await begunConversation(page)
  // The event stream gets no answer, so the page learns of no change.
  await holdBack(page, '**/oracle/conversations/*/events*')
  await page.reload()
  await deleteElsewhere(page, id)
  await ask(page, 'And lions?')
  await expectMoved(page, 'And lions?')
})
