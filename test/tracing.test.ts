import assert from 'node:assert/strict'
import { createServer as createHttp, get as getByHttp, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pino from 'pino'
import { createSmtpMail } from '../src/notice/adapters/smtp-mail.ts'
import { createHttpServer } from '../src/platform/http-listener.ts'
import { startWorker } from '../src/platform/jobs.ts'
import { startTracing } from '../src/platform/open-telemetry.ts'
import { until } from '../src/platform/processes.ts'
import { everyAnswer } from '../src/platform/security-headers.ts'
import { traced } from '../src/platform/tracing.ts'
import { createServer } from '../src/server.ts'
import { type TestApp, testApp } from './app.ts'
import { makeForm, makeProperty } from './factories.ts'
import { startMailServer } from './fakes/mail-server.ts'
import { outgoing } from './fakes/message-contract.ts'
import { bookShowing, freeSlot, signUp } from './scene.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code?: number }
}

/** The spans that the collector received. */
const spans: Span[] = []
const received: string[] = []
const collector = createHttp(async (request, response) => {
  // biome-ignore lint/suspicious/noExplicitAny: what a collector gets
  const body: any = await json(request)
  received.push(JSON.stringify(body))
  // biome-ignore lint/suspicious/noExplicitAny: what a collector gets
  for (const { scopeSpans } of body.resourceSpans) for (const scope of scopeSpans as any[]) spans.push(...scope.spans)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
/** A vendor whose answer depends on the request. */
const vendor = createHttp((request, response) =>
  response.writeHead(request.url?.startsWith('/fail') ? 500 : 200).end('{}'),
)

const listening = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const closed = (server: Server) => {
  server.closeAllConnections()
  return new Promise((done) => server.close(done))
}

let app: TestApp
let server: Server
let origin: string
let endpoint: string
let vendorOrigin: string
before(async () => {
  endpoint = await listening(collector)
  vendorOrigin = await listening(vendor)
  app = await testApp()
  const site = await createServer(app.config, app)
  server = createHttpServer(() => site, everyAnswer(app.config))
  origin = await listening(server)
})
after(async () => {
  for (const one of [server, vendor, collector]) await closed(one)
  await app.close()
})

/** Traces what `work` does. @returns its spans, as the collector got them */
async function spansOf(
  work: () => Promise<unknown>,
  chance: { share: number; random?: () => number } = { share: 1 },
): Promise<Span[]> {
  spans.length = 0
  const tracing = startTracing({ endpoint, serviceName: 'showings', ...chance })
  try {
    await work()
  } finally {
    await tracing.stop()
  }
  return [...spans]
}

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

function pathOf(span: Span | undefined, all: Span[]): string[] {
  if (!span) return []
  return [
    ...pathOf(
      all.find(({ spanId }) => spanId === span.parentSpanId),
      all,
    ),
    span.name,
  ]
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'

test('one trace has the request, the page, the calls of the API, and their statements', async () => {
  const { slug } = await makeProperty(app.db)
  const found = await spansOf(() =>
    fetch(`${origin}/showingbooker/book/${slug}`, { headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` } }),
  )
  assert.deepEqual(new Set(found.map(({ traceId }) => traceId)), new Set([TRACE]))
  const statement = found.find(({ name }) => name.startsWith('select property'))
  const path = pathOf(statement, found)
  assert.equal(path[0], 'GET /showingbooker/book/:property')
  assert.equal(path[1], 'render /showingbooker/book/:property')
  assert.match(path[2] ?? '', /^call GET \/api\/showingbooker\/public\/property\/:\w+$/)
  assert.equal(path.length, 4)
  const [request] = found.filter(({ parentSpanId }) => parentSpanId === 'b7ad6b7169203331')
  assert.ok(request)
  const { 'http.route': route, 'http.response.status_code': status } = attributesOf(request)
  assert.deepEqual([route, status], ['/showingbooker/book/:property', 200])
  assert.match(String(attributesOf(statement as Span)['db.query.text']), /\$1/)
  assert.ok(received.at(-1)?.includes('"showings"'))
})

test('traces a booking and its messages without personal data or secrets', async () => {
  const agent = await signUp(app, 'lena.traced@agents.example.com')
  const { slug } = await makeProperty(app.db, { ownerId: agent.accountId, occupancy: 'resident' })
  const form = makeForm(slug, {
    ...(await freeSlot(app, slug)),
    buyerName: 'Zelda Zorro',
    buyerEmail: 'zelda.zorro@buyers.example.com',
    buyerPhone: '(213) 555-0177',
  })
  received.length = 0
  let secrets: string[] = []
  const found = await spansOf(async () => {
    const { booking } = await bookShowing(app, form)
    const { rows } = await sql<{ manage_token: string; notice_token: string; client_secret: string }>`
      select manage_token, notice_token, client_secret from showing where id = ${booking.id}`.execute(app.db)
    secrets = Object.values(rows[0] ?? {})
    await fetch(`${origin}/showingbooker/booking/${secrets[0]}`)
    await fetch(`${origin}/login?email=zelda.zorro@buyers.example.com`)
    await app.call('GET', `/api/showingbooker/bookings?search=zelda.zorro`, undefined, agent.headers)
    const { url } = app.database
    const log = pino({ level: 'silent' })
    const { jobs: tasks, metrics } = app
    const worker = await startWorker({ url, concurrency: 2, tasks, schedule: {}, log, metrics })
    const waiting = async () =>
      (await sql`select from notification where status = 'queued' and due_at is null`.execute(app.db)).rows.length
    const end = performance.now() + 20_000
    while ((await waiting()) > 0 && performance.now() < end) await until(() => false, 50)
    await worker.stop()
  })
  assert.ok(found.some(({ name }) => name === 'job notification.deliver'))
  assert.ok(found.some(({ name }) => name === 'select settle_order'))
  assert.ok(found.some(({ name }) => name === 'GET /showingbooker/booking/:token'))
  const all = received.join()
  assert.ok(secrets.length === 3 && secrets.every((secret) => secret.length > 10))
  const cookie = /=([^;]+)/.exec(agent.cookie)?.[1] ?? ''
  assert.ok(cookie.length > 10)
  for (const word of [
    ...secrets,
    cookie,
    agent.token,
    'Zelda',
    'zelda',
    'Zorro',
    '5550177',
    '555-0177',
    'lena.traced',
    slug,
    'Main St',
  ])
    assert.ok(!all.includes(word), `a span says ${word}`)
})

test('a call to a vendor shows its host and method, by fetch or by node:http, never its path', async () => {
  const call = async (path: string) => {
    await (await fetch(vendorOrigin + path, { method: 'POST' })).text()
    await new Promise<void>((done, failed) =>
      getByHttp(vendorOrigin + path, (answer) => answer.resume().on('end', done)).on('error', failed),
    )
  }
  const gone = createHttp()
  const away = await listening(gone)
  await closed(gone)
  const found = await spansOf(async () => {
    await call('/outside-of-a-step')
    await traced({ name: 'job one', kind: 'consumer' }, async () => {
      await call('/Messages?To=%2B12135550177')
      await call('/fail')
      await fetch(`${away}/away`).catch(() => undefined)
    })
  })
  const calls = found.filter(({ name }) => name !== 'job one')
  const host = new URL(vendorOrigin).host
  assert.deepEqual(
    calls
      .map((span) => [
        attributesOf(span)['http.request.method'],
        attributesOf(span)['http.response.status_code'] ?? 'failed',
        span.status.code ?? 0,
      ])
      .sort(),
    [
      ['GET', 200, 0],
      ['GET', 500, 2],
      ['POST', 200, 0],
      ['POST', 500, 2],
      ['GET', 'failed', 2],
    ].sort(),
  )
  assert.ok(calls.filter(({ name }) => name === `POST ${host}`).length === 2)
  assert.doesNotMatch(received.at(-1) ?? '', /Messages|5550177/)
  const [job] = found.filter(({ name }) => name === 'job one')
  assert.ok(calls.every(({ parentSpanId }) => parentSpanId === job?.spanId))
})

test('the trace of an email shows only the host of its server', async (t) => {
  const mails = await startMailServer()
  t.after(() => mails.close())
  const mail = createSmtpMail(
    { url: mails.url, dkim: null },
    { files: { get: async () => null }, support: 'help@showings.example.com' },
  )
  t.after(() => mail.close())
  const message = outgoing({
    from: 'hello@showings.example.com',
    to: 'zelda.zorro@buyers.example.com',
    subject: 'For Zelda',
  })
  const found = await spansOf(() => traced({ name: 'job one', kind: 'consumer' }, () => mail.send(message)))
  assert.deepEqual(
    found.map(({ name }) => name),
    [`SMTP ${new URL(mails.url).hostname}`, 'job one'],
  )
  assert.doesNotMatch(received.at(-1) ?? '', /zelda/i)
})

test('keeps a random share of the traces, whatever ID and flag a caller sends', async () => {
  const ids = [undefined, '00000000000000000000000000000001', 'ffffffffffffffffffffffffffffffff']
  const callers = ids.flatMap((id) =>
    id ? ['00', '01'].map((flag) => `00-${id}-b7ad6b7169203331-${flag}`) : [undefined],
  )
  for (const traceparent of callers)
    for (const [drawn, isKept] of [
      [0.49, true],
      [0.5, false],
    ] as const) {
      const call = () => fetch(`${origin}/livez`, { headers: traceparent ? { traceparent } : {} })
      const found = await spansOf(call, { share: 0.5, random: () => drawn })
      assert.equal(found.length > 0, isKept, `${traceparent} ${drawn}`)
    }
})

test('a failed span has only its kind', async () => {
  const [failed] = await spansOf(() =>
    traced({ name: 'job two', kind: 'consumer' }, async () => {
      throw new TypeError('zelda.zorro@buyers.example.com')
    }).catch(() => undefined),
  )
  assert.equal(attributesOf(failed as Span)['error.type'], 'TypeError')
  assert.doesNotMatch(received.at(-1) ?? '', /zelda/)
})

test('measures nothing without a collector', async () => {
  spans.length = 0
  assert.equal(
    traced({ name: 'one', kind: 'internal' }, () => 7),
    7,
  )
  await fetch(`${origin}/livez`)
  assert.deepEqual(spans, [])
})
