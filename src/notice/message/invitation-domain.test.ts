import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarMethod } from './invitation-domain.ts'

test('a calendar gets an invitation to a confirmed showing, and one cancellation if it got the invitation', () => {
  const invited = { method: 'REQUEST', sequence: 1 } as const
  const cancelled = { method: 'CANCEL', sequence: 2 } as const
  type Row = [
    event: Parameters<typeof calendarMethod>[0],
    status: string,
    told: Parameters<typeof calendarMethod>[2],
    says: ReturnType<typeof calendarMethod>,
  ]
  const table: Row[] = [
    ['booked', 'confirmed', null, 'REQUEST'],
    ['booked', 'confirmed', invited, 'REQUEST'],
    ['booked', 'pending', null, null],
    ['approved', 'confirmed', null, 'REQUEST'],
    ['approved', 'confirmed', cancelled, 'REQUEST'],
    ['moved', 'confirmed', invited, 'REQUEST'],
    ['moved', 'pending', invited, 'CANCEL'],
    ['moved', 'pending', null, null],
    ['declined', 'declined', null, null],
    ['declined', 'declined', invited, 'CANCEL'],
    // The move has already canceled the event. A resend of the same message repeats that.
    ['declined', 'declined', { method: 'CANCEL', sequence: 1 }, null],
    ['cancelled', 'cancelled', cancelled, 'CANCEL'],
    ['cancelled', 'cancelled', invited, 'CANCEL'],
    ['cancelled', 'cancelled', null, null],
    // This goes to the resident, about the old time of a move that waits for approval.
    ['cancelled', 'pending', invited, 'CANCEL'],
    // The invitation would be late and wrong.
    ['booked', 'cancelled', null, null],
    ['approved', 'cancelled', invited, null],
    ['cancelled', 'confirmed', invited, null],
    ['booked', 'completed', invited, null],
    ['refunded', 'cancelled', invited, null],
    ['refund_requested', 'confirmed', invited, null],
    ['reminder_day', 'confirmed', invited, null],
    ['slot_lost', 'lapsed', null, null],
  ]
  for (const [event, status, told, says] of table) {
    assert.equal(calendarMethod(event, { status, sequence: 2 }, told), says, `${event} ${status} ${told?.method}`)
  }
})
