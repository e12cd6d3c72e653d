import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFollowUp, joinedWith, readQuestion, type Wish, withoutNames } from './domain.ts'

const WISHES: [string, Wish][] = [
  ['When is my next appointment?', 'next'],
  ['¿Cuándo es mi próxima cita?', 'when'],
  ['Who is the landlord?', 'who'],
  ['How much do I owe?', 'amount'],
  ['Which medicines should I take?', 'list'],
  ['¿Qué medicamentos debo tomar?', 'list'],
  ['Is my cholesterol too high?', 'level'],
  ['Summarize my lab report', 'summary'],
  ['What is the phone number of the clinic?', 'phone'],
  ['Can I drink wine?', 'may'],
]
for (const [text, wish] of WISHES) test(`${text} wishes ${wish}`, () => assert.ok(readQuestion(text).wishes.has(wish)))

test('what is asked about are the words of the matter, with what may be said for them', () => {
  const matters = (text: string) => readQuestion(text).matters.map(({ words }) => words.join(' '))
  assert.deepEqual(matters('Please tell me: how much is the emergency room?'), ['emergency room'])
  assert.deepEqual(matters('...'), [])
  const said = (text: string) =>
    readQuestion(text).matters.flatMap(({ alternatives }) => alternatives.map(({ terms }) => terms.join(' ')))
  assert.ok(said('ER').includes('emerg room'))
  assert.ok(said('wine').includes('alcohol'))
  assert.ok(!said('wine').includes('beer'))
  assert.ok(said('medicine').includes('~medicament'))
})

const FOLLOW_UPS: [string, boolean][] = [
  ['And how often?', true],
  ['When should I take it?', true],
  ['¿y hasta cuándo?', true],
  ['What about them?', true],
  ['beer', false],
  ['Where do I send an appeal?', false],
  ['Is it safe to drive?', false],
  ['Summarize this document about rent', false],
]
for (const [text, is] of FOLLOW_UPS)
  test(`${text} ${is ? 'goes on with' : 'stands without'} the question before`, () =>
    assert.equal(isFollowUp(text), is))

test('of a joined question the earlier matters are marked', () => {
  const { matters } = joinedWith(readQuestion('how often?'), readQuestion('How much ramipril?'))
  assert.deepEqual(
    matters.map(({ words, isEarlier }) => [words.join(' '), isEarlier]),
    [['ramipril', true]],
  )
})

test('the name of a file is not what is asked about', () => {
  const { text, named } = withoutNames('What does Lab-Report.txt say about iron?', ['lab-report.txt', 'lease.pdf'])
  assert.deepEqual([named, /report/i.test(text)], [['lab-report.txt'], false])
})
