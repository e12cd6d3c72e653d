import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysIn, isSmallWord, languageOf, type Sign, searchedWords, signsOf, stemOf, wordsOf } from './term-domain.ts'

const VERBS: [string, string][] = [
  ['cuece', 'cocer'],
  ['remueva', 'remover'],
  ['doy', 'dar'],
  ['recojo', 'recogida'],
  ['duele', 'dolor'],
  ['cuesta', 'coste'],
  ['vuelvo', 'volver'],
]
for (const [one, other] of VERBS)
  test(`${one} is a form of ${other}`, () => assert.equal(stemOf(one, 'es'), stemOf(other, 'es')))

test('a contraction is not a content word', () => {
  assert.ok(isSmallWord(wordsOf("don't")[0] ?? ''))
  assert.ok(signsOf('Not suitable for the oven').has('rule'))
})

test('compares words without accents, case, and spelling variants', () => {
  assert.deepEqual(wordsOf("The doctor's CAFÉ"), ['the', 'doctor', 'cafe'])
  assert.deepEqual(wordsOf('$1,850.00'), ['1850'])
  assert.deepEqual(wordsOf('Follow-up'), ['follow', 'up', 'followup'])
  assert.deepEqual(wordsOf('Check up'), ['check', 'up', 'checkup'])
})

test('forms of a word have one stem, and words of two languages have two', () => {
  for (const [one, other, language] of [
    ['appointments', 'appointment', 'en'],
    ['paid', 'paying', 'en'],
    ['allergies', 'allergic', 'en'],
    ['medicamentos', 'medicamento', 'es'],
    ['citas', 'cita', 'es'],
  ] as const)
    assert.equal(stemOf(one, language), stemOf(other, language), one)
  assert.notEqual(stemOf('wine', 'es'), stemOf('winning', 'en'))
})

test('a comparative is a form of its adjective, but an inflammation is not a form of its organ', () => {
  assert.equal(stemOf('heavier', 'en'), stemOf('heavy', 'en'))
  assert.equal(stemOf('earliest', 'en'), stemOf('early', 'en'))
  assert.notEqual(stemOf('hepatitis', 'en'), stemOf('hepatic', 'en'))
})

test('detects the language by the small words', () => {
  assert.equal(languageOf('When is my next appointment?'), 'en')
  assert.equal(languageOf('¿Cuándo es mi próxima cita?'), 'es')
  assert.equal(languageOf('Ramipril 5 mg'), null)
})

test('the search reports the words as typed', () => {
  assert.deepEqual(searchedWords('Where is the wedding of Aunt Mary?'), ['wedding', 'Aunt', 'Mary'])
})

const SIGNS: [string, Sign[]][] = [
  ['Cardiology clinic with Dr. Lin on November 24', ['date', 'person']],
  ['Call (213) 555-0188', ['phone']],
  ['Take 5 mg twice a day', ['dose', 'duration']],
  ['The rent is $1,850', ['money']],
  ['La renta es de 815 euros', ['money']],
  ['LDL  157  H  0 - 99', ['flag']],
  ['4410 Tanner Mill Road', ['address']],
  ['Do not drive', ['rule']],
  ['12 de noviembre a las 10:45', ['date', 'time']],
]
for (const [text, signs] of SIGNS)
  test(`${text} names ${signs.join(', ')}`, () => {
    for (const sign of signs) assert.ok(signsOf(text).has(sign), sign)
  })

test('reads days in both languages, and takes the nearest one without a year', () => {
  const today = Temporal.PlainDate.from('2026-11-21')
  const days = (text: string, language: 'en' | 'es') =>
    daysIn(text, today, language).map(({ day, said }) => `${day} ${said}`)
  assert.deepEqual(days('January 12, 2027 and December 8', 'en'), [
    '2027-01-12 January 12, 2027',
    '2026-12-08 December 8',
  ])
  assert.deepEqual(days('due 03/04/2027', 'en'), ['2027-03-04 03/04/2027'])
  assert.deepEqual(days('el 3/4/2027 o el 5 de enero', 'es'), ['2027-04-03 3/4/2027', '2027-01-05 5 de enero'])
  assert.deepEqual(days('February 30, 2027', 'en'), [])
})
