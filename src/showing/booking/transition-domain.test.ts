import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { planStatusMessages } from './status-domain.ts'
import {
  afterTransition,
  agentActions,
  type BookingState,
  checkTransition,
  isRepeatedMove,
  nextLate,
  type Transition,
} from './transition-domain.ts'

const start = Temporal.Instant.from('2026-11-27T21:30:00Z')
const TRANSITIONS: Transition[] = [
  'approve',
  'decline',
  'expire',
  'cancel',
  'buyer_cancel',
  'reschedule',
  'request_refund',
  'approve_refund',
  'decline_refund',
]
const state = (change: Partial<BookingState> = {}): BookingState => ({
  status: 'pending',
  money: 'authorized',
  isReturned: false,
  startsAt: start,
  endsAt: start.add({ minutes: 30 }),
  decisionDueAt: start.subtract({ hours: 24 }),
  hasMoved: false,
  refund: null,
  lateMinutes: null,
  proposalDueAt: null,
  ...change,
})

test('each status allows its transitions three days before, an hour before, and an hour after', () => {
  const allowed = (one: BookingState, hours: number) => {
    const now = start.add({ hours })
    return TRANSITIONS.filter((move) => checkTransition(one, move, now) === null).join(' ')
  }
  const confirmed = state({ status: 'confirmed', money: 'succeeded' })
  const asked = state({ status: 'completed', money: 'succeeded', refund: 'asked' })
  const rows: [string, BookingState, string[]][] = [
    [
      'pending',
      state(),
      ['approve decline cancel buyer_cancel', 'decline expire cancel buyer_cancel', 'decline expire cancel'],
    ],
    ['confirmed', confirmed, ['cancel buyer_cancel reschedule', 'cancel buyer_cancel', 'cancel request_refund']],
    [
      'moved',
      { ...confirmed, hasMoved: true },
      ['cancel buyer_cancel', 'cancel buyer_cancel', 'cancel request_refund'],
    ],
    ['completed', { ...confirmed, status: 'completed' }, ['', '', 'request_refund']],
    ['no-show', { ...confirmed, status: 'no_show' }, ['', '', 'request_refund']],
    [
      'asked',
      asked,
      ['approve_refund decline_refund', 'approve_refund decline_refund', 'approve_refund decline_refund'],
    ],
    ['refunded', { ...asked, money: 'refunded', refund: 'approved' }, ['', '', '']],
    ['cancelled', state({ status: 'cancelled', money: 'refund_due' }), ['', '', '']],
    ['declined', state({ status: 'declined', money: 'refunded' }), ['', '', '']],
  ]
  for (const [name, one, expected] of rows)
    assert.deepEqual(
      [-72, -1, 1].map((at) => allowed(one, at)),
      expected,
      name,
    )
  assert.equal(checkTransition(confirmed, 'reschedule', start.subtract({ hours: 24 })), null)
  assert.equal(
    checkTransition(confirmed, 'reschedule', start.subtract({ hours: 23, minutes: 59 }))?.code,
    'too_late_to_move',
  )
  assert.equal(checkTransition(confirmed, 'request_refund', confirmed.endsAt.add({ hours: 24 })), null)
  assert.equal(
    checkTransition(confirmed, 'request_refund', confirmed.endsAt.add({ hours: 24, seconds: 1 }))?.code,
    'too_late_to_refund',
  )
})

test('only an admin can approve a refund that the agent declined', () => {
  const declined = state({ status: 'completed', money: 'succeeded', refund: 'declined' })
  const now = declined.endsAt.add({ hours: 200 })
  assert.equal(checkTransition(declined, 'approve_refund', now, 'admin'), null)
  assert.equal(checkTransition(declined, 'approve_refund', now, 'agent')?.code, 'refund_decided')
  assert.equal(checkTransition(declined, 'decline_refund', now, 'admin')?.code, 'refund_decided')
  const back = { ...declined, money: 'refund_due', refund: 'approved' } as const
  assert.equal(checkTransition(back, 'approve_refund', now, 'admin')?.code, 'refund_decided')
  assert.deepEqual(
    (['agent', 'admin'] as const).map((by) => agentActions(declined, now, by).overruleRefund),
    [false, true],
  )
  const asked = { ...declined, refund: 'asked' } as const
  assert.deepEqual(
    [agentActions(asked, now, 'admin').decideRefund, agentActions(asked, now, 'admin').overruleRefund],
    [true, false],
  )
})

