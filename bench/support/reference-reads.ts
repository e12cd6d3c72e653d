import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import { pageRenderer } from './reference-page.ts'

type Home = Record<string, unknown> & { time_zone: string; taken: string | null }
type Picture = Record<'id' | 'look' | 'at', string> & Record<'width' | 'height', number> & Record<string, unknown>
type Answer = { type: string; body: string | Buffer; encoding?: string }

const HALF_HOUR_MS = 1_800_000
const NOTICE = 96
const DAYS = 15
/** From 9 to 5, in half hours of the day. */
const HOURS = Array.from({ length: 16 }, (_, n) => 18 + n)
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const compress = promisify(gzip)

const homeBy = (name: 'id' | 'slug') => ({
  name,
  text: `select h.*, t.taken from reads.home h, lateral (
      select array_to_string(array_agg((extract(epoch from s.starts_at) / 1800)::int), ',') as taken from reads.showing s
      where s.property_id = h.id and s.starts_at >= $2 and s.starts_at < $3 and s.status in ('held', 'pending', 'confirmed')) t
    where h.${name} = $1`,
})
const pictures = {
  name: 'pictures',
  text: `select *, (extract(epoch from created_at) * 1000000)::bigint::text as at from reads.picture
    where (created_at, id) < (coalesce('epoch'::timestamptz + $1::bigint * interval '1 microsecond', 'infinity'), $2::uuid)
    order by created_at desc, id desc limit $3`,
}

/**
 * Answers the booking page, the slots of a property, and the list of images at the product's paths with the least work:
 * `node:http`, one SQL statement, then React or JSON. It has no sessions, limits, logs, or schemas, and keeps no answer. Of
 * what decides an answer it knows only hours from 9 to 5 and the showings of the property, and no remixes.
 * @param url of the product, whose pages it renders again
 */
