import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownerShowings } from './domain.ts'

test("an owner sees a visitor's first name and initial, and no comment", () => {
  const [told] = ownerShowings([
    {
      datetime: '2026-11-20T18:00:00.000Z',
      status: 'completed',
      buyerName: 'Maria Gomez 213-555-0142',
      noticeStatus: 'served',
      is_demo: false,
      visitorFeedback: {
        interest: 'yes',
        price: 'high',
        condition: 'better',
        comment: 'Call me at 213-555-0142',
        answeredAt: '2026-11-21T18:00:00.000Z',
      },
    },
  ])
  assert.deepEqual(told, {
    startsAt: '2026-11-20T18:00:00.000Z',
    status: 'completed',
    visitor: 'Maria G.',
    noticeStatus: 'served',
    feedback: { interest: 'yes', price: 'high', condition: 'better' },
  })
})
