import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { compose } from '../../src/compose.ts'
import { listLastUpdates, storeLastUpdates } from '../../src/notice/message/invitation-repository.ts'
import { markSending, recordDeliveries } from '../../src/notice/message/repository.ts'
import { insertMessages } from '../../src/operations/outbox/repository.ts'
import { type Database, openDatabase } from '../../src/platform/db/connect.ts'
import { type JobHandler, startWorker } from '../../src/platform/jobs.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { answerLoad } from './load-process.ts'

/** `bare`: a task that does nothing; `sql`: one that only writes the necessary rows. `count`: jobs that already wait. */
export type MessageTask = { databaseUrl: string; way: 'ours' | 'sql' | 'bare'; count: number; smtpUrl: string | null }
export type MessageResult = { seconds: number; cpu: number }

const CONCURRENCY = 16
const GIVEN_UP_MS = 120_000

/** Runs the jobs of one kind as the product does, and measures from the first start to the last end. */
answerLoad<MessageTask, MessageResult>(async ({ databaseUrl, way, count, smtpUrl }, begin) => {
  const folder = mkdtempSync(join(tmpdir(), 'showingbooker-messages-'))
  const database = openDatabase(databaseUrl, { max: 10 })
  const config = {
    ...loadConfig({
      DATA_DIR: folder,
      PORT: '3000',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'https://showings.example.com',
      ...(smtpUrl && { SMTP_URL: smtpUrl, MAIL_FROM: 'ShowingBooker <no-reply@example.com>' }),
    }),
    authSecret: 'a secret for the benchmark, long enough for anything',
    seedPassword: 'a password for the benchmark',
    accessCodes: { oracle: 'a code for the benchmark', create: 'a code for the benchmark' },
  }
  const services = way === 'ours' ? await compose(config, database) : null
  const { log, close } = createLog('silent', config.logFile)
  let startedAt = 0
  let left = count
  const ended = Promise.withResolvers<void>()
  const watched =
    (handle: JobHandler): JobHandler =>
    async (payload, run) => {
      startedAt ||= performance.now()
      await handle(payload, run)
      if (--left === 0) ended.resolve()
    }
  const deliver = way === 'sql' ? writeAlone(database.db) : services?.jobs['notification.deliver']
  const tasks: Record<string, JobHandler> = deliver
    ? { 'notification.deliver': watched(deliver) }
    : { 'bench.nothing': watched(async () => undefined) }
  const before = process.cpuUsage()
  begin()
  const worker = await startWorker({
    url: databaseUrl,
    concurrency: CONCURRENCY,
    tasks,
    schedule: {},
    log,
    metrics: createMetrics(),
  })
  const limit = setTimeout(() => ended.reject(new Error(`${left} of ${count} jobs are left`)), GIVEN_UP_MS)
  await ended.promise
  const seconds = (performance.now() - startedAt) / 1000
  clearTimeout(limit)
  const { user, system } = process.cpuUsage(before)
  await worker.stop()
  await services?.close()
  await database.close()
  close()
  rmSync(folder, { recursive: true, force: true })
  return { seconds, cpu: (user + system) / 1e6 }
})

/** The fewest statements that a booking's messages need, with the same short text for all. */
const writeAlone =
  (db: Database): JobHandler =>
  async (payload) => {
    const { bookingId } = payload as { bookingId: string }
    const now = Temporal.Now.instant()
    const [marked] = await markSending(db, [bookingId], { real: ['sms', 'email', 'certified_mail'], now })
    const rows = marked?.rows ?? []
    const { rows: found } = await sql<{ property_id: string }>`select * from showing where id = ${bookingId}`.execute(
      db,
    )
    const mails = rows.filter(({ channel }) => channel === 'email')
    const mailboxes = [...new Set(mails.flatMap(({ recipient, cc }) => [String(recipient).toLowerCase(), ...cc]))]
    await listLastUpdates(db, bookingId)
    await storeLastUpdates(
      db,
      mailboxes.map((mailbox) => ({
        booking_id: bookingId,
        mailbox,
        method: 'REQUEST',
        sequence: 0,
        at: now.toString(),
      })),
    )
    await insertMessages(
      db,
      rows.map(({ id, channel, role, recipient, cc }) => ({
        id,
        booking_id: bookingId,
        channel,
        role,
        recipient,
        cc,
        sender: null,
        reply_to: null,
        subject: 'A showing',
        text: WORDS,
        html: null,
        copy: null,
        calendar: null,
        attachment_key: null,
        reference: id,
        sent_at: now.toString(),
      })),
    )
    const results = rows.map(({ id, send_id, attempts, event, channel, role, cc }) => ({
      id,
      send_id,
      attempts,
      status: 'sent' as const,
      reference: id,
      tracking_number: null,
      reason: null,
      message: {
        event,
        channel,
        role,
        cc,
        status: 'Sent' as const,
        reason: null,
        sentAt: now.toString(),
        to: WORDS,
        reference: id,
      },
      subject: null,
      words: role === 'buyer' ? WORDS : null,
    }))
    const delivery = { property_id: found[0]?.property_id ?? '', booking_id: bookingId, at: now.toString(), results }
    await recordDeliveries(db, [delivery])
  }

const WORDS = 'A showing has been booked.'
