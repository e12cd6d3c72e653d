import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewWith } from '../../../test/views.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import type { MessageTarget } from './mail-messages.ts'
import { residentMail } from './resident-messages.ts'

const target: MessageTarget = { event: 'booked', channel: 'email', role: 'resident', cc: [] }

test('a Spanish email marks the English text of the law as English', () => {
  const mail = inLanguage('es', () => residentMail(target, viewWith()))
  const [own = '', ...english] = mail.html?.split('<div lang="en">') ?? []
  const says = (words: string) => [own.includes(words), english.join('').includes(words)]
  assert.deepEqual(says('<html lang="es">'), [true, false])
  assert.deepEqual(says('viernes, 27 de noviembre de 2026'), [true, false])
  assert.deepEqual(says('Friday, November 27, 2026'), [false, true])
  const foreign = residentMail(target, viewWith()).html?.match(/<div lang="[\w-]+">.*<\/div>/g)
  assert.equal(foreign?.length, 1)
  assert.match(
    foreign[0] ?? '',
    /^<div lang="es-US"><p [^>]*>Este aviso también está en español en el PDF\.<\/p><\/div>$/,
  )
})
