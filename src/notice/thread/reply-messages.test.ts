import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { countSegments } from '../../platform/sms-text.ts'
import { onlyWordsReply, passedOnReply, strangerReply, unreachableReply } from './reply-messages.ts'

const STREET = '1208 Avenida de los Árboles, Apt 12'

const assertPlain = (text: string, segments: number) => {
  const counted = countSegments(text)
  assert.deepEqual([counted.encoding, counted.segments], ['gsm7', segments], text)
}

test('a reply to an incoming text is in plain GSM and as short as it can be', () => {
  const stranger = strangerReply('https://showings.example.com/support')
  assertPlain(stranger, 2)
  assert.equal(stranger.split('\n').length, LANGUAGES.length)
  for (const language of LANGUAGES)
    inLanguage(language, () => {
      for (const reply of [
        onlyWordsReply(),
        unreachableReply(),
        passedOnReply('María López', STREET),
        passedOnReply(null, `${STREET} of the Long Boulevard`),
      ])
        assertPlain(reply, 1)
    })
})

test('a reply names the agent if a text can show the name, and otherwise says "the agent"', () => {
  assert.match(passedOnReply('María López', STREET), /^ShowingBooker: Maria Lopez got your message about 1208 Avenida/)
  for (const name of [null, '王小明'])
    assert.match(passedOnReply(name, STREET), /^ShowingBooker: the agent got your message about/)
  assert.match(passedOnReply(`Maximiliana ${'Montenegro '.repeat(8)}`, STREET), /^ShowingBooker: Maximiliana M\. got/)
})
