import { directionsUrl } from '../../platform/directions.ts'
import { oncePerLocale } from '../../platform/language.ts'
import type { ShowingRecord } from '../booking/contract.ts'
import type { Agenda, Task } from './contract.ts'

const isAhead = (showing: ShowingRecord, now: Temporal.Instant) =>
  Temporal.Instant.compare(Temporal.Instant.from(showing.datetime), now) > 0

type NoticeState = NonNullable<ShowingRecord['notice']>

/** Returns what the agent has to do about a showing. @param noticeUrl URL of its notice to enter */
export function tasksOf(showing: ShowingRecord, noticeUrl: string, now: Temporal.Instant): Task[] {
  const { can, notice, refund, unreadMessages, failedMessages, decisionDueAt } = showing
  const task = (kind: Task['kind'], dueAt: string | null = null): Task => {
    return { kind, dueAt, showing, noticeUrl: kind === 'notice' ? noticeUrl : null }
  }
  return [
    ...(can.approve ? [task('decide', decisionDueAt)] : []),
    ...(refund?.status === 'asked' && can.decideRefund
      ? [task('refund', isOverdue(refund, now.toString()) ? refund.dueAt : null)]
      : []),
    ...(unreadMessages > 0 ? [task('reply')] : []),
    ...(notice && isAhead(showing, now) && isStillToPost(notice, now) ? [task('notice', notice.deliverBy)] : []),
    ...(isAhead(showing, now) && failedMessages > 0 ? [task('message')] : []),
  ]
}

/**
 * Checks whether posting still helps. A notice posted after the deadline stays late, even if the agent posts it again.
 */
function isStillToPost({ state, deliverBy, services }: NoticeState, now: Temporal.Instant): boolean {
  const isOver = deliverBy !== null && Temporal.Instant.compare(Temporal.Instant.from(deliverBy), now) <= 0
  return state !== 'served' && !(isOver && services > 0)
}

/**
 * Returns when a task is due. Without a deadline, a notice is due when the showing starts, and other tasks are due now.
 * @param now ISO 8601
 */
const dueMsOf = ({ kind, dueAt, showing }: Task, now: string): number =>
  Date.parse(dueAt ?? (kind === 'notice' ? showing.datetime : now))

/** Orders tasks by when they are due, then by the start of their showing. @param now ISO 8601 */
export const byUrgency =
  (now: string) =>
  (one: Task, other: Task): number =>
    dueMsOf(one, now) - dueMsOf(other, now) || Date.parse(one.showing.datetime) - Date.parse(other.showing.datetime)

/** If a property has fewer notices, each one gets its own row. */
const FEWEST_GROUPED = 3

/**
 * Groups a property's notices that are due on the same day, or later, in one row, where the first of them is. Every
 * other task gets its own row.
 */
export function groupNotices(tasks: Task[], dueOf: (task: Task) => Due): Task[][] {
  const keyOf = (task: Task) => (task.kind === 'notice' ? `${dueOf(task)} ${task.showing.property_id}` : null)
  const groups = Map.groupBy(tasks, keyOf)
  return tasks.flatMap((task) => {
    const group = task.kind === 'notice' ? (groups.get(keyOf(task)) ?? []) : []
    if (group.length < FEWEST_GROUPED) return [[task]]
    return group[0] === task ? [group] : []
  })
}

/**
 * Returns the first items, in the same order, and makes sure that the first of each kind is among them.
 * @param seen kinds that are already shown
 */
export function mostUrgent<Item>(
  items: Item[],
  kindOf: (item: Item) => string | undefined,
  limit: number,
  seen: Iterable<string | undefined> = [],
): Item[] {
  const kinds = new Set(seen)
  const firsts = items.filter((item) => !kinds.has(kindOf(item)) && kinds.add(kindOf(item))).slice(0, limit)
  const others = items.filter((item) => !firsts.includes(item)).slice(0, limit - firsts.length)
  const chosen = new Set([...firsts, ...others])
  return items.filter((item) => chosen.has(item))
}

type RowKeys<Item> = {
  dueOf: (item: Item) => Due | undefined
  kindOf: (item: Item) => string | undefined
  hasDeadline: (item: Item) => boolean
}

/** Checks whether something must be done by the end of today. */
export const isDueByTonight = (due: Due | undefined): boolean => due === 'overdue' || due === 'today'

/** How many rows with a deadline today keep their place before overdue ones, because they can still be done in time. */
const KEPT_FOR_TODAY = 3

/** Returns the rows to show first, in order. Rows that are due later get only the room that is left. */
export function firstRows<Item>(rows: Item[], { dueOf, kindOf, hasDeadline }: RowKeys<Item>, limit: number): Item[] {
  const dues = rows.map((row) => dueOf(row))
  const overdue = rows.filter((_, place) => dues[place] === 'overdue')
  const today = rows.filter((_, place) => dues[place] === 'today')
  const later = rows.filter((_, place) => !isDueByTonight(dues[place]))
  const overdueRoom = limit - Math.min(today.filter(hasDeadline).length, KEPT_FOR_TODAY)
  const late = mostUrgent(overdue, kindOf, overdueRoom)
  const urgent = [...late, ...mostUrgent(today, kindOf, limit - late.length)]
  return [...urgent, ...mostUrgent(later, kindOf, limit - urgent.length, urgent.map(kindOf))]
}

/** How many tasks an agenda holds at most. */
const MOST_TASKS = 50

/** Returns the tasks that an agenda holds, in order. @param now ISO 8601 */
export const heldTasks = (tasks: Task[], now: string): Task[] =>
  firstRows(
    tasks,
    { dueOf: (task) => dueOf(task, now), kindOf: ({ kind }) => kind, hasDeadline: ({ dueAt }) => dueAt !== null },
    MOST_TASKS,
  )

