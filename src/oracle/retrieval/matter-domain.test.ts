import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinTerms, likeTerms, mattersOf, nearTerms } from './matter-domain.ts'

const said = (text: string) =>
  mattersOf(text.split(' '), () => true).flatMap(({ alternatives }) => alternatives.map(({ terms }) => terms.join(' ')))

/** How people ask, and what papers say, in either language. */
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
  ['burglary', 'theft'],
  ['flooding', 'surfac water'],
  ['airbnb', 'rent'],
  ['discount', 'credit'],
  ['engordado', '~pes'],
  ['copita', '~cop'],
  ['cervecita', 'alcohol'],
]
for (const [word, other] of LIKE)
  test(`${word} is also said as ${other}`, () => assert.ok(said(word).includes(other), said(word).join(', ')))

test('part of a phrase counts less than the phrase', () => {
  const [matter] = mattersOf(['locked', 'out'], () => true)
  assert.equal(matter?.alternatives.find(({ terms }) => terms.join(' ') === 'lock')?.weight, 0.6)
})

test('a verb and its particle are one phrase, whatever is between them', () => {
  const [matter] = mattersOf(['pick', 'him', 'up'], () => true)
  assert.deepEqual(matter?.words, ['pick', 'up'])
})

const KIN: [string, string, boolean][] = [
  ['hernia', 'herniat', true],
  ['trainer', 'train', true],
  ['radiologist', 'radiolog', true],
  ['portugal', 'portal', false],
  ['car', 'carpet', false],
  ['internet', 'internal', false],
]
for (const [word, term, is] of KIN)
  test(`${word} is ${is ? 'kin to' : 'something else than'} ${term}`, () =>
    assert.equal(kinTerms(word, [term]).length > 0, is))

test('how much a misspelled word may differ depends on its length', () => {
  assert.deepEqual(likeTerms('metformine', ['metformin', 'portal']), [{ terms: ['metformin'], weight: 0.8 }])
  assert.deepEqual(likeTerms('portugal', ['portal']), [])
})

test('a word of similar meaning matches in either language and counts less', () => {
  const near = new Map([
    ['chicken', 'hen6 yellow3'],
    ['fenc', 'barrier5'],
  ])
  const weights = (word: string, language: 'en' | 'es') =>
    new Map(nearTerms(word, language, near).map(({ terms: [term = ''], weight }) => [term, weight]))
  assert.ok((weights('chicken', 'en').get('hen') ?? 1) < 0.5)
  assert.ok(!weights('chicken', 'en').has('yellow'))
  assert.ok((weights('chicken', 'en').get('~poll') ?? 0) > 0.8)
  assert.ok(weights('valla', 'es').has('fenc'))
  assert.ok((weights('valla', 'es').get('barrier') ?? 1) < (weights('valla', 'es').get('fenc') ?? 0))
})

test('a doctor is not yet a cardiologist', () => {
  const weightOf = (word: string, term: string) =>
    mattersOf([word], () => true)[0]?.alternatives.find(({ terms }) => terms.join(' ') === term)?.weight
  assert.equal(weightOf('doctor', 'cardiologist'), 0.7)
  assert.equal(weightOf('cardiologist', 'doctor'), 0.5)
})
