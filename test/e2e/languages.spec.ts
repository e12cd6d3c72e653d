import type { Page } from '@playwright/test'
import { LEGAL, OF_AGENTS, OTHERS, SIGN_IN, STATIC } from '../public-pages.ts'
import { begin, book, newHome, OCCUPIED } from './agent-home.ts'
import { resize, spaceOut } from './axe.ts'
import { rareWord, storeCreator } from './gallery-rows.ts'
import { baseUrl, expect, signInAsAdmin, test } from './journey.ts'
import { faultsAt, LANGUAGE } from './reader-language.ts'

const ADMIN = ['/dev/outbox', '/admin', '/admin/users', '/admin/audit', '/admin/operations', '/admin/moderation']

async function walk(page: Page, paths: readonly string[]) {
  const found: string[] = []
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(path)
    const lang = await page.locator('html').getAttribute('lang')
    if (lang !== LANGUAGE) found.push(`${path}: its language is ${lang}`)
    for (const width of [1280, 320]) {
      await resize(page, width, 800)
      for (const fault of await faultsAt(page, width)) found.push(`${path} ${fault}`)
    }
    await resize(page, 390, 800)
    await spaceOut(page)
    for (const fault of await faultsAt(page, 390)) found.push(`${path} with widely spaced text ${fault}`)
  }
  expect(found).toEqual([])
}

test.beforeEach(async ({ context }) => {
  test.setTimeout(300_000)
  await context.addCookies([{ name: 'language', value: LANGUAGE, url: baseUrl() }])
})

test("every public page is in the reader's language, and fits a phone and a desktop", { tag: '@proofs' }, async ({
  page,
}) => {
  await walk(page, [...STATIC, ...LEGAL, ...SIGN_IN, ...OTHERS, '/showingbooker/book/none', '/profile/nobody'])
})

test("every page of an agent is in the reader's language, and fits a phone and a desktop", { tag: '@proofs' }, async ({
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

test("every admin page is in the reader's language, and fits a phone and a desktop", { tag: '@proofs' }, async ({
  page,
}) => {
  const { ids } = await storeCreator(1, `A ${rareWord()} at dusk`)
  const report = { data: { reason: 'copyright' }, headers: { origin: baseUrl() } }
  expect((await page.request.post(`/images/${ids[0]}/report`, report)).ok()).toBe(true)
  await signInAsAdmin(page, '/admin')
  await walk(page, ADMIN)
})
