import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './connect.ts'

/** What a process knows about a vendor. Instants are RFC 3339. */
export type VendorState = {
  lastOkAt: string | null
  lastFailureAt: string | null
  /** Code, never a vendor's own words. */
  lastFailureKind: string | null
  /** Time until which we do not call it, or `null`. */
  openUntil: string | null
}

export type VendorHealth = VendorState & { channel: string; vendor: string }

/** How often we record successful calls while nothing changes. */
const EVERY_MS = 15_000

/**
 * Stores the health of each vendor, as any process last saw it: one row per channel and vendor. We write it at once
 * when it turns good or bad, otherwise at most every 15 seconds. No caller waits for the write. If it fails, the next
 * call reports again.
 */
export function createVendorHealth({ db, log }: { db: Database; log: Logger }) {
  const known = new Map<string, { isWell: boolean; writtenAt: number; latest: VendorHealth; timer?: NodeJS.Timeout }>()
  const writing = new Set<Promise<void>>()

  function write(key: string) {
    const kept = known.get(key)
    if (!kept) return
    clearTimeout(kept.timer)
    delete kept.timer
    kept.writtenAt = performance.now()
    const done = store(db, kept.latest).catch((error) => {
      kept.writtenAt = Number.NEGATIVE_INFINITY
      log.warn({ err: error }, 'could not save vendor health')
    })
    writing.add(done)
    void done.finally(() => writing.delete(done))
  }

  return {
    record(channel: string, vendor: string, state: VendorState) {
      const key = `${channel} ${vendor}`
      const isWell = state.openUntil === null && (state.lastFailureAt ?? '') <= (state.lastOkAt ?? '')
      const kept = known.get(key)
      const latest = { channel, vendor, ...state }
      if (!kept) known.set(key, { isWell, writtenAt: Number.NEGATIVE_INFINITY, latest })
      else kept.latest = latest
      const now = known.get(key)
      if (!now) return
      const isChange = now.isWell !== isWell
      now.isWell = isWell
      if (isChange || performance.now() - now.writtenAt >= EVERY_MS) write(key)
      else now.timer ??= setTimeout(() => write(key), EVERY_MS).unref()
    },

    async list(): Promise<VendorHealth[]> {
      const { rows } = await sql<Record<keyof VendorHealth, string | Date | null>>`
        select channel, vendor, last_ok_at as "lastOkAt", last_failure_at as "lastFailureAt",
          last_failure_kind as "lastFailureKind", open_until as "openUntil" from vendor_health`.execute(db)
      return rows.map(
        (row) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
          ) as VendorHealth,
      )
    },

    /** Writes the waiting reports. */
    async close() {
      for (const [key, { timer }] of known) if (timer) write(key)
      await Promise.all(writing)
    },
  }
}

/** Merges reports of processes: the later value wins, field by field. */
async function store(db: Database, { channel, vendor, ...state }: VendorHealth): Promise<void> {
  await sql`
    insert into vendor_health as v (channel, vendor, last_ok_at, last_failure_at, last_failure_kind, open_until)
    values (${channel}, ${vendor}, ${state.lastOkAt}, ${state.lastFailureAt}, ${state.lastFailureKind}, ${state.openUntil})
    on conflict (channel, vendor) do update set
      last_ok_at = greatest(v.last_ok_at, excluded.last_ok_at),
      last_failure_at = greatest(v.last_failure_at, excluded.last_failure_at),
      last_failure_kind = case when v.last_failure_at > excluded.last_failure_at or excluded.last_failure_at is null
        then v.last_failure_kind else excluded.last_failure_kind end,
      -- A call has succeeded since. Processes that paused the vendor will soon learn of it.
      open_until = case when greatest(v.last_ok_at, excluded.last_ok_at) > greatest(v.last_failure_at, excluded.last_failure_at)
        then null else greatest(v.open_until, excluded.open_until) end`.execute(db)
}

export type VendorHealthKeeper = ReturnType<typeof createVendorHealth>
