// The dashboard of a busy agent: every list and number, in the database and over HTTP.
import { storeHistory } from './support/agent-history.ts'
import { onDatabase } from './support/homes.ts'
import { type Connection, openConnection } from './support/http-connection.ts'
import { startProduct } from './support/product.ts'
import { figure, goal, note, table, title } from './support/report.ts'
import { interleave, isQuick, plan, quantile, sorted, spreadOf } from './support/rounds.ts'
import { type Statement, watchStatements } from './support/statement-times.ts'

const HOMES = isQuick ? 200 : 2_000
const BOOKINGS = isQuick ? 5_000 : 50_000
const GOAL_MS = 50
const SEED_PASSWORD = 'a password for the benchmarks'
const API = '/api/showingbooker'

title(
  'dashboard',
  `one agent with ${HOMES.toLocaleString('en-US')} homes and ${BOOKINGS.toLocaleString('en-US')} bookings`,
)
await using product = await startProduct({ SEED_PASSWORD, WORKER: 'off' })
const storedAt = performance.now()
const homes = await storeHistory(product.databaseUrl, { homes: HOMES, bookings: BOOKINGS })
note(`stored in ${((performance.now() - storedAt) / 1000).toFixed(0)} s`)

const cookie = await signIn()
const middle = homes[homes.length >> 1] ?? ''
const deep = {
  properties: await cursorAfter(`${API}/properties?limit=100`, 10),
  bookings: await cursorAfter(`${API}/bookings?limit=100`, 10),
  activity: await cursorAfter(`${API}/activity?limit=100`, 10),
  report: await cursorAfter(`${API}/report?limit=100`, 5),
}
const today = new Date().toISOString().slice(0, 10)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const routes: Record<string, string> = {
  'four cards': `${API}/dashboard`,
  stats: `${API}/stats`,
  'report, 12 months': `${API}/report`,
  'report, 24 months, a later page': `${API}/report?from=${inDays(-700).slice(0, 7)}&cursor=${deep.report}`,
  activity: `${API}/activity`,
  'activity, a later page': `${API}/activity?cursor=${deep.activity}`,
  properties: `${API}/properties`,
  'properties, listed': `${API}/properties?status=listed`,
  'properties, a later page': `${API}/properties?cursor=${deep.properties}`,
  'properties, searched': `${API}/properties?q=77%20juniper`,
  'properties, search without a match': `${API}/properties?q=nowhere`,
  bookings: `${API}/bookings`,
  'bookings, a later page': `${API}/bookings?cursor=${deep.bookings}`,
  'bookings, upcoming': `${API}/bookings?status=confirmed,pending&from=${today}&to=${inDays(14)}&sort=date`,
  'bookings, a year of completed ones': `${API}/bookings?status=completed,no_show&from=${inDays(-365)}&to=${today}`,
  'bookings, cancelled': `${API}/bookings?status=cancelled`,
  'bookings, declined (none)': `${API}/bookings?status=declined`,
  'bookings, searched': `${API}/bookings?q=past%20buyer%2077`,
  'bookings, search without a match': `${API}/bookings?q=nobody`,
  'bookings of one property': `${API}/bookings?property_id=${middle}`,
  'log of one property': `${API}/properties/${middle}/bookings`,
}

const connection = await openConnection(product.port)
using watch = await watchStatements(product.databaseUrl)

/** Only walks the entries of the agent's index. No count can be faster. */
const bare = () =>
  onDatabase(product.databaseUrl, async (client) => {
    const { statements } = await watch.during(() =>
      client.query(
        `select count(*) from booking where owner_id = (select id from account where email = 'agent@example.com')
         and status not in ('held', 'lapsed')`,
      ),
    )
    return sumOf(statements)
  })

const rounds = isQuick ? 3 : plan.rounds * 3
await bare()
for (const path of Object.values(routes)) await ask(connection, path)
const sides = Object.fromEntries(
  Object.entries(routes).map(([name, path]) => [
    name,
    async () => {
      const from = performance.now()
      const { statements, result } = await watch.during(async () => {
        await ask(connection, path)
        return performance.now() - from
      })
      return { http: result, database: sumOf(statements), slowest: slowestOf(statements) }
    },
  ]),
)
const measured = await interleave({ ...sides, bare } as typeof sides & { bare: typeof bare }, rounds)
const { bare: walks, ...results } = measured as unknown as { bare: number[] } & Record<string, Measure[]>
type Measure = { http: number; database: number; slowest: Statement }

const walk = spreadOf(walks).median
note(`\nA walk over the ${BOOKINGS.toLocaleString('en-US')} entries of the agent's index: ${figure(walk)} ms\n`)
table(
  ['', 'database ms', 'max', 'statements’ slowest', 'to the walk', 'HTTP ms', 'p95'],
  Object.entries(results as Record<string, Measure[]>).map(([name, runs]) => {
    const database = spreadOf(runs.map((run) => run.database))
    const http = sorted(runs.map((run) => run.http))
    return [
      name,
      database.median,
      database.max,
      spreadOf(runs.map((run) => run.slowest.ms)).median,
      database.median / walk,
      quantile(http, 0.5),
      quantile(http, 0.95),
    ]
  }),
)
for (const [name, runs] of Object.entries(results as Record<string, Measure[]>)) {
  const database = spreadOf(runs.map((run) => run.database)).median
  goal(`${name}, at the database`, database, { atMost: GOAL_MS }, ' ms')
  if (database > GOAL_MS) note(`         ${runs[0]?.slowest.sql.slice(0, 400)}`)
}
connection.close()

async function signIn(): Promise<string> {
  const answer = await fetch(`${product.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ email: 'agent@example.com', password: SEED_PASSWORD }),
  })
  if (!answer.ok) throw new Error(`The sign-in got ${answer.status}.`)
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

async function ask(over: Connection, path: string): Promise<void> {
  const { status, body } = await over.get(path, `cookie: ${cookie}\r\n`)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
}

/** Returns where a list continues after this many pages. */
async function cursorAfter(path: string, pages: number): Promise<string> {
  let cursor = ''
  for (let page = 0; page < pages; page++) {
    const answer = await fetch(`${product.url}${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, {
      headers: { cookie },
    })
    const { nextCursor } = (await answer.json()) as { nextCursor: string | null }
    if (!nextCursor) break
    cursor = nextCursor
  }
  return encodeURIComponent(cursor)
}

function sumOf(statements: Statement[]): number {
  return statements.reduce((sum, { ms }) => sum + ms, 0)
}

function slowestOf(statements: Statement[]): Statement {
  return statements.reduce((slowest, one) => (one.ms > slowest.ms ? one : slowest), { ms: 0, sql: '' })
}
