import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Reading } from '../../platform/gauges.ts'
import { firstIdOf } from '../../platform/uuid.ts'
import type { Showings } from '../entry-notice/ports.ts'
import { countMessages } from './gauge-repository.ts'

/** A failed message stays failed, so we count only those of the last days, which someone should still look at. */
const FAILED = { hours: 7 * 24 }

type MessageGauge = 'messages_waiting' | 'messages_oldest_due_seconds' | 'messages_failed'

/** Reads the gauges of waiting and failed messages. */
export const messageReading = ({ db, clock }: { db: Database; clock: Clock }): Reading<MessageGauge> => ({
  gauges: {
    messages_waiting: { help: 'Due messages that we have not sent yet, by channel', labelNames: ['channel'] },
    messages_oldest_due_seconds: { help: 'How long the oldest of them has waited', labelNames: ['channel'] },
    messages_failed: { help: 'Messages of the last 7 days that failed for good, by channel', labelNames: ['channel'] },
  },
  async read() {
    const now = clock.now()
    const failedFrom = firstIdOf(now.subtract(FAILED))
    const channels = await countMessages(db, { now: now.toString(), failedFrom })
    return channels.flatMap(({ channel, waiting, oldest, failed }) => [
      { name: 'messages_waiting' as const, value: waiting, labels: { channel } },
      { name: 'messages_oldest_due_seconds' as const, value: oldest, labels: { channel } },
      { name: 'messages_failed' as const, value: failed, labels: { channel } },
    ])
  },
})

/**
 * Reads the gauge of notices that can no longer be served in time. It judges each showing of the next day, which costs
 * more than a count, so we read it less often.
 */
export const noticeReading = (
  showings: Pick<Showings, 'countNoticesLate'>,
  clock: Clock,
): Reading<'notices_overdue'> => ({
  gauges: {
    notices_overdue: {
      help: 'Upcoming confirmed showings whose notice to enter is overdue',
    },
  },
  keepSeconds: 60,
  read: async () => [{ name: 'notices_overdue', value: await showings.countNoticesLate(clock.now()) }],
})
