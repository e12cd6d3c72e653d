// Messages per second end to end: planned with the booking, processed by the queue, sent, recorded, and logged. Compares them with the
// rate of the bare queue, whose jobs do nothing, and the rate of jobs that only write the necessary rows.
import { join } from 'node:path'
import { bookWithSql } from './support/booking-run.ts'
import { makeStage, onDatabase } from './support/homes.ts'
import { runLoad } from './support/load-process.ts'
import { startMailSink } from './support/mail-sink.ts'
import type { MessageResult, MessageTask } from './support/message-load.ts'
import { startProduct } from './support/product.ts'
import { goal, note, ratio, spreadCells, table, title } from './support/report.ts'
import { interleave, isQuick, plan, spreadOf } from './support/rounds.ts'

const HOMES = 5_000
const BARE_JOBS = isQuick ? 2_000 : 20_000

title('messages', "jobs per second, each with a booking's messages, compared with the bare queue")
await using product = await startProduct({ WORKER: 'off' })
await using mail = await startMailSink()
const stage = await makeStage(product, HOMES)
const { databaseUrl } = product
let next = 0

type Round = { jobs: number; messages: number; seconds: number; cpu: number }

/** Creates bookings that wait for their messages. No other job waits. */
async function plannedJobs(): Promise<{ jobs: number; messages: number }> {
  const run = await bookWithSql(product, { stage, clients: 4, seconds: Math.max(1, plan.seconds / 2), first: next })
  next = run.next
  return onDatabase(databaseUrl, async (client) => {
    await client.query(`delete from graphile_worker._private_jobs where task_id not in
      (select id from graphile_worker._private_tasks where identifier = 'notification.deliver')`)
    const { rows } = await client.query<{ jobs: number; messages: number }>(
      `select (select count(*)::int from graphile_worker._private_jobs) as jobs,
        (select count(*)::int from notification where logged_at is null) as messages`,
    )
    return rows[0] ?? { jobs: 0, messages: 0 }
  })
}

const work = (task: Omit<MessageTask, 'databaseUrl'>) =>
  runLoad<MessageTask, MessageResult>(join(import.meta.dirname, 'support/message-load.ts'), { databaseUrl, ...task })

async function ours(smtpUrl: string | null, way: 'ours' | 'sql' = 'ours'): Promise<Round> {
  const planned = await plannedJobs()
  const result = await work({ way, count: planned.jobs, smtpUrl })
  await onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ left: number }>(
      `select count(*)::int as left from notification where logged_at is null or status <> 'sent'`,
    )
    if (rows[0]?.left !== 0) throw new Error(`${rows[0]?.left} messages were not sent`)
  })
  return { ...planned, ...result }
}

async function bare(): Promise<Round> {
  await onDatabase(databaseUrl, (client) =>
    client.query(
      `select count(*) from generate_series(1, $1::int) n,
        lateral (select graphile_worker.add_job('bench.nothing', json_build_object('bookingId', n), max_attempts => 13)) j`,
      [BARE_JOBS],
    ),
  )
  const result = await work({ way: 'bare', count: BARE_JOBS, smtpUrl: null })
  return { jobs: BARE_JOBS, messages: 0, ...result }
}

await bare()
await ours(null)
const rounds = await interleave({
  outbox: () => ours(null),
  smtp: () => ours(mail.url),
  sql: () => ours(null, 'sql'),
  queue: () => bare(),
})

const rates = (of: Round[]) => of.map(({ jobs, seconds }) => jobs / seconds)
const messages = (of: Round[]) => spreadOf(of.map((round) => round.messages / round.seconds)).median
const cpu = (of: Round[]) => `${spreadOf(of.map((round) => (round.cpu * 1000) / round.jobs)).median.toFixed(2)} ms`
table(
  ['jobs/s', 'min', 'median', 'max', 'messages/s', 'worker CPU per job'],
  [
    ['outbox', ...spreadCells(spreadOf(rates(rounds.outbox))), messages(rounds.outbox), cpu(rounds.outbox)],
    ['e-mail by SMTP', ...spreadCells(spreadOf(rates(rounds.smtp))), messages(rounds.smtp), cpu(rounds.smtp)],
    ['bare SQL', ...spreadCells(spreadOf(rates(rounds.sql))), messages(rounds.sql), cpu(rounds.sql)],
    ['bare queue', ...spreadCells(spreadOf(rates(rounds.queue))), '–', cpu(rounds.queue)],
  ],
)
note('A job is a booking of a vacant property: four messages composed, sent, and recorded, and one entry in the log.')
for (const [name, of] of [
  ['outbox', rounds.outbox],
  ['SMTP', rounds.smtp],
] as const) {
  const written = ratio(rates(of), rates(rounds.sql))
  note(
    `  ${name} to the bare queue: ${ratio(rates(of), rates(rounds.queue)).value.toFixed(4)}; to bare SQL: ${written.words}`,
  )
  goal(`floor, ${name} to bare SQL`, written.value, { atLeast: name === 'outbox' ? 0.3 : 0.15 })
}
