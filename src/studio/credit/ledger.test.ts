import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { signUp } from '../../../test/scene.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

test('pages through the ledger without a gap', async () => {
  app.clock.set(Temporal.Now.instant().round('second').toString())
  const email = 'ledger@people.example.com'
  const { accountId, headers } = await signUp(app, email)
  await app.call('POST', '/create-user', { uid: accountId }, headers)
  const who = { accountId, actor: { kind: 'account' as const, accountId, role: 'agent' as const, email } }
  for (let count = 0; count < 5; count++)
    await sql`select move_credits(uuidv7(), ${who.accountId}, -1, 'image', ${`g${count}`}, now())`.execute(app.db)
  const seen: number[] = []
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof app.credits.ledger>> = await app.credits.ledger(who.actor, {
      cursor,
      limit: 2,
    })
    assert.equal(page.balance, 15)
    seen.push(...page.entries.map(({ balance }) => balance))
    cursor = page.nextCursor
    if (!cursor) break
  }
  assert.deepEqual(seen, [15, 16, 17, 18, 19, 20])
  await assert.rejects(app.credits.ledger(who.actor, { cursor: 'no', limit: 2 }), { kind: 'invalid' })
})
