import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { eachPage, ID, INSTANT, INTEGER, readPage, SEQUENCE, textOf } from './paging.ts'

const ORDERS = ['date', '-date'] as const
const NO_ID = '0199a0c0-0000-7000-8000-000000000001'
const isRefused = {
  kind: 'invalid',
  code: 'invalid',
  issues: [{ path: 'cursor', message: 'This cursor is invalid' }],
}

const instants = fc
  .date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const microseconds = fc
  .tuple(instants, fc.nat(999))
  .map(([at, micros]) => at.replace('Z', `${String(micros).padStart(3, '0')}Z`))

/** Reads the cursor of a list's last row. */
function walked<Place extends object>(values: Parameters<typeof readPage<Place>>[0], row: Place) {
  const { nextCursor } = readPage(values, { limit: 1 }).cut([row, row])
  assert.ok(nextCursor && nextCursor.length <= 200, 'longer than a query may be')
  return readPage(values, { cursor: nextCursor, limit: 1 }).after
}

test('a cursor leads back to its place', () => {
  const id = fc.uuid()
  fc.assert(fc.property(fc.record({ id }), (row) => assert.deepEqual(walked({ id: ID }, row), { ...row })))
  fc.assert(
    fc.property(fc.record({ at: fc.oneof(instants, microseconds), id }), (row) =>
      assert.deepEqual(walked({ at: INSTANT, id: ID }, row), { ...row }),
    ),
  )
  fc.assert(
    fc.property(fc.record({ atMicros: fc.maxSafeInteger(), id }), (row) =>
      assert.deepEqual(walked({ atMicros: INTEGER, id: ID }, row), { ...row }),
    ),
  )
  fc.assert(
    fc.property(
      fc.record({
        at: instants,
        vendor: fc.constantFrom<string>('lob', 'stripe'),
        id: fc.stringMatching(/^[\w:.-]{1,120}$/),
      }),
      (row) =>
        assert.deepEqual(walked({ at: INSTANT, vendor: textOf('[a-z]+'), id: textOf('[\\w:.-]{1,120}') }, row), {
          ...row,
        }),
    ),
  )
  const difference = { at: '2026-11-21T10:00:00.000Z', kind: 'not_refunded_yet', id: NO_ID }
  assert.deepEqual(walked({ at: INSTANT, kind: textOf('[a-z_]+'), id: ID }, difference), difference)
})

test('a cursor works only in its own order', () => {
  const values = { at: INSTANT, id: ID }
  fc.assert(
    fc.property(fc.constantFrom(...ORDERS), fc.record({ at: instants, id: fc.uuid() }), (is, row) => {
      const { nextCursor: cursor } = readPage(values, { limit: 1 }, { of: ORDERS, is }).cut([row, row])
      assert.deepEqual(readPage(values, { cursor, limit: 1 }, { of: ORDERS, is }).after, { ...row })
      const other = { of: ORDERS, is: is === 'date' ? '-date' : 'date' }
      const issues = [{ path: 'cursor', message: 'This cursor is for a different sort order' }]
      assert.throws(() => readPage(values, { cursor, limit: 1 }, other), { kind: 'invalid', issues })
    }),
  )
})

test('refuses any other cursor, at its field', () => {
  const read = (cursor: string | number) => () =>
    readPage({ at: INSTANT, id: ID }, { cursor, limit: 1 }, { of: ORDERS, is: 'date' })
  fc.assert(fc.property(fc.string({ minLength: 1 }), (cursor) => assert.throws(read(cursor), isRefused)))
  for (const cursor of [
    'date__',
    `date_2026-02-30T10:00:00.000Z_${NO_ID}`,
    `date_0000-01-01T10:00:00.000Z_${NO_ID}`,
    `name_2026-11-21T10:00:00.000Z_${NO_ID}`,
    // A year that Date accepts and PostgreSQL does not.
    `date_+275760-09-13T00:00:00.000Z_${NO_ID}`,
    `date_2026-11-21T10:00:00.000Z_${NO_ID}_more`,
    `date_2026-11-21T10:00:00.000Z_${'-'.repeat(36)}`,
    `2026-11-21T10:00:00.000Z_${NO_ID}`,
    `date_2026-11-21T10:00:00.000Z_${NO_ID}\n`,
    '-date_x_y',
  ])
    assert.throws(read(cursor), isRefused, cursor)
  for (const cursor of ['no', '0', '-1', '1.5', '01', '9'.repeat(16), 0])
    assert.throws(() => readPage({ id: SEQUENCE }, { cursor, limit: 1 }), isRefused, String(cursor))
  for (const cursor of ['1.5', '9'.repeat(16), '--1'])
    assert.throws(() => readPage({ id: INTEGER }, { cursor, limit: 1 }), isRefused, cursor)
})

test('starts with the first page without a cursor, and reads an ID in any case', () => {
  for (const cursor of [undefined, null, '']) assert.equal(readPage({ id: ID }, { cursor, limit: 1 }).after, null)
  assert.deepEqual(readPage({ id: ID }, { cursor: NO_ID.toUpperCase(), limit: 1 }).after, { id: NO_ID })
  assert.deepEqual(readPage({ id: SEQUENCE }, { cursor: 17, limit: 1 }).after, { id: 17 })
})

test('reads one extra row to see whether there is another page', () => {
  const page = readPage({ id: SEQUENCE }, { limit: 2 })
  assert.equal(page.limit, 3)
  const rows = [{ id: 9 }, { id: 8 }, { id: 7 }]
  assert.deepEqual(page.cut(rows), { shown: rows.slice(0, 2), nextCursor: '8' })
  assert.deepEqual(page.cut(rows.slice(0, 2)), { shown: rows.slice(0, 2), nextCursor: null })
  assert.deepEqual(page.cut([]), { shown: [], nextCursor: null })
})

test('a walk reads each row once, with any page size, and no more than requested', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(20), fc.integer({ min: 1, max: 7 }), async (count, limit) => {
      const all = Array.from({ length: count }, (_, at) => at)
      let asked = 0
      const find = async (last: number | null) => {
        asked++
        return all.slice(last === null ? 0 : last + 1).slice(0, limit)
      }
      const met = []
      for await (const page of eachPage(limit, find)) {
        assert.ok(page.length > 0)
        met.push(...page)
      }
      assert.deepEqual(met, all)
      assert.equal(asked, Math.floor(count / limit) + 1)
    }),
  )
  for await (const page of eachPage(1, async () => [1])) {
    assert.deepEqual(page, [1])
    break
  }
})
