import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPROVED, CALLED_OFF, MOVED, REFUND_DECIDED, reasonOutdated } from './outdated-domain.ts'

test('does not send messages about a showing that is off or about its old start', () => {
  type Row = Parameters<typeof reasonOutdated>[0]
  const cases: [row: Partial<Row>, status: string, sequence: number, fault: string | null][] = [
    [{}, 'confirmed', 0, null],
    [{}, 'cancelled', 1, CALLED_OFF],
    [{ event: 'moved' }, 'declined', 1, CALLED_OFF],
    [{ event: 'cancelled' }, 'cancelled', 1, null],
    [{ event: 'refunded' }, 'cancelled', 1, null],
    [{ event: 'slot_lost' }, 'lapsed', 0, null],
    // A text is about the current start; a letter or a reminder is about one start only.
    [{}, 'confirmed', 1, null],
    // The resident's text may wait for the morning. After a move, only the text about the new time goes out.
    [{ role: 'resident' }, 'confirmed', 0, null],
    [{ role: 'resident' }, 'confirmed', 1, MOVED],
    [{ role: 'resident', isAgain: true }, 'confirmed', 1, null],
    [{ role: 'resident', channel: 'email' }, 'confirmed', 1, null],
    [{ role: 'resident', event: 'moved', round: 1 }, 'confirmed', 1, null],
    // A showing that waits for approval again will not take place as announced.
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
      reasonOutdated(
        { event: 'booked', channel: 'sms', role: 'buyer', round: 0, ...row },
        { status, calendarSequence },
      ),
      fault,
      JSON.stringify([row, status, calendarSequence]),
    )
})

test('does not remind the agent of a refund that is decided or needs no decision anymore', () => {
  const row = { event: 'refund_unanswered', channel: 'sms', role: 'listing_agent', round: 0 } as const
  const over = { status: 'completed', calendarSequence: 0 }
  assert.equal(reasonOutdated(row, { ...over, isRefundOpen: true }), null)
  assert.equal(reasonOutdated(row, { ...over, isRefundOpen: false }), REFUND_DECIDED)
  assert.equal(reasonOutdated(row, { ...over, status: 'cancelled', isRefundOpen: false }), REFUND_DECIDED)
})

test('after an approval, we do not announce the request, but an agent may resend it', () => {
  const row = { event: 'booked', channel: 'email', role: 'buyer', round: 0 } as const
  const request = { status: 'confirmed', calendarSequence: 1, decisionDueAt: Temporal.Now.instant() }
  assert.equal(reasonOutdated(row, request), APPROVED)
  assert.equal(reasonOutdated({ ...row, isAgain: true }, request), null)
  assert.equal(reasonOutdated({ ...row, event: 'approved', round: 1 }, request), null)
  assert.equal(reasonOutdated(row, { ...request, status: 'pending', calendarSequence: 0 }), null)
  assert.equal(reasonOutdated(row, { ...request, decisionDueAt: null }), null)
})
