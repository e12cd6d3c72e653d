import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogEvent } from './contract.ts'
import { loggedNoticeStatus } from './notice-domain.ts'

const START = '2026-11-27T21:30:00.000Z'
const LATER = '2026-11-28T21:30:00.000Z'
const now = Temporal.Instant.from('2026-11-26T00:00:00Z')

let sequence = 0
const event = (name: string, at: string, payload: Record<string, unknown> = {}): LogEvent => ({
  sequence: ++sequence,
  event: name,
  at,
  payload,
  previousHash: '',
  hash: '',
})
const posted = (serviceId: string, servedAt: string, startsAt = START) =>
  event('served', servedAt, { serviceId, method: 'posted', servedAt, startsAt })
const letter = (state: 'notified' | 'delivery', at: string) =>
  state === 'notified'
    ? event(state, at, {
        messages: [{ event: 'booked', channel: 'certified_mail', role: 'resident', status: 'Sent', sentAt: at }],
      })
    : event(state, at, { event: 'booked', channel: 'certified_mail', role: 'resident', state: 'mailed' })

test("derives from the log's events the same notice status that the lists show", () => {
  const table: [name: string, events: LogEvent[], word: string | null, more?: object][] = [
    ['nothing yet', [], 'due'],
    ['posted in time', [posted('a', '2026-11-25T18:00:00.000Z')], 'served'],
    ['posted too late', [posted('a', '2026-11-27T18:00:00.000Z')], 'due'],
    [
      'withdrawn',
      [posted('a', '2026-11-25T18:00:00.000Z'), event('service_withdrawn', START, { serviceId: 'a' })],
      'due',
    ],
    ['posted for the time before a move', [posted('a', '2026-11-25T18:00:00.000Z', LATER)], 'due'],
    [
      'mailed six days ahead',
      [letter('notified', '2026-11-19T18:00:00.000Z'), letter('delivery', '2026-11-20T18:00:00.000Z')],
      'served',
    ],
    [
      'mailed before the move',
      [
        letter('notified', '2026-11-19T18:00:00.000Z'),
        letter('delivery', '2026-11-20T18:00:00.000Z'),
        event('moved', '2026-11-21T18:00:00.000Z', { startsAt: START }),
      ],
      'due',
    ],
    ['vacant', [], 'not_needed', { occupancy: 'vacant' }],
    ['cancelled', [], null, { status: 'cancelled' }],
  ]
  for (const [name, events, word, more] of table) {
    const log = {
      status: 'confirmed',
      occupancy: 'resident' as const,
      startsAt: START,
      timeZone: 'America/Los_Angeles',
      property: { address_line1: '1 Oak', unit_number: null, city: 'LA', state: 'CA', zip_code: '90012' },
      events,
      ...more,
    }
    assert.equal(loggedNoticeStatus(log, now), word, name)
  }
})
