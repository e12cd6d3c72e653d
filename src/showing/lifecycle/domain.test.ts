import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { afterMove, agentMoves, type Life, type Move, moveFault, planLife } from './domain.ts'

const start = Temporal.Instant.from('2026-11-27T21:30:00Z')
const MOVES: Move[] = [
  'approve',
  'decline',
  'expire',
  'cancel',
  'buyer_cancel',
  'move',
  'request_refund',
  'approve_refund',
  'decline_refund',
]
const life = (change: Partial<Life> = {}): Life => ({
  status: 'pending',
  money: 'authorized',
  startsAt: start,
  endsAt: start.add({ minutes: 30 }),
  decisionDueAt: start.subtract({ hours: 24 }),
  hasMoved: false,
  refund: null,
  ...change,
})

test('the moves each booking allows, three days before, an hour before and an hour after', () => {
  const allowed = (one: Life, hours: number) => {
    const now = start.add({ hours })
    return MOVES.filter((move) => moveFault(one, move, now) === null).join(' ')
  }
  const confirmed = life({ status: 'confirmed', money: 'succeeded' })
  const asked = life({ status: 'completed', money: 'succeeded', refund: 'asked' })
  const rows: [string, Life, string[]][] = [
    [
      'pending',
      life(),
      ['approve decline cancel buyer_cancel', 'decline expire cancel buyer_cancel', 'decline expire cancel'],
    ],
    ['confirmed', confirmed, ['cancel buyer_cancel move', 'cancel buyer_cancel', 'cancel request_refund']],
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
    ['cancelled', life({ status: 'cancelled', money: 'refund_due' }), ['', '', '']],
    ['declined', life({ status: 'declined', money: 'refunded' }), ['', '', '']],
  ]
  for (const [name, one, expected] of rows)
    assert.deepEqual(
      [-72, -1, 1].map((at) => allowed(one, at)),
      expected,
      name,
    )
  assert.equal(moveFault(confirmed, 'move', start.subtract({ hours: 24 })), null)
  assert.equal(moveFault(confirmed, 'move', start.subtract({ hours: 23, minutes: 59 }))?.code, 'too_late_to_move')
  assert.equal(moveFault(confirmed, 'request_refund', confirmed.endsAt.add({ hours: 24 })), null)
  assert.equal(
    moveFault(confirmed, 'request_refund', confirmed.endsAt.add({ hours: 24, seconds: 1 }))?.code,
    'too_late_to_refund',
  )
})

test('a refund that the agent declined is granted by an admin, and by nobody else', () => {
  const declined = life({ status: 'completed', money: 'succeeded', refund: 'declined' })
  const now = declined.endsAt.add({ hours: 200 })
  assert.equal(moveFault(declined, 'approve_refund', now, 'admin'), null)
  assert.equal(moveFault(declined, 'approve_refund', now, 'agent')?.code, 'refund_decided')
  assert.equal(moveFault(declined, 'decline_refund', now, 'admin')?.code, 'refund_decided')
  const back = { ...declined, money: 'refund_due', refund: 'approved' } as const
  assert.equal(moveFault(back, 'approve_refund', now, 'admin')?.code, 'refund_decided')
  assert.deepEqual(
    (['agent', 'admin'] as const).map((by) => agentMoves(declined, now, by).overruleRefund),
    [false, true],
  )
  const asked = { ...declined, refund: 'asked' } as const
  assert.deepEqual(
    [agentMoves(asked, now, 'admin').decideRefund, agentMoves(asked, now, 'admin').overruleRefund],
    [true, false],
  )
})

test('whatever is done in whatever order, booking and money agree', () => {
  const step = fc.oneof(
    fc.constantFrom(...MOVES).map((move) => ({ move })),
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
        let one = startsManual ? life() : life({ status: 'confirmed', money: 'succeeded' })
        let now = start.add({ hours })
        let endedBy: Move | 'card' | null = null
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
          } else if (moveFault(one, what.move, now) === null) {
            one = { ...one, ...afterMove(one, what.move, { isManual }), hasMoved: one.hasMoved || what.move === 'move' }
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
    MOVES.filter((move) => !seen.has(move)),
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

test('a resident hears what changes a visit he was told of, never of money; no letter takes a visit back', () => {
  const roles = (event: Parameters<typeof planLife>[0], change: object = {}) =>
    planLife(event, { ...facts, ...change }).map((row) => `${row.event} ${row.channel} ${row.role} ${row.cc}`.trim())
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
