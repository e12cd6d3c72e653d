import type { Page } from '@playwright/test'
import { query } from './data.ts'
import { expect, test } from './journey.ts'
import { answers, ask, lastAnswer, openOracle, question, questions, register } from './oracle-pages.ts'

// The focus stays where it is, or goes to what comes next. It never falls back to the start of the page.

test('the focus stays in the chat when a person rewords a question, asks it again, or switches versions', {
  tag: '@proofs',
}, async ({ page }) => {
  await register(page)
  await openOracle(page)
  await ask(page, 'Is aspirin safe for me?')
  await expect(answers(page)).toHaveCount(2)
  await lastAnswer(page)

  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await edit.click()
  await page.getByLabel('Edit your question').fill('Is ibuprofen')
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Edit your question')).toHaveValue('Is aspirin safe for me?')
  await page.getByLabel('Edit your question').fill('Is ibuprofen safe for me?')
  await page.reload()
  await edit.click()
  await expect(page.getByLabel('Edit your question')).toHaveValue('Is ibuprofen safe for me?')
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(questions(page)).toHaveText([/ibuprofen/])
  await lastAnswer(page)
  await expect(question(page)).toBeFocused()

  const earlier = page.getByRole('button', { name: 'Earlier question' })
  const later = page.getByRole('button', { name: 'Later question' })
  await earlier.click()
  await expect(questions(page)).toHaveText([/aspirin/])
  await expect(earlier).toBeFocused()
  await later.press('Enter')
  await expect(questions(page)).toHaveText([/ibuprofen/])
  await expect(later).toBeFocused()

  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect(page.getByRole('group', { name: 'Versions of this answer' })).toContainText('2/2')
  await lastAnswer(page)
  // The focus is on the answer's card, or still on the button if the answer came immediately.
  await expect
    .poll(() =>
      answers(page)
        .last()
        .evaluate((card) => card.contains(document.activeElement)),
    )
    .toBe(true)

  await page.route('**/oracle/chat', (route) => route.abort())
  await ask(page, 'And with wine?')
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await page.unroute('**/oracle/chat')
  await retry.click()
  await lastAnswer(page)
  await expect(question(page)).toBeFocused()
})

test('the title and the list show the open conversation, and deleting one leaves the focus in the list', {
  tag: '@proofs',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await register(page)
  await openOracle(page)
  const side = page.getByRole('complementary', { name: 'Your conversations' })
  const list = side.getByRole('list', { name: 'Conversations' })
  const begin = side.getByRole('button', { name: 'New conversation' })
  for (const [at, text] of ['Where do zebras sleep?', 'How deep is the lake?', 'Why is the sky blue?'].entries()) {
    if (at > 0) await begin.click()
    await expect(questions(page)).toHaveCount(0)
    await expect(page).toHaveTitle('Oracle · ShowingBooker')
    await ask(page, text)
    await expect(list.getByRole('listitem')).toHaveCount(at + 1)
    await lastAnswer(page)
  }
  const link = (name: string) => list.getByRole('link', { name })
  await expect(page).toHaveTitle('Why is the sky blue? · Oracle · ShowingBooker')
  await link('Where do zebras sleep?').click()
  await expect(page).toHaveTitle('Where do zebras sleep? · Oracle · ShowingBooker')
  await expect(list.locator('[aria-current=page]')).toHaveText(['Where do zebras sleep?'])
  await side.getByRole('button', { name: 'Rename Where do zebras sleep?' }).click()
  await side.getByLabel('Conversation title').fill('Zebras')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Zebras · Oracle · ShowingBooker')
  await page.reload()
  await expect(page).toHaveTitle('Zebras · Oracle · ShowingBooker')

  await side.getByRole('button', { name: 'Delete How deep is the lake?' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('link').nth(1)).toBeFocused()
  await side.getByRole('button', { name: 'Delete Zebras' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByRole('link')).toBeFocused()
  await expect(page).toHaveTitle('Oracle · ShowingBooker')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveTitle('Zebras · Oracle · ShowingBooker')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const left of [1, 0]) {
    await list
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await expect(list.getByRole('listitem')).toHaveCount(left)
  }
  await expect(begin).toBeFocused()
})

/** Matches the request for the messages before those on the page. */
const EARLIER = /\/oracle\/conversations\/[^/?]+\?.*cursor=/

/** Opens a conversation of 120 messages. @returns the button that loads the earlier ones */
async function openLongTalk(page: Page) {
  await register(page)
  await openOracle(page)
  const { user } = await (await page.request.get('/api/auth/get-session')).json()
  const [chat] = await query(
    `insert into conversation (id, account_id, title, created_at, updated_at)
     values (gen_random_uuid(), $1, 'A long talk', now(), now()) returning id`,
    [user.id],
  )
  await query(
    `with line as (select n, gen_random_uuid() as id from generate_series(1, 120) n)
     insert into conversation_message (id, conversation_id, account_id, number, parent_id, role, content, status, created_at, finished_at)
     select id, $1, $2, n, lag(id) over (order by n), case when n % 2 = 1 then 'user' else 'assistant' end, 'Line ' || n,
       'done', now(), now() from line`,
    [chat?.id, user.id],
  )
  await page.goto(`/oracle?c=${chat?.id}`)
  return page.getByRole('button', { name: 'Show earlier messages' })
}

test('the page says that earlier messages failed to load, and later loads them along with an answer that has arrived', {
  tag: '@proofs',
}, async ({ page }) => {
  const earlier = await openLongTalk(page)
  await page.route(EARLIER, (route) => route.abort())
  await earlier.click()
  await expect(page.getByText('You seem to be offline')).toBeVisible()
  await page.unroute(EARLIER)

  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(EARLIER, async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(EARLIER)
  await earlier.click()
  await asked
  await ask(page, 'Is aspirin safe for me?')
  await expect(questions(page).last()).toContainText('aspirin')
  const stop = page.getByRole('button', { name: 'Stop' })
  await expect(stop).toHaveCount(0)
  const given = await answers(page).last().textContent()
  expect(given).not.toContain('Line 120')
  release()
  await expect(questions(page).first()).not.toContainText('Line 71')
  await expect(questions(page).last()).toContainText('aspirin')
  await expect(answers(page).last()).toHaveText(given ?? '')
})

test('after the earliest messages load, the focus is on the first one', { tag: '@proofs' }, async ({ page }) => {
  const earlier = await openLongTalk(page)
  await earlier.press('Enter')
  await expect(questions(page).first()).not.toContainText('Line 71')
  await expect(earlier).toBeFocused()
  await earlier.press('Enter')
  await expect(earlier).toHaveCount(0)
  await expect(questions(page).first()).toContainText('Line 1')
  await expect(questions(page).first()).toBeFocused()
})
