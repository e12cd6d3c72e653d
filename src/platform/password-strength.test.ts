import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { character, fc } from '../../test/dice.ts'
import { findWeakness } from './password-strength.ts'

const own = [
  'ShowingBooker',
  'Showing',
  'Booker',
  'maria.gonzalez@agents.example.com',
  'maria',
  'gonzalez',
  'Maria',
  'González',
]

describe('says why a password is easy to guess', () => {
  for (const [password, weakness] of [
    ['password12', 'common'],
    ['Passw0rd!23', 'common'],
    ['P@$$w0rd2026', 'common'],
    ['letmein1234', 'common'],
    ['iloveyou2026!', 'common'],
    ['Summer2026!', 'common'],
    ['1234567890', 'common'],
    ['qwertyuiop', 'common'],
    ['          ', 'pattern'],
    ['aaaaaaaaaaaa', 'pattern'],
    ['a'.repeat(128), 'pattern'],
    ['2026-11-22', 'pattern'],
    ['abcdefghijkl', 'pattern'],
    ['ShowingBooker1', 'own_words'],
    ['showingbooker2026', 'own_words'],
    ['Booker Showing', 'own_words'],
    ['Sh0wingB00ker!', 'own_words'],
    ['5h0w1ng-B00k3r', 'own_words'],
    ['G0nz@1ez2026!', 'own_words'],
    ['maria.gonzalez', 'own_words'],
    ['gonzalez1990', 'own_words'],
    ['maria.gonzalez@agents.example.com', 'own_words'],
  ] as const)
    test(JSON.stringify(password.slice(0, 40)), async () => assert.equal(await findWeakness(password, own), weakness))
})

describe('accepts a good password', () => {
  for (const password of [
    'correct horse battery staple',
    'a password of the tests',
    'kitchen-window-mango',
    'my dog eats socks',
    'Xk8#mQ2$vL',
    'горшок-на-окне',
    'パスワード安全な文',
    'gonzalez kitchen window mango',
    'g0nza1ez kitchen window mango',
  ])
    test(password, async () => assert.equal(await findWeakness(password, own), null))
})

test('never refuses sixteen random characters, and no input causes an error', async () => {
  const random = fc.array(fc.integer({ min: 33, max: 126 }), { minLength: 16, maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: character, minLength: 10, maxLength: 128 }), random, async (any, codes) => {
      await findWeakness(any, own)
      const typed = String.fromCharCode(...codes)
      fc.pre(new Set(codes).size > 12)
      assert.equal(await findWeakness(typed, own), null, typed)
    }),
    { numRuns: 40 },
  )
})
