import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'marked'
import { cpuMsOf } from '../../../test/cpu-time.ts'
import { fc } from '../../../test/dice.ts'
import { POISON } from '../../../test/poison.ts'
import { createWords, quoteFor, safeText } from './answer-domain.ts'

/** Renders Markdown with a renderer that links every address it finds and passes HTML through. */
const shown = (markdown: string) => parse(markdown, { gfm: true, async: false })

const OURS =
  /<\/?(p|em|strong|code|pre|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|h[1-6]|hr|br|del)( class="language-[^"<>]*"| align="\w+"| start="\d+")?>/g
const isHarmless = (text: string) => !/<[a-z/!?]/i.test(shown(text).replace(OURS, ''))

test('the renderer of this test turns unsafe text into links and images', () => {
  assert.equal(isHarmless('[a](https://evil.example)'), false)
  assert.equal(isHarmless('![a](https://evil.example/p.png)'), false)
  assert.equal(isHarmless('see https://evil.example'), false)
  assert.equal(isHarmless('<img src=x>'), false)
})

for (const [name, text] of POISON)
  test(`makes safe: ${name}`, () => {
    const safe = safeText(text)
    assert.ok(isHarmless(safe), `${safe}\n${shown(safe)}`)
    assert.doesNotMatch(safe, /https?:\/\/|www\.|]\(|!\[|<[a-z/!?]/i)
  })

const pieces = fc.constantFrom(
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
)
test('no combination of such pieces makes a link, an image, or HTML', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => isHarmless(safeText(parts.join('')))),
    { numRuns: 1_500 },
  )
})

test('produces the same words however a text is split', () => {
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

const links: [markdown: string, words: string][] = [
  ['See the [Mayo Clinic](https://www.mayoclinic.org/x) page.', 'See the Mayo Clinic page.'],
  ['**[CDC: high blood pressure](https://cdc.gov/a "CDC")**, 2024', '**CDC: high blood pressure**, 2024'],
  ['[A](https://a.example/b_(c)) and [B](/own/path) and [C](#d).', 'A and B and C.'],
  ['![a heart](https://a.example/p.png) beats', 'a heart beats'],
  ['As [the NIH][nih] says.\n\n[nih]: https://nih.gov "NIH"\n\nRest.', 'As the NIH says.\n\n\n\nRest.'],
  ['Rest [1](https://a.example) and water [2][3].', 'Rest [1] and water [2] [3].'],
  ['[the letter][1]', 'the letter [1]'],
  ['Read it (https://a.example/b), then rest.', 'Read it ([link removed]), then rest.'],
  ['Go to www.a.example/b.', 'Go to [link removed].'],
  ['`list[0](f)` and [sic] and [ ] stay', '`list[0] (f)` and [sic] and [ ] stay'],
]
for (const [markdown, words] of links)
  test(`keeps the words of a link: ${markdown.split('\n')[0]}`, () => assert.equal(safeText(markdown), words))

test('keeps a link in one piece however it is split', () => {
  const text =
    'See the [Mayo Clinic](https://www.mayoclinic.org/x "of Rochester"), and [the NIH][nih] too.\n[nih]: https://nih.gov/\nEnd.'
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(text.length)), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), text.length]
      const words = createWords()
      const runs = at.slice(1).map((to, index) => words.push(text.slice(at[index], to)))
      assert.equal([...runs, words.end()].map(safeText).join(''), safeText(text))
    }),
  )
})

test('makes a long text without spaces safe quickly', () => {
  for (const part of ['a', 'www.', 'a1.', 'a\\']) {
    const ms = cpuMsOf(() => void safeText(part.repeat(60_000).slice(0, 60_000)))
    assert.ok(ms < 500, `${part}: ${ms} ms`)
  }
  for (const address of [`http://${')'.repeat(60_000)}a`, `www.${'.'.repeat(60_000)}a`]) {
    const ms = cpuMsOf(() => assert.equal(safeText(address), '[link removed]'))
    assert.ok(ms < 500, `${address.slice(0, 12)}: ${ms} ms`)
  }
  assert.equal(safeText(`see ${'a'.repeat(100)}://evil.example now`), `see ${'a'.repeat(39)}[link removed] now`)
})

test('leaves tables, code, amounts, and ordinary marks alone', () => {
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
