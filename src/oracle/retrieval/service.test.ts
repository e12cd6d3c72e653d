import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asker } from '../../../test/chat.ts'
import type { Citation } from '../conversation/contract.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const DISCHARGE = `RIVERSIDE HOSPITAL DISCHARGE INSTRUCTIONS

Diet
No alcohol for four weeks. Drink plenty of water.

Medications
- Lisinopril 10 mg, one tablet each morning
- Metformin 500 mg with breakfast and dinner
- Acetaminophen 650 mg every six hours if you have pain

Follow-up
Eye clinic on November 3 at 10:00 AM.
Cardiology clinic with Dr. Lin on November 24 at 2:30 PM.

When to go to the emergency room
Chest pain, or a fever above 101.
`
const DENIAL = `Notice of denial

How to appeal
You can appeal within 180 days. Send your letter to Appeals Unit, PO Box 44, Salem, OR 97301.
`

type Body = { response: string; citations: Citation[]; conversationId: string }
const quotes = ({ citations }: Body) => citations.map(({ quote }) => quote).join('\n')
const NOT_SURE = /^I did not find/

async function withFiles(...files: [string, string][]) {
  const person = await asker(app)
  const ids = []
  for (const [name, text] of files) ids.push({ id: (await person.upload(text, name)).id })
  await app.runJobs()
  return {
    ...person,
    ids,
    ask: async (message: string, more: object = {}): Promise<Body> => (await person.ask(message, more)).body,
  }
}

const ASKED: [string, RegExp][] = [
  ['When is my next appointment?', /Cardiology clinic with Dr\. Lin on November 24/],
  ['Can I drink wine?', /No alcohol for four weeks/],
  ['When should I go to the ER?', /Chest pain/],
  ['Which medicines should I take?', /Lisinopril[\s\S]*Metformin[\s\S]*Acetaminophen/],
  ['¿Puedo beber vino?', /No alcohol for four weeks/],
  ['when do i take metformine', /Metformin 500 mg with breakfast/],
  ['Summarize my discharge instructions', /RIVERSIDE HOSPITAL[\s\S]*November 24/],
]
test('the search finds other words, lists, text under headings, misspellings and other languages', async () => {
  const { ask, ids } = await withFiles(['discharge.txt', DISCHARGE])
  let conversationId: string | undefined
  for (const [question, quote] of ASKED) {
    const body = await ask(question, conversationId ? { conversationId, parentId: null } : { files: ids })
    conversationId = body.conversationId
    assert.match(quotes(body), quote, `${question}: ${body.response}`)
    assert.doesNotMatch(body.response, NOT_SURE, question)
  }
})

const DAYCARE = `SPARROW DAYCARE

1. Hours
Open from Monday to Friday, 7:30 to 18:00.

2. What to bring
- A change of clothes. Put a name on it.
- Diapers
- A blanket

3. Meals
Cooked in the house. A snack is at four.

YOU NEED

For the first week
- 50 g of rice
- one bib

For the weeks after
- 450 g of flour
- one cup

PAPERS WE NEED BY NOVEMBER 27, 2026
- The signed release
- The card of the doctor

Send all of it to the office.
`
const DAYCARE_ASKED: [string, RegExp][] = [
  // What is wanted may be in the heading.
  ['deadline for the papers', /PAPERS WE NEED BY NOVEMBER 27, 2026/],
  // A sentence next to a list brings the list, and several parts below one heading come together.
  ['What do I have to send?', /The signed release[\s\S]*Send all of it/],
  ['What do we need for the weeks?', /50 g of rice[\s\S]*450 g of flour[\s\S]*one cup/],
  // An item comes with all of its sentences.
  ['Do the clothes need names?', /A change of clothes\. Put a name on it\./],
  // A single weekday may be within a range of days.
  ['Is it open on Tuesday?', /Monday to Friday/],
  // A name that no file has may be left out.
  ['Do they have meals like in Portugal?', /Cooked in the house/],
]
test('returns whole headings, lists, and items, and tolerates names that no file has', async () => {
  const { ask, ids } = await withFiles(['daycare.txt', DAYCARE])
  for (const [question, quote] of DAYCARE_ASKED) {
    const body = await ask(question, { files: ids })
    assert.match(quotes(body), quote, `${question}: ${body.response}`)
    assert.doesNotMatch(body.response, NOT_SURE, question)
  }
})

const CLAIM = `PRAIRIE AUTO INSURANCE
Claims department
November 6, 2026
Claim number: 26-4
Dear Ms. Ames:

