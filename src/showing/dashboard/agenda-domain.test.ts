import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShowingRecord } from '../booking/contract.ts'
import { tasksOf } from './agenda-domain.ts'

const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z')
const BEFORE = '2026-11-21T08:59:00Z'
const AFTER = '2026-11-21T09:01:00Z'

const showing = (notice: Partial<NonNullable<ShowingRecord['notice']>>) =>
  ({
    can: {},
    refund: null,
    unreadMessages: 0,
    failedMessages: 0,
    decisionDueAt: null,
    datetime: '2026-11-22T09:00:00Z',
    notice: { state: 'not_served', deliverBy: AFTER, mailBy: null, services: 0, ...notice },
  }) as unknown as ShowingRecord

const cases: [why: string, notice: Parameters<typeof showing>[0], isDue: boolean][] = [
  ['nothing is posted', {}, true],
  ['nothing is posted, and it is late', { deliverBy: BEFORE }, true],
  ['it was posted in time', { state: 'served', services: 1 }, false],
  ['what was done is not enough, and there is time', { state: 'not_enough', services: 1 }, true],
  [
    'it was posted late, and posting it again changes nothing',
    { state: 'not_enough', deliverBy: BEFORE, services: 1 },
    false,
  ],
  ['no deadline: nothing is posted', { deliverBy: null }, true],
]
for (const [why, notice, isDue] of cases)
  test(`a notice ${isDue ? 'needs the agent' : 'leaves the agent alone'}: ${why}`, () => {
    assert.deepEqual(
      tasksOf(showing(notice), '/notice', NOW).map(({ kind, dueAt }) => [kind, dueAt]),
      isDue ? [['notice', notice.deliverBy === undefined ? AFTER : notice.deliverBy]] : [],
    )
  })
