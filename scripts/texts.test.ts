import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileGroup, faultsOf, inlineTexts } from './texts.ts'

const both = (en: Record<string, string>, es: Record<string, string>) => ({
  site: { en: { page: en }, es: { page: es } },
})

test('a text becomes a function of its placeholders', () => {
  const source = compileGroup(
    both(
      { left: '{count, plural, one {# day} other {# days}} left, {name}', terms: 'See <link>our terms</link>, {who}.' },
      {
        left: '{name}: {count, plural, one {queda # día} other {quedan # días}}',
        terms: '{who}: <link>términos</link>',
      },
    ),
    'site',
    'page',
  )
  assert.match(source, /export function left\(a: \{ count: number; name: Value \}\): string/)
  assert.match(
    source,
    /export function terms<T>\(a: \{ link: \(inner: string\) => T; who: Value \| T \}\): \(Value \| T\)\[\]/,
  )
  assert.match(source, /language\(\) === 'es' \? \[a\.who, `: `, a\.link\(`términos`\)\] : \[`See `/)
})

const faults: [string, Record<string, string>, Record<string, string>, RegExp][] = [
  ['a text that a language lacks', { title: 'Book' }, {}, /es\.json lacks page\.title/],
  ['a text that a language has alone', {}, { title: 'Reservar' }, /es\.json has page\.title alone/],
  ['another placeholder', { title: 'Hi {name}' }, { title: 'Hola {nombre}' }, /its placeholders are/],
  ['another kind of placeholder', { title: 'Hi {name}' }, { title: 'Hola <name>a</name>' }, /its placeholders are/],
  ['a text that cannot be read', { title: 'Hi {name' }, { title: 'Hi {name' }, /EXPECT/],
  ['a price', { fee: 'Pay $25' }, { fee: 'Pague $25' }, /it holds a price/],
  ['a number to be formatted', { title: '{n, number}' }, { title: '{n, number}' }, /hand them over as texts/],
]
for (const [name, en, es, fault] of faults)
  test(`${name} is a fault`, () => assert.match(faultsOf(both(en, es)).join('\n'), fault))

test('texts that agree have no fault', () => {
  assert.deepEqual(faultsOf(both({ title: 'Hi {name}' }, { title: 'Hola, {name}' })), [])
})

test('a module of the pages carries the texts that it uses, in the languages asked for', () => {
  const code = [
    `import * as t from '../../text/page.ts'`,
    `export const heading = [t.title(), t.title, other.t.none, t.left({ n: 1 })]`,
    '',
  ].join('\n')
  const left = '{n, plural, one {# left} other {# left}}'
  const catalogue = both({ title: 'Book', left, more: 'More' }, { title: 'Reservar', left, more: 'Más' })
  const file = 'src/site/page/pages/home.tsx'
  const spanish = inlineTexts(code, file, catalogue, ['es'])
  assert.match(spanish, /\["Reservar", t\$title, other\.t\.none, t\$left\(\{ n: 1 \}\)\]/)
  assert.match(spanish, /function t\$title\(\): string \{ return `Reservar` \}/)
  assert.match(
    spanish,
    /^import \{ formatNumber as formatNumber\$, plural as plural\$ \} from '.*platform\/language\.ts'/,
  )
  assert.match(spanish, /plural\$\(a\.n, /)
  assert.doesNotMatch(spanish, /text\/page|Book|more|language\(/)
  assert.match(inlineTexts(code, file, catalogue), /language\$\(\) === 'es' \? `Reservar` : `Book`/)
})
