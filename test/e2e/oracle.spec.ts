import sharp from 'sharp'
import { makeDoc, makeDocx, makePdf } from '../documents.ts'
import { expectNoFaults, overflow } from './axe.ts'
import { expect, test } from './journey.ts'
import { answers, ask, lastAnswer, log, openOracle, question, questions, register } from './oracle-pages.ts'
import { ORACLE_CODE } from './server.ts'

const text = (name: string, words: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(words) })

test('the Oracle opens after the sign-in with its code, and Cancel leads home', async ({ page }) => {
  await page.goto('/oracle')
  await expect(page).toHaveURL(/\/login\?next=%2Foracle$/)
  await register(page)
  await page.goto('/oracle')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Access code')).toBeFocused()
  await expect(question(page)).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/oracle')
  await dialog.getByLabel('Access code').fill('wrong')
  await page.getByRole('button', { name: 'Access App' }).click()
  await expect(dialog.getByText('Incorrect password. Please contact support for access.').first()).toBeVisible()
  await dialog.getByLabel('Access code').fill(ORACLE_CODE)
  await page.getByRole('button', { name: 'Access App' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(answers(page)).toHaveCount(1)
  await expect(answers(page)).toContainText('Welcome.')
  await expect(page.getByText('not a doctor', { exact: false }).last()).toBeVisible()
  await expectNoFaults(page)
})

test('asks for the code again when access has ended, and keeps the conversation and the question', {
  tag: '@proofs',
}, async ({ page, context }) => {
  await register(page)
  await openOracle(page)
  await ask(page, 'Is aspirin safe for me?')
  await expect(answers(page)).toHaveCount(2)
  await lastAnswer(page)
  await expect(page).toHaveURL(/\?c=/)
  const dialog = page.getByRole('dialog')
  const enter = async () => {
    await expect(dialog).toBeVisible()
    await dialog.getByLabel('Access code').fill(ORACLE_CODE)
    await dialog.getByRole('button', { name: 'Access App' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await context.clearCookies({ name: /access_oracle/ })
  await ask(page, 'And with wine?')
  await enter()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(answers(page)).toHaveCount(3)
  await lastAnswer(page)
  await expect(questions(page)).toHaveText([/aspirin/, /wine/])

  await question(page).fill('And at night?')
  await context.clearCookies({ name: /access_oracle/ })
  await page.locator('input[type=file]').setInputFiles(text('garden.txt', 'The garden has a gate of iron.'))
  await enter()
  await expect(question(page)).toHaveValue('And at night?')
  await expect(questions(page)).toHaveText([/aspirin/, /wine/])
})

test('reads a PDF, a text, and a photo, quotes them with their place, and removes them', async ({ page }) => {
  test.slow()
  await register(page)
  await openOracle(page)
  const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#963' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles([
    {
      name: 'letter.pdf',
      mimeType: 'application/pdf',
      buffer: await makePdf([['Discharge letter.'], ['Take 5 mg of Ramipril in the morning. Rest a lot.']]),
    },
    text('garden.txt', 'The garden has a gate of iron. It is locked at night.'),
    text('plan.txt', 'The plan costs $10 per month for 20 credits. A second plan costs $25 a showing.'),
    { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'movie.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
  ])
  const chosen = page.getByRole('list', { name: 'Files for this question' })
  // A separate process reads each file, one after another.
  await expect(chosen.getByText('Read, 2 pages')).toBeVisible()
  await expect(chosen.getByText('Read', { exact: true })).toHaveCount(2)
  await expect(chosen.getByText("I can't read pictures because no image-capable model is connected.")).toBeVisible()
  await expect(chosen.getByText(/This is a picture \(GIF\)/)).toBeVisible()
  await chosen.getByRole('button', { name: 'Remove movie.gif' }).click()
  await expect(chosen.getByRole('listitem')).toHaveCount(4)
  await expectNoFaults(page)

  await ask(page, 'How much ramipril should I take?')
  await expect(questions(page).last()).toContainText('letter.pdf')
  const answer = await lastAnswer(page)
  await expect(answer).toContainText('Take 5 mg of Ramipril in the morning.')
  await expect(page).toHaveURL(/\/oracle\?c=/)
  await answer.getByRole('button', { name: /^Source 1: letter\.pdf, page 2/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('mark')).toHaveText('Take 5 mg of Ramipril in the morning. Rest a lot.')
  await expectNoFaults(page)
  // A page that does not load leaves no other text under its number, and its error goes with it.
  await page.route('**/oracle/files/*/pages/1', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Previous page' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByText('1 of 2')).toBeVisible()
  await expect(dialog.getByRole('document')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Next page' }).click()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.locator('mark')).toBeVisible()
  await dialog.getByRole('button', { name: 'Previous page' }).click()
  await expect(dialog.getByText('Discharge letter.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(answer.getByRole('button', { name: /^Source 1:/ })).toBeFocused()

  for (const [asked, said] of [
    ['What is the garden gate made of?', 'The garden has a gate of iron.'],
    // A dollar sign does not start a formula.
    ['What does the plan cost per month?', 'The plan costs $10 per month for 20 credits.'],
  ] as const) {
    await ask(page, asked)
    await expect(await lastAnswer(page)).toContainText(said)
  }
  await page.getByText('4 files in this conversation').click()
  const kept = page.getByRole('list', { name: 'Files in this conversation' })
  // The list keeps the order of the choice, and the first file is open.
  await expect(kept.locator('> li')).toContainText(['letter.pdf', 'garden.txt', 'plan.txt', 'photo.jpg'])
  await expect(kept.getByRole('button', { name: 'Remove letter.pdf' })).toBeVisible()
  await kept.getByText('garden.txt').click()
  await kept.getByRole('button', { name: 'Remove garden.txt' }).click()
  await expect(page.getByText('3 files in this conversation')).toBeVisible()
  await ask(page, 'Is the garden locked at night?')
  await expect(await lastAnswer(page)).not.toContainText('It is locked at night.')
  expect(await overflow(page)).toBe(0)
  await expectNoFaults(page)
})

test('reads a DOCX and a DOC, and quotes them', { tag: '@proofs' }, async ({ page }) => {
  await register(page)
  await openOracle(page)
  await page.locator('input[type=file]').setInputFiles([
    { name: 'canteen.docx', mimeType: '', buffer: await makeDocx(['The canteen opens at noon.', 'Lunch is free.']) },
    { name: 'garden.doc', mimeType: '', buffer: makeDoc(['The garden has a gate of iron.', 'It is locked at night.']) },
  ])
  const chosen = page.getByRole('list', { name: 'Files for this question' })
  await expect(chosen.getByText('Read', { exact: true })).toHaveCount(2)
  for (const [asked, said] of [
    ['When does the canteen open?', 'The canteen opens at noon.'],
    ['What is the garden gate made of?', 'The garden has a gate of iron.'],
  ] as const) {
    await ask(page, asked)
    await expect(await lastAnswer(page)).toContainText(said)
  }
})

test('Enter sends, Shift+Enter does not, and an empty question is not sent', async ({ page }) => {
  await register(page)
  await openOracle(page)
  await question(page).press('Enter')
  await question(page).fill('   ')
  await question(page).press('Enter')
  await expect(questions(page)).toHaveCount(0)
  await question(page).fill('one')
  await question(page).press('Shift+Enter')
  await question(page).pressSequentially('two')
  await expect(questions(page)).toHaveCount(0)
  await question(page).press('Enter')
  await expect(questions(page)).toHaveText(/one\ntwo/)
  await expect(question(page)).toHaveValue('')
  await lastAnswer(page)
})

test('people can also drop and paste files, and a file that is too large is refused immediately', {
  tag: '@proofs',
}, async ({ page }) => {
  await register(page)
  await openOracle(page)
  const chosen = page.getByRole('list', { name: 'Files for this question' })
  await question(page).evaluate((field) => {
    const data = new DataTransfer()
    data.items.add(new File(['Pasted words.'], 'pasted.txt'))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await log(page).evaluate((place) => {
    const data = new DataTransfer()
    data.items.add(new File(['Dropped words.'], 'dropped.txt'))
    data.items.add(new File([new Uint8Array(10 * 2 ** 20 + 1)], 'large.pdf'))
    place.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  })
  await expect(chosen.getByText('Read', { exact: true })).toHaveCount(2)
  await expect(chosen.getByText('File must be smaller than 10MB')).toBeVisible()
})

test('answers crisis words with numbers to call', { tag: '@proofs' }, async ({ page }) => {
  await register(page)
  await openOracle(page)
  await ask(page, 'I have chest pain and cannot breathe')
  const urgent = (await lastAnswer(page)).getByRole('region', { name: 'Urgent' })
  await expect(urgent.getByRole('link', { name: '911' }).first()).toHaveAttribute('href', 'tel:911')
  await expectNoFaults(page)
  await ask(page, 'I want to kill myself')
  await expect((await lastAnswer(page)).getByRole('link', { name: '988' }).first()).toHaveAttribute('href', 'tel:988')
})

test('a person searches, renames, deletes, and restores conversations; a temporary one is not listed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await register(page)
  await openOracle(page)
  const side = page.getByRole('complementary', { name: 'Your conversations' })
  const list = side.getByRole('list', { name: 'Conversations' })
  await ask(page, 'Where do zebras sleep?')
  await lastAnswer(page)
  await side.getByRole('button', { name: 'New conversation' }).click()
  await expect(questions(page)).toHaveCount(0)
  await ask(page, 'How deep is the lake?')
  await lastAnswer(page)
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await side.getByRole('button', { name: 'Rename How deep is the lake?' }).click()
  await side.getByLabel('Conversation title').fill('The lake')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'The lake' })).toBeVisible()
  await expect(side.getByRole('button', { name: 'Rename The lake' })).toBeFocused()
  await side.getByLabel('Search your conversations').fill('zebra')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('link').click()
  await expect(questions(page)).toHaveText(/Where do zebras sleep/)
  await side.getByLabel('Search your conversations').fill('')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expectNoFaults(page)

  // The new chat's page never loads, because Undo comes first.
  await page.route(
    (url) => url.pathname === '/oracle.data' && !url.searchParams.has('c'),
    () => undefined,
  )
  await side.getByRole('button', { name: 'Delete Where do zebras sleep?' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(questions(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(questions(page)).toHaveText(/Where do zebras sleep/)
  await page.unrouteAll()

  const download = page.waitForEvent('download')
  await page.getByRole('main').getByRole('link', { name: 'Markdown' }).last().click()
  expect((await download).suggestedFilename()).toMatch(/\.md$/)

  await side.getByRole('button', { name: 'Temporary conversation' }).click()
  await expect(page.getByText("This conversation won't appear in your list")).toBeVisible()
  await ask(page, 'A secret question?')
  await lastAnswer(page)
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await page.goto('/oracle?c=01900000-0000-7000-8000-000000000000')
  await expect(page.getByText('Conversation not found')).toBeVisible()
})

test('on a phone, the conversations are behind a button, and nothing is wider than the page', {
  tag: '@proofs',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await register(page)
  await openOracle(page)
  await ask(page, `A very long word: ${'pneumonoultramicroscopic'.repeat(6)}?`)
  await lastAnswer(page)
  expect(await overflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Conversations' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('list', { name: 'Conversations' }).getByRole('listitem')).toHaveCount(1)
  expect(await overflow(page)).toBe(0)
  await expectNoFaults(page)
  await drawer.getByRole('button', { name: 'New conversation' }).click()
  await expect(drawer).toHaveCount(0)
  await expect(questions(page)).toHaveCount(0)
})
