import pg from 'pg'
import type { Stage, Start } from './buyer.ts'
import type { Product } from './product.ts'

type Day = { date: string; slots: { time: string; startsAt: string; available: boolean }[] }

/** Runs statements on the product's own database, without the product. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Lists the seeded agent's listed, vacant properties with their IDs, oldest first. */
export async function insertProperties(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into property (id, owner_id, created_by, slug, address_line1, unit_number, city, state, zip_code, time_zone,
       bedrooms, bathrooms, square_feet, rent_amount, agent_first_name, agent_last_name, agent_email, agent_phone)
     select uuidv7(), a.id, a.id, 'bench-' || gen_random_uuid(), n || ' Juniper Street', '3', 'Los Angeles', 'CA', '90012',
       'America/Los_Angeles', 2, 1.5, 900, 2400, 'Lena', 'Listing', 'lena@agents.example.com', '213-555-0100'
     from generate_series(1, $1::int) n, account a where a.email = 'agent@example.com'
     returning id`,
    [count],
  )
  await client.query('analyze property')
  return rows.map(({ id }) => id)
}

/**
 * Returns every slot that these properties offer now, except those that may fall below the lead time while we
 * measure.
 */
export async function startsOf(product: Pick<Product, 'url'>, home: string): Promise<Start[]> {
  const response = await fetch(`${product.url}/api/showingbooker/public/property/${home}/availability`)
  const { days } = (await response.json()) as { days: Day[] }
  return days
    .flatMap(({ date, slots }) => slots.filter((slot) => slot.available).map((slot) => ({ ...slot, date })))
    .slice(4)
}

export async function makeStage(product: Product, homeCount: number): Promise<Stage> {
  const homes = await onDatabase(product.databaseUrl, (client) => insertProperties(client, homeCount))
  return { homes, starts: await startsOf(product, homes[0] as string) }
}
