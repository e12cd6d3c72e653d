import pg from 'pg'

const ROUNDS = 3

/**
 * Tells whether a pooler switches server sessions between statements (pgbouncer's `pool_mode = transaction`). Our
 * session would then change under us, or two of our sessions would be one, and we would lose locks, NOTIFY, and
 * prepared statements.
 * @param client connected to `url`
 */
export async function sharesSessions(client: pg.Client, url: string): Promise<boolean> {
  const other = new pg.Client({ connectionString: url, application_name: 'showingbooker migrate' })
  await other.connect()
  try {
    const own = await pidOf(client)
    const others = await pidOf(other)
    for (let round = 0; round < ROUNDS; round++)
      if (own === others || (await pidOf(client)) !== own || (await pidOf(other)) !== others) return true
    return false
  } finally {
    await other.end()
  }
}

const pidOf = async (client: pg.Client): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
