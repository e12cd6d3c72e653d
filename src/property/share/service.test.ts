import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, freeSlot } from '../../../test/scene.ts'
import type { ProductEvent } from '../../events.ts'
import { listenToEvents } from '../../platform/db/events.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { keptPagesOf } from '../area.ts'
import { createShareService } from './service.ts'

const PERSON =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15'
const viewer = (change: Partial<Viewer> = {}): Viewer => ({
  address: '192.0.2.1',
  userAgent: PERSON,
  purpose: undefined,
  ...change,
})

let app: TestApp
before(async () => {
  app = await testApp({ max: 20 })
})
after(() => app.close())

const days = async (id: string) =>
  (await sql`select day::text, views, shares from property_day where property_id = ${id} order by day`.execute(app.db))
    .rows

test('counts a visitor once an hour, and another browser or address separately', async () => {
  app.clock.set('2026-11-21T09:59:00Z')
  const { slug } = await makeProperty(app.db)
  const views = async (one: Viewer) => (await app.shares.view(slug, one)).view_count
  assert.equal(await views(viewer()), 1)
  assert.equal(await views(viewer()), 1)
  assert.equal(await views(viewer({ address: '192.0.2.2' })), 2)
  assert.equal(await views(viewer({ userAgent: `${PERSON} Other` })), 3)
  app.clock.set('2026-11-21T10:00:00Z')
  assert.equal(await views(viewer()), 4)
})

test('counts a hundred simultaneous views of one visitor once, and a hundred visitors a hundred times', async () => {
  const { id, slug } = await makeProperty(app.db)
  await Promise.all(Array.from({ length: 100 }, () => app.shares.view(slug, viewer())))
  assert.equal((await app.shares.find(slug)).view_count, 1)
  await Promise.all(
    Array.from({ length: 100 }, (_, n) => app.shares.view(slug, viewer({ address: `198.51.100.${n}` }))),
  )
  await Promise.all(Array.from({ length: 50 }, () => app.shares.share(slug, viewer())))
  const { view_count, share_count } = await app.shares.find(slug)
  assert.deepEqual({ view_count, share_count }, { view_count: 101, share_count: 50 })
  assert.deepEqual(await days(id), [{ day: '2026-11-21', views: 101, shares: 50 }])
})