Thank you for your patience. We have read what you sent to us.

WHO IS AT FAULT
We find the other driver 85 percent at fault. It was raining. The road was wet.

DAMAGE TO YOUR CAR
Item  Amount
Bumper  $2,846.10
Radiator  $918.75
Less your deductible  -$500.00
We pay  $3,264.85

The car is gray. It is in the yard of the shop.

WHAT WE NEED FROM YOU BY DECEMBER 27, 2026
- The signed release
`
const SUMMARIES = ['Give me a summary of the claim letter', 'What is this letter about?', 'Resume la carta del seguro']
test("a summary has the named paper's decisions and amounts", async () => {
  const { ask, ids } = await withFiles(['discharge.txt', DISCHARGE], ['car-claim-letter.txt', CLAIM])
  for (const question of SUMMARIES) {
    const said = quotes(await ask(question, { files: ids }))
    assert.match(said, /85 percent at fault[\s\S]*We pay {2}\$3,264\.85[\s\S]*The signed release/, question)
    assert.doesNotMatch(said, /RIVERSIDE/, question)
  }
})

test('a question that no file answers gets no answer and no claim about the files', async () => {
  const { ask, ids } = await withFiles(['discharge.txt', DISCHARGE])
  for (const question of [
    'What is my blood type?',
    'Who won the world cup?',
    'When does my passport expire?',
    'Is there a pool?',
  ]) {
    const { response } = await ask(question, { files: ids })
    assert.match(response, NOT_SURE, question)
    assert.doesNotMatch(response, /do(?:es)? not say|don't say/i)
  }
})

test('searches for a question alone, and with the previous one only if it refers to that', async () => {
  const { ask, ids } = await withFiles(['discharge.txt', DISCHARGE], ['denial.txt', DENIAL])
  const first = await ask('beer', { files: ids })
  const { conversationId } = first
  assert.match(quotes(first), /No alcohol/)
  assert.match(quotes(await ask('appeal', { conversationId })), /Appeals Unit/)
  const third = await ask('beer', { conversationId })
  assert.match(quotes(third), /No alcohol/)
  assert.doesNotMatch(quotes(third), /Appeals Unit/)
  await ask('Do I take metformin?', { conversationId })
  assert.match(quotes(await ask('And when?', { conversationId })), /Metformin 500 mg with breakfast/)
})

test("searches all of the account's files, the conversation's first, or only the conversation's", async () => {
  const { ask, ids } = await withFiles(['discharge.txt', DISCHARGE], ['denial.txt', DENIAL])
  const [discharge, denial] = ids
  await ask('Thanks', { files: [discharge] })
  const other = await ask('Hello', { files: [denial] })
  const { conversationId } = other
  assert.match(quotes(await ask('Can I drink beer?', { conversationId })), /No alcohol/)
  const alone = await ask('Can I drink beer?', { conversationId, thisConversationOnly: true })
  assert.doesNotMatch(quotes(alone), /No alcohol/)
  // A regenerated answer is for the same question.
  const fresh = await ask('Can I drink beer?')
  assert.match(quotes(fresh), /No alcohol/)
  const none = await ask('Can I drink beer?', { thisConversationOnly: true })
  assert.match(none.response, /no files to search/)
})

test("the conversation's own files come before others", async () => {
  const { ask, ids } = await withFiles(
    ['old.txt', 'Your LDL cholesterol is 190.'],
    ['new.txt', 'Your LDL cholesterol is 120.'],
  )
  await ask('Hello', { files: [ids[0]] })
  const { citations } = await ask('What is my LDL cholesterol?', { files: [ids[1]] })
  assert.deepEqual(
    citations.map(({ name }) => name),
    ['new.txt'],
  )
})

test('another conversation can use a file, which stays while one of the two exists', async () => {
  const { ask, ids, drop, get } = await withFiles(['discharge.txt', DISCHARGE])
  const first = await ask('Hello', { files: ids })
  const second = await ask('Can I drink beer?', { files: ids, thisConversationOnly: true })
  assert.match(quotes(second), /No alcohol/)
  assert.equal((await get(`/oracle/files?conversationId=${second.conversationId}`)).body.files.length, 1)
  await drop(`/oracle/conversations/${first.conversationId}`)
  const again = { conversationId: second.conversationId, thisConversationOnly: true }
  assert.match(quotes(await ask('Can I drink beer?', again)), /No alcohol/)
  app.clock.advance({ hours: 25 })
  await app.conversations.sweep()
  await app.runJobs()
  assert.match(quotes(await ask('Can I drink beer?', again)), /No alcohol/)
  await drop(`/oracle/conversations/${second.conversationId}`)
  assert.deepEqual((await get('/oracle/files')).body.files, [])
  assert.match((await ask('Can I drink beer?')).response, /no files to search/)
})

test('a file that two deleted conversations share stays while one of them can be restored', async () => {
  const { ask, ids, drop, post } = await withFiles(['discharge.txt', DISCHARGE])
  const first = await ask('Hello', { files: ids })
  const { conversationId } = await ask('Can I drink beer?', { files: ids })
  await drop(`/oracle/conversations/${first.conversationId}`)
  app.clock.advance({ hours: 20 })
  await drop(`/oracle/conversations/${conversationId}`)
  app.clock.advance({ hours: 5 })
  await app.conversations.sweep()
  await app.runJobs()
  assert.equal((await post(`/oracle/conversations/${conversationId}/restore`)).status, 200)
  assert.match(quotes(await ask('Can I drink beer?', { conversationId, thisConversationOnly: true })), /No alcohol/)
})

test('searches the files of a temporary conversation only in it', async () => {
  const { ask, ids } = await withFiles(['discharge.txt', DISCHARGE])
  const { conversationId } = await ask('Hello', { files: ids, isTemporary: true })
  assert.match(quotes(await ask('Can I drink beer?', { conversationId })), /No alcohol/)
  assert.match((await ask('Can I drink beer?')).response, /no files to search/)
})

test("never searches, names, or quotes another account's files, by name or ID, deleted or half read", async () => {
  const owner = await withFiles(['secret-plan.txt', 'The secret plan is to paint the harbor violet on May 5.'])
  const stranger = await withFiles(['mine.txt', 'My plan is to rest.'])
  const [secret] = owner.ids
  await owner.ask('Hello', { files: owner.ids })
  for (const question of [
    'What does secret-plan.txt say?',
    'Summarize secret-plan.txt',
    'violet harbor',
    `What is in ${secret?.id}?`,
    'harbour violett',
  ]) {
    const { response, citations } = await stranger.ask(question)
    assert.doesNotMatch(response, /paint|harbor violet on/i, question)
    assert.ok(citations.every(({ name }) => name === 'mine.txt'))
  }
  const refused = await app.call('POST', '/oracle/chat', { message: 'Hi', files: [secret] }, stranger.headers)
  assert.deepEqual([refused.status, refused.body.code], [400, 'file_not_found'])
  // A link row that the service did not write does not help either.
  const { conversationId } = await stranger.ask('Hello')
  const link = sql`insert into conversation_document (conversation_id, document_id, account_id)
    values (${conversationId}, ${secret?.id}, ${stranger.accountId})`.execute(app.db)
  await assert.rejects(link, /conversation_document/)
  // A half-read file has text but is not ready.
  const half = await owner.upload('The half read secret is violet.', 'half.txt')
  assert.doesNotMatch((await stranger.ask('half read secret violet')).response, /is violet/)
  await app.runJobs()
  assert.doesNotMatch((await stranger.ask('half read secret violet')).response, /is violet/)
  await owner.drop(`/oracle/files/${half.id}`)
  assert.doesNotMatch((await owner.ask('half read secret violet')).response, /is violet/)
  assert.deepEqual(
    await app.retrieval
      .whole(stranger.accountId, { conversationId, isOnly: false }, 60_000)
      .then(({ passages }) => passages.map(({ name }) => name)),
    ['mine.txt'],
  )
})

test('indexes a file again that has an older index, and keeps its text', async () => {
  const { ask, ids, get } = await withFiles(['discharge.txt', DISCHARGE])
  const id = ids[0]?.id
  const { text } = (await get(`/oracle/files/${id}/pages/1`)).body
  await sql`update document set index_version = 0, overview = null where id = ${id}`.execute(app.db)
  await sql`delete from document_term where document_id = ${id}`.execute(app.db)
  await app.readings.sweep()
  await app.runJobs()
  assert.match(quotes(await ask('Can I drink wine?', { files: ids })), /No alcohol/)
  const page = (await get(`/oracle/files/${id}/pages/1`)).body
  assert.equal(page.text, text)
  const { overview } = (await get(`/oracle/files/${id}`)).body
  assert.equal(overview.questions.length, 4)
})

test('every question that an overview suggests has an answer', async () => {
  const { ask, ids, get } = await withFiles(['discharge.txt', DISCHARGE])
  const { overview } = (await get(`/oracle/files/${ids[0]?.id}`)).body
  for (const question of overview.questions) {
    const { response } = await ask(question, { files: ids })
    assert.doesNotMatch(response, NOT_SURE, question)
  }
})

const HOUSE = `HOMEOWNERS POLICY

