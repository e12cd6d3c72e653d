import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'

const Count = z.int().min(0)
const text = z.string().nullable()

export const Task = z
  .object({
    task: z.string().openapi({ example: 'notification.deliver' }),
    waiting: Count.openapi({ description: 'Jobs to run, now or later.' }),
    due: Count.openapi({ description: 'Waiting jobs that could run now.' }),
    running: Count,
    retrying: Count.openapi({ description: 'Waiting jobs that failed before.' }),
    failed: Count.openapi({ description: 'Jobs that failed for good. No worker tries them again.' }),
    oldestDueAt: Instant.nullable(),
  })
  .openapi('QueuedTask')
export type Task = z.infer<typeof Task>

export const Vendor = z
  .object({
    channel: z.enum(['payments', 'sms', 'email', 'certified_mail', 'images']),
    vendor: z.string().openapi({ example: 'twilio' }),
    mode: z.enum(['embedded', 'test', 'live']).openapi({ description: "`test` means the vendor's own test mode." }),
    state: z
      .enum(['unknown', 'well', 'failing', 'left_alone'])
      .openapi({ description: '`left_alone` means it kept failing. We try it again at `leftAloneUntil`.' }),
    lastOkAt: Instant.nullable(),
    lastFailureAt: Instant.nullable(),
    lastFailureKind: text,
    leftAloneUntil: Instant.nullable(),
  })
  .openapi('VendorHealth')
export type Vendor = z.infer<typeof Vendor>

export const Round = z
  .object({
    finishedAt: Instant,
    tookMs: Count,
    compared: Count,
    settled: Count,
    returned: Count,
    cancelled: Count,
    failed: Count,
  })
  .openapi('ReconciliationRound')

export const Operations = z
  .object({
    readAt: Instant,
    version: z.string(),
    startedAt: Instant,
    database: z.object({ sizeBytes: Count, lastMigration: text, migratedAt: Instant.nullable() }),
    workers: Count.openapi({ description: 'Number of processes that run jobs.' }),
    tasks: z.array(Task),
    vendors: z.array(Vendor),
    failedMessages: Count,
    failedJobs: Count,
    outboxMessages: Count.openapi({ description: 'Number of messages in the outbox, counted up to 10,000.' }),
    reconciliation: z.object({ recent: Round.nullable(), whole: Round.nullable(), differences: Count }),
  })
  .openapi('Operations')
export type Operations = z.infer<typeof Operations>

/** A message that we no longer try to send. */
export const FailedMessage = z
  .object({
    id: z.uuid(),
    bookingId: z.uuid(),
    confirmationNumber: text,
    event: z.string(),
    channel: z.enum(['sms', 'email', 'certified_mail']),
    role: z.enum(['listing_agent', 'resident', 'buyer']),
    reason: text,
    failedAt: Instant.nullable(),
    canResend: z.boolean(),
  })
  .openapi('FailedMessage')
export type FailedMessage = z.infer<typeof FailedMessage>

export const FailedJob = z
  .object({
    id: z.string().openapi({ example: '4711' }),
    task: z.string(),
    error: z.string().openapi({ description: 'First line of the error, without anything that may be about a person.' }),
    attempts: Count,
    failedAt: Instant,
    bookingId: z.uuid().nullable(),
  })
  .openapi('FailedJob')
export type FailedJob = z.infer<typeof FailedJob>

export const Webhook = z
  .object({
    id: z.string(),
    vendor: z.string(),
    type: z.string(),
    receivedAt: Instant,
    isOurs: z.boolean().openapi({ description: 'Whether it is about one of our payments or messages.' }),
  })
  .openapi('Webhook')
export type Webhook = z.infer<typeof Webhook>

export const NamedDifference = z
  .object({
    id: z.string(),
    kind: z.string().openapi({ example: 'money_without_booking' }),
    subject: z.enum(['payment', 'booking', 'purchase']),
    subjectId: z.uuid(),
    what: z.string(),
    meaning: z.string(),
    bookingId: z.uuid().nullable().openapi({ description: 'Showing that it is about. `null` if nothing is booked.' }),
    confirmationNumber: text,
    intentId: text.openapi({
      description: "The provider's ID of the payment.",
      example: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
    }),
    firstSeenAt: Instant,
    lastSeenAt: Instant,
  })
  .openapi('Difference')
export type NamedDifference = z.infer<typeof NamedDifference>

const page = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({ [name]: z.array(item), nextCursor: text } as { [K in Name]: z.ZodArray<Item> } & {
    nextCursor: typeof text
  })

export const FailedMessagePage = page('messages', FailedMessage).openapi('FailedMessagePage')
export const FailedJobPage = page('jobs', FailedJob).openapi('FailedJobPage')
export const WebhookPage = page('webhooks', Webhook).openapi('WebhookPage')
export const DifferencePage = page('differences', NamedDifference).openapi('DifferencePage')
export const Done = z.object({ success: z.literal(true) }).openapi('Done')
