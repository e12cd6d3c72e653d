import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { OutboxMessage } from '../src/operations/outbox/contract.ts'
import { isLanguage } from '../src/platform/language.ts'
import { inLanguage } from '../src/platform/reader-language.ts'
import { countSegments } from '../src/platform/sms-text.ts'
import { type TestApp, testApp } from '../test/app.ts'
import { billing, goodCard, makeForm, makeProperty, type PropertyChoices } from '../test/factories.ts'
import { bookShowing, freeSlot, signUp } from '../test/scene.ts'

// node scripts/message-gallery.ts OUTDIR [LANGUAGE]
// Draws every message of a booking as its reader sees it: makes real bookings, moves them through their states, and
// draws the messages in the outbox. Emails 390 and 640 px wide, light and dark; texts as on a phone; PDFs sheet by sheet.

const [folder, language = 'en'] = process.argv.slice(2)
if (!folder || !isLanguage(language)) {
  console.error('node scripts/message-gallery.ts OUTDIR [LANGUAGE]')
  process.exit(1)
}
const out = resolve(folder)
const PUBLIC_URL = 'https://showings.example.com'
const START = '2026-11-21T17:00:00Z'

const CALLER = { caller: { requestId: 'gallery', clientAddress: '10.9.9.9' } }

type Shown = { scene: string; step: string; message: OutboxMessage }

const app = await testApp({ env: { PUBLIC_URL, LANGUAGES: language } })
app.clock.set(START)
// We sign in by cookie, because the clock moves for weeks and a token lasts minutes.
const enter = async (email: string) => {
  const { accountId, cookie } = await signUp(app, email)
  return { accountId, headers: { cookie, origin: PUBLIC_URL } }
}
const owner = await enter('owner@agents.example.com')
// An account keeps the language in which its profile was made.
await app.call('POST', '/create-user', { username: 'Owner-of-homes' }, owner.headers)
const admin = await enter('boss@agents.example.com')
await app.accounts.grantAdmin('boss@agents.example.com')

const BUYERS_AGENT = {
  requesterType: 'buyers_agent',
  buyerAgentName: 'Sam Lee',
  buyerAgentEmail: 'sam@broker.example.com',
  buyerAgentPhone: '3105550133',
}

async function scene(name: string, choices: PropertyChoices & { form?: Record<string, unknown> } = {}) {
  app.clock.set(START)
  const { form, ...home } = choices
  const property = await makeProperty(app.db, { ownerId: owner.accountId, ...home })
  await sql`update property set resident_language = ${language} where id = ${property.id}`.execute(app.db)
  const booked = await bookShowing(app, makeForm(property.slug, { buyerName: 'Maria Gonzalez', ...form }))
  const id: string = booked.booking.id
  const seen = new Set<string>()
  const shown: Shown[] = []
  const tell = async (step: string) => {
    await app.runJobs()
    for (const message of await messagesOf(id)) {
      if (!seen.has(message.id)) shown.push({ scene: name, step, message })
      seen.add(message.id)
    }
  }
  const must = async (call: ReturnType<TestApp['call']>) => {
    const { status, text } = await call
    if (status >= 400) throw new Error(`${name}: ${status} ${text}`)
  }
  const decide = (move: string, body: object = {}) =>
    must(app.call('POST', `/api/showingbooker/bookings/${id}/${move}`, body, owner.headers))
  const own = (move: string, body: object = {}) =>
    must(app.call('POST', `/api/showingbooker/public/booking/${booked.token}/${move}`, body))
  const after = (startsAt = String(booked.booking.startsAt)) =>
    app.clock.set(Temporal.Instant.from(startsAt).add({ minutes: 10 }).toString())
  const move = async () => own('move', await freeSlot(app, property.slug, 9))
  return { id, token: booked.token, booked, property, shown, tell, decide, own, move, after }
}

async function messagesOf(bookingId: string): Promise<OutboxMessage[]> {
  const path = `/api/dev/outbox?limit=100&bookingId=${bookingId}`
  const { body } = await app.call('GET', path, undefined, admin.headers)
  return (body.messages as OutboxMessage[]).toReversed()
}

