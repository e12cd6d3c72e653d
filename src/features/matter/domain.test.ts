import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likeTerms, mattersOf } from './domain.ts'

const said = (text: string) =>
  mattersOf(text.split(' '), () => true).flatMap(({ alternatives }) => alternatives.map(({ terms }) => terms.join(' ')))

/** How people ask, and what papers say in either language. */
const LIKE: [string, string][] = [
  ['janitor', 'caretak'],
  ['stinks', 'smell'],
  ['hotline', 'servic line'],
  ['locked out', 'lockout'],
  ['calories', 'kcal'],
  ['mechanic', 'shop'],
  ['blame', 'fault'],
  ['fired', '~desp'],
  ['boss', 'supervisor'],
  ['salary', '~nomin'],
  ['kidney', '~rinon'],
  ['pee', 'urin'],
  ['nevera', 'fridg'],
  ['averia', 'fault'],
  ['matricula', 'tuition'],
  ['equipaje', 'luggag'],
]
for (const [word, other] of LIKE)
  test(`${word} is also said as ${other}`, () => assert.ok(said(word).includes(other), said(word).join(', ')))

test('what is left of a phrase counts less than the phrase', () => {
  const [matter] = mattersOf(['locked', 'out'], () => true)
  assert.equal(matter?.alternatives.find(({ terms }) => terms.join(' ') === 'lock')?.weight, 0.6)
})

test('a misspelled word is like another by its length', () => {
  assert.deepEqual(likeTerms('metformine', ['metformin', 'portal']), [{ terms: ['metformin'], weight: 0.8 }])
  assert.deepEqual(likeTerms('portugal', ['portal']), [])
})
