import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { readCursor, wantedOf, writeCursor } from './domain.ts'

const order = fc.constantFrom('newest' as const, 'oldest' as const)
const place = fc.record({ atMicros: fc.maxSafeNat(), id: fc.uuid() })

test('a cursor leads to the place that it was made of, to the microsecond, and in its own order alone', () => {
  fc.assert(
    fc.property(order, place, (of, at) => {
      const cursor = writeCursor(of, at)
      assert.deepEqual(readCursor(cursor, of), { ...at })
      assert.throws(() => readCursor(cursor, of === 'newest' ? 'oldest' : 'newest'), /another order/)
    }),
  )
  assert.equal(readCursor(undefined, 'newest'), null)
})

test('what is no cursor of ours is refused', () => {
  fc.assert(fc.property(fc.string(), (text) => assert.throws(() => readCursor(text, 'newest'), /not one of ours/)))
  const id = '01900000-0000-7000-8000-000000000000'
  for (const cursor of [
    `newest_1.5_${id}`,
    `newest_9999999999999999_${id}`,
    `newest__${id}`,
    'newest_1_x',
    `latest_1_${id}`,
  ])
    assert.throws(() => readCursor(cursor, 'newest'), { code: 'invalid' })
})

test('a search needs words or a creator; a name is folded and may be written as people write it', () => {
  assert.deepEqual(wantedOf({ query: '  misty sea ', creator: '' }), { words: 'misty sea', creator: null })
  assert.deepEqual(wantedOf({ query: '', creator: ' @DreamyMuse7' }), { words: null, creator: 'dreamymuse7' })
  for (const nothing of ['', '   '])
    assert.throws(() => wantedOf({ query: nothing, creator: nothing }), { kind: 'invalid', code: 'invalid' })
})
