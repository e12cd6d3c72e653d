import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeStatusOf } from './status-domain.ts'

const startsAt = Temporal.Instant.from('2026-11-24T21:30:00Z')
const before = (hours: number) => startsAt.subtract({ minutes: Math.round(hours * 60) })
type Facts = Parameters<typeof noticeStatusOf>[0]
const facts: Facts = {
  status: 'confirmed',
  state: 'CA',
  occupancy: 'resident',
  startsAt,
  timeZone: 'America/Los_Angeles',
  isServed: false,
  hasService: false,
}

test('the notice of a showing has one status at any time', () => {
  const elsewhere = { state: 'NV', isServed: null }
  const table: [name: string, change: Partial<Facts>, hours: number, word: string | null][] = [
    ['time is left', {}, 24.02, 'due'],
    ['the last moment', {}, 24, 'due'],
    ['too late', {}, 23.98, 'late'],
    ['what is on record is not enough, and time is left', { hasService: true }, 30, 'due'],
    ['what is on record is not enough', { hasService: true }, 1, 'late'],
    ['served', { isServed: true, hasService: true }, 1, 'served'],
    ['over, and never served', { status: 'completed' }, -30, 'late'],
    ['another state, before the start', elsewhere, 1, 'due'],
    ['another state, after the start', { ...elsewhere, status: 'no_show' }, -1, 'not_recorded'],
    ['another state, with a record', { ...elsewhere, hasService: true }, -1, 'served'],
    ['vacant', { occupancy: 'vacant' }, 1, 'not_needed'],
    ['the owner lives there', { occupancy: 'owner' }, 1, 'not_needed'],
    ['pending', { status: 'pending' }, 1, null],
    ['cancelled', { status: 'cancelled' }, 1, null],
    ['declined', { status: 'declined', occupancy: 'vacant' }, 1, null],
  ]
  for (const [name, change, hours, word] of table)
    assert.equal(noticeStatusOf({ ...facts, ...change }, before(hours)), word, name)
})
