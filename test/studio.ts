import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { signUp } from './scene.ts'

const ORIGIN = 'http://127.0.0.1:3000'

/** Creates an adult with a profile and their 20 credits. `studio`: headers with access to the full studio. */
export async function makeCreator(app: TestApp, email: string) {
  const { accountId, cookie } = await signUp(app, email)
  const headers = { cookie, origin: ORIGIN }
  await app.call('POST', '/create-user', { uid: accountId }, headers)
  await app.call('POST', '/studio/age', { isAdult: true }, headers)
  const granted = await app.call('POST', '/api/access/create', { code: app.config.accessCodes.create }, headers)
  const grant = granted.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { accountId, headers, studio: { ...headers, cookie: `${cookie}; ${grant}` } }
}
export type Creator = Awaited<ReturnType<typeof makeCreator>>

export async function balanceOf(app: Pick<TestApp, 'db'>, accountId: string): Promise<number> {
  const { rows } = await sql<{ sum: number; balance: number }>`
    select sum(amount)::int as sum, (array_agg(balance order by sequence desc))[1] as balance
    from credit_entry where account_id = ${accountId}`.execute(app.db)
  if (rows[0]?.sum !== rows[0]?.balance) throw new Error('the balance is not the sum of the ledger')
  return rows[0]?.balance ?? 0
}
