import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Indexed, indexOf } from '../document/index-domain.ts'
import { readQuestion } from './question-domain.ts'
import { bestNamed, type Candidate, namingOf, rank, weigh } from './ranking-domain.ts'

const TODAY = Temporal.PlainDate.from('2026-11-21')
const unit = (text: string, context = ''): Indexed => ({ text, context, columns: '' })

async function asked(question: string, files: Record<string, Indexed[]>) {
  const { matters, language, wishes, needs } = readQuestion(question)
  const postings = []
  for (const [fileId, units] of Object.entries(files))
    for (const [term, places] of await indexOf(units, async () => null)) postings.push({ fileId, term, places })
  const searched = Object.entries(files).map(([id, { length }]) => ({
    id,
    name: id,
    about: '',
    language,
    sentences: length,
    isOwn: true,
  }))
  const ranked = rank({ matters, language, files: searched, postings }, 20)
  const candidates = ranked.map((one): Candidate => {
    const { text = '', context = '' } = files[one.fileId]?.[one.number] ?? {}
    return { ...one, text, context, kind: 'sentence', section: 0, page: 1 }
  })
  return weigh({ matters, language, wishes, needs }, candidates, TODAY)
}

const OFFICE = [
  unit('The office is closed in January.'),
  unit('Vacation is 18 days a year.'),
  unit('Bring a photo ID.'),
]
const SURE: [string, string, boolean][] = [
  ['half of what was asked is no answer', 'Can I bring my dog to the office?', false],
  ['a word that tells little may be missing', 'Can my daughter come to the office?', true],
  ['all of what was asked is one', 'When is the office closed?', true],
  ['what is asked to be there must be', 'Does the office have a gym?', false],
  ['a name that is not written there is no answer', "What is the office's name?", false],
  ['what was has a day', 'When did I take the vacation?', false],
  ['what is done may be said in other words', 'Can I enjoy my vacation?', true],
  ['a word that tells little is no answer alone', 'How much chocolate goes in?', false],
]
for (const [name, question, isSure] of SURE)
  test(name, async () => {
    const weighed = await asked(question, { 'offer.txt': OFFICE, 'lease.txt': [unit('It goes above the door.')] })
    assert.equal(
      weighed.some((one) => one.isSure),
      isSure,
      JSON.stringify(weighed),
    )
  })

test('ranks the file first that has more of the question', async () => {
  const [best] = await asked('How long is the warranty of the pump?', {
    'a.txt': [unit('The warranty is 3 years.'), unit('Some other line.')],
    'b.txt': [unit('The warranty is 2 years.'), unit('Rust.'), unit('Salt.'), unit('The pump is below.')],
  })
  assert.equal(best?.text, 'The warranty is 2 years.')
})

test('finds the file that a question names best, in any words', () => {
  const file = (id: string, about: string) => ({
    id,
    name: `${id}.pdf`,
    about,
    language: 'en' as const,
    sentences: 9,
    isOwn: true,
  })
  const files = [
    file('lease', 'Rental agreement'),
    file('analitica', 'Informe de laboratorio'),
    file('scan', 'Letter'),
    file('insurance', 'Notice of denial'),
  ]
  const named = (text: string) => {
    const { matters } = readQuestion(text)
    return bestNamed(matters, namingOf(matters, files))
  }
  assert.equal(named('Summarize my lab results'), 'analitica')
  assert.equal(named('Summarize my contract'), 'lease')
  assert.equal(named('What is the letter from the insurance about?'), 'insurance')
  assert.equal(named('Summarize the zebra'), null)
})
