import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { type EngineFailure, faultOf, pauseBefore, progressOf } from './domain.ts'

const failure = (more: Partial<EngineFailure> = {}): EngineFailure => ({
  isLeftAlone: false,
  isPermanent: false,
  isAboutRequest: false,
  reason: null,
  retryAfterSeconds: null,
  ...more,
})

const pauses: [name: string, failure: EngineFailure, tries: number, ms: number | null][] = [
  ['a first failure', failure(), 1, 1000],
  ['a second failure', failure(), 2, 4000],
  ['a third failure', failure(), 3, null],
  ['one that is for good', failure({ isPermanent: true }), 1, null],
  ['one that asks for a pause', failure({ retryAfterSeconds: 7 }), 1, 7000],
  ['one that asks for less than we wait', failure({ retryAfterSeconds: 0 }), 2, 4000],
  ['one that asks for too long a pause', failure({ retryAfterSeconds: 60 }), 1, null],
  ['an engine that is left alone for a while', failure({ isLeftAlone: true, retryAfterSeconds: 5 }), 1, 5000],
  ['an engine that is left alone for long', failure({ isLeftAlone: true, retryAfterSeconds: 30 }), 1, null],
]
for (const [name, of, tries, ms] of pauses)
  test(`${name} is ${ms === null ? 'not retried' : `retried after ${ms} ms`}`, () =>
    assert.equal(pauseBefore(of, tries), ms))

test('every failure says how many credits were returned', () => {
  const arbitrary = fc.record({
    isLeftAlone: fc.boolean(),
    isPermanent: fc.boolean(),
    isAboutRequest: fc.boolean(),
    reason: fc.option(fc.constant('No such thing.')),
    retryAfterSeconds: fc.constant(null),
  })
  fc.assert(
    fc.property(arbitrary, fc.integer({ min: 1, max: 4 }), fc.nat(3), (of, count, some) => {
      const drawn = Math.min(some, count - 1)
      const { code, message } = faultOf(of, { drawn, count })
      const back = count - drawn
      assert.ok(message.endsWith(back === 1 ? 'You got your credit back.' : `You got your ${back} credits back.`))
      assert.equal(code === 'partly_drawn', drawn > 0)
    }),
  )
})

test('progress rises with the images and is never 100 before the end', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.double({ noNaN: true }),
      fc.double({ noNaN: true }),
      (count, a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        for (let number = 0; number < count; number++) {
          const [first, second] = [low, high].map((share) => progressOf({ number, share, count })) as [number, number]
          assert.ok(first >= 0 && first <= second && second <= 99)
        }
      },
    ),
  )
  assert.equal(progressOf({ number: 1, share: 0.5, count: 2 }), 75)
})
