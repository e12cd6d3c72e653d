import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { answers, ask, log, openOracle, question, questions, register } from './oracle-pages.ts'

// The beginning of the newest answer must be visible, and nothing may cover it.

const letter = Array.from(
  { length: 14 },
  (_, day) =>
    `On day ${day + 1} take one tablet of Ramipril in the morning, measure the blood pressure twice, sitting down after five minutes of rest, and write both values down.`,
).join('\n\n')

/** Measures where the newest answer begins and ends, and which part of the page is free. */
const places = (page: Page) =>
  page.evaluate(() => {
    const answers = [...document.querySelectorAll('[role=log] article[aria-label=Oracle]')]
    const { top, bottom } = (answers.at(-1) as Element).getBoundingClientRect()
    const field = document.querySelector('textarea[name=message]') as HTMLTextAreaElement
    // The area around the composer also covers the page.
    const composer = (field.form?.parentElement ?? field).getBoundingClientRect().top
    return { top, bottom, composer, height: window.innerHeight }
  })

async function expectInSight(page: Page, what: string) {
  await expect
    .poll(
      async () => {
        const { top, bottom, composer, height } = await places(page)
        if (composer > height) return 'the composer is out of sight'
        if (top < 0) return `it begins ${-top} px above the page`
        if (bottom <= composer + 1) return 'in sight'
        // The answer is longer than the page, so its beginning is at the top.
        if (bottom - top > composer - 40 && top < 80) return 'in sight'
        return `it ends ${bottom - composer} px below the composer, and begins at ${top}`
      },
      { message: what },
    )
    .toBe('in sight')
}

/** Waits until the chosen file has been read: "Reading 40%" is not yet. */
const isRead = (page: Page) =>
  expect(page.getByRole('list', { name: 'Files for this question' }).getByText('Read', { exact: true })).toBeVisible()

async function asked(page: Page, text: string, count: number) {
  await ask(page, text)
  await expect(questions(page)).toHaveCount(count)
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await expect(answers(page).last()).not.toHaveAttribute('aria-busy')
  await expectInSight(page, text)
}

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const)
  test.describe(`${width} wide`, { tag: width === 390 ? [] : '@proofs' }, () => {
    test.use({ viewport: { width, height } })

    test('each answer is visible, even later ones, and a long one from its beginning', async ({ page }) => {
      await register(page)
      await openOracle(page)
      await asked(page, 'What is a normal blood pressure?', 1)
      await asked(page, 'And at night?', 2)
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from(letter) })
      await isRead(page)
      await asked(page, 'When should I take Ramipril?', 3)
      await asked(page, 'What is said of the blood pressure, the tablet, the rest and the values?', 4)
      await asked(page, 'zebra', 5)
      await asked(page, 'How often do I measure?', 6)
      // A reopened conversation keeps its scroll position.
      await page.reload()
      await expect(questions(page)).toHaveCount(6)
      await expectInSight(page, 'after a reload')
    })

    test('follows a growing answer although the chat above it shrinks', { tag: '@proofs' }, async ({ page }) => {
      await register(page)
      await openOracle(page)
      await asked(page, 'What is a normal blood pressure?', 1)
      await asked(page, 'And at night?', 2)
      // Both changes come in one frame, as on a busy machine. The browser scrolls back by the height that it loses.
      await page.evaluate(() => {
        const first = document.querySelector('[role=log] article') as HTMLElement
        first.style.marginTop = '-40px'
        const answer = [...document.querySelectorAll('[data-followed]')].at(-1) as HTMLElement
        answer.append(Object.assign(document.createElement('p'), { textContent: 'More of it. '.repeat(200) }))
      })
      await expectInSight(page, 'what has been added')
    })

    test('the numbers to call in a crisis are visible from the first word, even at the third question', async ({
      page,
    }) => {
      await register(page)
      await openOracle(page)
      await asked(page, 'What is a normal blood pressure?', 1)
      await asked(page, 'I want to kill myself', 2)
      const card = answers(page).last().getByRole('region', { name: 'Urgent' })
      await expect(card.getByRole('link', { name: '988' })).toBeInViewport({ ratio: 1 })
      await asked(page, 'I took all my pills, I have chest pain and I cannot breathe', 3)
      const { composer } = await places(page)
      await expect
        .poll(async () => {
          const box = await card.last().boundingBox()
          return box !== null && box.y >= 0 && box.y < composer - 100
        })
        .toBe(true)
    })

    test('a reader who scrolled back stays there, and the next question leads to its answer', {
      tag: '@proofs',
    }, async ({ page }) => {
      await register(page)
      await openOracle(page)
      for (const [at, text] of ['one', 'two', 'three', 'four'].entries()) await asked(page, text, at + 1)
      await log(page).hover()
      await page.mouse.wheel(0, -5_000)
      const welcome = answers(page).first()
      await expect(welcome).toBeInViewport()
      await question(page).fill('five')
      await expect(welcome).toBeInViewport()
      await question(page).press('Enter')
      await expect(questions(page)).toHaveCount(5)
      await expectInSight(page, 'five')
    })
  })

test('a pressed button stays in place while an answer arrives, and the answer is visible afterwards', {
  tag: '@proofs',
}, async ({ page }) => {
  await register(page)
  await openOracle(page)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from(letter) })
  await isRead(page)
  await asked(page, 'zebra', 1)
  const gate = Promise.withResolvers<void>()
  await page.route('**/oracle/chat', async (route) => {
    await gate.promise
    await route.continue()
  })
  await ask(page, 'When should I take Ramipril?')
  await expect(questions(page)).toHaveCount(2)
  await expect(log(page).getByText('Consulting the digital realm')).toBeVisible()
  // Everything fits on the screen, so only the answer makes the page scroll. If it grows while we measure, we measure
  // again.
  await expect(async () => {
    await page.setViewportSize({ width: 390, height: 600 })
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width: 390, height: height + 100 })
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect.poll(() => page.evaluate(() => window.scrollY), { timeout: 3_000 }).toBe(0)
  }).toPass({ timeout: 30_000 })
  const files = page.getByText('1 file in this conversation')
  const before = await files.boundingBox()
  if (!before) throw new Error('the files are not shown')
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
  await page.mouse.down()
  gate.resolve()
  await expect(answers(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await expect(answers(page).last()).not.toHaveAttribute('aria-busy')
  expect(await files.boundingBox()).toEqual(before)
  expect((await places(page)).bottom).toBeGreaterThan((await places(page)).height)
  await page.mouse.up()
  await expect(page.getByRole('list', { name: 'Files in this conversation' })).toBeVisible()
  await expectInSight(page, 'after the release')
})
