import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { LEGAL, OF_AGENTS, OTHERS, SIGN_IN, STATIC } from '../public-pages.ts'
import { begin, book, newHome, OCCUPIED } from './agent-home.ts'
import { overflow, resize } from './axe.ts'
import { rareWord, storeCreator } from './gallery-rows.ts'
import { baseUrl, expect, signInAsAdmin, test } from './journey.ts'

/** `scripts/pseudo-language.ts` sets another language. */
const LANGUAGE = process.env.WALK_LANGUAGE ?? 'es'

const ADMIN = ['/dev/outbox', '/admin', '/admin/users', '/admin/audit', '/admin/operations', '/admin/moderation']

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

async function walk(page: Page, paths: readonly string[]) {
  const found: string[] = []
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(path)
    const lang = await page.locator('html').getAttribute('lang')
    if (lang !== LANGUAGE) found.push(`${path}: its language is ${lang}`)
    for (const width of [1280, 320]) {
      await resize(page, width, 800)
      // A script fits some elements into the window only after the layout.
      const fits = await expect
        .poll(() => overflow(page))
        .toBeLessThanOrEqual(0)
        .then(
          () => true,
          () => false,
        )
      if (!fits) found.push(`${path} at ${width}: ${await overflow(page)} px too wide, ${await widest(page)}`)
      for (const fault of await faultsOf(page)) found.push(`${path} at ${width}: ${fault}`)
    }
  }
  expect(found).toEqual([])
}

test.beforeEach(async ({ context }) => {
  test.setTimeout(300_000)
  await context.addCookies([{ name: 'language', value: LANGUAGE, url: baseUrl() }])
})

test("every public page is in the reader's language, and fits a phone and a desktop", async ({ page }) => {
  await walk(page, [...STATIC, ...LEGAL, ...SIGN_IN, ...OTHERS, '/showingbooker/book/none', '/profile/nobody'])
})

test("every page of an agent is in the reader's language, and fits a phone and a desktop", async ({
  page,
  context,
}) => {
  const home = await newHome(context.request, OCCUPIED)
  const { id, slug } = home
  const booked = await book(context, home)
  await begin(booked.id, 60)
  // The narrowest button of the bar shows the count of requests that need an answer.
  const token = booked.manageUrl.split('/').pop()
  const asked = await context.request.post(`/api/showingbooker/public/booking/${token}/refund-request`, {
    headers: { origin: baseUrl() },
    data: { reason: 'Nadie abrió la puerta.' },
  })
  expect(asked.ok(), await asked.text()).toBe(true)
  const own = ['edit', 'logs', 'bookings', 'qr'].map((name) => `/properties/${id}/${name}`)
  await walk(page, [`/showingbooker/book/${slug}`, `/property/share/${slug}`, '/account', ...OF_AGENTS, ...own])
})

test("every admin page is in the reader's language, and fits a phone and a desktop", async ({ page }) => {
  const { ids } = await storeCreator(1, `A ${rareWord()} at dusk`)
  const report = { data: { reason: 'copyright' }, headers: { origin: baseUrl() } }
  expect((await page.request.post(`/images/${ids[0]}/report`, report)).ok()).toBe(true)
  await signInAsAdmin(page, '/admin')
  await walk(page, ADMIN)
})
