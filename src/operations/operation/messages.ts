import type { FailedMessage, Operations, Task, Vendor } from './contract.ts'

/** What each task of the queue does; one that is not here is called by its own name. */
const TASKS: Record<string, string> = {
  'notification.deliver': 'Send messages',
  'notification.finish-abandoned': 'Finish abandoned messages',
  'lifecycle.move-money': 'Charge, release or refund',
  'lifecycle.sweep': 'Decline what is overdue, move due money',
  'reconciliation.minute': 'Compare payments with the provider',
  'reconciliation.night': 'Compare all payments with the provider',
  'sandbox.deliver': 'Deliver test payment events',
  'idempotency.forget': 'Forget old request keys',
  'studio.draw': 'Draw images',
  'studio.sweep': 'Draw what was left',
  'queue.free-dead': 'Free jobs of processes that died',
}
export const taskName = (task: string): string => TASKS[task] ?? task

export const CHANNELS: Record<Vendor['channel'], string> = {
  payments: 'Payments',
  sms: 'Texts',
  email: 'Email',
  certified_mail: 'Letters',
  images: 'Images',
}

const VENDORS: Record<string, string> = {
  stripe: 'Stripe',
  twilio: 'Twilio',
  smtp: 'SMTP',
  lob: 'Lob',
  a1111: 'AUTOMATIC1111',
  openai: 'OpenAI-compatible server',
}
const MODES: Record<Vendor['mode'], string> = {
  embedded: 'built in, test mode',
  test: 'test keys',
  live: 'live',
}
/** `Stripe, test keys`, or `built in, test mode`. */
export const vendorWords = ({ vendor, mode }: Pick<Vendor, 'vendor' | 'mode'>): string =>
  vendor === 'local'
    ? 'Built in: drawn by this server'
    : mode === 'embedded'
      ? 'Built in: test mode, nothing leaves this machine'
      : `${VENDORS[vendor] ?? vendor}, ${MODES[mode]}`

type Tone = 'good' | 'waiting' | 'bad' | 'plain'
export const STATES: Record<Vendor['state'], { word: string; tone: Tone }> = {
  unknown: { word: 'Not used yet', tone: 'plain' },
  well: { word: 'Working', tone: 'good' },
  failing: { word: 'Failing', tone: 'bad' },
  left_alone: { word: 'Left alone', tone: 'bad' },
}

/** One message of a channel. */
export const MESSAGES: Record<FailedMessage['channel'], string> = {
  sms: 'Text',
  email: 'Email',
  certified_mail: 'Letter',
}

export const ROLES: Record<FailedMessage['role'], string> = {
  listing_agent: 'Agent',
  resident: 'Resident',
  buyer: 'Buyer',
}

/** `3 waiting, 1 of them retrying`; what is nothing is not said. */
export function taskWords({ waiting, due, running, retrying }: Task): string {
  const parts = [
    waiting > 0 && `${waiting} waiting${retrying > 0 ? ` (${retrying} after a failure)` : ''}`,
    due > 0 && `${due} due now`,
    running > 0 && `${running} running`,
  ]
  return parts.filter((part) => part !== false).join(', ') || 'Nothing is waiting'
}

/** How long it is from one instant to another: `5 s`, `3 min`, `2 h 5 min`, `4 days`. */
export function ageWords(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} days`
}

export function sizeWords(bytes: number): string {
  const megabytes = bytes / 1_048_576
  return megabytes < 1024 ? `${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB` : `${(megabytes / 1024).toFixed(1)} GB`
}

/** What an operator has to look at, in a sentence each; nothing, where all is well. */
export function troubles(told: Operations): string[] {
  const one = (count: number, singular: string, plural: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${singular}.` : `${count} ${plural}.`]
  const oldest = told.tasks
    .map(({ oldestDueAt }) => oldestDueAt)
    .filter((at) => at !== null)
    .sort()[0]
  const isLate = oldest !== undefined && Date.parse(told.readAt) - Date.parse(oldest) > LATE_MS
  return [
    ...(told.workers === 0 ? ['No worker is running: no message is sent and no money is moved.'] : []),
    ...(isLate && told.workers > 0 ? [`The oldest job has been due for ${ageWords(oldest, told.readAt)}.`] : []),
    ...told.vendors
      .filter(({ state }) => state === 'failing' || state === 'left_alone')
      .map(
        ({ channel, lastFailureKind }) =>
          `${CHANNELS[channel]}: the last call failed (${lastFailureKind ?? 'no reason'}).`,
      ),
    ...one(
      told.reconciliation.differences,
      'difference among provider, payments and bookings',
      'differences among provider, payments and bookings',
    ),
    ...one(told.failedMessages, 'message could not be sent', 'messages could not be sent'),
    ...one(told.failedJobs, 'job has failed for good', 'jobs have failed for good'),
  ]
}
const LATE_MS = 5 * 60_000
