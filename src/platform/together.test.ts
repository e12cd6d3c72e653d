import assert from 'node:assert/strict'
import { test } from 'node:test'
import { together } from './together.ts'

/** Answers each item in capitals, once the test calls `open`. */
function gated() {
  const groups: { items: string[]; open(): void }[] = []
  const answer = (items: string[]) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    groups.push({ items, open: resolve })
    return promise.then(() => items.map((item) => item.toUpperCase()))
  }
  return { groups, answer }
}
const turn = () => new Promise(setImmediate)

test('calls in one turn form one group, and calls a moment later form the next one', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { groups, answer } = gated()
  const ask = together(answer)
  const first = [ask('a'), ask('b')]
  await turn()
  const second = [ask('c'), ask('d'), ask('e')]
  await turn()
  assert.deepEqual(
    groups.map(({ items }) => items),
    [['a', 'b']],
  )
  groups[0]?.open()
  assert.deepEqual(await Promise.all(first), ['A', 'B'])
  second.push(ask('f'))
  await turn()
  assert.equal(groups.length, 1)
  t.mock.timers.tick(10)
  await turn()
  groups[1]?.open()
  assert.deepEqual(await Promise.all(second), ['C', 'D', 'E', 'F'])
  assert.equal(groups.length, 2)
})

test('limits the size of a group, and never puts one key in it twice', async () => {
  const asked: string[][] = []
  const ask = together(
    async (items: string[]) => {
      asked.push(items)
      return items
    },
    { most: 2, keyOf: (item) => item },
  )
  assert.deepEqual(await Promise.all(['a', 'a', 'b', 'c', 'a'].map(ask)), ['a', 'a', 'b', 'c', 'a'])
  assert.deepEqual(asked, [['a', 'b'], ['a', 'c'], ['a']])
})

test('if a group fails, each call has its own outcome', async () => {
  const asked: string[][] = []
  const ask = together(async (items: string[]) => {
    asked.push(items)
    if (items.includes('bad')) throw new Error('refused')
    return items
  })
  const outcomes = await Promise.allSettled([ask('good'), ask('bad'), ask('fine')])
  assert.deepEqual(
    outcomes.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
    ['good', 'refused', 'fine'],
  )
  assert.deepEqual(asked, [['good', 'bad', 'fine'], ['good'], ['bad'], ['fine']])
})

test('a group that hangs does not block the calls after it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { groups, answer } = gated()
  const ask = together(answer)
  const stuck = ask('stuck')
  await turn()
  const next = ask('next')
  await turn()
  assert.equal(groups.length, 1)
  t.mock.timers.tick(100)
  await turn()
  groups[1]?.open()
  assert.equal(await next, 'NEXT')
  groups[0]?.open()
  assert.equal(await stuck, 'STUCK')
})
