import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inLanguage } from '../../platform/reader-language.ts'
import { READING_FAILED } from './domain.ts'
import { reasonText } from './reason-domain.ts'

test('every stored reason has a Spanish translation', () => {
  const stored = globSync(
    'src/oracle/{document/domain,adapters/document-reader*,adapters/document-reader/*}.ts',
  ).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/const [A-Z_]+ = (?:'(The |This )([^'\n]+\.)'|"(I )([^"\n]+\.)")/g)].map(
      ([, first = '', words = '', other = '', more = '']) => `${first}${words}${other}${more}`,
    ),
  )
  assert.equal(stored.length, 11, stored.join('\n'))
  for (const words of stored)
    assert.match(
      inLanguage('es', () => reasonText(words)),
      /[áéíóúñ]|archivo|imágenes|documento/,
      words,
    )
  assert.equal(reasonText('Something of the day'), 'Something of the day')
})

test('a file that we failed to read must be uploaded again, because we do not try again', () => {
  assert.match(reasonText(READING_FAILED), /a problem on our side\. Please remove it and upload it again\.$/)
  assert.match(
    inLanguage('es', () => reasonText(READING_FAILED)),
    /un problema nuestro\. Quítelo y vuelva a subirlo\.$/,
  )
})
