import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMsOf } from '../../../test/cpu-time.ts'
import { isAboutWhole, joinedWith, readQuestion, withoutNames } from './question-domain.ts'
import type { Wish } from './wish-domain.ts'

const WISHES: [string, Wish][] = [
  ['When is my next appointment?', 'next'],
  ['¿Cuándo es mi próxima cita?', 'when'],
  ['Who is the landlord?', 'who'],
  ['How much do I owe?', 'amount'],
  ['Which medicines should I take?', 'list'],
  ['What do I still have to send them?', 'list'],
  ['monthly fee', 'amount'],
  ['¿Qué medicamentos debo tomar?', 'list'],
  ['Is my cholesterol too high?', 'level'],
  ['Summarize my lab report', 'summary'],
  ['What is the phone number of the clinic?', 'phone'],
  ['Can I drink wine?', 'may'],
]
for (const [text, wish] of WISHES) test(`${text} wishes ${wish}`, () => assert.ok(readQuestion(text).wishes.has(wish)))

test('finds the words that a question is about, with their synonyms', () => {
  const matters = (text: string) => readQuestion(text).matters.map(({ words }) => words.join(' '))
  assert.deepEqual(matters('Please tell me: how much is the emergency room?'), ['emergency room', 'price'])
  assert.deepEqual(matters('...'), [])
  assert.deepEqual(matters('¿Cuánto tiempo estoy de baja?'), ['baja'])
  assert.deepEqual(matters('whats the deductible'), ['deductible'])
  const said = (text: string) =>
    readQuestion(text).matters.flatMap(({ alternatives }) => alternatives.map(({ terms }) => terms.join(' ')))
  assert.ok(said('ER').includes('emerg room'))
  assert.ok(said('wine').includes('alcohol'))
  assert.ok(!said('wine').includes('beer'))
  assert.ok(said('medicine').includes('~medicament'))
})

const SUMMARIES: [string, boolean][] = [
  ['Summarize my letter', true],
  ['What is this letter about?', true],
  ['Explain this report', true],
  ['Give me the main points in plain English', true],
  ['What does the lease say?', true],
  ['¿Qué dice mi contrato?', true],
  ['¿De qué va este documento?', true],
  ['Explícame el informe en pocas palabras', true],
  ['What is the letter from the insurance about?', true],
  ['Sum it up for me', true],
  ['What does the lease say about pets?', false],
  ['Explain the deductible', false],
  ['Summarize what it says about pets', false],
]
for (const [text, is] of SUMMARIES)
  test(`${text} asks ${is ? 'for the whole' : 'for something in it'}`, () =>
    assert.equal(
      isAboutWhole(readQuestion(text), () => false),
      is,
    ))

const IMPORTANCES: [string, [string, number][]][] = [
  // What someone wants, who it is for, and words that tell little count less than the subject.
  [
    'What does the parking cost?',
    [
      ['parking', 1],
      ['cost', 0.5],
    ],
  ],
  [
    'Can my daughter swim?',
    [
      ['daughter', 0.55],
      ['swim', 1],
    ],
  ],
  [
    'Which numbers do I need for the visa?',
    [
      ['need', 0.25],
      ['visa', 1],
    ],
  ],
  [
    'Can I pause it while I travel?',
    [
      ['pause', 1],
      ['travel', 0.6],
    ],
  ],
  // What is said before the question counts less, unless the question itself says nothing more.
  [
    'My daughter is 12, can she get a library card?',
    [
      ['library', 1],
      ['daughter', 0.33],
    ],
  ],
  ['I lost my fob. What does it cost?', [['fob', 1]]],
  // If the question itself has no topic, it is about the statement.
  ['I gained weight. Should I worry?', [['gained', 1]]],
  // A condition says less than the question.
  [
    'If the house burns down who pays for the hotel?',
    [
      ['burns', 0.6],
      ['hotel', 1],
    ],
  ],
  // Whether something is insured, and in which paper, says less than the thing itself.
  [
    'Is my bicycle covered by the insurance?',
    [
      ['bicycle', 1],
      ['insurance', 0.5],
    ],
  ],
  [
    'What about the crown in this letter?',
    [
      ['crown', 1],
      ['letter', 0.25],
    ],
  ],
  // A phrase says more than its words.
  ['Is the crown cheaper next year?', [['next', 0.7]]],
  ['Me duele la cabeza, ¿puedo tomar ibuprofeno?', [['ibuprofeno', 1]]],
]
for (const [text, expected] of IMPORTANCES)
  test(`finds the topic of: ${text}`, () => {
    const { matters } = readQuestion(text)
    for (const [word, importance] of expected)
      assert.equal(
        Number(matters.find(({ words }) => words.includes(word))?.importance.toFixed(2)),
        importance,
        `${word}: ${JSON.stringify(matters.map((one) => [one.words, one.importance]))}`,
      )
  })

