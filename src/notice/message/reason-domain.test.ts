import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inLanguage } from '../../platform/reader-language.ts'
import { reasonText } from './reason-domain.ts'

const SOURCES = [
  'message/outdated-domain.ts',
  'message/reason-domain.ts',
  'message/reminder-domain.ts',
  'adapters/twilio-texts.ts',
  'adapters/smtp-mail.ts',
]

test('every stored reason has a Spanish translation and stays the same in English', () => {
  const stored = SOURCES.flatMap((file) =>
    [
      ...readFileSync(`src/notice/${file}`, 'utf8').matchAll(
        /(?:const [A-Z_]+ =|^ {2}(?:\w+|\d+):) '([A-Z][^']+ [^']+)'/gm,
      ),
    ].map(([, words = '']) => words),
  )
  assert.ok(stored.length > 20, `${stored.length}`)
  for (const words of stored) {
    assert.equal(reasonText(words), words)
    assert.notEqual(
      inLanguage('es', () => reasonText(words)),
      words,
    )
  }
  assert.equal(
    inLanguage('es', () => reasonText('Handset said no')),
    'Handset said no',
  )
})

test('a reason says in both languages that the message may have arrived', () => {
  const stored = 'The email could not be delivered; an earlier try may have arrived'
  assert.equal(reasonText(stored), 'The email could not be delivered. An earlier attempt may have arrived.')
  assert.match(
    inLanguage('es', () => reasonText(stored)),
    /^No .*\. Puede que un intento anterior haya llegado\.$/,
  )
})
