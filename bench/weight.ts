// The booking page cold in a browser, and the server's memory after load.
import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { bookOverHttp } from './support/booking-run.ts'
import { loadGets } from './support/get-load.ts'
import { makeStage } from './support/homes.ts'
import { startProduct } from './support/product.ts'
import { goal, note, spreadCells, table, title } from './support/report.ts'
import { isQuick, spreadOf } from './support/rounds.ts'

const LOADS = isQuick ? 2 : 7
const LOAD_SECONDS = isQuick ? 2 : 15
const system = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)

title('weight', "the booking page cold in Chromium, and the server's memory after load")
await using product = await startProduct()
const page = `${product.url}/showingbooker/book/sample-property`
// An answer means that the server has collected the garbage of its start.
await fetch(`${product.url}/livez`)
const atFirst = product.residentMegabytes()

{
  await using browser = await chromium.launch({
    ...(system && { executablePath: system }),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  await loadCold(browser)
  const loads: Load[] = []
  for (let n = 0; n < LOADS; n++) loads.push(await loadCold(browser))
  const of = (name: keyof Load) => spreadOf(loads.map((load) => load[name]))
  table(
    ['a cold load', 'min', 'median', 'max'],
    [
      ['KB over the wire without the photo', ...spreadCells(of('kilobytes'))],
      ['of that, scripts', ...spreadCells(of('scriptKilobytes'))],
      ['of that, the document', ...spreadCells(of('documentKilobytes'))],
      ['KB of the photo', ...spreadCells(of('photoKilobytes'))],
      ['requests', ...spreadCells(of('requests'))],
      ['first contentful paint, ms', ...spreadCells(of('firstPaintMs'))],
      ['largest contentful paint, ms', ...spreadCells(of('largestPaintMs'))],
    ],
  )
  goal('over the wire without the photo', of('kilobytes').max, { atMost: 140 }, ' KB')
  goal('requests', of('requests').max, { atMost: 12 })
  goal('largest contentful paint', of('largestPaintMs').median, { atMost: 400 }, ' ms')
}

const stage = await makeStage(product, 5_000)
await bookOverHttp(product, { stage, clients: 32, seconds: LOAD_SECONDS, first: 0 })
await loadGets({ url: page, connections: 32, seconds: LOAD_SECONDS, headers: { 'accept-encoding': 'gzip' } })
await loadGets({
  url: page,
  connections: 32,
  seconds: LOAD_SECONDS,
  headers: { 'accept-encoding': 'gzip' },
  isUnique: true,
})
const after = product.residentMegabytes()
if (atFirst === null || after === null) note("We read the server's memory from /proc, which this system does not have.")
else {
  note(
    `\nResident memory of the server: ${atFirst.toFixed(0)} MB when started; after ${LOAD_SECONDS} s each of bookings, pages from memory, and fresh pages:`,
  )
  goal('resident memory after load', after, { atMost: 250 }, ' MB')
}

type Load = Record<
  | 'kilobytes'
  | 'scriptKilobytes'
  | 'documentKilobytes'
  | 'photoKilobytes'
  | 'requests'
  | 'firstPaintMs'
  | 'largestPaintMs',
  number
>

/** Opens the page as a new visitor, whose context has an empty cache. */
async function loadCold(browser: Browser): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const tab = await context.newPage()
  const session = await context.newCDPSession(tab)
  await session.send('Network.enable')
  const kinds = new Map<string, { type: string; url: string }>()
  const bytes = { Script: 0, Document: 0, photo: 0, all: 0 }
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request }) => {
    if (/^https?:/.test(request.url)) kinds.set(requestId, { type, url: request.url })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (!kind) return
    if (/\/files\/photos\//.test(kind.url)) bytes.photo += encodedDataLength
    else {
      bytes.all += encodedDataLength
      if (kind.type === 'Script' || kind.type === 'Document') bytes[kind.type] += encodedDataLength
    }
  })
  await tab.goto(page, { waitUntil: 'networkidle' })
  const paint = await tab.evaluate(async () => {
    const observe = (type: string) =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => done(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type,
          buffered: true,
        })
      })
    return { first: await observe('paint'), largest: await observe('largest-contentful-paint') }
  })
  await context.close()
  return {
    kilobytes: bytes.all / 1024,
    scriptKilobytes: bytes.Script / 1024,
    documentKilobytes: bytes.Document / 1024,
    photoKilobytes: bytes.photo / 1024,
    requests: kinds.size,
    firstPaintMs: paint.first,
    largestPaintMs: paint.largest,
  }
}