test('marks the earlier words of a joined question', () => {
  const { matters } = joinedWith(readQuestion('how often?'), readQuestion('How much ramipril?'))
  assert.deepEqual(
    matters.map(({ words, isEarlier }) => [words.join(' '), isEarlier]),
    [['ramipril', true]],
  )
})

test("does not take a file's name for the topic of a question", () => {
  const { text, named } = withoutNames('What does Lab-Report.txt say about iron?', ['lab-report.txt', 'lease.pdf'])
  assert.deepEqual([named, /report/i.test(text)], [['lab-report.txt'], false])
})

const WISHED: [string, string[], string[]][] = [
  ['When should I go to the emergency room?', ['list'], ['when']],
  ['¿Cuándo tengo que llamar?', ['list'], ['when']],
  ['When should I come for my next appointment?', ['when', 'next'], []],
  ['¿Una copa de vez en cuando?', [], ['when']],
  ['We had a leak. What do we have to do?', ['steps'], []],
  ['What is the most I can get?', ['amount'], []],
  ["What is our cat's name?", ['name'], []],
]
for (const [text, has, hasNot] of WISHED)
  test(`${text} wants ${has.join(' and ') || 'no day'}`, () => {
    const { wishes } = readQuestion(text)
    assert.deepEqual(
      [has.filter((one) => !wishes.has(one as never)), hasNot.filter((one) => wishes.has(one as never))],
      [[], []],
    )
  })

test('an answer must have what the question requires', () => {
  const { matters } = readQuestion('Does the building have a gym?')
  assert.deepEqual(
    matters.map(({ words, isMust }) => [words.join(' '), isMust]),
    [
      ['building', undefined],
      ['gym', true],
    ],
  )
})

test("what a question wants counts little next to the previous question's topic", () => {
  const { matters } = joinedWith(readQuestion('¿y cuánto cuestan?'), readQuestion('¿Qué días son las clases?'))
  const [asked, earlier] = ['cuestan', 'clases'].map((word) => matters.find(({ words }) => words.includes(word)))
  assert.ok((asked?.importance ?? 1) < (earlier?.importance ?? 0), JSON.stringify(matters))
})

test('a past event needs a day, and an amount needs a number', () => {
  const isNeeded = (question: string, answer: string) => readQuestion(question).needs.every((need) => need.test(answer))
  assert.ok(!isNeeded('When did I buy it?', '2 years from the date of purchase'))
  assert.ok(isNeeded('When did I buy it?', 'bought on march 3'))
  assert.ok(!isNeeded('¿Cuándo me pusieron la vacuna?', 'cuando hayan pasado dos semanas'))
  assert.ok(!isNeeded('How much is it?', 'keep the receipts'))
  assert.ok(isNeeded('How much is it?', 'it is free of charge'))
  assert.ok(isNeeded('How much is it?', '$15'))
})

test('does not take a word of one language for a different word of the other', () => {
  const said = (text: string) =>
    readQuestion(text).matters.flatMap(({ alternatives }) => alternatives.map(({ terms }) => terms.join(' ')))
  assert.ok(!said('¿Qué no puedo comer?').includes('attend'))
  assert.ok(said('¿Qué no puedo comer?').includes('~com'))
  assert.equal(readQuestion('Did I have covid?').matters[0]?.importance, 1)
})

test('an action is recognized by its place in a question', () => {
  const doings = (text: string) =>
    readQuestion(text).matters.flatMap(({ words, isDoing }) => (isDoing ? [words.join(' ')] : []))
  assert.deepEqual(doings('How do I froth milk?'), ['froth'])
  assert.deepEqual(doings('My coffee is lukewarm'), ['lukewarm'])
  assert.deepEqual(doings('¿Cuándo echo la sal?'), ['echo'])
  assert.deepEqual(doings('What is my blood type?'), [])
})

test('reads a message of many sentences quickly', () => {
  for (const part of ['. ', 'i. ', 'Dr. 1.', 'why? ']) {
    const ms = cpuMsOf(() => void readQuestion(part.repeat(8_000).slice(0, 8_000)))
    assert.ok(ms < 500, `${part}: ${ms} ms`)
  }
})
