import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCalendar } from '../../../test/ics.ts'
import type { MailUpdate } from '../../notice/message/ports.ts'
import { calendar } from './file-service.ts'

const showing = {
  id: '0199c0de-0000-7000-8000-000000000001',
  status: 'confirmed' as 'confirmed' | 'cancelled' | 'pending',
  isDemo: false,
  timeZone: 'America/Los_Angeles',
  startsAt: Temporal.Instant.from('2026-11-27T21:30:00Z'),
  endsAt: Temporal.Instant.from('2026-11-27T22:00:00Z'),
  calendarSequence: 1,
  address: {
    address_line1: '12 Oak; Street, "North"',
    unit_number: '4',
    city: 'Los Angeles',
    state: 'CA',
    zip_code: '90012',
  },
  confirmationNumber: 'SB-7K2M9QXD',
  bookedAt: Temporal.Instant.from('2026-11-21T10:00:00Z'),
  movedFrom: null as Temporal.Instant | null,
  createdAt: Temporal.Instant.from('2026-11-21T09:59:00Z'),
  updatedAt: Temporal.Instant.from('2026-11-22T09:59:00Z'),
  buyer: { name: 'Maria 213-555-0177 Gonzalez', phone: '2135550177', email: 'maria@buyers.example' },
  showingInstructions: 'Lockbox 4711',
  manageToken: 'SecretToken',
}
const update = (method: MailUpdate['method'], change: Partial<typeof showing> = {}, isOptional = false) =>
  calendar.update(
    { ...showing, ...change },
    {
      method,
      organizer: { name: 'Showings, Inc.', email: 'hello@showings.example' },
      attendee: { email: 'maria@buyers.example', isOptional },
      stamp: Temporal.Instant.from('2026-11-21T10:00:05Z'),
    },
  )

test("an invitation has the feed's UID, the time with its zone, a reminder, and one attendee who need not answer", () => {
  const read = readCalendar(update('REQUEST'))
  assert.deepEqual(read, {
    method: 'REQUEST',
    uid: `${showing.id}@showingbooker`,
    sequence: 1,
    status: 'CONFIRMED',
    stamp: '2026-11-21T10:00:05Z',
    startsAt: Temporal.Instant.from('2026-11-27T21:30:00Z'),
    endsAt: Temporal.Instant.from('2026-11-27T22:00:00Z'),
    summary: 'Showing: 12 Oak; Street, "North", Unit 4, Los Angeles, CA 90012',
    description:
      'Private showing, 1:30 PM – 2:00 PM PST, booked through ShowingBooker. Confirmation number SB-7K2M9QXD. Buyer: Maria G.',
    organizer: 'mailto:hello@showings.example',
    attendees: [{ mailbox: 'maria@buyers.example', role: 'REQ-PARTICIPANT', answer: 'NEEDS-ACTION', isAsked: false }],
    alarms: [-900],
  })
  assert.ok(calendar.file(showing).includes(`UID:${showing.id}@showingbooker`))
  assert.equal(readCalendar(update('REQUEST', {}, true)).attendees[0]?.role, 'OPT-PARTICIPANT')
})

test('a cancellation is of the same event and has no reminder', () => {
  const off = readCalendar(update('CANCEL', { status: 'cancelled', calendarSequence: 2 }))
  assert.deepEqual([off.method, off.status, off.sequence, off.alarms], ['CANCEL', 'CANCELLED', 2, []])
  assert.equal(off.uid, readCalendar(update('REQUEST')).uid)
})

test('a move that waits for approval cancels the old time', () => {
  const movedFrom = Temporal.Instant.from('2026-11-26T18:00:00Z')
  const off = readCalendar(update('CANCEL', { status: 'pending', movedFrom }))
  assert.equal(off.startsAt.toString(), '2026-11-26T18:00:00Z')
  assert.equal(off.endsAt.toString(), '2026-11-26T18:30:00Z')
  assert.match(off.description, /10:00 AM – 10:30 AM PST/)
  const again = readCalendar(update('REQUEST', { movedFrom }))
  assert.equal(again.startsAt.toString(), '2026-11-27T21:30:00Z')
})

test('an update has no phone number, entry instructions, or token, and about the buyer only what a resident may know', () => {
  for (const text of [update('REQUEST'), update('CANCEL')]) {
    const said = text.replaceAll('\r\n ', '').replace(/^UID:.*$/m, '')
    assert.doesNotMatch(said, /555\D?01|\b4711\b|Lockbox|Gonzalez|SecretToken/)
  }
})

test('the same message always has the same content', () => {
  assert.equal(update('REQUEST'), update('REQUEST'))
})
