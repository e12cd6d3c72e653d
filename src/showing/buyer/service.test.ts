import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { admin, createPast, makeOwner } from '../../../test/past.ts'
import type { Actor } from '../../platform/actor.ts'

let app: TestApp
let past: ReturnType<typeof createPast>
before(async () => {
  app = await testApp()
  past = createPast(app)
  app.clock.set('2026-11-21T20:00:00Z')
})
after(() => app.close())

type Who = { name: string; email: string; phone?: string }

async function store(home: string, startsAt: string, status: string, { name, email, phone }: Who) {
  const id = await past.store(home, { startsAt, status })
  await sql`update booking set buyer_name = ${name}, buyer_email = ${email},
    buyer_phone = ${phone ?? '(213) 555-0142'}, buyer_phone_e164 = ${phone ? '+14155550199' : '+12135550142'}, cancelled_by = case when status = 'cancelled' then 'buyer' end
    where id = ${id}`.execute(app.db)
  return id
}
const MARIA = { name: 'Maria Gomez', email: 'maria@b.example' }
const IVAN = { name: 'Ivan Petrov', email: 'ivan@b.example' }

test('all spellings of one email are one buyer, with the outcomes of all their showings', async () => {
  const { actor, ids } = await makeOwner(app, {}, {})
  const [home = '', other = ''] = ids
  await store(home, '2026-11-01T18:00:00Z', 'completed', MARIA)
  await store(other, '2026-11-02T18:00:00Z', 'no_show', { ...MARIA, email: 'MARIA@B.example' })
  await store(home, '2026-11-03T18:00:00Z', 'cancelled', MARIA)
  const latest = await store(home, '2026-11-28T18:00:00Z', 'confirmed', { ...MARIA, name: 'Maria Gomez-Ruiz' })
  await past.store(home, { startsAt: '2026-11-29T18:00:00Z', isDemo: true })
  const { buyers } = await app.buyerBook.list(actor, { limit: 50 })
  assert.equal(buyers.length, 1)
  const { id, name, showings, completed, noShows, cancellations } = buyers[0] ?? {}
  assert.deepEqual([id, name, showings, completed, noShows, cancellations], [latest, 'Maria Gomez-Ruiz', 4, 1, 1, 1])
  const history = await app.buyerBook.history(actor, { bookingId: latest, limit: 3 })
  const rest = await app.buyerBook.history(actor, { bookingId: latest, limit: 3, cursor: history.nextCursor })
  assert.deepEqual(
    [...history.showings, ...rest.showings].map(({ status }) => status),
    ['confirmed', 'cancelled', 'no_show', 'completed'],
  )
})

test('an agent searches buyers by name, email, or phone, and reads them page by page', async () => {
  const { actor, ids } = await makeOwner(app, {})
  const [home = ''] = ids
  await store(home, '2026-11-01T18:00:00Z', 'completed', MARIA)
  await store(home, '2026-11-02T18:00:00Z', 'completed', { ...IVAN, phone: '(415) 555-0199' })
  await store(home, '2026-11-03T18:00:00Z', 'completed', { name: 'Sofía Hernández', email: 'sofia@b.example' })
  const names = async (q?: string) => (await app.buyerBook.list(actor, { q, limit: 50 })).buyers.map(({ name }) => name)
  assert.deepEqual(await names(), ['Sofía Hernández', 'Ivan Petrov', 'Maria Gomez'])
  assert.deepEqual(await names('ivan petrov'), ['Ivan Petrov'])
  assert.deepEqual(await names('MARIA@b'), ['Maria Gomez'])
  assert.deepEqual(await names('555-0199'), ['Ivan Petrov'])
  for (const q of ['sofia', 'SOFÍA hernandez', 'Sófia', 'Sofi\u0301a'])
    assert.deepEqual(await names(q), ['Sofía Hernández'], q)
  assert.deepEqual(await names('Petróv'), ['Ivan Petrov'])
  assert.deepEqual(await names('nobody'), [])
  const first = await app.buyerBook.list(actor, { limit: 2 })
  const rest = await app.buyerBook.list(actor, { limit: 2, cursor: first.nextCursor })
  assert.deepEqual([first.buyers.length, rest.buyers.map(({ name }) => name)], [2, ['Maria Gomez']])
})

test('only the writer of a note sees it; another agent or an admin sees the buyer without it', async () => {
  const one = await makeOwner(app, {})
  const other = await makeOwner(app, {})
  const mine = await store(one.ids[0] ?? '', '2026-11-01T18:00:00Z', 'completed', MARIA)
  const theirs = await store(other.ids[0] ?? '', '2026-11-02T18:00:00Z', 'completed', MARIA)
  await app.buyerBook.writeNote(one.actor, mine, ' Wants a garage. ')
  const noteFor = async (actor: Actor, bookingId: string) =>
    (await app.buyerBook.history(actor, { bookingId, limit: 5 })).buyer.note
  assert.equal(await noteFor(one.actor, mine), 'Wants a garage.')
  assert.equal(await noteFor(other.actor, theirs), null)
  assert.equal(await noteFor(admin, mine), null)
  for (const call of [() => noteFor(other.actor, mine), () => app.buyerBook.writeNote(other.actor, mine, 'x')])
    await assert.rejects(call, { code: 'booking_not_found' })
  assert.equal((await app.buyerBook.writeNote(one.actor, mine, '  ')).note, null)
  await assert.rejects(app.buyerBook.list({ kind: 'visitor' }, { limit: 5 }), { code: 'unauthenticated' })
})
