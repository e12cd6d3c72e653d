import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { differences, isSame, rebase } from './merge.ts'

const base = { rent: '3200', city: 'Los Angeles', hours: { monday: { start: '09:00' } } }

const cases = [
  { name: 'nothing changed', theirs: {}, mine: {}, values: {}, conflicts: [], news: [] },
  { name: 'only mine', theirs: {}, mine: { rent: '3300' }, values: { rent: '3300' }, conflicts: [], news: [] },
  { name: 'only theirs', theirs: { rent: '3100' }, mine: {}, values: { rent: '3100' }, conflicts: [], news: ['rent'] },
  {
    name: 'different members',
    theirs: { city: 'Glendale' },
    mine: { rent: '3300' },
    values: { city: 'Glendale', rent: '3300' },
    conflicts: [],
    news: ['city'],
  },
  {
    name: 'the same member, differently',
    theirs: { rent: '3100' },
    mine: { rent: '3300' },
    values: { rent: '3300' },
    conflicts: ['rent'],
    news: ['rent'],
  },
  {
    name: 'the same member, to the same',
    theirs: { hours: { monday: { start: '10:00' } } },
    mine: { hours: { monday: { start: '10:00' } } },
    values: { hours: { monday: { start: '10:00' } } },
    conflicts: [],
    news: [],
  },
]

for (const { name, theirs, mine, values, conflicts, news } of cases)
  test(`merging: ${name}`, () => {
    assert.deepEqual(rebase({ base, theirs: { ...base, ...theirs }, mine: { ...base, ...mine } }), {
      values: { ...base, ...values },
      conflicts,
      news,
    })
  })

test('my change to a member waits for my decision if it depends on a member that changed elsewhere', () => {
  const base = { phone: '1', consent: false, name: 'Rosa' }
  const sides = { base, theirs: { ...base, phone: '2' }, about: { consent: 'phone' } as const }
  const given = rebase({ ...sides, mine: { ...base, consent: true } })
  assert.deepEqual(given, { values: { ...base, phone: '2', consent: true }, conflicts: ['consent'], news: ['phone'] })
  assert.deepEqual(rebase({ ...sides, mine: { ...base, name: 'Ana' } }).conflicts, [])
  assert.deepEqual(rebase({ ...sides, theirs: base, mine: { ...base, consent: true } }).conflicts, [])
})

const side = fc.record({ a: fc.nat(2), b: fc.nat(2), c: fc.array(fc.nat(1), { maxLength: 2 }) })

test('a merge reports every change that it does not keep', () => {
  fc.assert(
    fc.property(side, side, side, (base, theirs, mine) => {
      const { values, conflicts, news } = rebase({ base, theirs, mine })
      for (const name of ['a', 'b', 'c'] as const) {
        const isMine = isSame(values[name], mine[name])
        const isTheirs = isSame(values[name], theirs[name])
        assert.ok(isMine || isTheirs)
        if (!isSame(mine[name], base[name])) assert.ok(isMine, 'my text stays')
        if (!isTheirs) assert.equal(conflicts.includes(name), !isSame(theirs[name], base[name]))
        if (!isMine) assert.ok(news.includes(name), 'the merge names what changed elsewhere')
      }
    }),
  )
})

test('differences depend on content, not on identity or order', () => {
  assert.deepEqual(differences({ a: { x: 1, y: [1, 2] }, b: 1 }, { a: { y: [1, 2], x: 1 }, b: 2 }), ['b'])
  assert.equal(isSame([1], { 0: 1 }), false)
  assert.equal(isSame({ a: undefined }, { b: undefined }), false)
  assert.equal(isSame(null, {}), false)
})
