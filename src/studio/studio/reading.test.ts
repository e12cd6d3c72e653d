import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { fc } from '../../../test/dice.ts'
import { createFakeEngine, developOnce } from '../../../test/fakes/engine.ts'
import { balanceOf, makeCreator } from '../../../test/studio.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { createLocalRenderer } from '../adapters/local-renderer.ts'
import { chipsOf, EXAMPLES, nothingToDraw, readingText, withWord } from './domain.ts'
import { MAX_PROMPT } from './limits-domain.ts'

const { read: readPrompt } = createLocalRenderer()
if (!readPrompt) throw new Error('our own renderer reads prompts')
const reads = createFakeEngine({ read: readPrompt })
const readsNot = createFakeEngine({ name: 'a1111' })
let app: TestApp
let other: TestApp
before(async () => {
  app = await testApp({ studio: { engine: reads.engine, imageProcessor: developOnce, patienceMs: 0 } })
  app.clock.set(Temporal.Now.instant().toString())
  const { database, clock } = app
  other = await testApp({
    database,
    clock,
    studio: { engine: readsNot.engine, imageProcessor: developOnce, patienceMs: 0 },
  })
})
after(async () => {
  await other.close()
  await app.close()
})

let people = 0
const creator = () => makeCreator(app, `reads-${++people}@people.example.com`)

describe('a prompt of which the engine understands nothing', () => {
  test('is refused at the field, costs no credit, and queues nothing', async () => {
    const who = await creator()
    for (const prompt of ['Steve Jobs presenting an iPhone', 'logo for my bakery']) {
      const { status, body } = await app.call('POST', '/generate-image?async=1', { prompt }, who.studio)
      assert.deepEqual([status, body.code, body.issues[0].path], [422, 'nothing_to_draw', 'prompt'])
      assert.match(body.error, /No credit was used\.$/)
      assert.equal(body.issues[0].message, body.error)
    }
    assert.equal(await balanceOf(app, who.accountId), 20)
    assert.deepEqual((await app.call('GET', '/generate-image', undefined, who.headers)).body, { jobs: [] })
  })

  test('is drawn if the person agrees, at the usual price', async () => {
    const who = await creator()
    const form = { prompt: 'logo for my bakery', drawAnyway: true }
    assert.equal((await app.call('POST', '/generate-image?async=1', form, who.studio)).status, 202)
    assert.equal(await balanceOf(app, who.accountId), 19)
  })

  test('is accepted by an engine that cannot read prompts', async () => {
    const who = await creator()
    const { status } = await other.call('POST', '/generate-image?async=1', { prompt: 'logo' }, who.studio)
    assert.equal(status, 202)
  })

  test('is checked for its form first, and then for blocked content', async () => {
    const who = await creator()
    const ask = async (form: object) => (await app.call('POST', '/generate-image?async=1', form, who.studio)).body.code
    assert.equal(await ask({ prompt: 'logo', style: 'Unknown' }), 'invalid')
    assert.equal(await ask({ prompt: 'a fox', negative_prompt: 'fox' }), 'nothing_to_draw')
    assert.equal(await ask({ prompt: 'swastika flag' }), 'prompt_blocked')
  })

  test('gets a message with at most five of its words, and one word to try', () => {
    const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((text) => ({ text, isUsed: false, nearest: null }))
    assert.match(nothingToDraw({ words, isEmpty: true }).message, /“a”, “b”, “c”, “d”, “e”, 2 more\. Try a place/)
    const corgi = [{ text: 'corgi', isUsed: false, nearest: 'dog' }]
    assert.match(
      nothingToDraw({ words: corgi, isEmpty: true }).message,
      /: “corgi”\. Try “dog”\. No credit was used\.$/,
    )
    assert.match(
      nothingToDraw({ words: [], isEmpty: true }).message,
      /^This engine can't draw anything in your prompt\. Try/,
    )
  })
})

