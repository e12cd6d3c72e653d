import pg from 'pg'

/**
 * Creates a user and its database of the same name if they are missing. The user owns only that database and may create
 * others (for tests).
 * @param password letters and digits only
 */
export async function makeOwnDatabase(
  adminUrl: string,
  { name, password }: { name: string; password: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
        exists (select from pg_database where datname = $1) as database`,
      [name],
    )
    if (!rows[0]?.role) await client.query(`create role ${name} login createdb password '${password}'`)
    if (!rows[0]?.database) await client.query(`create database ${name} owner ${name}`)
  } finally {
    await client.end()
  }
}
