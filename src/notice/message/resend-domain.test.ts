import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phoneKey } from '../../platform/phone.ts'
import { checkResend, isSameRecipient, lastSending } from './resend-domain.ts'

test('each refusal to resend a message has its reason', () => {
  const now = Temporal.Instant.from('2026-11-21T09:00:00Z')
  const ago = (seconds: number) => new Date(now.epochMilliseconds - seconds * 1000)
  const sent = {
    event: 'booked',
    channel: 'email' as const,
    role: 'buyer' as const,
    recipient: 'bea@typo.example.com',
    buyer_email: 'bea@typo.example.com',
    status: 'sent',
    reason: null,
    logged_at: ago(61),
    resends: 0,
    planned_at: ago(62),
    booking_status: 'confirmed',
    starts_at: ago(-86_400),
    time_zone: 'Europe/Berlin',
    is_current: true,
    recall: null,
    send_to: 'bea@typo.example.com',
    send_cc: [],
    lacks_consent: false,
    has_opted_out: false,
  }
  const cases: [change: Partial<Parameters<typeof checkResend>[0]>, code: string | undefined][] = [
    [{}, undefined],
    [{ recipient: 'bea@tpyo.example.com' }, 'email_corrected'],
    [{ recipient: 'Bea@Typo.example.com' }, undefined],
    [{ recipient: 'bea@tpyo.example.com', role: 'listing_agent' }, undefined],
    [{ recipient: '+13105550100', channel: 'sms' }, undefined],
    [{ recipient: 'bea@tpyo.example.com', event: 'email_changed' }, undefined],
    // In the product's own demo, the visitor chose who gets the messages.
    [{ recipient: 'bea@tpyo.example.com', buyer_email: null }, undefined],
    [{ logged_at: ago(59) }, 'resent_too_soon'],
    [{ status: 'failed', logged_at: ago(1) }, undefined],
    [{ logged_at: null }, 'message_under_way'],
    [{ logged_at: null, resends: 1, planned_at: ago(59) }, 'resent_too_soon'],
    [{ logged_at: null, resends: 1, planned_at: ago(61) }, 'message_under_way'],
    [{ status: 'failed', logged_at: ago(1), resends: 1, planned_at: ago(59) }, 'resent_too_soon'],
    [{ status: 'failed', logged_at: ago(1), resends: 1, planned_at: ago(61) }, undefined],
    [{ resends: 4 }, undefined],
    [{ resends: 5 }, 'resent_too_often'],
    [{ booking_status: 'cancelled' }, 'showing_off'],
    [{ channel: 'certified_mail' }, 'letter_sent'],
    [{ channel: 'certified_mail', status: 'failed' }, undefined],
    [{ channel: 'certified_mail', status: 'failed', starts_at: ago(-1) }, undefined],
    [{ channel: 'certified_mail', status: 'failed', starts_at: ago(0) }, 'showing_started'],
    [
      { channel: 'certified_mail', status: 'failed', starts_at: ago(9000), booking_status: 'completed' },
      'showing_started',
    ],
    [{ lacks_consent: true }, 'no_texts_wanted'],
    [{ has_opted_out: true }, 'no_texts_wanted'],
    [{ send_to: null }, 'no_contact'],
    // Since then, the resident agreed, or the number sent START.
    [{ status: 'not_sent', reason: 'The resident has not agreed to text messages' }, undefined],
    [{ status: 'not_sent', reason: 'This number has opted out of text messages' }, undefined],
    [{ channel: 'certified_mail', recall: 'cancelled' }, 'letter_taken_back'],
    [{ channel: 'certified_mail', recall: 'too_late' }, 'letter_sent'],
    [{ channel: 'certified_mail', status: 'failed', is_current: false }, 'showing_moved'],
    [{ is_current: false }, undefined],
    [{ is_current: false, booking_status: 'pending' }, 'showing_moved'],
    [{ is_current: false, booking_status: 'pending', event: 'moved' }, 'showing_moved'],
    [{ is_current: true, booking_status: 'pending', event: 'moved' }, undefined],
    [{ event: 'reminder_day' }, undefined],
    [{ event: 'reminder_day', is_current: false }, 'showing_moved'],
    [{ event: 'reminder_hour', booking_status: 'declined' }, 'showing_off'],
    [{ event: 'reminder_hour', starts_at: ago(-1) }, undefined],
    [{ event: 'reminder_hour', starts_at: ago(0) }, 'showing_started'],
    [{ event: 'reminder_hour', channel: 'sms' }, undefined],
    [{ event: 'reminder_hour', channel: 'sms', time_zone: 'America/New_York' }, 'quiet_hours'],
    [{ event: 'reminder_hour', time_zone: 'America/New_York' }, undefined],
    [{ role: 'resident', channel: 'sms', time_zone: 'America/New_York', starts_at: ago(-172_800) }, 'quiet_hours'],
    [{ role: 'resident', channel: 'sms', time_zone: 'America/New_York' }, undefined],
    [{ role: 'resident', channel: 'sms', starts_at: ago(-172_800) }, undefined],
  ]
  for (const [change, code] of cases)
    assert.equal(checkResend({ ...sent, ...change }, now)?.code, code, JSON.stringify(change))
})

test('recognizes a recipient in any spelling', () => {
  assert.ok(isSameRecipient('Maria@Example.com', ' maria@example.com ', phoneKey))
  assert.ok(!isSameRecipient('maria@example.com', 'mario@example.com', phoneKey))
  assert.ok(isSameRecipient('(213) 555-0142', '+12135550142', phoneKey))
  assert.ok(!isSameRecipient('(213) 555-0142', '+12135550143', phoneKey))
})

test('a buyer who corrected their email to that of their agent gets no copy of their own confirmation', () => {
  const first = { event: 'booked', round: 0, turn: 0, thread_message_id: null, role: 'buyer' as const }
  const sending = lastSending([
    { ...first, recipient: 'bea@tpyo.example.com', cc: ['lena@agents.example.com', 'Theo@Agents.example.com'] },
    { ...first, turn: 1, recipient: 'theo@agents.example.com', cc: ['Lena@agents.example.com'] },
  ])
  assert.deepEqual(
    sending.map(({ recipient, cc }) => [recipient, cc]),
    [['theo@agents.example.com', ['lena@agents.example.com']]],
  )
})