/** Every event of a booking, in each way that reads differently. */
async function everyScene(): Promise<{ shown: Shown[]; receipts: Record<string, Uint8Array> }> {
  const shown: Shown[] = []
  const receipts: Record<string, Uint8Array> = {}
  const play = async (name: string, choices: Parameters<typeof scene>[1], steps: (on: Scene) => Promise<void>) => {
    const on = await scene(name, choices)
    await on.tell('booked')
    await steps(on)
    shown.push(...on.shown)
    receipts[name] = (await inLanguage(language, () => app.receipts.print(on.token))).pdf
  }
  await play('tenant', { occupancy: 'resident', form: { ...BUYERS_AGENT, mailUpgrade: true } }, async (on) => {
    await on.move()
    await on.tell('moved')
    await on.decide('cancel')
    await on.tell('canceled by the agent')
  })
  await play('owner lives there', { occupancy: 'owner' }, async () => undefined)
  await play('vacant', { form: { specialRequests: 'We bring a tape measure.' } }, async (on) => {
    await on.own('cancel')
    await on.tell('canceled by the buyer')
  })
  await play('approval', { occupancy: 'resident', approval: 'manual', form: BUYERS_AGENT }, async (on) => {
    await on.decide('approve')
    await on.tell('approved')
    await on.move()
    await on.tell('to be moved')
    await on.decide('approve')
    await on.tell('approved after the move')
    const { body } = await app.call('GET', `/api/showingbooker/public/booking/${on.token}`)
    on.after(body.booking.startsAt)
    await on.own('refund-request', { reason: 'The lockbox was empty, and no one answered the phone.' })
    await on.tell('refund requested')
    await on.decide('refund', { decision: 'approve', reason: 'Sorry, the key was with the cleaners.' })
    await on.tell('refunded')
  })
  await play('refund declined', {}, async (on) => {
    on.after()
    await on.own('refund-request', { reason: 'The kitchen was smaller than it looked.' })
    await on.tell('refund requested')
    app.clock.advance({ hours: 72 })
    await app.refundRequests.remindDue()
    await on.tell('refund not decided')
    on.after()
    await on.decide('refund', { decision: 'decline', reason: 'You were let in and saw the home.' })
    await on.tell('refund declined')
  })
  await play('declined', { approval: 'manual' }, async (on) => {
    await on.decide('decline')
    await on.tell('declined')
  })
  await play('no one decides', { approval: 'manual' }, async (on) => {
    app.clock.advance({ hours: 49 })
    await app.transitions.declineOverdue()
    await on.tell('declined automatically')
  })
  await play('declined after a move', { approval: 'manual' }, async (on) => {
    await on.decide('approve')
    await on.tell('approved')
    await on.move()
    await on.decide('decline')
    await on.tell('declined')
  })
  await play('canceled before approval', { approval: 'manual' }, async (on) => {
    await on.own('cancel')
    await on.tell('canceled by the buyer')
  })
  await play('card fails', { approval: 'manual' }, async (on) => {
    await sql`update sandbox_intent set status = 'canceled' where id = ${on.booked.paymentIntentId}`.execute(app.db)
    await on.decide('approve')
    await on.tell('canceled by the system')
  })
  await play('reminders', { occupancy: 'resident', form: BUYERS_AGENT }, async (on) => {
    const startsAt = Temporal.Instant.from(String(on.booked.booking.startsAt))
    for (const [step, hours] of [
      ['the day before', 24],
      ['an hour before', 1],
    ] as const) {
      app.clock.set(startsAt.subtract({ hours }).toString())
      await app.reminders.planDue()
      await on.tell(step)
    }
  })
  shown.push(...(await slotLost()))
  return { shown, receipts }
}
type Scene = Awaited<ReturnType<typeof scene>>

/** Pays too late, when someone else already has the time. */
async function slotLost(): Promise<Shown[]> {
  app.clock.set(START)
  const property = await makeProperty(app.db, { ownerId: owner.accountId })
  const form = makeForm(property.slug, { buyerName: 'Maria Gonzalez' })
  const held = await app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })
  const { clientSecret, paymentIntentId } = held.body
  await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
  app.clock.advance({ minutes: 11 })
  await bookShowing(app, makeForm(property.slug))
  await app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })
  await app.runJobs()
  const { rows } = await sql<{ id: string }>`
    select booking_id as id from payment where intent_id = ${paymentIntentId}`.execute(app.db)
  return (await messagesOf(rows[0]?.id ?? '')).map((message) => ({ scene: 'too late', step: 'slot lost', message }))
}

const nameOf = (...parts: (string | number)[]) =>
  parts
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')

