import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPROVED, CALLED_OFF, checkResend, isQuiet, MOVED, reasonOutdated } from './domain.ts'

test('why a message is not sent again', () => {
  const now = Temporal.Instant.from('2026-11-21T09:00:00Z')
  const ago = (seconds: number) => new Date(now.epochMilliseconds - seconds * 1000)
  const sent = {
    event: 'booked',
    channel: 'email' as const,
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
  }
  const cases: [change: Partial<Parameters<typeof checkResend>[0]>, code: string | undefined][] = [
    [{}, undefined],
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
    [{ status: 'not_sent', reason: 'The resident has not agreed to text messages' }, 'no_texts_wanted'],
    [{ status: 'not_sent', reason: 'This number has opted out of text messages' }, 'no_texts_wanted'],
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
  ]
  for (const [change, code] of cases)
    assert.equal(checkResend({ ...sent, ...change }, now)?.code, code, JSON.stringify(change))
})

test('what is planned for a showing that is off, or for a start that it has no more, does not go out', () => {
  type Row = Parameters<typeof reasonOutdated>[0]
  const cases: [row: Partial<Row>, status: string, sequence: number, fault: string | null][] = [
    [{}, 'confirmed', 0, null],
    [{}, 'cancelled', 1, CALLED_OFF],
    [{ event: 'moved' }, 'declined', 1, CALLED_OFF],
    [{ event: 'cancelled' }, 'cancelled', 1, null],
    [{ event: 'refunded' }, 'cancelled', 1, null],
    [{ event: 'slot_lost' }, 'lapsed', 0, null],
    // A text speaks of the start as it is now; a letter and a reminder are of one start.
    [{}, 'confirmed', 1, null],
    // A showing that waits for approval again does not take place as announced.
    [{}, 'pending', 0, null],
    [{}, 'pending', 1, MOVED],
    [{ event: 'approved', round: 1 }, 'pending', 2, MOVED],
    [{ event: 'moved', round: 2 }, 'pending', 2, null],
    [{ channel: 'certified_mail' }, 'confirmed', 1, MOVED],
    [{ channel: 'certified_mail', round: 1 }, 'confirmed', 1, null],
    [{ channel: 'certified_mail' }, 'pending', 1, MOVED],
    [{ event: 'reminder_day' }, 'confirmed', 1, MOVED],
    [{ event: 'reminder_day', round: 1 }, 'confirmed', 1, null],
    [{ event: 'reminder_hour', channel: 'email' }, 'cancelled', 1, CALLED_OFF],
  ]
  for (const [row, status, calendarSequence, fault] of cases)
    assert.equal(
      reasonOutdated({ event: 'booked', channel: 'sms', round: 0, ...row }, { status, calendarSequence }),
      fault,
      JSON.stringify([row, status, calendarSequence]),
    )
})

test('that a showing was asked for is not told once it is approved, but an agent may send it again', () => {
  const row = { event: 'booked', channel: 'email' as const, round: 0 }
  const request = { status: 'confirmed', calendarSequence: 1, decisionDueAt: Temporal.Now.instant() }
  assert.equal(reasonOutdated(row, request), APPROVED)
  assert.equal(reasonOutdated({ ...row, isAgain: true }, request), null)
  assert.equal(reasonOutdated({ ...row, event: 'approved', round: 1 }, request), null)
  assert.equal(reasonOutdated(row, { ...request, status: 'pending', calendarSequence: 0 }), null)
  assert.equal(reasonOutdated(row, { ...request, decisionDueAt: null }), null)
})

test('the quiet hours are those of the place', () => {
  const at = (text: string) => isQuiet(Temporal.Instant.from(text), 'America/Phoenix')
  assert.deepEqual(
    ['2026-11-27T02:59:59Z', '2026-11-27T03:00:00Z', '2026-11-27T14:59:59Z', '2026-11-27T15:00:00Z'].map(at),
    [false, true, true, false],
  )
})
