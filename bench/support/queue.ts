import { onDatabase } from './homes.ts'

const DRAIN_LIMIT_MS = 60_000

/**
 * Lets the worker finish its jobs, so that the next step starts on an idle machine. @returns how many jobs there were
 */
export function drain({ databaseUrl }: { databaseUrl: string }): Promise<number> {
  const left = `select count(*)::int as jobs from graphile_worker._private_jobs where key is null or key not like 'cron:%'`
  const end = performance.now() + DRAIN_LIMIT_MS
  return onDatabase(databaseUrl, async (client) => {
    const count = async () => (await client.query<{ jobs: number }>(left)).rows[0]?.jobs ?? 0
    const atFirst = await count()
    while (performance.now() < end && (await count()) > 0) await client.query('select pg_sleep(0.2)')
    return atFirst
  })
}
