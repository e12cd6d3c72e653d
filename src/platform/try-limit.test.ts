import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Count, countingTries } from './try-limit.ts'

class Refused extends Error {}
function limitOf(tries: number): Count {
  let left = tries
  const limit = {
    take: async () => {
      if (left === 0) return 60
      left--
      return null
    },
    returnTry: async () => {
      left++
    },
  }
  return { limit, key: 'somebody', refuse: (waitSeconds) => new Refused(`${waitSeconds > 0}`) }
}

test('counts an action that succeeds, and not one that fails, does nothing, or is refused', async () => {
  const [wide, narrow] = [limitOf(3), limitOf(1)]
  const fails = () => Promise.reject(new Error('failed'))
  for (let n = 0; n < 5; n++) await assert.rejects(countingTries([wide, narrow], fails), /failed/)
  for (let n = 0; n < 5; n++)
    assert.equal(
      await countingTries(
        [wide, narrow],
        async () => 'nothing',
        (done) => done !== 'nothing',
      ),
      'nothing',
    )
  assert.equal(await countingTries([wide, narrow], async () => 'done'), 'done')
  for (let n = 0; n < 5; n++)
    await assert.rejects(
      countingTries([wide, narrow], async () => 'done'),
      Refused,
    )
  for (let n = 0; n < 2; n++) assert.equal(await countingTries([wide], async () => 'done'), 'done')
  await assert.rejects(
    countingTries([wide], async () => 'done'),
    (error) => error instanceof Refused && error.message === 'true',
  )
})

test('a try that cannot be returned does not hide why an action failed', async () => {
  const one = limitOf(1)
  const away = { ...one, limit: { ...one.limit, returnTry: () => Promise.reject(new Error('the database is away')) } }
  await assert.rejects(
    countingTries([away], () => Promise.reject(new Error('taken'))),
    /taken/,
  )
})