async function draw(page: Page, html: string, name: string): Promise<string[]> {
  const names: string[] = []
  for (const width of [390, 640])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 600 })
      await page.emulateMedia({ colorScheme })
      await page.setContent(html)
      const spill = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (spill > 0) console.error(`${name}: ${spill} px wider than ${width}`)
      names.push(`${nameOf(name, width, colorScheme)}.png`)
      await page.screenshot({ path: join(out, names.at(-1) ?? ''), fullPage: true })
    }
  return names
}

const bubble = (text: string) =>
  `<body style="margin:0;padding:16px;background:#eef0f3;font:16px/1.4 sans-serif"><p style="margin:0;padding:12px 14px;border-radius:16px;background:#fff;overflow-wrap:anywhere">${text.replaceAll('<', '&lt;')}</p><p style="color:#667;font-size:13px">${JSON.stringify(countSegments(text))}</p>`

async function drawText(page: Page, text: string, name: string): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 200 })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setContent(bubble(text))
  await page.screenshot({ path: join(out, `${name}.png`), fullPage: true })
  return [`${name}.png`]
}

/** Each sheet of a PDF, as the browser's own reader shows it. */
async function drawPdf(browser: Browser, pdf: Uint8Array, name: string): Promise<string[]> {
  const file = join(out, `${name}.pdf`)
  await writeFile(file, pdf)
  const sheets = Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length
  const names: string[] = []
  for (let sheet = 1; sheet <= (sheets ?? 1); sheet++) {
    // Each sheet gets its own page, because the reader does not change sheets when only the address changes.
    const page = await browser.newPage({ viewport: { width: 816, height: 1056 } })
    await page.goto(`file://${file}#toolbar=0&navpanes=0&view=Fit&page=${sheet}`)
    // The reader draws in a frame without an event for its end.
    await page.waitForTimeout(1500)
    names.push(`${nameOf(name, sheet)}.png`)
    await page.screenshot({ path: join(out, names.at(-1) ?? '') })
    await page.close()
  }
  return names
}

await mkdir(out, { recursive: true })
const system = '/usr/bin/chromium'
const browser = await chromium.launch({
  ...(existsSync(system) && { executablePath: system }),
  args: ['--no-sandbox'],
})
try {
  const { shown, receipts } = await everyScene()
  const page = await browser.newPage()
  const list: { title: string; names: string[] }[] = []
  const seenPdfs = new Set<string>()
  for (const [at, { scene, step, message }] of shown.entries()) {
    const { channel, role, subject, text, html, copy, pdfUrl, calendar } = message
    const name = nameOf(String(at + 1).padStart(3, '0'), scene, step, channel, role)
    const title = `${scene}, ${step}: ${channel} to ${role}${subject ? `, ${subject}` : ''}`
    if (html) list.push({ title, names: await draw(page, html, name) })
    if (copy) list.push({ title: `${title} (copy)`, names: await draw(page, copy.html, `${name}-copy`) })
    if (channel === 'sms') list.push({ title, names: await drawText(page, text, name) })
    if (calendar?.content) await writeFile(join(out, `${name}-${calendar.method.toLowerCase()}.ics`), calendar.content)
    const key = `${scene} ${step} ${channel}`
    if (pdfUrl && !seenPdfs.has(key)) {
      seenPdfs.add(key)
      const response = await app.app.request(pdfUrl, { headers: admin.headers }, CALLER)
      const pdf = new Uint8Array(await response.arrayBuffer())
      list.push({ title: `${title} (PDF)`, names: await drawPdf(browser, pdf, `${name}-pdf`) })
    }
  }
  for (const [scene, pdf] of Object.entries(receipts))
    list.push({ title: `${scene}: receipt`, names: await drawPdf(browser, pdf, nameOf('receipt', scene)) })
  const figures = list.map(
    ({ title, names }) =>
      `<h2>${title.replaceAll('<', '&lt;')}</h2>${names.map((name) => `<img loading="lazy" src="${name}" alt="" style="vertical-align:top;margin:4px;max-width:48%;border:1px solid #ccc">`).join('')}`,
  )
  await writeFile(
    join(out, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Messages</title>${figures.join('\n')}`,
  )
  console.log(
    `${shown.length} messages, ${list.flatMap(({ names }) => names).length} pictures: ${join(out, 'index.html')}`,
  )
} finally {
  await browser.close()
  await app.close()
}