async function startReads({ databaseUrl, url }: { databaseUrl: string; url: string }): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
  await pool.query(readFileSync(join(import.meta.dirname, 'reference-reads.sql'), 'utf8'))
  for (const table of ['home', 'showing', 'picture']) await pool.query(`vacuum analyze reads.${table}`)

  async function find(by: 'id' | 'slug', wanted: string) {
    const first = Math.ceil(Date.now() / HALF_HOUR_MS) + NOTICE
    const span = [first, first + (DAYS + 1) * 48].map((halfHour) => new Date(halfHour * HALF_HOUR_MS))
    const { rows } = await pool.query<Home>({ ...homeBy(by), values: [wanted, ...span] })
    const home = rows[0] as Home
    return { home, days: daysOf(home, first) }
  }

  const renderers = new Map<string, Promise<(data: unknown) => string>>()
  async function page(slug: string): Promise<Answer> {
    const rendered = async () => pageRenderer(await (await fetch(`${url}/showingbooker/book/${slug}`)).text())
    const renderer = renderers.get(slug) ?? rendered()
    renderers.set(slug, renderer)
    const { home, days } = await find('slug', slug)
    const offered = days.map(({ date, slots }) => ({
      date,
      times: slots.map(({ time }) => time),
      taken: slots.filter(({ available }) => !available).map(({ time }) => time),
    }))
    const html = (await renderer)({ property: home, days: offered })
    return { type: 'text/html; charset=utf-8', body: await compress(html, { level: 1 }), encoding: 'gzip' }
  }

  async function slots(id: string): Promise<Answer> {
    const { home, days } = await find('id', id)
    const window = { time_zone: home.time_zone, minimumNoticeHours: 48, windowDays: DAYS, certifiedMailFrom: null }
    return json({ ...window, days })
  }

  async function images(_: string, query: URLSearchParams): Promise<Answer> {
    const limit = Number(query.get('limit'))
    const [, at = null, id = LAST_ID] = query.get('cursor')?.split('_') ?? []
    const { rows } = await pool.query<Picture>({ ...pictures, values: [at, id, limit + 1] })
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return json({ images: shown.map(imageOf), nextCursor: last ? `newest_${last.at}_${last.id}` : null })
  }

  const routes = [
    { path: /^\/showingbooker\/book\/([^/?]+)/, answer: page },
    { path: /^\/api\/showingbooker\/public\/property\/([^/]+)\/availability/, answer: slots },
    { path: /^\/all-images()\?/, answer: images },
  ]
  const server = createServer(async (request, response) => {
    const asked = request.url ?? ''
    for (const { path, answer } of routes) {
      const name = path.exec(asked)?.[1]
      if (name === undefined) continue
      const { type, body, encoding } = await answer(name, new URLSearchParams(asked.split('?')[1]))
      response.setHeader('content-type', type)
      if (encoding) response.setHeader('content-encoding', encoding)
      response.writeHead(200, { 'content-length': Buffer.byteLength(body) }).end(body)
      return
    }
    response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

const json = (body: object): Answer => ({ type: 'application/json', body: JSON.stringify(body) })

type Start = { time: string; startsAt: string; halfHour: number }
let offered: { first: number; byZone: Map<string, { date: string; starts: Start[] }[]> } | undefined

/** Marks the taken ones in a row of half hours. @param first half hour since the epoch that can be booked */
function daysOf({ time_zone, taken }: Home, first: number) {
  if (offered?.first !== first) offered = { first, byZone: new Map() }
  const days = offered.byZone.get(time_zone) ?? startsIn(time_zone, first)
  offered.byZone.set(time_zone, days)
  const isTaken = new Uint8Array((DAYS + 2) * 48)
  for (const halfHour of taken?.split(',') ?? []) isTaken[Number(halfHour) - first] = 1
  return days.map(({ date, starts }) => ({
    date,
    slots: starts.map(({ time, startsAt, halfHour }) => ({
      time,
      startsAt,
      available: isTaken[halfHour - first] === 0,
    })),
  }))
}

/** Lists the starts of the window. They stay the same for half an hour. */
function startsIn(zone: string, first: number): { date: string; starts: Start[] }[] {
  const today = Temporal.Instant.fromEpochMilliseconds(first * HALF_HOUR_MS)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
  return Array.from({ length: DAYS }, (_, n) => {
    const date = today.add({ days: n })
    const starts = HOURS.map((at) => {
      const wall = date.toPlainDateTime({ hour: at >> 1, minute: (at & 1) * 30 })
      const startsAt = wall.toZonedDateTime(zone).toInstant()
      const time = wall.toPlainTime().toString({ smallestUnit: 'minute' })
      const halfHour = startsAt.epochMilliseconds / HALF_HOUR_MS
      return { time, startsAt: startsAt.toString({ smallestUnit: 'millisecond' }), halfHour }
    })
    return { date: date.toString(), starts: starts.filter(({ halfHour }) => halfHour >= first) }
  })
}

function imageOf({ at: _, ...row }: Picture) {
  const url = (name: string) => `/files/images/${row.id}/${row.look}-${name}`
  return {
    id: row.id,
    image_url: url('full.png'),
    renditions: {
      avif: { 256: url('256.avif'), 512: url('512.avif') },
      webp: { 256: url('256.webp'), 512: url('512.webp') },
    },
    thumbhash: row.thumbhash,
    width: row.width,
    height: row.height,
    original: { width: row.original_width ?? row.width, height: row.original_height ?? row.height },
    prompt: row.prompt,
    usedParams: row.used_params,
    visibility: row.visibility,
    anonymous_username: row.username,
    remix_of: row.remix_of,
    sha256: row.sha256,
    removed: row.removed_at && { at: row.removed_at, reason: row.removed_reason },
    created_at: row.created_at,
  }
}

process.once('message', async (about: { databaseUrl: string; url: string }) => {
  process.send?.({ port: await startReads(about) })
})
