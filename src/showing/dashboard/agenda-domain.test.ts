import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMsOf } from '../../../test/cpu-time.ts'
import { directionsUrl } from '../../platform/directions.ts'
import type { ShowingRecord } from '../booking/contract.ts'
import {
  byUrgency,
  countDue,
  countKinds,
  type Due,
  dayOf,
  dueOf,
  dueSince,
  firstRows,
  groupNotices,
  heldTasks,
  isDayFree,
  isOverdue,
  minutesLeft,
  mostUrgent,
  placesOf,
  routeOf,
  tasksOf,
} from './agenda-domain.ts'
import type { Agenda, Task } from './contract.ts'

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
  ['no one posted it', {}, true],
  ['no one posted it, and it is overdue', { deliverBy: BEFORE }, true],
  ['it was posted in time', { state: 'served', services: 1 }, false],
  ['its service is not sufficient, and there is still time', { state: 'not_enough', services: 1 }, true],
  [
    'it was posted late, and posting it again would not help',
    { state: 'not_enough', deliverBy: BEFORE, services: 1 },
    false,
  ],
  ['it has no deadline, and no one posted it', { deliverBy: null }, true],
]
for (const [why, notice, isDue] of cases)
  test(`a notice ${isDue ? 'is' : 'is not'} a task: ${why}`, () => {
    assert.deepEqual(
      tasksOf(showing(notice), '/notice', NOW).map(({ kind, dueAt }) => [kind, dueAt]),
      isDue ? [['notice', notice.deliverBy === undefined ? AFTER : notice.deliverBy]] : [],
    )
  })

/** Makes tasks from the first letter of their kind and the name of their property: `n a` is a notice at property a. */
const tasks = (...short: string[]) =>
  short.map((words, at) => {
    const [letter, property_id] = words.split(' ')
    const kind = (['decide', 'refund', 'reply', 'notice', 'message'] as const).find((name) => name[0] === letter)
    return { kind, dueAt: null, noticeUrl: null, showing: { id: `${at}`, property_id } } as unknown as Task
  })
const kindOf = ({ kind }: Task) => kind
const DAYS: Record<string, Due> = { o: 'overdue', t: 'today', m: 'tomorrow', l: 'later' }
const idsOf = (some: Task[]) => some.map(({ showing }) => showing.id).join(' ')

test('three notices of one property share a row, where the first of them was', () => {
  const later = () => 'later' as const
  const rows = groupNotices(tasks('n a', 'd a', 'n b', 'n a', 'd a', 'n a'), later)
  assert.deepEqual(rows.map(idsOf), ['0 3 5', '1', '2', '4'])
  assert.deepEqual(groupNotices(tasks('n a', 'n a', 'n b'), later).map(idsOf), ['0', '1', '2'])
})

test('an overdue notice shares no row with notices that are not due yet', () => {
  const dues: Due[] = ['overdue', 'today', 'later', 'later', 'later']
  const rows = groupNotices(
    tasks('n a', 'n a', 'n a', 'n a', 'n a'),
    ({ showing }) => dues[Number(showing.id)] ?? 'later',
  )
  assert.deepEqual(rows.map(idsOf), ['0', '1', '2 3 4'])
})

/** Makes a task at a property in Los Angeles, for a showing in ten days. */
const due = (kind: Task['kind'], dueAt: string | null, datetime = '2026-12-01T20:00:00Z', id = '') =>
  ({ kind, dueAt, showing: { id, datetime, time_zone: 'America/Los_Angeles' } }) as unknown as Task

test("a task is due in its property's zone; without a deadline, a notice is due at the showing, and other tasks today", () => {
  // It is 1 AM in Los Angeles and 4 AM in New York.
  const now = NOW.toString()
  const inNewYork = due('notice', '2026-11-22T07:59:00Z')
  inNewYork.showing.time_zone = 'America/New_York'
  const cases: [Task, Due][] = [
    [due('notice', '2026-11-21T09:00:00Z'), 'overdue'],
    [due('notice', '2026-11-21T09:01:00Z'), 'today'],
    [due('decide', '2026-11-22T07:59:00Z'), 'today'],
    [inNewYork, 'tomorrow'],
    [due('decide', '2026-11-22T08:00:00Z'), 'tomorrow'],
    [due('notice', '2026-11-23T07:59:00Z'), 'tomorrow'],
    [due('notice', '2026-11-23T08:00:00Z'), 'later'],
    [due('notice', null), 'later'],
    [due('notice', null, '2026-11-22T20:00:00Z'), 'tomorrow'],
    [due('notice', null, '2026-11-20T20:00:00Z'), 'today'],
    [due('reply', null), 'today'],
    [due('refund', null), 'today'],
    [due('message', null), 'today'],
    [due('reply', null, '2026-11-20T20:00:00Z'), 'today'],
  ]
  for (const [one, at] of cases) assert.equal(dueOf(one, now), at, JSON.stringify(one))
  const all = cases.map(([one]) => one)
  assert.deepEqual(countDue(all, now), { overdue: 1, today: 7, tomorrow: 4, later: 2 })
})

