import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>
type Axe = { run: (page: Document, options: object) => Promise<Results> }

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Checks a state within a journey, in the proofs only. The gate checks each page once, in accessibility.spec.ts. */
export async function expectNoFaults(page: Page) {
  if (process.env.PROOFS) await sweep(page)
}

/** Checks everything in the first color scheme, then the contrast in the others. */
export async function sweep(page: Page, colorSchemes: ('light' | 'dark')[] = ['light', 'dark']) {
  for (const [place, colorScheme] of colorSchemes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Axe must not measure a color in transition, or the old color of a row that is not drawn yet.
    await page.evaluate(async () => {
      const drawn = new CSSStyleSheet()
      drawn.replaceSync('* { content-visibility: visible !important }')
      document.adoptedStyleSheets = [drawn]
      // A transition of a parent starts those of its children when it ends.
      for (let still = 0; still < 3; still++) {
        await new Promise(requestAnimationFrame)
        const running = document.getAnimations().filter(({ playState }) => playState === 'running')
        await Promise.all(running.map((one) => one.finished.catch(() => undefined)))
        if (running.length > 0) still = -1
      }
    })
    const violations = place === 0 ? await everyRule(page) : await contrast(page)
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
    expect(faults, `${page.url()} in ${colorScheme} colors, ${page.viewportSize()?.width} px wide`).toEqual([])
  }
}

// A passed rule needs only one element in the report.
const options = { resultTypes: ['violations'] } satisfies Parameters<AxeBuilder['options']>[0]

async function everyRule(page: Page) {
  // Legacy mode runs axe in the page itself. Otherwise, it would open a second page for frames, which we do not have.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options(options).withTags(rules)
  return (await axe.analyze()).violations
}

/** Uses the axe that is in the page since the first run. To send and compile it again takes as long as this rule. */
const contrast = (page: Page) =>
  page.evaluate(async (asked) => (await (window as unknown as { axe: Axe }).axe.run(document, asked)).violations, {
    ...options,
    runOnly: { type: 'rule', values: ['color-contrast'] },
  })

/** Resizes the window, and waits until the page has that size. On a busy machine, that takes a while. */
export async function resize(page: Page, width: number, height: number) {
  await page.setViewportSize({ width, height })
  await page.waitForFunction((wanted) => window.innerWidth === wanted, width)
}

/** Gives the text of a page the widest spacing for which nothing may be lost (WCAG 2.2, 1.4.12). */
export const spaceOut = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })

/** Returns by how many pixels the page is wider than its window. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Returns the parts of visible texts that match a pattern and take more than one line. */
export const brokenParts = (within: Locator, { source, flags }: RegExp) =>
  within.evaluateAll(
    (roots, pattern) => {
      const range = document.createRange()
      return roots
        .flatMap((root) => [...root.querySelectorAll('*')])
        .filter((element) => element.checkVisibility())
        .flatMap((element) => [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE))
        .flatMap((text) =>
          [...(text.textContent ?? '').matchAll(new RegExp(pattern.source, pattern.flags))].flatMap(
            ({ index, 0: part }) => {
              range.setStart(text, index)
              range.setEnd(text, index + part.length)
              return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [part] : []
            },
          ),
        )
    },
    { source, flags },
  )

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
  // In a narrower window, the browser computes the layout again, which takes a while on a busy machine.
  await expect.poll(() => overflow(page), { message: `${path} at 320 px` }).toBe(0)
}
