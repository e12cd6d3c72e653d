import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parse } from 'marked'
import { POISON } from '../../../test/poison.ts'
import { createWords, quoteFor, safeText } from './domain.ts'

/** What a renderer of Markdown makes of it, one that links every address it finds and passes HTML on. */
const shown = (markdown: string) => parse(markdown, { gfm: true, async: false })

const OURS =
  /<\/?(p|em|strong|code|pre|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|h[1-6]|hr|br|del)( class="language-[^"<>]*"| align="\w+"| start="\d+")?>/g
const isHarmless = (text: string) => !/<[a-z/!?]/i.test(shown(text).replace(OURS, ''))

test('the renderer of this test does make links and images of what is not made safe', () => {
  assert.equal(isHarmless('[a](https://evil.example)'), false)
  assert.equal(isHarmless('![a](https://evil.example/p.png)'), false)
  assert.equal(isHarmless('see https://evil.example'), false)
  assert.equal(isHarmless('<img src=x>'), false)
})

for (const [name, text] of POISON)
  test(`made safe: ${name}`, () => {
    const safe = safeText(text)
    assert.ok(isHarmless(safe), `${safe}\n${shown(safe)}`)
    assert.doesNotMatch(safe, /https?:\/\/|www\.|]\(|!\[|<[a-z/!?]/i)
  })

const pieces = fc.constantFrom(
  ...[
    '[',
    ']',
    '(',
    ')',
    '!',
    '<',
    '>',
    ':',
    '/',
    '//',
    'https',
    'http://',
    'www.',
    'evil.example',
    ' ',
    '\n',
    '`',
    '```\n',
  ],
  ...[
    '\\',
    '&',
    '&#58;',
    '&colon;',
    'a',
    '[1]',
    '1',
    '*',
    '_',
    '|',
    'img src=x',
    'script',
    'mailto:',
    '\u200b',
    '"',
    '\t',
    '中',
  ],
)
test('whatever is put together of such pieces, there is no link, no image and no HTML in it', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => isHarmless(safeText(parts.join('')))),
    { numRuns: 1_500 },
  )
})

test('in whichever pieces a text comes, the same words come out', () => {
  fc.assert(
    fc.property(fc.array(fc.array(pieces, { maxLength: 8 }), { maxLength: 8 }), (chunks) => {
      const words = createWords()
      const streamed = chunks.map((chunk) => words.push(chunk.join(''))).join('') + words.end()
      assert.equal(streamed, chunks.flat().join(''))
    }),
  )
  const words = createWords()
  assert.equal(words.push('see http'), 'see ')
  assert.equal(words.push('s://evil.exa'), '')
  assert.equal(words.push('mple now'), 'https://evil.example ')
  assert.equal(words.push(' [1, '), 'now ')
  assert.equal(words.end(), '[1, ')
})

test('tables, code, amounts and ordinary marks stay as they are', () => {
  for (const text of [
    '| Drug | Dose |\n|---|---|\n| Ramipril | 5 mg |',
    '```js\nif (a < 3 && b[1] > 2) console.log(`x`)\n```',
    '$10 per month for 20 credits, and $5 more',
    '- one\n- two\n\n**bold** and *italic* [1]',
    'Take 1/2 tablet, 2:1, and/or water; a < b.',
  ])
    assert.equal(safeText(text), text)
})

const passage = {
  quote: 'Take 5 mg of Ramipril in the morning.',
  text: 'Medication. Take 5 mg of Ramipril in the morning. Do not take it with potassium.',
}
const claims: [claim: string, quote: string | null][] = [
  ['> Take 5 mg of Ramipril in the morning. ', passage.quote],
  ['You take 5 mg in the morning ', passage.quote],
  ['The letter says "Do not take it with potassium" ', 'Do not take it with potassium'],
  ['The letter says “never call a doctor” ', 'never call a doctor'],
  ['You take 50 mg in the morning ', null],
  ['Stop your insulin and rest in bed for the next days ', null],
  ['Toma Ramipril 5 mg por la mañana ', passage.quote],
  ['Por la mañana debes tomar la pastilla ', passage.quote],
]
for (const [claim, quote] of claims)
  test(`the source of: ${claim}`, () => assert.equal(quoteFor(claim, passage), quote))
