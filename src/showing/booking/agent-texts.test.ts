import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewWith } from '../../../test/views.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { countSegments } from '../../platform/sms-text.ts'
import type { StatusEvent } from './status-domain.ts'
import { composeStatusMessage } from './status-messages.ts'
import type { StatusView } from './status-money-messages.ts'

const movedFrom = Temporal.Instant.from('2026-11-26T18:00:00Z')
const LONG = {
  buyer: { ...viewWith().buyer, name: 'Maximiliana Konstantinopoulos-Featherstonehaugh of Wigglesworth' },
  property: { ...viewWith().property, addressLine1: '28175 Northwest Bartholomew Featherstone Boulevard Extension' },
}
const texted = (event: StatusEvent, change: Partial<StatusView>) => {
  const view = {
    ...viewWith(),
    movedFrom: null,
    returns: [],
    letter: 'none',
    money: 'kept',
    stillPaidCents: 2500,
    ...change,
  } as StatusView
  return composeStatusMessage({ event, role: 'listing_agent', channel: 'sms', cc: [] }, view)?.text ?? ''
}

test("a text about a showing's time links the agent to the showing, within two texts, in every language", () => {
  const rows: [StatusEvent, Partial<StatusView>][] = [
    ['moved', { movedFrom }],
    ['moved', { movedFrom, status: 'pending' }],
    ['move_kept', {}],
    ['move_unanswered', {}],
    ['move_unanswered', { isUnasked: true }],
  ]
  for (const language of LANGUAGES)
    for (const [event, change] of rows)
      for (const size of [{}, LONG]) {
        const text = inLanguage(language, () => texted(event, { ...change, ...size }))
        assert.match(text, /[ :.]https:\/\/showingbooker\.example\/calendar\/showings\/[0-9a-f-]{36} /, text)
        assert.ok(countSegments(text).segments <= 2, text)
      }
})
