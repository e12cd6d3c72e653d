import pg from 'pg'
import type { GetResult } from './get-load.ts'
import { answerLoad } from './load-process.ts'
import { quantile, sorted } from './rounds.ts'

export type SqlTask = {
  databaseUrl: string
  clients: number
  seconds: number
  /** Statements to run in turn. Those with the same text share a prepared statement. */
  statements: { text: string; values: unknown[] }[]
}

/** Sends statements straight to the database with this many clients. Each sends the next one as soon as it has an answer. */
answerLoad(async ({ databaseUrl, clients, seconds, statements }: SqlTask, begin): Promise<GetResult> => {
  const names = new Map<string, string>()
  const named = statements.map(({ text, values }) => {
    const name = names.get(text) ?? `bench${names.size}`
    names.set(text, name)
    return { name, text, values }
  })
  const open = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      return client
    }),
  )
  const times: number[] = []
  let n = 0
  begin()
  const startedAt = performance.now()
  const end = startedAt + seconds * 1000
  await Promise.all(
    open.map(async (client) => {
      for (let from = performance.now(); from < end; from = performance.now()) {
        n++
        await client.query(named[n % named.length] as pg.QueryConfig)
        times.push(performance.now() - from)
      }
    }),
  )
  const perSecond = (times.length * 1000) / (performance.now() - startedAt)
  const ascending = sorted(times)
  await Promise.all(open.map((client) => client.end()))
  return { count: times.length, perSecond, p50: quantile(ascending, 0.5), p99: quantile(ascending, 0.99) }
})
