import type { LinkText } from './contract.ts'

/** The most texts a day to one account, and to one phone from all accounts. */
export const MOST_A_DAY = 5

/** If a text is queued for longer than this, its job is lost. */
export const LOST_AFTER = { minutes: 15 }

export type LinkTextRow = {
  id: string
  status: LinkText['status']
  created_at: Date
  ended_at: Date | null
}

/** Returns the state of a text. If its job is lost, it counts as failed even before we record that. */
export function linkTextOf({ id, status, created_at, ended_at }: LinkTextRow, now: Temporal.Instant): LinkText {
  const lostAt = created_at.toTemporalInstant().add(LOST_AFTER)
  const isLost = status === 'queued' && Temporal.Instant.compare(lostAt, now) <= 0
  return {
    id,
    status: isLost ? 'failed' : status,
    createdAt: created_at.toISOString(),
    endedAt: isLost ? lostAt.toString({ fractionalSecondDigits: 3 }) : (ended_at?.toISOString() ?? null),
  }
}
