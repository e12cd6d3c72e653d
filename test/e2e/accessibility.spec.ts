import type { Locator, Page } from '@playwright/test'
import { LEGAL, OF_AGENTS, OTHERS, SIGN_IN, STATIC } from '../public-pages.ts'
import { agentHome, newAgent } from './agent-home.ts'
import { expectNoFaults, overflow, resize, rowsAboveTitle, sweep } from './axe.ts'
import {
  baseUrl,
  bookButton,
  chooseTime,
  expect,
  GOOD_CARD,
  openBookingPage,
  payWith,
  reachCard,
  signInAsAdmin,
  test,
} from './journey.ts'
import { faultsAt, LANGUAGE as OTHER_LANGUAGE } from './reader-language.ts'

const PUBLIC = [
  ...STATIC,
  ...LEGAL,
  ...SIGN_IN,
  ...OTHERS,
  '/showingbooker/book/none',
  '/unsubscribe/x',
  '/account/deleted?receipt=DEL-7K2M-Q9XA-04BT',
  '/profile/nobody',
]

/** The gate sees each page once, in longer texts than English. In the proofs, languages.spec.ts sees those texts. */
const LANGUAGE = process.env.PROOFS ? 'en' : OTHER_LANGUAGE

/**
 * Runs axe on each of these pages: in both color schemes with the proofs, else in light and dark colors by turns. On a
 * busy machine, one run takes about five seconds. In a language other than English, it also finds untranslated texts,
 * and whatever does not fit a narrow phone.
 */
async function walk(page: Page, paths: string[], mostRows = Number.POSITIVE_INFINITY) {
  test.setTimeout(Math.max(300_000, 15_000 * paths.length))
  await page.context().addCookies([{ name: 'language', value: LANGUAGE, url: baseUrl() }])
  for (const [place, path] of paths.entries())
    await test.step(path, async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE)
      expect(await rowsAboveTitle(page), 'rows of navigation above the title').toBeLessThanOrEqual(mostRows)
      await sweep(page, process.env.PROOFS ? undefined : [place % 2 === 0 ? 'light' : 'dark'])
      if (LANGUAGE === 'en') return
      await resize(page, 320, 700)
      expect(await faultsAt(page, 320), path).toEqual([])
    })
}

test('axe finds nothing on any public page', async ({ page }) => walk(page, PUBLIC))

/** Pages of an account without properties. */
const OF_ACCOUNTS = ['/account', ...OF_AGENTS.filter((path) => /^\/(account|create|oracle|private)/.test(path))]

test('axe finds nothing on any page of an account, below one row of navigation', async ({ page, context }) => {
  await newAgent(context)
  await walk(page, OF_ACCOUNTS, 1)
})

test('axe finds nothing on any page of an agent, below one row of navigation', async ({ page, context }) => {
  const { id, slug } = await agentHome(context)
  const own = ['edit', 'logs', 'bookings', 'qr', 'feedback', 'owner'].map((name) => `/properties/${id}/${name}`)
  const shared = [`/showingbooker/book/${slug}`, `/property/share/${slug}`]
  const ofAgents = OF_AGENTS.filter((path) => !OF_ACCOUNTS.includes(path))
  await walk(page, [...ofAgents, ...own, ...shared], 1)
})

test.describe('axe finds nothing', { tag: '@proofs' }, () => {
  test.slow()

  test('on the booking page', async ({ page, occupiedHome }) => {
    await openBookingPage(page, occupiedHome)
    await chooseTime(page)
    await bookButton(page).click({ force: true })
    await expect(page.getByText('Please check the following')).toBeVisible()
    await expectNoFaults(page)
  })

  test('from the card to the booking', async ({ page, home }) => {
    await reachCard(page, home)
    await page.getByText('Test card numbers').click()
    await payWith(page, '4000 0000 0000 0002')
    await expect(page.getByText('Your card was declined.')).toBeVisible()
    await expectNoFaults(page)
    await payWith(page, GOOD_CARD)
    await expect(page.getByText('.ics file')).toBeVisible()
    await expectNoFaults(page)
    await page.getByRole('link', { name: 'See your booking' }).click()
    await expect(page.getByText('Directions')).toBeVisible()
    await expectNoFaults(page)
  })

  test('on the pages of admins and on a required sign-in', async ({ page }) => {
    await page.goto('/overview')
    await expectNoFaults(page)
    for (const path of ['/dev/outbox', '/admin', '/admin/users', '/admin/audit', '/admin/operations']) {
      await signInAsAdmin(page, path)
      await expectNoFaults(page)
    }
  })

  test('at desktop width', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    for (const path of PUBLIC) {
      await page.goto(path)
      await expectNoFaults(page)
    }
  })
})

test('nothing is wider than a narrow phone', { tag: '@proofs' }, async ({ page, occupiedHome }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/', '/pricing', '/demo-booking', '/public-gallery']) {
    await page.goto(path)
    expect(await overflow(page), path).toBe(0)
  }
  await openBookingPage(page, occupiedHome)
  expect(await overflow(page)).toBe(0)
  await reachCard(page, occupiedHome)
  expect(await overflow(page)).toBe(0)
})

test.describe('in high contrast', () => {
  test.use({ forcedColors: 'active' })

  test('a frame shows the selection, and a thicker frame the focus', async ({ page, context }) => {
    const frame = (of: Locator) =>
      of.evaluate((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return outlineStyle === 'none' ? 'none' : outlineWidth
      })
    const home = await agentHome(context)
    await openBookingPage(page, home)
    await chooseTime(page)
    await expect.poll(() => frame(page.locator('label:has([name=showingDate]:checked)'))).toBe('3px')
    const time = page.locator('label:has([name=showingTime]:checked)')
    await time.locator('input').press('ArrowLeft')
    await expect.poll(() => frame(time)).toBe('8px')
    await page.goto('/calendar?view=week')
    const more = page.getByRole('button', { name: 'More' })
    for (const chosen of [more, page.getByRole('link', { name: 'One week' }), page.locator('[aria-pressed=true]')])
      await expect.poll(() => frame(chosen)).toBe('3px')
    const hour = page.locator('[data-at="600"]:visible')
    await hour.press('Shift+ArrowDown')
    await expect.poll(() => frame(hour)).toBe('3px')
    await expect.poll(() => frame(page.locator(':focus'))).toBe('8px')
    await page.goto('/properties')
    await expect.poll(() => frame(more)).toBe('none')
    await expect.poll(() => frame(page.getByRole('link', { name: 'Properties' }))).toBe('3px')
  })
})
