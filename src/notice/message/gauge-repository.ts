import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

export type MessageState = {
  channel: 'sms' | 'email' | 'certified_mail'
  waiting: number
  oldest: number
  failed: number
}

/**
 * Counts messages by channel: how many are due and unfinished, how many seconds the oldest of those has waited, and how
 * many failed for good.
 * @param since `failedFrom`: counts failures from this message ID on
 */
export async function countMessages(
  db: Database,
  { now, failedFrom }: { now: string; failedFrom: string },
): Promise<MessageState[]> {
  const { rows } = await sql<MessageState>`
    select channel, count(since)::int as waiting, coalesce(extract(epoch from ${now}::timestamptz - min(since)), 0)::float8 as oldest,
      count(failed)::int as failed
    from (values ('sms'), ('email'), ('certified_mail')) channels(channel) left join (
      select channel, greatest(coalesce(queued_at, created_at), due_at) as since, null::uuid as failed from notification
      where logged_at is null and greatest(coalesce(queued_at, created_at), due_at) <= ${now}::timestamptz
      union all
      select channel, null, id from notification where has_failed and id >= ${failedFrom}::uuid) messages using (channel)
    group by channel`.execute(db)
  return rows
}