test('after any sequence of transitions, the booking and its money agree', () => {
  const step = fc.oneof(
    fc.constantFrom(...TRANSITIONS).map((move) => ({ move })),
    fc.constantFrom('captured', 'capture failed', 'given back', 'completed').map((event) => ({ event })),
    fc.integer({ min: 1, max: 40 }).map((hours) => ({ hours })),
  )
  const seen = new Set<string>()
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.constantFrom(-72, -30, 0, 1),
      fc.array(step, { maxLength: 30 }),
      (isManual, hours, steps) => {
        const startsManual = isManual && hours === -72
        let one = startsManual ? state() : state({ status: 'confirmed', money: 'succeeded' })
        let now = start.add({ hours })
        let endedBy: Transition | 'card' | null = null
        for (const what of steps) {
          if ('hours' in what) now = now.add({ hours: what.hours })
          else if ('event' in what) {
            if (what.event === 'captured' && one.money === 'capture_due') one = { ...one, money: 'succeeded' }
            if (what.event === 'capture failed' && one.money === 'capture_due') {
              if (one.status === 'confirmed') endedBy = 'card'
              one = { ...one, money: 'refund_due', status: one.status === 'confirmed' ? 'cancelled' : one.status }
            }
            if (what.event === 'given back' && one.money === 'refund_due') one = { ...one, money: 'refunded' }
            if (
              what.event === 'completed' &&
              one.status === 'confirmed' &&
              Temporal.Instant.compare(now, one.endsAt) > 0
            )
              one = { ...one, status: 'completed' }
          } else if (checkTransition(one, what.move, now) === null) {
            one = {
              ...one,
              ...afterTransition(one, what.move, { isManual }),
              hasMoved: one.hasMoved || what.move === 'reschedule',
            }
            if (one.status === 'cancelled' || one.status === 'declined') endedBy = what.move
            seen.add(what.move)
          }
          const isBack = one.money === 'refund_due' || one.money === 'refunded'
          if (one.status === 'pending')
            assert.ok(one.money === 'authorized' || one.money === 'succeeded' || one.hasMoved)
          if (one.status === 'confirmed') assert.equal(isBack, one.refund === 'approved')
          if (one.status === 'declined' || endedBy === 'cancel' || endedBy === 'card') assert.ok(isBack)
          assert.equal(one.status === 'cancelled' || one.status === 'declined', endedBy !== null)
          if (one.refund === 'approved') assert.ok(isBack)
          if (one.status !== 'pending') assert.notEqual(one.money, 'authorized')
        }
      },
    ),
    { numRuns: 2000, seed: 4 },
  )
  assert.deepEqual(
    TRANSITIONS.filter((move) => !seen.has(move)),
    [],
  )
})

const facts = {
  status: 'confirmed',
  occupancy: 'resident',
  mailUpgrade: true,
  agent: { name: 'A', phone: '2135550100', email: 'a@x.example' },
  resident: {
    name: 'R',
    phone: '2135550101',
    email: 'r@x.example',
    textConsent: true,
    address: {
      address_line1: '1 A St',
      address_line2: null,
      address_city: 'LA',
      address_state: 'CA',
      address_zip: '90012',
    },
  },
  buyer: { name: 'B', phone: '2135550102', email: 'b@x.example' },
  buyerAgentEmail: 'bo@x.example',
  hadNotice: true,
} as const

test('a resident gets messages only about changes to a showing they had notice of, never about money or by letter', () => {
  const roles = (event: Parameters<typeof planStatusMessages>[0], change: object = {}) =>
    planStatusMessages(event, { ...facts, ...change }).map((row) =>
      `${row.event} ${row.channel} ${row.role} ${row.cc}`.trim(),
    )
  assert.deepEqual(roles('cancelled'), [
    'cancelled sms listing_agent',
    'cancelled sms buyer',
    'cancelled email listing_agent',
    'cancelled email buyer bo@x.example',
    'cancelled sms resident',
    'cancelled email resident',
  ])
  assert.equal(roles('cancelled', { hadNotice: false }).length, 4)
  assert.equal(roles('refunded').length, 4)
  assert.deepEqual(roles('moved', { status: 'pending' }).slice(4), [
    'cancelled sms resident',
    'cancelled email resident',
  ])
  assert.ok(roles('approved').includes('approved certified_mail resident'))
  assert.ok(roles('moved').includes('moved email listing_agent r@x.example'))
})

test('an agent can report each delay once, from an hour before the start until the end', () => {
  const confirmed = state({ status: 'confirmed', money: 'succeeded' })
  const rows: [Partial<BookingState>, number, number | null][] = [
    [{}, -61, null],
    [{}, -60, 10],
    [{}, 0, 10],
    [{}, 29, 10],
    [{}, 30, null],
    [{ lateMinutes: 10 }, 0, 20],
    [{ lateMinutes: 20 }, 0, 30],
    [{ lateMinutes: 30 }, 0, null],
    [{ status: 'pending' }, 0, null],
    [{ status: 'cancelled' }, 0, null],
  ]
  for (const [change, minutes, next] of rows)
    assert.equal(nextLate({ ...confirmed, ...change }, start.add({ minutes })), next, JSON.stringify([change, minutes]))
})

test('while the showing is active, a repeated move is recognized by its time', () => {
  const moved = { status: 'confirmed', has_moved: true, showing_date: '2026-12-02', showing_time: '10:00' } as const
  const wanted = { showingDate: '2026-12-02', showingTime: ' 10:00 ' }
  for (const [row, move, expected] of [
    [moved, wanted, true],
    [{ ...moved, status: 'pending' }, wanted, true],
    [{ ...moved, status: 'cancelled' }, wanted, false],
    [{ ...moved, has_moved: false }, wanted, false],
    [moved, { ...wanted, showingTime: '10:30' }, false],
    [moved, { ...wanted, showingDate: '2026-12-03' }, false],
  ] as const)
    assert.equal(isRepeatedMove(row, move), expected, JSON.stringify([row, move]))
})