describe('POST /studio/reading', () => {
  const read = async (from: TestApp, form: object, headers: Record<string, string>) =>
    from.call('POST', '/studio/reading', form, headers)

  test('says word by word what would be drawn, and costs nothing', async () => {
    const who = await creator()
    const { status, body } = await read(app, { prompt: ' a Corgi in the snow, iPhone ' }, who.headers)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      can_tell: true,
      words: [
        { word: 'Corgi', is_drawn: false, nearest: 'dog' },
        { word: 'snow', is_drawn: true, nearest: null },
        { word: 'iPhone', is_drawn: false, nearest: null },
      ],
      nothing_to_draw: false,
    })
    assert.equal((await read(app, { prompt: 'a fox', negative_prompt: 'fox' }, who.headers)).body.nothing_to_draw, true)
    assert.deepEqual((await read(app, { prompt: '' }, who.headers)).body, {
      can_tell: true,
      words: [],
      nothing_to_draw: true,
    })
    assert.equal(await balanceOf(app, who.accountId), 20)
  })

  test('returns no chips for an engine that cannot read prompts', async () => {
    const who = await creator()
    const { body } = await read(other, { prompt: 'logo' }, who.headers)
    assert.deepEqual(body, { can_tell: false, words: [], nothing_to_draw: false })
  })

  test('accepts the same prompts as a request, from signed-in people', async () => {
    const who = await creator()
    assert.equal((await read(app, { prompt: 'x' }, {})).status, 401)
    const long = await read(app, { prompt: 'x'.repeat(MAX_PROMPT + 1) }, who.headers)
    assert.deepEqual([long.status, long.body.issues[0].path], [400, 'prompt'])
    assert.equal((await read(app, { prompt: 'x'.repeat(MAX_PROMPT) }, who.headers)).status, 200)
  })

  test('agrees with the word list of the drawing for any words', async () => {
    const who = await creator()
    const words = fc.array(fc.constantFrom('fox', 'zebra', 'rain', 'table', 'pizza', 'no', 'three', 'blue', 'xyzzy'), {
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(words, async (some) => {
        const prompt = some.join(' ')
        const { body } = await read(app, { prompt }, who.headers)
        const plan = readPrompt({ prompt, negativePrompt: '' })
        assert.deepEqual(
          body.words.map(({ word, is_drawn }: { word: string; is_drawn: boolean }) => [word, is_drawn]),
          plan.words.map(({ text, isUsed }) => [text, isUsed]),
        )
        assert.equal(body.nothing_to_draw, plan.isEmpty)
      }),
      { numRuns: 20 },
    )
  })
})

describe('a reading on a page', () => {
  test('the embedded engine draws every word of the examples', () => {
    for (const example of LANGUAGES.flatMap((one) => inLanguage(one, () => EXAMPLES.map((text) => text())))) {
      const { words, isEmpty } = readPrompt({ prompt: example, negativePrompt: '' })
      assert.equal(isEmpty, false, example)
      assert.deepEqual(
        words.filter(({ isUsed }) => !isUsed).map(({ text }) => text),
        [],
        example,
      )
    }
  })

  const said = (...words: string[]) => ({
    can_tell: true,
    nothing_to_draw: words.every((word) => word.startsWith('-')),
    words: words.map((word) => ({ word: word.replace('-', ''), is_drawn: !word.startsWith('-'), nearest: null })),
  })

  test('announces only what matters', () => {
    assert.equal(readingText(said('fox', 'snow')), 'We can draw every word.')
    assert.equal(readingText(said('fox', '-iPhone', '-logo')), 'Not understood: iPhone, logo.')
    assert.equal(readingText(said('-logo')), "We can't draw any of these words: logo.")
    assert.equal(readingText(said()), '')
    assert.equal(readingText({ ...said('fox'), can_tell: false }), '')
  })

  test('shows at most twelve words of a kind, and says how many more there are', () => {
    const many = Array.from({ length: 30 }, (_, at) => (at % 2 ? `-no${at}` : `yes${at}`))
    const { drawn, missing, hidden } = chipsOf(said(...many))
    assert.deepEqual([drawn.length, missing.length, hidden], [12, 12, 6])
  })

  test('replaces a word with a similar one, and leaves longer words that begin with it', () => {
    assert.equal(withWord('a corgi, corgis and a corgi', 'corgi', 'dog'), 'a dog, corgis and a dog')
    assert.equal(withWord('niño (alto) $1', 'niño', '$&'), '$& (alto) $1')
    assert.equal(withWord('a.b axb', 'a.b', 'c'), 'c axb')
  })
})
