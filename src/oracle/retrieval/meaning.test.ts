import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asker } from '../../../test/chat.ts'
import type { Citation } from '../conversation/contract.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Body = { response: string; citations: Citation[] }
const quotes = ({ citations }: Body) => citations.map(({ quote }) => quote).join('\n')
const NOT_SURE = /^(?:I did not find|No encontré)/

async function withFiles(...files: [string, string][]) {
  const person = await asker(app)
  const ids = []
  for (const [name, text] of files) ids.push({ id: (await person.upload(text, name)).id })
  await app.runJobs()
  return { ids, ask: async (message: string, more: object): Promise<Body> => (await person.ask(message, more)).body }
}

const RULES = `Pelican Bluff Community Rules

4. Animals
4.1 At most three. No hens, goats or other farm animals.
4.2 On the leash outside.

6. Noise and trash
6.1 Quiet hours are 10 p.m. to 7 a.m.
6.2 Bins go out after 6 p.m. on Tuesday and come in by Wednesday night.

Manager: Coastline Property Care, (843) 555-0126, emergencies at night (843) 555-0199
`
const CONTRACT = `CONTRATO DE TRABAJO

SEGUNDA. Jornada. Será de 38,5 horas semanales.

QUINTA. Vacaciones. Serán de 23 días laborables al año.

SEXTA. Ausencias. Por mudanza se concede un día.
`

test('finds words that no table has by their meaning, and clauses by their titles', async () => {
  const { ids, ask } = await withFiles(['rules.txt', RULES], ['contrato.txt', CONTRACT])
  for (const [question, answer] of [
    ['what day is garbage pickup', /Bins go out after 6 p\.m\. on Tuesday/],
    ['¿Cuántos días de vacaciones tengo?', /23 días laborables/],
    ['How many vacation days do I get?', /23 días laborables/],
    ['¿Puedo tener gallinas?', /No hens/],
  ] as const) {
    const body = await ask(question, { files: ids })
    assert.match(quotes(body), answer, question)
    assert.doesNotMatch(body.response, NOT_SURE, question)
  }
})

test('offers a word of similar meaning, but not as the answer', async () => {
  const { ids, ask } = await withFiles(['rules.txt', RULES])
  const body = await ask('Can I keep chickens?', { files: ids })
  assert.match(quotes(body), /No hens/)
  assert.match(body.response, NOT_SURE)
})

test('says whom to call in a few words, and names no one else', async () => {
  const { ids, ask } = await withFiles(['rules.txt', RULES], ['contrato.txt', CONTRACT])
  const found = await ask('number to call at night for a broken pipe', { files: ids })
  assert.match(quotes(found), /555-0199/)
  assert.doesNotMatch(found.response, NOT_SURE)
  const other = await ask('What is the phone number of my dentist?', { files: ids })
  assert.match(other.response, NOT_SURE)
})
