import { readdirSync, readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { overflow } from './axe.ts'

/** `scripts/pseudo-language.ts` sets another language. */
export const LANGUAGE = process.env.WALK_LANGUAGE ?? 'es'

/** Texts without placeholders that differ between this language and English. */
const english = untranslated()

function untranslated(): string[] {
  const texts = (language: string) =>
    readdirSync('messages').flatMap((area) => {
      const groups: Record<string, Record<string, string>> = JSON.parse(
        readFileSync(`messages/${area}/${language}.json`, 'utf8'),
      )
      return Object.entries(groups).flatMap(([group, entries]) =>
        Object.entries(entries).map(([key, text]) => [`${area} ${group} ${key}`, text] as const),
      )
    })
  const own = new Map(texts(LANGUAGE))
  const said = new Set(own.values())
  return texts('en').flatMap(([key, text]) =>
    own.get(key) !== text && !said.has(text) && !/[{<]/.test(text) && text.length > 3 ? [text] : [],
  )
}

/** Finds texts on this page that are in English or cut off. */
const faultsOf = (page: Page) =>
  page.evaluate((texts) => {
    const known = new Set(texts)
    const faults: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const parent = node.parentElement
      if (
        known.has(text) &&
        parent &&
        !parent.closest('script, style, noscript, [lang=en], [translate=no], option, svg')
      )
        faults.push(text)
    }
    for (const box of document.querySelectorAll<HTMLElement>('button, th, td, label, legend, summary, h1, h2, h3, a')) {
      const { overflowX, textOverflow, display } = getComputedStyle(box)
      if (display === 'inline' || textOverflow === 'ellipsis' || overflowX === 'auto' || box.clientWidth < 2) continue
      if (box.scrollWidth > box.clientWidth + 1 && !box.closest('.visually-hidden'))
        faults.push(`cut: ${box.tagName.toLowerCase()} ${box.textContent?.trim().slice(0, 40)}`)
    }
    return faults
  }, english)

/** Finds the smallest element that overflows the page. */
const widest = (page: Page) =>
  page.evaluate(() => {
    const beyond = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (box) => box.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5,
    )
    const last = beyond.at(-1)
    return last
      ? `<${last.tagName.toLowerCase()} class="${last.className}"> ${last.textContent?.trim().slice(0, 40)}`
      : ''
  })

/** Finds texts that are in English or cut off, and what does not fit the window. @param width of the window */
export async function faultsAt(page: Page, width: number): Promise<string[]> {
  // A script fits some elements into the window only after the layout.
  const fits = await expect
    .poll(() => overflow(page))
    .toBeLessThanOrEqual(0)
    .then(
      () => true,
      () => false,
    )
  const wide = fits ? [] : [`${await overflow(page)} px too wide, ${await widest(page)}`]
  return [...wide, ...(await faultsOf(page))].map((fault) => `at ${width}: ${fault}`)
}
