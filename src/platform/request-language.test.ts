import assert from 'node:assert/strict'
import { test } from 'node:test'
import { language } from './language.ts'
import { inLanguage } from './reader-language.ts'
import { askedLanguage, languageOf, preferredLanguage } from './request-language.ts'

const offer = ['en', 'es'] as const

const headers: [string | undefined, string][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['en-US,en;q=0.9,es;q=0.8', 'en'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['ES-us', 'es'],
  ['fr-CA,fr;q=0.9,es;q=0.5,en;q=0.4', 'es'],
  ['fr, en;q=0.3, es;q=0.7', 'es'],
  ['de', 'en'],
  ['es;q=0, en;q=0.1', 'en'],
  ['es;q=0', 'en'],
  ['*', 'en'],
  [';;,,q=1', 'en'],
]
for (const [accepted, wanted] of headers)
  test(`a browser that accepts ${JSON.stringify(accepted)} reads ${wanted}`, () =>
    assert.equal(preferredLanguage(accepted, offer), wanted))

test("a person's choice overrides the browser, and an unknown choice is ignored", () => {
  const acceptLanguage = 'es'
  assert.equal(languageOf({ cookie: 'a=1; language=en', acceptLanguage }, offer), 'en')
  assert.equal(languageOf({ cookie: 'language=xx', acceptLanguage }, offer), 'es')
  assert.equal(languageOf({ acceptLanguage }, offer), 'es')
  assert.equal(languageOf({}, offer), 'en')
})

test('a link chooses a language in its query', () => {
  assert.equal(askedLanguage('https://host/how?lang=es', offer), 'es')
  assert.equal(askedLanguage('/how?a=1&lang=es', offer), 'es')
  for (const none of ['/how', '/how?lang=', '/how?lang=xx', '/how?slang=es', '/lang=es'])
    assert.equal(askedLanguage(none, offer), null, none)
})

test('ignores a language that we do not offer', () => {
  const offer = ['en'] as const
  assert.equal(preferredLanguage('es', offer), 'en')
  assert.equal(languageOf({ cookie: 'language=es', acceptLanguage: 'es' }, offer), 'en')
  assert.equal(askedLanguage('/how?lang=es', offer), null)
})

test("writes simultaneous texts in each reader's own language", async () => {
  const write = () => Promise.resolve().then(language)
  assert.deepEqual(await Promise.all([inLanguage('es', write), inLanguage('en', write), inLanguage(null, write)]), [
    'es',
    'en',
    'en',
  ])
})
