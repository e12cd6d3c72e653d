import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewWith } from '../../../test/views.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import type { MessageTarget } from './mail-messages.ts'
import { withReplies } from './messages.ts'
import { composeThreadMessage } from './thread-messages.ts'

const target: MessageTarget = { event: 'message', channel: 'email', role: 'listing_agent', cc: [] }

/** Composes the email that brings a buyer's words to the agent. */
function mailFrom(email: string) {
  const { buyer } = viewWith()
  const composed = composeThreadMessage(target, viewWith({ buyer: { ...buyer, email } }), 'Is the gate open?')
  return withReplies(target, 'lena@agents.example', email, composed)
}

test("an agent's reply to a buyer's message goes to the buyer, and the email says so", () => {
  const { text, replyTo } = mailFrom('maria@buyers.example')
  assert.equal(replyTo, 'maria@buyers.example')
  assert.match(text, /your reply goes straight to the buyer/)
})

test('the email with the words of a buyer without an email sends the agent to the conversation', () => {
  for (const language of LANGUAGES)
    inLanguage(language, () => {
      const { text, replyTo } = mailFrom('')
      assert.equal(replyTo, null)
      assert.match(text, { en: /answer in the conversation/, es: /Responda en la conversación/ }[language])
      assert.doesNotMatch(text, /straight to the buyer|llega directamente al comprador/)
    })
})
