import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Question } from '../conversation/ports.ts'
import type { Passage } from '../retrieval/domain.ts'
import { createLocalOracle } from './local-oracle.ts'

const passage = (quote: string, more: Partial<Passage> = {}): Passage => ({
  fileId: 'f',
  name: 'letter.pdf',
  page: 2,
  quote,
  text: quote,
  heading: null,
  score: 1,
  isSure: true,
  start: 0,
  end: quote.length,
  ...more,
})
const asked = (more: Partial<Question>): Question => ({
  instructions: '',
  turns: [],
  text: 'When do I take Ramipril?',
  passages: [],
  files: [],
  pictures: [],
  extent: 'found' as const,
  searched: 1,
  ...more,
})
const file = (name: string, state: 'text' | 'picture' | 'no_text' | 'reading') => ({
  id: name,
  name,
  type: 'application/pdf',
  messageId: null,
  state,
})
async function answerTo(question: Question) {
  const pieces = []
  for await (const piece of createLocalOracle().answer(question, { signal: new AbortController().signal }))
    pieces.push(piece)
  return pieces.join('')
}

test('quotes answers word for word, with file, page, and heading, and leaves out uncertain ones', async () => {
  const passages = [
    passage('Take 5 mg of Ramipril in the morning.'),
    passage('Parking costs three dollars.', { isSure: false }),
    passage('- no potassium\n- no grapefruit', { page: null, name: 'note.txt', heading: 'Diet › Avoid' }),
  ]
  assert.equal(
    await answerTo(asked({ passages })),
    `From your files:

> Take 5 mg of Ramipril in the morning. [1]
>
> letter.pdf, page 2

> \\- no potassium  
> \\- no grapefruit [3]
>
> note.txt · Diet › Avoid

`,
  )
})

const CLAIM =
  /(?:documents?|files?|archivos|documentos) (?:do|does|did|no) (?:not )?(?:say|mention|contain|dicen|mencionan)/i

test('offers the closest match as such if nothing is certain, and talks only about its search', async () => {
  const passages = [passage('Parking costs three dollars.', { isSure: false })]
  const closest = await answerTo(asked({ passages }))
  assert.match(closest, /^I did not find an answer in your files\. These passages come closest:\n\n> Parking costs/)
  const nothing = await answerTo(asked({ text: 'Where is the wedding of Aunt Mary?' }))
  assert.match(nothing, /^I did not find anything about that in your files\.\n\nI searched for: wedding, Aunt, Mary\./)
  assert.match(nothing, /only quote your files\. Try different words\.$/)
  const spanish = await answerTo(asked({ text: '¿Dónde es la boda de mi tía?', passages }))
  assert.match(spanish, /^No encontré una respuesta en sus archivos\./)
  for (const said of [closest, nothing, spanish]) assert.doesNotMatch(said, CLAIM)
})

test('says which files it could not read, and what to do without files', async () => {
  const of = (more: Partial<Question>) => answerTo(asked({ searched: 0, ...more }))
  assert.match(await of({}), /no files to search[\s\S]*No AI model is connected, so I can only quote your files\.$/)
  assert.match(await of({ files: [file('scan.pdf', 'no_text')] }), /couldn't read any text in scan\.pdf\./)
  assert.match(await of({ files: [file('a.jpg', 'picture')] }), /can't see pictures/)
  assert.match(await of({ files: [file('a.pdf', 'reading')] }), /still reading a\.pdf/)
})
