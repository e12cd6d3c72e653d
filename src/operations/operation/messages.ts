import * as t from '../text/operation.ts'
import type { Operations, Task, Vendor } from './contract.ts'

/** Descriptions of the queue's tasks. A task that is not listed shows its name. */
const TASKS: Record<string, () => string> = {
  'notification.deliver': t.taskSend,
  'notification.finish-abandoned': t.taskAbandoned,
  'lifecycle.move-money': t.taskMoney,
  'lifecycle.sweep': t.taskSweep,
  'reconciliation.minute': t.taskCompare,
  'reconciliation.night': t.taskCompareAll,
  'sandbox.deliver': t.taskTestEvents,
  'idempotency.forget': t.taskForgetKeys,
  'studio.draw': t.taskDraw,
  'studio.sweep': t.taskDrawLeft,
  'queue.free-dead': t.taskFree,
}
export const taskName = (task: string): string => TASKS[task]?.() ?? task

export const CHANNELS: Record<Vendor['channel'], () => string> = {
  payments: t.channelPayments,
  sms: t.channelTexts,
  email: t.channelEmail,
  certified_mail: t.channelLetters,
  images: t.channelImages,
}

const VENDORS: Record<string, string> = {
  stripe: 'Stripe',
  twilio: 'Twilio',
  smtp: 'SMTP',
  lob: 'Lob',
  a1111: 'AUTOMATIC1111',
  openai: 'OpenAI-compatible server',
}
const MODES: Record<Vendor['mode'], () => string> = {
  embedded: t.modeEmbedded,
  test: t.modeTest,
  live: t.modeLive,
}
/** Names a vendor and its mode, such as `Stripe, test keys` or `built in, test mode`. */
export const vendorWords = ({ vendor, mode }: Pick<Vendor, 'vendor' | 'mode'>): string =>
  vendor === 'local'
    ? t.drawnHere()
    : mode === 'embedded'
      ? t.embeddedOnly()
      : `${VENDORS[vendor] ?? vendor}, ${MODES[mode]()}`

type Tone = 'good' | 'waiting' | 'bad' | 'plain'
export const STATES: Record<Vendor['state'], { word: () => string; tone: Tone }> = {
  unknown: { word: t.stateUnknown, tone: 'plain' },
  well: { word: t.stateWell, tone: 'good' },
  failing: { word: t.stateFailing, tone: 'bad' },
  left_alone: { word: t.stateLeftAlone, tone: 'bad' },
}

/** Counts the jobs of a task, such as `3 waiting, 1 of them retrying`. Leaves out zeros. */
export function taskWords({ waiting, due, running, retrying }: Task): string {
  const parts = [
    waiting > 0 && (retrying > 0 ? t.waitingRetrying({ waiting, retrying }) : t.waiting({ waiting })),
    due > 0 && t.dueNow({ due }),
    running > 0 && t.running({ running }),
  ]
  return parts.filter((part) => part !== false).join(', ') || t.nothingWaits()
}

/** Formats the time between two instants, such as `5 s`, `3 min`, `2 h 5 min` or `4 days`. */
export function ageWords(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return t.minutes({ minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : t.hoursAndMinutes({ hours, minutes: minutes % 60 })
  return t.days({ count: Math.floor(hours / 24) })
}

export function sizeWords(bytes: number): string {
  const megabytes = bytes / 1_048_576
  return megabytes < 1024 ? `${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB` : `${(megabytes / 1024).toFixed(1)} GB`
}

/** Lists what an operator should look at, one sentence each. Returns an empty list if all is well. */
export function troubles(operations: Operations): string[] {
  const some = (count: number, textOf: (given: { count: number }) => string) => (count === 0 ? [] : [textOf({ count })])
  const oldest = operations.tasks
    .map(({ oldestDueAt }) => oldestDueAt)
    .filter((at) => at !== null)
    .sort()[0]
  const isLate = oldest !== undefined && Date.parse(operations.readAt) - Date.parse(oldest) > LATE_MS
  return [
    ...(operations.workers === 0 ? [t.noWorker()] : []),
    ...(isLate && operations.workers > 0 ? [t.oldestDue({ age: ageWords(oldest, operations.readAt) })] : []),
    ...operations.vendors
      .filter(({ state }) => state === 'failing' || state === 'left_alone')
      .map(({ channel, lastFailureKind }) =>
        t.lastCallFailed({ channel: CHANNELS[channel](), reason: lastFailureKind ?? t.noReason() }),
      ),
    ...some(operations.reconciliation.differences, t.differences),
    ...some(operations.failedMessages, t.messagesFailed),
    ...some(operations.failedJobs, t.jobsFailed),
  ]
}
const LATE_MS = 5 * 60_000
