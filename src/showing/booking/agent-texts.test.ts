import assert from 'node:assert/strict'
import { test } from 'node:test'
import { character, fc } from '../../../test/dice.ts'
import { type ShowingView, viewWith } from '../../../test/views.ts'
import type { MessageTarget } from '../../notice/message/mail-messages.ts'
import { composeFirstMessage } from '../../notice/message/messages.ts'
import { composeReminder } from '../../notice/message/reminder-messages.ts'
import { composeThreadMessage } from '../../notice/message/thread-messages.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { countSegments } from '../../platform/sms-text.ts'
import { markDemo } from '../demo/messages.ts'
import { composeStatusMessage } from './status-messages.ts'
import type { StatusView } from './status-money-messages.ts'

type Change = Partial<Omit<StatusView, keyof ShowingView>> & Partial<ShowingView>
type Row = [event: MessageTarget['event'], change: Change, words?: string]

const movedFrom = Temporal.Instant.from('2026-11-26T18:00:00Z')
const { dashboardUrl, serviceUrl, startsAt, timeZone, buyer, property } = viewWith()
const LONG: Change = {
  buyer: {
    ...buyer,
    name: 'Maximiliana Konstantinopoulos-Featherstonehaugh of Wigglesworth',
    phone: '+1 213 555 0177 ext. 1',
  },
  property: { ...property, addressLine1: '28175 Northwest Bartholomew Featherstone Boulevard Extension' },
  overlaps: [{ fullAddress: '9 Oak Street', startsAt, timeZone }],
}

/**
 * Every text that an agent gets about a showing. A held time that no one has paid for has no showing
 * (pay-link-messages).
 */
const ROWS: Row[] = [
  ['booked', {}],
  ['booked', { amountCents: 0, occupancy: 'vacant' }],
  ['booked', { status: 'pending' }],
  ['approved', {}],
  ['approved', { amountCents: 0 }],
  ['declined', { isOff: true, money: 'released' }],
  ['cancelled', { isOff: true, cancelledBy: 'agent' }],
  ['cancelled', { isOff: true, cancelledBy: 'agent', isByAdmin: true }],
  ['cancelled', { isOff: true, cancelledBy: 'buyer' }],
  ['cancelled', { isOff: true, cancelledBy: 'system' }],
  ['moved', { movedFrom }],
  ['moved', { movedFrom, status: 'pending' }],
  ['move_kept', {}],
  ['move_unanswered', {}],
  ['move_unanswered', { isUnasked: true }],
  ['refund_requested', {}],
  ['refund_unanswered', {}],
  ['refund_declined', {}],
  ['refund_declined', { amountCents: 0, stillPaidCents: 0 }],
  ['refunded', { money: 'returned', returns: [{ kind: 'refund', amountCents: 2500, at: movedFrom }] }],
  ['reminder_day', {}],
  ['reminder_hour', {}],
  ['reminder_notice', {}],
  ['message', {}, 'Is there parking?'],
  ['message', {}, `Is there parking? ${'We come with two cars and a van. '.repeat(30)}`],
  ['message', {}, '👍'],
  ['message', {}, `Thank you 👍 ${'We look forward to it. '.repeat(12)}`],
  ['message', {}, '我们可以带上我们的狗吗？'.repeat(20)],
]

function texted([event, change, words]: Row): string {
  const { amountCents = 2500 } = change
  const view = {
    ...viewWith({ amountCents, ...change }),
    movedFrom: null,
    returns: [],
    letter: 'none',
    money: 'kept',
    stillPaidCents: amountCents,
    ...change,
  } as StatusView
  const target = { event, role: 'listing_agent', channel: 'sms', cc: [] } as MessageTarget
  const message =
    words === undefined
      ? event === 'booked'
        ? composeFirstMessage(target, view)
        : event.startsWith('reminder')
          ? composeReminder(target, view)
          : composeStatusMessage(target, view)
      : composeThreadMessage(target, view, words)
  return message?.text ?? ''
}

test('a text about a demo property fits in two segments with its demo mark', () => {
  for (const language of LANGUAGES)
    for (const row of ROWS.filter(([event]) => event !== 'message')) {
      const text = inLanguage(language, () => texted([row[0], { ...row[1], ...LONG, isDemo: true }]))
      const { text: marked } = markDemo({ isDemo: true, isProductDemo: false }, 'sms', {
        subject: null,
        text,
        html: null,
        copy: null,
      })
      assert.ok(countSegments(marked).segments <= 2, marked)
    }
})

test('each text to an agent fits in two segments and ends with the link to its showing, in every language', () => {
  for (const language of LANGUAGES)
    for (const row of ROWS)
      for (const size of [{}, LONG]) {
        const text = inLanguage(language, () => texted([row[0], { ...row[1], ...size }, row[2]]))
        const [event] = row
        // The reminder about a notice links to where the agent records its service.
        const end = ` ${event === 'reminder_notice' ? serviceUrl : dashboardUrl}`
        const isEnd = text.replace(/ (Reply STOP to opt out|Responda STOP para darse de baja)$/, '').endsWith(end)
        assert.ok(isEnd, `${event}: ${text}`)
        assert.ok(countSegments(text).segments <= 2, `${event}: ${text}`)
      }
})

test("a text to an agent has as much of the buyer's words as fit in two segments", () => {
  const [long, thumb, thanks, dog] = ROWS.slice(-4).map(texted)
  assert.match(
    long ?? '',
    /^ShowingBooker: Maria Gonzalez wrote about 2817 Alder Street, Unit 3: Is there parking\? We .*van.*\.\.\. Reply: /,
  )
  assert.match(thumb ?? '', /^ShowingBooker: Maria G.*: 👍 https:/)
  assert.match(thanks ?? '', /: Thank you We look forward to it\. .*\.\.\. Reply: https:/)
  assert.match(dog ?? '', /^ShowingBooker: Maria G.*: 我们可以带上我们的狗吗？.*\.\.\. https:/)
  fc.assert(
    fc.property(
      fc.string({ unit: character, minLength: 1, maxLength: 400 }),
      fc.string({ unit: character, maxLength: 80 }),
      fc.constantFrom(...LANGUAGES),
      (words, name, language) => {
        const text = inLanguage(language, () => texted(['message', { buyer: { ...buyer, name } }, words]))
        assert.ok(countSegments(text).segments <= 2 && text.endsWith(` ${dashboardUrl}`), text)
      },
    ),
  )
})
