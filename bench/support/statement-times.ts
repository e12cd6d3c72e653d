import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onDatabase } from './homes.ts'

export type Statement = { ms: number; sql: string }

/**
 * Reads from the database's own log how long each statement took. The superuser of the embedded database can turn
 * that log on.
 */
export async function watchStatements(databaseUrl: string) {
  const url = new URL(databaseUrl)
  url.username = 'postgres'
  url.pathname = '/postgres'
  const file = await onDatabase(url.href, async (client) => {
    await client.query('alter system set log_min_duration_statement = 0')
    await client.query('select pg_reload_conf()')
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return join(dirname(rows[0]?.data_directory ?? ''), 'server.log')
  })
  const log = openSync(file, 'r')
  let readTo = fstatSync(log).size

  function read(): string {
    const size = fstatSync(log).size
    const bytes = Buffer.alloc(size - readTo)
    readSync(log, bytes, 0, bytes.length, readTo)
    readTo = size
    return bytes.toString('utf8')
  }

  return {
    /** Runs something and returns the statements that the database ran during it. Parsing and binding count toward their statement. */
    async during<T>(work: () => Promise<T>): Promise<{ result: T; statements: Statement[] }> {
      read()
      const result = await work()
      // The database writes the log before it sends the answer, but in another process.
      await pause(5)
      return { result, statements: statementsIn(read()) }
    },
    [Symbol.dispose]: () => closeSync(log),
  }
}

function statementsIn(text: string): Statement[] {
  const found: Statement[] = []
  let before = 0
  for (const [, ms, phase, sql = ''] of text.matchAll(
    /LOG: {2}duration: ([\d.]+) ms {2}(parse|bind|execute|statement)[^:]*: ((?:.*)(?:\n\t.*)*)/g,
  )) {
    if (phase === 'parse' || phase === 'bind') before += Number(ms)
    else {
      found.push({ ms: before + Number(ms), sql: sql.replace(/\s+/g, ' ').trim() })
      before = 0
    }
  }
  return found
}