SPECIAL LIMITS
Money and coins                 $200
Jewelry, theft                  $1,500
Bicycles                        $3,000

EXCLUSIONS
We do not insure loss caused by:
1. Flood, surface water or waves
2. Earthquake

AFTER A LOSS
- Report a theft to the police.
- Call the claims line at 1-888-555-0119.
- Make a list of what was damaged.
`
const HEART = `DISCHARGE LETTER

PROCEDURES
Nov 8, 2026    Coronary angiogram through the wrist (Dr. Falana)

HOW TO USE THE NITROGLYCERIN
Sit down. Put one tablet under the tongue. If the pain is still there, call 911.

ACTIVITY
- No air travel before December 10.

APPOINTMENTS
Dr. Brandt, blood pressure           Thu, Nov 19, 2099    8:50 AM
Dr. Falana, cardiology clinic        Thu, Dec 3, 2099     2:15 PM
`
const CARD = `HARBOR BANK
November 5, 2026

Dear Ms. Ames,

On November 3 we saw four payments that did not look like yours and blocked your card.

What you have to do
1. Return the signed form by December 4, 2026.
2. Change your password.

Your new card
It was mailed today. You can withdraw cash at the counter, up to $1,000 a day.

Coming to the branch
Bring a photo ID. In an emergency, such as a lost card or a theft, or if you see anything else that is odd
on your statement: call 1-888-555-0177 at any hour.
`
const ORDINARY: [string[], RegExp][] = [
  [['What do I have to do now?'], /signed form[\s\S]*Change your password/],
  [['How can I get cash in the meantime?'], /withdraw cash at the counter/],
  [['what does the bank want'], /blocked your card[\s\S]*Return the signed form/],
  [['something on my statement is odd, who do I call'], /1-888-555-0177/],
  [['somebody stole my bike. what is the most I can get?'], /Bicycles +\$3,000/],
  [['We had a break-in. What do we have to do?'], /theft to the police[\s\S]*claims line/],
  [['Are we insured if the bay floods?'], /surface water/],
  [['how do I use the nitro'], /Put one tablet under the tongue/],
  [['can i fly to my sister for thanksgiving'], /No air travel/],
  [['Which doctor did the angiogram?', 'when do I see her again?'], /Dr\. Falana, cardiology clinic +Thu, Dec 3/],
]
for (const [turns, quote] of ORDINARY)
  test(`answers everyday questions: ${turns.join(' / ')}`, async () => {
    const { ask, ids } = await withFiles(['house.txt', HOUSE], ['heart.txt', HEART], ['bank.txt', CARD])
    let body = await ask(turns[0] ?? '', { files: ids })
    for (const turn of turns.slice(1)) body = await ask(turn, { conversationId: body.conversationId })
    assert.match(quotes(body), quote, body.response)
    assert.doesNotMatch(body.response, NOT_SURE)
  })