test('answers bots, callers without a user agent, and prefetching browsers without counting them', async () => {
  const { id, slug } = await makeProperty(app.db)
  for (const one of [
    viewer({ userAgent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' }),
    viewer({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }),
    viewer({ userAgent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }),
    viewer({ userAgent: 'Twitterbot/1.0' }),
    viewer({ userAgent: 'LinkedInBot/1.0 (compatible; Mozilla/5.0)' }),
    viewer({ userAgent: 'curl/8.5.0' }),
    viewer({ userAgent: undefined }),
    viewer({ userAgent: '' }),
    viewer({ purpose: 'prefetch;prerender' }),
  ]) {
    assert.deepEqual(
      await app.shares.view(slug, one),
      { view_count: 0, share_count: 0, booking_count: 0 },
      String(one.userAgent),
    )
    assert.equal((await app.shares.share(slug, one)).share_count, 0, String(one.userAgent))
  }
  assert.deepEqual(await days(id), [])
})

test("counts days in the property's time zone, not the server's", async () => {
  app.clock.set('2026-11-22T07:30:00Z')
  const { id, slug } = await makeProperty(app.db, { timeZone: 'America/Los_Angeles' })
  await app.shares.view(slug, viewer())
  app.clock.set('2026-11-22T08:30:00Z')
  await app.shares.view(slug, viewer())
  await app.shares.share(slug, viewer())
  assert.deepEqual(await days(id), [
    { day: '2026-11-21', views: 1, shares: 0 },
    { day: '2026-11-22', views: 1, shares: 1 },
  ])
})

test('stores a viewer as a hash that reveals neither address nor property, and deletes it', async () => {
  app.clock.set('2026-11-23T09:10:00Z')
  const homes = [await makeProperty(app.db), await makeProperty(app.db)]
  for (const { slug } of homes) await app.shares.view(slug, viewer())
  const kept = async () =>
    (
      await sql<{
        visitor: Buffer
      }>`select visitor from property_visit where property_id in (${homes[0]?.id}, ${homes[1]?.id})`.execute(app.db)
    ).rows
  const [first, second] = await kept()
  assert.equal(first?.visitor.length, 16)
  assert.notDeepEqual(first?.visitor, second?.visitor)
  await app.jobs['share.forget-visitors']?.({}, { isLastAttempt: false })
  assert.equal((await kept()).length, 2)
  app.clock.set('2026-11-23T11:00:00Z')
  await app.jobs['share.forget-visitors']?.({}, { isLastAttempt: false })
  assert.deepEqual(await kept(), [])
  assert.equal((await app.shares.find(homes[0]?.slug ?? '')).view_count, 1)
})

test('every route answers 404 for an unlisted or missing property', async () => {
  const unlisted = await makeProperty(app.db, { status: 'unlisted' })
  const isNotShared = ({ kind, message }: DomainError) =>
    kind === 'not_found' && message === 'Property not found or no longer available'
  for (const slug of [unlisted.slug, unlisted.id, 'no-such-home', 'x'.repeat(101), '\0', '../x']) {
    await assert.rejects(app.shares.find(slug), isNotShared)
    await assert.rejects(app.shares.view(slug, viewer()), isNotShared)
    await assert.rejects(app.shares.share(slug, viewer()), isNotShared)
  }
})

test('counts bookings, but not canceled and declined ones', async () => {
  const { slug } = await makeProperty(app.db)
  const { booking } = await bookShowing(app, makeForm(slug, await freeSlot(app, slug)))
  assert.equal((await app.shares.find(slug)).booking_count, 1)
  for (const status of ['cancelled', 'declined']) {
    await sql`update booking set status = ${status} where id = ${booking.id}`.execute(app.db)
    assert.equal((await app.shares.find(slug)).booking_count, 0, status)
  }
})

test('drops a kept page when its contact or free times change, or its property is removed', () => {
  const of = (event: unknown) => keptPagesOf(event as ProductEvent)
  for (const name of ['changed', 'listed', 'unlisted', 'deleted', 'erased', 'contact_changed'])
    assert.deepEqual(of({ name: `property.${name}`, subject: 'p', data: {} }), ['property:p'], name)
  const booking = (name: string, moves_slots: boolean) =>
    of({ name: `booking.${name}`, subject: 'b', data: { property: 'p', moves_slots } })
  assert.deepEqual(booking('held', true), ['property:p'])
  assert.deepEqual(booking('cancelled', true), ['property:p', 'counts:p'])
  assert.deepEqual(booking('approved', false), [])
  assert.deepEqual(of({ name: 'agent.time_changed', subject: 'a', data: {} }), ['agent:a'])
  assert.deepEqual(of({ name: 'message.failed', subject: 'm', data: { owner: 'o' } }), [])
})

test('a kept page updates on every counted view, share, and booking, and on no other', async () => {
  const { id, slug } = await makeProperty(app.db)
  const heard: string[] = []
  const ear = listenToEvents(app.database.url, {
    onEvent: (event) => heard.push(...(event.name === 'end' ? ['end'] : keptPagesOf(event as ProductEvent))),
    onListening: () => undefined,
    log: app.log,
  })
  await ear.started
  const untilHeard = async (act: Promise<unknown>) => {
    await act
    // Earlier notifications arrive before this one.
    await sql`select pg_notify('event', '{"name": "end", "data": {}, "since": "1"}')`.execute(app.db)
    while (!heard.includes('end')) await new Promise((done) => setImmediate(done))
    return heard.splice(0).filter((tag) => tag !== 'end')
  }
  assert.deepEqual(await untilHeard(app.shares.view(slug, viewer())), [`counts:${id}`])
  assert.deepEqual(await untilHeard(app.shares.view(slug, viewer())), [])
  assert.deepEqual(await untilHeard(app.shares.share(slug, viewer())), [`counts:${id}`])
  assert.ok((await untilHeard(bookShowing(app, makeForm(slug, await freeSlot(app, slug))))).includes(`property:${id}`))

  // For a page that was cached while a slot was held, the offered times stay but the counts change.
  const bookingData = makeForm(slug, await freeSlot(app, slug))
  const { clientSecret, paymentIntentId } = (
    await app.call('POST', '/api/payments/create-payment-intent', { bookingData })
  ).body
  await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
  await untilHeard(app.shares.find(slug))
  const book = app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })
  assert.deepEqual(await untilHeard(book), [`counts:${id}`])
  assert.equal((await app.shares.find(slug)).booking_count, 2)
  await ear.close()
})

test('draws a picture once for many requests, stores it, and draws it again when the property changes', async () => {
  const { id, slug } = await makeProperty(app.db)
  const drawn: string[] = []
  const shares = createShareService({
    db: app.db,
    clock: app.clock,
    secret: 'x',
    publicUrl: 'https://a.example',
    properties: app.properties,
    files: app.files,
    drawer: {
      draw: async ({ street }, mark) => {
        drawn.push(street)
        return Buffer.from(mark)
      },
      isMarked: (picture, mark) => Buffer.from(picture).toString() === mark,
    },
    codes: { png: async () => new Uint8Array(), svg: async () => '' },
    pdf: { render: async () => new Uint8Array() },
  })
  const nameOf = async () => (await shares.find(slug)).preview.url.split('/').at(-1) ?? ''
  const first = await nameOf()
  const pictures = await Promise.all([shares.preview(first), shares.preview(first), shares.preview(first)])
  assert.equal(drawn.length, 1)
  assert.ok(pictures.every(({ isCurrent }) => isCurrent))
  await shares.preview(first)
  assert.equal(drawn.length, 1)
  await sql`update property set rent_amount = 4100 where id = ${id}`.execute(app.db)
  const second = await nameOf()
  assert.notEqual(second, first)
  assert.equal((await shares.preview(first)).isCurrent, false)
  assert.equal((await shares.preview(second)).isCurrent, true)
  assert.equal(drawn.length, 2)
  await sql`update property set status = 'unlisted', version = version + 1 where id = ${id}`.execute(app.db)
  await assert.rejects(shares.preview(second), DomainError)
})