test('tasks that someone is waiting for come after overdue tasks and before tasks with more time', () => {
  const now = NOW.toString()
  const some = [
    due('notice', null, '2026-11-22T09:00:00Z', 'notice of tomorrow'),
    due('decide', '2026-11-21T10:00:00Z', undefined, 'request in an hour'),
    due('reply', null, '2026-12-02T09:00:00Z', 'message about a later showing'),
    due('message', null, '2026-12-01T09:00:00Z', 'failed message'),
    due('notice', '2026-11-21T08:00:00Z', undefined, 'late notice'),
  ]
  const ordered = ['late notice', 'failed message', 'message about a later showing', 'request in an hour']
  assert.deepEqual(
    some.sort(byUrgency(now)).map(({ showing }) => showing.id),
    [...ordered, 'notice of tomorrow'],
  )
})

test('counts change as time passes, even if the list leaves out some tasks', () => {
  const made = NOW.toString()
  const listed = [due('notice', BEFORE), due('notice', '2026-11-21T10:00:00Z'), due('notice', '2026-11-22T08:00:00Z')]
  // The list leaves out three tasks: one is due today, and two are due later.
  const agenda = { tasks: listed, taskCount: 6, due: { overdue: 1, today: 2, tomorrow: 1, later: 2 } }
  const cases: [now: string, expected: ReturnType<typeof dueSince>][] = [
    [made, { overdue: 1, today: 2, tomorrow: 1, later: 2 }],
    ['2026-11-21T09:59:59Z', { overdue: 1, today: 2, tomorrow: 1, later: 2 }],
    ['2026-11-21T10:00:00Z', { overdue: 2, today: 1, tomorrow: 1, later: 2 }],
    ['2026-11-22T08:00:00Z', { overdue: 3, today: 1, tomorrow: 0, later: 2 }],
  ]
  for (const [now, expected] of cases) assert.deepEqual(dueSince(agenda, { made, now }), expected, now)
  // If the list is complete, only its tasks count.
  const whole = { ...agenda, taskCount: 3 }
  assert.deepEqual(dueSince(whole, { made, now: made }), { overdue: 1, today: 1, tomorrow: 1, later: 0 })
})

test('finding the due days of 300 tasks takes a few milliseconds', () => {
  const many = Array.from({ length: 300 }, () => due('notice', '2026-11-22T08:00:00Z'))
  countDue(many, NOW.toString())
  const ms = cpuMsOf(() => void countDue(many, NOW.toString()))
  assert.ok(ms < 15, `${ms} ms`)
})

test('the first rows include the most urgent task of each kind, in the same order', () => {
  const many = tasks('n a', 'n b', 'n c', 'n d', 'd a', 'd b', 'm a')
  assert.equal(idsOf(mostUrgent(many, kindOf, 4)), '0 1 4 6')
  assert.equal(idsOf(mostUrgent(many, kindOf, 2)), '0 4')
  assert.equal(idsOf(mostUrgent(many, kindOf, 10)), '0 1 2 3 4 5 6')
})

test('the first rows are overdue or due today, and overdue rows leave room for three with a deadline today', () => {
  const first = (short: string, limit: number) =>
    firstRows(
      short.split(' '),
      { dueOf: (row) => DAYS[row[0] ?? ''], kindOf: (row) => row[1], hasDeadline: (row) => row[1] !== 'r' },
      limit,
    ).join(' ')
  const cases: [rows: string, limit: number, expected: string][] = [
    // o: overdue, t: today, m: tomorrow, l: later; then the kind, of which r has no deadline.
    ['on tn1 tn2 tn3 tn4 td mr lm', 4, 'on tn1 tn2 td'],
    ['on tn1 tn2 tn3 tn4 td mr lm', 5, 'on tn1 tn2 tn3 td'],
    ['on1 on2 on3 on4 on5 td1 td2 td3 lr', 4, 'on1 td1 td2 td3'],
    ['on1 on2 on3 on4 on5 td1 td2 td3 lr', 5, 'on1 on2 td1 td2 td3'],
    ['on1 on2 on3 on4 on5 td1 td2 lr', 4, 'on1 on2 td1 td2'],
    ['on1 on2 on3 on4 on5 td1 tr1 lr', 4, 'on1 on2 on3 td1'],
    ['on1 on2 on3 tr1 tr2 tr3 ld', 4, 'on1 on2 on3 tr1'],
    ['on1 on2 on3 on4 on5 ld', 4, 'on1 on2 on3 on4'],
    // Later rows fill the rest. Kinds that are missing so far come first.
    ['on1 on2 mn md lm', 3, 'on1 on2 md'],
    ['tn mn md lm', 3, 'tn md lm'],
    ['mn1 mn2 ln3 ln4', 3, 'mn1 mn2 ln3'],
    ['tn', 3, 'tn'],
    ['', 3, ''],
  ]
  for (const [rows, limit, expected] of cases) assert.equal(first(rows, limit), expected, `${limit} of ${rows}`)
})

