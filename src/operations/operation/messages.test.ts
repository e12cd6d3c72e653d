import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operations } from './contract.ts'
import { ageWords, sizeWords, taskName, taskWords, troubles, vendorWords } from './messages.ts'

const readAt = '2026-11-21T09:00:00Z'
const ago = (seconds: number) => new Date(Date.parse(readAt) - seconds * 1000).toISOString()

test('ages and sizes are short', () => {
  const ages = [0, 59, 60, 3599, 3600, 7500, 47 * 3600, 48 * 3600].map((seconds) => ageWords(ago(seconds), readAt))
  assert.deepEqual(ages, ['0 s', '59 s', '1 min', '59 min', '1 h', '2 h 5 min', '47 h', '2 days'])
  // Another machine's clock runs a little ahead.
  assert.equal(ageWords(ago(-3), readAt), '0 s')
  assert.deepEqual(
    [sizeWords(9_500_000), sizeWords(52_428_800), sizeWords(5_368_709_120)],
    ['9.1 MB', '50 MB', '5.0 GB'],
  )
})

test('describes a task, shows the name of an unknown one, and leaves out zeros', () => {
  assert.equal(taskName('notification.deliver'), 'Send messages')
  assert.equal(taskName('some.thing'), 'some.thing')
  const none = { task: 'x', waiting: 0, due: 0, running: 0, retrying: 0, failed: 2, oldestDueAt: null }
  assert.equal(taskWords(none), 'Nothing is waiting')
  assert.equal(
    taskWords({ ...none, waiting: 7, due: 3, running: 1, retrying: 2 }),
    '7 waiting (2 after a failure), 3 due now, 1 running',
  )
  assert.equal(vendorWords({ vendor: 'stripe', mode: 'test' }), 'Stripe, test keys')
  assert.match(vendorWords({ vendor: 'sandbox', mode: 'embedded' }), /test mode/)
  assert.doesNotMatch(vendorWords({ vendor: 'local', mode: 'embedded' }), /test mode/)
})

const well: Operations = {
  readAt,
  version: '1.0.0',
  startedAt: readAt,
  workers: 1,
  failedMessages: 0,
  failedJobs: 0,
  outboxMessages: 0,
  database: { sizeBytes: 1, lastMigration: null, migratedAt: null },
  tasks: [],
  vendors: [],
  reconciliation: { recent: null, whole: null, differences: 0 },
}
const task = (oldestDueAt: string) => ({
  task: 'x',
  waiting: 1,
  due: 1,
  running: 0,
  retrying: 0,
  failed: 0,
  oldestDueAt,
})

test('writes one sentence for each problem, and none for a healthy system', () => {
  assert.deepEqual(troubles(well), [])
  assert.deepEqual(troubles({ ...well, tasks: [task(ago(200))] }), [])
  assert.deepEqual(troubles({ ...well, tasks: [task(ago(200)), task(ago(400))] }), [
    'The oldest job has been due for 6 min.',
  ])
  assert.deepEqual(troubles({ ...well, workers: 0, failedJobs: 1, failedMessages: 3 }), [
    'No worker is running, so no messages go out and no money moves.',
    '3 messages could not be sent.',
    '1 job has failed for good.',
  ])
  const vendor = { channel: 'sms', vendor: 'twilio', mode: 'live', lastOkAt: null, lastFailureAt: readAt } as const
  assert.deepEqual(
    troubles({
      ...well,
      vendors: [{ ...vendor, state: 'left_alone', lastFailureKind: '503', leftAloneUntil: readAt }],
      reconciliation: { ...well.reconciliation, differences: 1 },
    }),
    ['Texts: the last call failed (503).', '1 difference among the provider, payments, and bookings.'],
  )
})
