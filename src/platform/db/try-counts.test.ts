import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testClock } from '../../../test/app.ts'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { createTryCounts } from './try-counts.ts'

let database: FreshDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.close())

const clock = testClock()
const countsOf = (secret = 'a secret of the tests') => createTryCounts({ db: database.db, clock, secret })

test('a window allows a number of tries, and begins with the first one', async () => {
  const limit = countsOf()('window', { tries: 3, seconds: 60 })
  assert.equal(await limit.take('one'), null)
  clock.advance({ seconds: 50 })
  assert.deepEqual([await limit.take('one'), await limit.take('one'), await limit.take('one')], [null, null, 10])
  assert.equal(await limit.take('another'), null)
  clock.advance({ seconds: 10 })
  assert.equal(await limit.take('one'), null)
})

test('after the free tries the waits grow, the longest one repeats, and a while without tries resets them', async () => {
  const limit = countsOf()('slower', { free: 2, delays: [1, 5], forgetSeconds: 100 })
  assert.deepEqual([await limit.take('one'), await limit.take('one')], [null, null])
  for (const waitSeconds of [1, 5, 5]) {
    assert.equal(await limit.take('one'), null)
    assert.equal(await limit.take('one'), waitSeconds)
    clock.advance({ seconds: waitSeconds })
  }
  clock.advance({ seconds: 100 })
  assert.deepEqual([await limit.take('one'), await limit.take('one')], [null, null])
})

test('a returned try does not count', async () => {
  const limit = countsOf()('given back', { free: 1, delays: [60], forgetSeconds: 3600 })
  for (let i = 0; i < 5; i++) {
    assert.equal(await limit.take('one'), null)
    await limit.returnTry('one')
  }
  assert.deepEqual([await limit.take('one'), await limit.take('one')], [null, null])
  assert.equal(await limit.take('one'), 60)
})

const at = (milliseconds: number) => {
  const shifted = { now: () => clock.now().add({ milliseconds }) }
  return createTryCounts({ db: database.db, clock: shifted, secret: 'a secret' })
}

test('parallel tries never exceed the limit', async () => {
  const limits = [0, 5, -5].map((milliseconds) => at(milliseconds)('parallel', { tries: 10, seconds: 60 }))
  const taken = await Promise.all(Array.from({ length: 60 }, (_, n) => limits[n % 3]?.take('one')))
  assert.equal(taken.filter((wait) => wait === null).length, 10)
})

test('does not refuse a process whose clock is slightly behind', async () => {
  const rule = { tries: 5, seconds: 60 }
  assert.equal(await at(5)('clocks', rule).take('one'), null)
  assert.equal(await at(-5)('clocks', rule).take('one'), null)
  await at(5)('clocks', rule).returnTry('one')
  assert.equal(await at(-5)('clocks', rule).take('one'), null)
})

test('limits of different names and secrets count apart', async () => {
  const rule = { tries: 1, seconds: 60 }
  const three = [countsOf()('a', rule), countsOf()('b', rule), countsOf('another secret')('a', rule)]
  for (const limit of three) assert.equal(await limit.take('one'), null)
  for (const limit of three) assert.equal(await limit.take('one'), 60)
})
