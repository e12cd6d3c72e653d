import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildTexts, compileGroup, faultsOf, inlineTexts } from './texts.ts'

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
  ['a text that a language has alone', {}, { title: 'Reservar' }, /es\.json has page\.title, but en\.json does not/],
  ['another placeholder', { title: 'Hi {name}' }, { title: 'Hola {nombre}' }, /its placeholders are/],
  ['another kind of placeholder', { title: 'Hi {name}' }, { title: 'Hola <name>a</name>' }, /its placeholders are/],
  ['a text that cannot be read', { title: 'Hi {name' }, { title: 'Hi {name' }, /EXPECT/],
  ['a price', { fee: 'Pay $25' }, { fee: 'Pague $25' }, /it has a price/],
  ['a number to be formatted', { title: '{n, number}' }, { title: '{n, number}' }, /pass them in as text/],
]
for (const [name, en, es, fault] of faults)
  test(`reports ${name}`, () => assert.match(faultsOf(both(en, es)).join('\n'), fault))

test('accepts texts that agree', () => {
  assert.deepEqual(faultsOf(both({ title: 'Hi {name}' }, { title: 'Hola, {name}' })), [])
})

test('a page module contains only the texts that it uses, in the requested languages', () => {
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

test('rebuilds a built text that is missing or changed', (context) => {
  const root = mkdtempSync(join(tmpdir(), 'texts-'))
  context.after(() => rmSync(root, { recursive: true }))
  for (const file of ['scripts/texts.ts', 'src/platform/language.ts'])
    cpSync(join(import.meta.dirname, '..', file), join(root, file))
  mkdirSync(join(root, 'messages/site'), { recursive: true })
  for (const [language, texts] of Object.entries(both({ title: 'Book' }, { title: 'Reservar' }).site))
    writeFileSync(join(root, `messages/site/${language}.json`), JSON.stringify(texts))
  const file = join(root, 'src/site/text/page.ts')
  buildTexts(root)
  const built = readFileSync(file, 'utf8')
  rmSync(join(root, 'src/site'), { recursive: true })
  buildTexts(root)
  assert.equal(readFileSync(file, 'utf8'), built)
  writeFileSync(file, 'export {}\n')
  buildTexts(root)
  assert.equal(readFileSync(file, 'utf8'), built)
})
