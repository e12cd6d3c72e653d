// The bookable half hours of 15 days: the calculation alone, and the endpoint over HTTP, with few and with many bookings, alongside
// a reference program with plain tables.
import { type Busy, listDays } from '../src/property/availability/domain.ts'
import type { HoursRules } from '../src/property/schedule/domain.ts'
import { besideReference, loadName, runCells, runGets, runHeads } from './support/get-load.ts'
import { insertProperties, onDatabase, startsOf } from './support/homes.ts'
import { startProduct } from './support/product.ts'
import { requireSameAnswer, startReference } from './support/reference.ts'
import { goal, note, ratesOf, ratio, spreadCells, table, title } from './support/report.ts'
import { interleave, isQuick, plan, spreadOf } from './support/rounds.ts'
import { storeBookings } from './support/stored-bookings.ts'

const HALF_HOUR_MS = 1_800_000
const DAY_MS = 86_400_000
const rules: HoursRules = {
  timeZone: 'America/Los_Angeles',
  availabilityType: 'standard',
  customAvailability: null,
  overrides: [],
  bufferMinutes: 0,
  entry: { rule: 'none' },
}

title('slots', 'the bookable half hours of 15 days')
await measureEngine()
await measureHttp()

async function measureEngine() {
  // 48 hours later it is midnight in Los Angeles, far from a clock change, so the plain loop needs no zone.
  const now = Temporal.Instant.from('2026-11-21T08:00:00Z')
  const offered = listDays(rules, [], now).flatMap(({ slots }) => slots.map(({ startsAt }) => Date.parse(startsAt)))
  const first = offered[0] as number
  for (const bookings of [0, 100, 500]) {
    const inWindow = Math.min(bookings, 120)
    const busy: Busy[] = Array.from({ length: bookings }, (_, n) => {
      const startMs = n < inWindow ? (offered[n * 2] as number) : first - (n + 96) * HALF_HOUR_MS
      return { startMs, endMs: startMs + HALF_HOUR_MS }
    })
    const starts = Float64Array.from(busy, ({ startMs }) => startMs).sort()
    const free = listDays(rules, busy, now)
      .flatMap(({ slots }) => slots)
      .filter((slot) => slot.available).length
    if (free !== plainLoop(first, starts)) throw new Error('The engine and the plain loop disagree.')
    const { engine, loop } = await interleave({
      engine: async () => timeOf(() => listDays(rules, busy, now)),
      loop: async () => timeOf(() => plainLoop(first, starts)),
    })
    note(
      `\nThe engine alone, ${bookings} bookings, ${inWindow} of them in the window (${free} of ${offered.length} free)`,
    )
    table(
      ['ms per call', 'min', 'median', 'max'],
      [
        ['listDays: zone, rules, days of named slots', ...spreadCells(spreadOf(engine))],
        ['plain loop over integers, no zone, no texts', ...spreadCells(spreadOf(loop))],
      ],
    )
    goal(`the engine with ${bookings} bookings`, spreadOf(engine).median, { atMost: 0.1 }, ' ms')
  }
}

/** Counts the free half hours, which is the least that finding them can cost. */
function plainLoop(firstMs: number, starts: Float64Array): number {
  let at = 0
  let free = 0
  for (let day = 0; day < 15; day++) {
    for (let slot = 0; slot < 16; slot++) {
      const start = firstMs + day * DAY_MS + slot * HALF_HOUR_MS
      while (at < starts.length && (starts[at] as number) <= start - HALF_HOUR_MS) at++
      if (at === starts.length || (starts[at] as number) >= start + HALF_HOUR_MS) free++
    }
  }
  return free
}

/** Returns milliseconds per call, measured over a long enough time. */
function timeOf(work: () => unknown): number {
  const lastingMs = isQuick ? 100 : 700
  const from = performance.now()
  let calls = 0
  let now = from
  for (; now - from < lastingMs; now = performance.now()) {
    for (let turn = 0; turn < 50; turn++) work()
    calls += 50
  }
  return (now - from) / calls
}

async function measureHttp() {
  await using product = await startProduct()
  const homes = await onDatabase(product.databaseUrl, (client) => insertProperties(client, 3))
  const [none = '', some = '', many = ''] = homes
  const ahead = (await startsOf(product, none)).map(({ startsAt }) => startsAt).filter((_, n) => n % 2 === 0)
  await storeBookings(product.databaseUrl, { homes: [some], count: 500, ahead })
  await storeBookings(product.databaseUrl, { homes: [many], count: 20_000, ahead })
  using reference = await startReference(product, 'reference-reads.ts')
  for (const home of homes) await requireSameAnswer(product, reference, pathOf(home))
  const load = (server: typeof product | typeof reference, home: string, seconds = plan.seconds) =>
    runGets(server, { paths: [pathOf(home)], connections: 32, seconds })
  await load(product, none, 2)
  await load(reference, none, 2)
  const runs = await interleave({
    none: () => load(product, none),
    plainNone: () => load(reference, none),
    some: () => load(product, some),
    plainSome: () => load(reference, some),
    many: () => load(product, many),
    plainMany: () => load(reference, many),
  })
  note(`
Over HTTP, 32 connections, load by ${loadName}`)
  const sides = [
    ['no booking', runs.none, runs.plainNone],
    ['500 bookings of the home', runs.some, runs.plainSome],
    ['20,000 bookings of the home', runs.many, runs.plainMany],
  ] as const
  table(
    ['answers/s', ...runHeads],
    sides.flatMap(([name, ours, plain]) => [
      [`${name}, the product`, ...runCells(ours)],
      [`${name}, the reference`, ...runCells(plain)],
    ]),
  )
  for (const [name, ours, plain] of sides) {
    besideReference(name, { ours, plain }, 0.65)
  }
  const { value, words } = ratio(ratesOf(runs.many), ratesOf(runs.some))
  note(`  20,000 bookings to 500: ${words}`)
  goal('20,000 bookings within 8 % of 500', value, { atLeast: 0.92, atMost: 1.08 })
  const quarter = []
  for (let n = 0; n < 4; n++) quarter.push((await load(product, many, plan.longSeconds / 4)).perSecond)
  note(
    `  ${plan.longSeconds} s at 20,000 bookings: first quarter ${quarter[0]?.toFixed(0)}/s, last ${quarter[3]?.toFixed(0)}/s`,
  )
}

function pathOf(home: string): string {
  return `/api/showingbooker/public/property/${home}/availability`
}