test('an agenda holds three tasks with a deadline today, however many are overdue', () => {
  const late = Array.from({ length: 60 }, (_, at) => due('notice', '2026-11-20T08:00:00Z', undefined, `late${at}`))
  const today = [1, 2, 3, 4].map((at) => due('notice', '2026-11-21T20:00:00Z', undefined, `today${at}`))
  const held = heldTasks([...late, ...today], NOW.toString())
  assert.equal(held.length, 50)
  assert.equal(idsOf(held.slice(46)), 'late46 today1 today2 today3')
})

test('a task is overdue from its deadline, and never without one', () => {
  const cases: [string | null, boolean][] = [
    [null, false],
    ['2026-11-21T08:59:59.999Z', true],
    ['2026-11-21T09:00:00Z', true],
    ['2026-11-21T09:00:00.001Z', false],
  ]
  for (const [dueAt, is] of cases) assert.equal(isOverdue({ dueAt }, '2026-11-21T09:00:00.000Z'), is, `${dueAt}`)
})

test('minutes are left only before the deadline', () => {
  const cases: [string, number | null][] = [
    ['2026-11-21T08:59:00.000Z', null],
    ['2026-11-21T09:00:00.000Z', null],
    ['2026-11-21T09:00:01.000Z', 1],
    ['2026-11-21T09:01:00.000Z', 1],
    ['2026-11-21T09:45:00.000Z', 45],
  ]
  for (const [dueAt, left] of cases) assert.equal(minutesLeft(dueAt, '2026-11-21T09:00:00.000Z'), left, dueAt)
})

test('tasks are counted by kind', () => {
  const counted = { decide: 2, refund: 0, reply: 0, notice: 1, message: 1 }
  assert.deepEqual(countKinds(tasks('n a', 'd b', 'm a', 'd a')), counted)
})

const stop = (id: string, hour: string, more: Partial<ShowingRecord> = {}) =>
  ({
    id,
    status: 'confirmed',
    date: '2026-11-21',
    time_zone: 'UTC',
    datetime: `2026-11-21T${hour}:00:00Z`,
    endsAt: `2026-11-21T${hour}:30:00Z`,
    property_id: id,
    propertyAddress: `${id} Street`,
    shownBy: null,
    ...more,
  }) as unknown as ShowingRecord
const NO_ONES = new Set<string>()
const todayOf = (showings: ShowingRecord[], othersHomes = NO_ONES) => dayOf(showings, othersHomes, NOW).today
const places = (now: string) => {
  const today = todayOf([stop('a', '09'), stop('b', '10', { status: 'pending' }), stop('c', '11')])
  const { current, next } = placesOf(today, now)
  return [current?.id, next?.id]
}

test('the current showing is the one in progress, and the next one is confirmed', () => {
  assert.deepEqual(places('2026-11-21T08:59:59Z'), [undefined, 'a'])
  assert.deepEqual(places('2026-11-21T09:00:00Z'), ['a', 'c'])
  assert.deepEqual(places('2026-11-21T09:30:00Z'), [undefined, 'c'])
  assert.deepEqual(places('2026-11-21T11:10:00Z'), ['c', undefined])
})

for (const [what, other, othersHomes] of [
  ['a showing that someone else shows', { shownBy: 'Rosa' }, NO_ONES],
  ['a showing whose contact is someone else', { property_id: 'h' }, new Set(['h'])],
] as const)
  test(`${what} is listed, but it is not where the agent goes`, () => {
    const showings = [stop('a', '09', other), stop('b', '09'), stop('c', '10', other), stop('d', '11')]
    const tomorrow = { date: '2026-11-22', datetime: '2026-11-22T09:00:00Z', endsAt: '2026-11-22T09:30:00Z' }
    const all = [...showings, stop('e', '09', { ...tomorrow, ...other }), stop('f', '09', tomorrow)]
    const day = dayOf(all, othersHomes, NOW)
    assert.deepEqual([day.today.map((one) => one.showing.id).join(' '), day.next?.id], ['a b c d', 'f'])
    const { current, next } = placesOf(day.today, '2026-11-21T09:10:00Z')
    assert.deepEqual([current?.id, next?.id], ['b', 'd'])
    assert.equal(routeOf(day.today), directionsUrl('b Street', 'd Street'))
  })

test('a day is free only if we checked every showing', () => {
  const free = { taskCount: 0, checkedFirst: null, withoutPhoneCount: 0, refusedMailboxes: [], today: [] }
  const isFree = (change: object) => isDayFree({ ...free, ...change } as unknown as Agenda)
  assert.equal(isFree({}), true)
  for (const change of [{ taskCount: 1 }, { checkedFirst: 300 }, { withoutPhoneCount: 1 }, { today: [{}] }])
    assert.equal(isFree(change), false)
})