/** @param now ISO 8601 */
export const isOverdue = ({ dueAt }: Pick<Task, 'dueAt'>, now: string): boolean =>
  dueAt !== null && Date.parse(dueAt) <= Date.parse(now)

/** Returns the minutes left, rounded up, or `null` from the deadline. @param now ISO 8601 */
export const minutesLeft = (dueAt: string, now: string): number | null =>
  isOverdue({ dueAt }, now) ? null : Math.ceil((Date.parse(dueAt) - Date.parse(now)) / 60_000)

/** When tasks are due, most urgent first. */
export const DUES = ['overdue', 'today', 'tomorrow', 'later'] as const
export type Due = (typeof DUES)[number]

const DAY_MS = 86_400_000

/** Uses Swedish, which writes dates as ISO 8601 does, because a browser may have no Temporal. */
const dayIn = (timeZone: string, atMs: number) =>
  oncePerLocale(`day ${timeZone}`, () => new Intl.DateTimeFormat('sv-SE', { timeZone })).format(atMs)

/** Returns when a task is due, by days in its property's zone. Only a deadline can be overdue. @param now ISO 8601 */
export function dueOf(task: Task, now: string): Due {
  if (isOverdue(task, now)) return 'overdue'
  const zone = task.showing.time_zone
  const today = dayIn(zone, Date.parse(now))
  const day = dayIn(zone, dueMsOf(task, now))
  if (day <= today) return 'today'
  return Date.parse(day) - Date.parse(today) <= DAY_MS ? 'tomorrow' : 'later'
}

/** @param now ISO 8601 */
export function countDue(tasks: Task[], now: string): Agenda['due'] {
  const due = { overdue: 0, today: 0, tomorrow: 0, later: 0 }
  for (const task of tasks) due[dueOf(task, now)]++
  return due
}

/**
 * Counts all tasks by when they are due now. For tasks that the list leaves out, it uses the server's counts from when
 * the page was made. Listed tasks are counted again.
 * @param made when the page was made (ISO 8601)
 */
export function dueSince(
  { tasks, taskCount, due }: Pick<Agenda, 'tasks' | 'taskCount' | 'due'>,
  { made, now }: { made: string; now: string },
): Agenda['due'] {
  const listed = countDue(tasks, now)
  if (tasks.length === taskCount) return listed
  const before = countDue(tasks, made)
  const moved = (name: Due) => due[name] + listed[name] - before[name]
  return { overdue: moved('overdue'), today: moved('today'), tomorrow: moved('tomorrow'), later: moved('later') }
}

export function countKinds(tasks: Task[]): Agenda['kinds'] {
  const kinds = { decide: 0, refund: 0, reply: 0, notice: 0, message: 0 }
  for (const { kind } of tasks) kinds[kind]++
  return kinds
}

/**
 * Tells whether the agent has to be there: not for a request, nor for a showing that someone else gives.
 * @param othersHomes properties whose contact is someone else
 */
const isForAgent = ({ status, shownBy, property_id }: ShowingRecord, othersHomes: Set<string>) =>
  status === 'confirmed' && shownBy === null && !othersHomes.has(property_id)

type Stop = Pick<Agenda['today'][number], 'showing' | 'isForYou'>

/** Returns the agent's showing in progress and their next one today. */
export function placesOf(
  today: Stop[],
  now: string,
): { current: ShowingRecord | undefined; next: ShowingRecord | undefined } {
  const at = Date.parse(now)
  const own = today.filter(({ isForYou }) => isForYou).map(({ showing }) => showing)
  return {
    current: own.find(({ datetime, endsAt }) => Date.parse(datetime) <= at && at < Date.parse(endsAt)),
    next: own.find(({ datetime }) => Date.parse(datetime) > at),
  }
}

const stands = ({ status }: ShowingRecord) => status === 'pending' || status === 'confirmed'

/**
 * Returns today's showings that have not ended, and the agent's first confirmed one after today.
 * @param showings earliest first
 * @param othersHomes properties whose contact is someone else
 */
export function dayOf(
  showings: ShowingRecord[],
  othersHomes: Set<string>,
  now: Temporal.Instant,
): { today: Stop[]; next: ShowingRecord | null } {
  const todayIn = (zone: string) => now.toZonedDateTimeISO(zone).toPlainDate().toString()
  const standing = showings.filter(
    (showing) => stands(showing) && Temporal.Instant.compare(Temporal.Instant.from(showing.endsAt), now) > 0,
  )
  return {
    today: standing
      .filter(({ date, time_zone }) => date === todayIn(time_zone))
      .map((showing) => ({ showing, isForYou: isForAgent(showing, othersHomes) })),
    next:
      standing.find((showing) => isForAgent(showing, othersHomes) && showing.date > todayIn(showing.time_zone)) ?? null,
  }
}

/** Returns the URL of a map with the agent's confirmed stops of a day in order, or `null` if there are fewer than two. */
export function routeOf(today: Stop[]): string | null {
  const addresses = today
    .filter(({ showing, isForYou }) => isForYou && !showing.is_demo)
    .map(({ showing }) => showing.propertyAddress)
  const [first, ...others] = addresses.filter((address, at) => address !== addresses[at - 1])
  return first && others.length > 0 ? directionsUrl(first, ...others) : null
}

/** Checks whether nothing needs the agent, as far as we know everything, and no showing is left today. */
export const isDayFree = ({ taskCount, checkedFirst, withoutPhoneCount, refusedMailboxes, today }: Agenda) =>
  taskCount === 0 &&
  checkedFirst === null &&
  withoutPhoneCount === 0 &&
  refusedMailboxes.length === 0 &&
  today.length === 0
