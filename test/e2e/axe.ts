import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Checks a state that a journey passes, with the proofs. The gate checks each page once, in accessibility.spec.ts. */
export async function expectNoFaults(page: Page) {
  if (process.env.PROOFS) await sweep(page)
}

/** Everything in light colors, then the contrast of the dark ones. */
export async function sweep(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A colour on its way to another one is nobody's colour.
    await page.evaluate(async () => {
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
      await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined)))
    })
    // In the page itself: ours have no frames, for which a second page would be opened each time.
    // Of what is in order, one element of each rule is enough to be told of.
    const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(rules)
      : axe.withRules('color-contrast')
    ).analyze()
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
    expect(faults, `${page.url()} in ${colorScheme} colours, ${page.viewportSize()?.width} px wide`).toEqual([])
  }
}

/** Returns how many pixels the page is wider than its window. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Counts the rows of navigation above the title of a page. */
export const rowsAboveTitle = (page: Page) =>
  page.evaluate(() => {
    const title = document.querySelector('main h1')?.getBoundingClientRect().top ?? 0
    const above = [...document.querySelectorAll('header a, nav a, nav button')]
      .filter((link) => link.checkVisibility())
      .map((link) => link.getBoundingClientRect())
      .filter(({ height, bottom }) => height > 0 && bottom <= title)
    // Links of one row can differ by a few pixels in height.
    return new Set(above.map(({ top, height }) => Math.round((top + height / 2) / 24))).size
  })

/**
 * Checks a page on a phone and a desktop, in both color schemes, and that it fits a narrow phone. Runs with the
 * proofs.
 */
export async function expectAccessible(page: Page, path: string) {
  if (!process.env.PROOFS) return
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path)
    await expectNoFaults(page)
  }
  await page.setViewportSize({ width: 320, height: 700 })
  // A window that was made narrower is laid out anew, which a busy machine takes its time for.
  await expect.poll(() => overflow(page), { message: `${path} at 320 px` }).toBe(0)
}
