import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Passage, Question } from '../features/oracle/ports.ts'
import { bestQuotes, createLocalOracle } from './local-oracle.ts'

const passage = (quote: string, score: number, more: Partial<Passage> = {}): Passage => ({
  ...{ fileId: 'f', name: 'letter.pdf', page: 2, quote, text: quote, score, start: 0, end: quote.length },
  ...more,
})
const asked = (more: Partial<Question>): Question => ({
  ...{ instructions: '', turns: [], text: 'When do I take Ramipril?', passages: [], files: [], pictures: [] },
  ...more,
})
const file = (name: string, state: 'text' | 'picture' | 'no_text' | 'reading') => ({
  ...{ id: name, name, type: 'application/pdf', messageId: null, state },
})
async function answerTo(question: Question) {
  const pieces = []
  for await (const piece of createLocalOracle().answer(question, { signal: new AbortController().signal }))
    pieces.push(piece)
  return pieces.join('')
}

test('it quotes the best first, word for word, with file and page, and says nothing twice', async () => {
  const passages = [
    passage('Take 5 mg of Ramipril in the morning.', 0.9),
    passage('Take 5 mg of Ramipril in the morning!', 0.88, { page: 7 }),
    passage('Ramipril is not taken together with potassium.', 0.6, { page: null, name: 'note.txt' }),
    passage('Parking costs three dollars.', 0.1),
  ]
  assert.deepEqual(
    bestQuotes(passages).map(({ quote }) => quote),
    ['Take 5 mg of Ramipril in the morning.', 'Ramipril is not taken together with potassium.'],
  )
  assert.equal(
    await answerTo(asked({ passages, files: [file('letter.pdf', 'text')] })),
    `This is what your files say, the best match first:

> Take 5 mg of Ramipril in the morning. [1]
>
> letter.pdf, page 2

> Ramipril is not taken together with potassium. [3]
>
> note.txt

`,
  )
})

test('five quotes at the most', () => {
  const words = ['red apples', 'blue boats', 'green gates', 'white walls', 'grey geese', 'black bears', 'pink pigs']
  assert.equal(bestQuotes(words.map((word, at) => passage(`Some ${word} here.`, 0.9 - at / 100))).length, 5)
})

test('where the files do not say, or cannot be read, or there is none, it says that and nothing else', async () => {
  const nothing = await answerTo(asked({ passages: [passage('Parking.', 0.05)], files: [file('letter.pdf', 'text')] }))
  assert.match(nothing, /^Your documents do not say\.\n\nI looked for these words: take, ramipril\./)
  assert.match(await answerTo(asked({})), /There is no file in this conversation[\s\S]*No AI model is connected/)
  assert.match(await answerTo(asked({ files: [file('scan.pdf', 'no_text')] })), /No text could be read in scan\.pdf\./)
  assert.match(await answerTo(asked({ files: [file('a.jpg', 'picture')] })), /I cannot see pictures/)
  assert.match(await answerTo(asked({ files: [file('a.pdf', 'reading')] })), /still reading a\.pdf/)
})
