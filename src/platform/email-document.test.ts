import assert from 'node:assert/strict'
import { test } from 'node:test'
import { character, fc } from '../../test/dice.ts'
import { DARK, type EmailBlock, headerLine, LIGHT, renderEmail } from './email-document.ts'
import { inLanguage } from './reader-language.ts'

const render = (...blocks: EmailBlock[]) =>
  renderEmail({ brand: 'Brand', heading: 'Heading', preview: 'Preview', blocks, footer: ['Why you got this.'] })

test('every kind of block appears in the HTML and in the text', () => {
  const { html, text } = render(
    { kind: 'text', text: 'Hello Rosa,' },
    { kind: 'title', text: 'Receipt' },
    { kind: 'note', text: 'First line\nsecond line' },
    {
      kind: 'facts',
      rows: [
        { label: 'When', value: 'Friday' },
        {
          label: 'Agent',
          value: 'Dana',
          ways: [
            { text: '(555) 010', href: 'tel:555010' },
            { text: 'by post', href: null },
          ],
        },
      ],
    },
    {
      kind: 'amounts',
      rows: [
        { label: 'Showing', amount: '$25.00' },
        { label: 'Total', amount: '$25.00', isTotal: true },
      ],
    },
    { kind: 'button', label: 'Open', href: 'https://example.com/a?b=1&c=2' },
    { kind: 'links', label: 'Calendar', links: [{ label: 'Google', href: 'https://example.com/g' }] },
  )
  for (const words of [
    'Heading',
    'Hello Rosa,',
    'When',
    'Friday',
    '(555) 010',
    '$25.00',
    'Google',
    'Why you got this.',
  ]) {
    assert.ok(html.includes(words), words)
    assert.ok(text.includes(words), words)
  }
  assert.ok(text.includes('Agent: Dana, (555) 010, by post'))
  assert.match(html, /Dana<br><a class="link" href="tel:555010" style="[^"]+">\(555\) 010<\/a><br>by post/)
  assert.ok(text.includes('Open:\nhttps://example.com/a?b=1&c=2'))
  assert.ok(html.includes('href="https://example.com/a?b=1&amp;c=2"'))
  assert.ok(html.includes('First line<br>second line'))
  assert.match(html, /name="color-scheme" content="light dark"/)
})

test('what people wrote never becomes markup', () => {
  const tags = (html: string) => html.match(/<[a-z/!][^>]*>/gi)?.length
  const plain = tags(render({ kind: 'text', text: 'x' }, { kind: 'facts', rows: [{ label: 'x', value: 'x' }] }).html)
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom('<script>', '"><img src=x onerror=a>', "' onclick='", '&lt;b&gt;'),
      (any, attack) => {
        const words = `${any}${attack}`.replaceAll('\n', ' ').replaceAll('\r', ' ')
        const { html } = render({ kind: 'text', text: words }, { kind: 'facts', rows: [{ label: 'x', value: words }] })
        assert.equal(tags(html), plain)
      },
    ),
  )
})

test('refuses a link that runs code', () => {
  for (const href of [
    'javascript:alert(1)',
    'data:text/html,x',
    ' https://x.example',
    'https://x.example/\r\nBcc: y',
    '/relative',
  ]) {
    assert.throws(() => render({ kind: 'button', label: 'x', href }), TypeError)
  }
})

test('a header is always one line', () => {
  assert.equal(headerLine('Hello\r\nBcc: all@example.com\u0000\u2028x'), 'Hello Bcc: all@example.com x')
  assert.equal([...headerLine('é'.repeat(500))].length, 180)
  fc.assert(
    fc.property(fc.string({ unit: character }), (text) =>
      assert.doesNotMatch(headerLine(text), /[\p{Cc}\u2028\u2029]/u),
    ),
  )
})

test('leaves out characters that change the reading direction', () => {
  const { html, text } = render({ kind: 'text', text: 'a\u202eb\u2066c\u0007d' })
  assert.ok(html.includes('abc d') && text.includes('abc d'))
})

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other]
    .map((colour) => {
      const [r = 0, g = 0, b = 0] = [1, 3, 5]
        .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    })
    .sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test('every word is readable in light and dark mode', () => {
  for (const look of [LIGHT, DARK]) {
    const pairs: [text: keyof typeof LIGHT, ground: keyof typeof LIGHT][] = [
      ['ink', 'card'],
      ['quiet', 'card'],
      ['link', 'card'],
      ['ink', 'note'],
      ['onButton', 'button'],
      ['quiet', 'paper'],
      ['link', 'paper'],
    ]
    for (const [text, ground] of pairs) {
      assert.ok(contrast(look[text], look[ground]) >= 4.5, `${look[text]} on ${look[ground]}`)
    }
  }
})

test('the layout uses only tables, so that it survives apps that drop the style sheet or render with Word', () => {
  const { html } = render(
    { kind: 'facts', rows: [{ label: 'When', value: 'Friday' }] },
    { kind: 'amounts', rows: [{ label: 'Showing', amount: '$25.00' }] },
    { kind: 'button', label: 'Open', href: 'https://example.com' },
    { kind: 'note', text: 'Mind' },
  )
  const body = html.slice(html.indexOf('<body'))
  assert.doesNotMatch(body, /flex|grid|<dl|position:|float:/)
  for (const kind of ['card', 'fact', 'button', 'note', 'foot']) {
    assert.match(body, new RegExp(`<td class="${kind}"[^>]* style="[^"]+"`), kind)
  }
  assert.match(body, /<th scope="row"[^>]*>Showing<\/th><td align="right"[^>]*>\$25\.00</)
  assert.equal(body.match(/<table/g)?.length, body.match(/<\/table>/g)?.length)
})

test('an email names its language, and that of a block in another language', () => {
  const blocks: EmailBlock[] = [
    { kind: 'title', text: 'Ley', language: 'es' },
    { kind: 'text', text: 'The law', language: 'en' },
  ]
  const langs = (of: 'en' | 'es') => inLanguage(of, () => render(...blocks)).html.match(/lang="\w+"/g)
  assert.deepEqual(langs('es'), ['lang="es"', 'lang="es"', 'lang="en"'])
  assert.deepEqual(langs('en'), ['lang="en"', 'lang="en"', 'lang="es"'])
  assert.match(inLanguage('es', () => render(...blocks)).html, /<div lang="en"><p [^>]*>The law<\/p><\/div>/)
})
