import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty } from '../../../test/factories.ts'
import { untilLockWaits } from '../../../test/locks.ts'
import { signUp } from '../../../test/scene.ts'

let app: TestApp
let admin: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp()
  admin = await signUp(app, 'boss@agents.example.com')
  await app.accounts.grantAdmin('boss@agents.example.com')
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-23T18:00:00Z'))

async function listed(email: string, isDemo: boolean) {
  const agent = await signUp(app, email)
  const home = await makeProperty(app.db, { ownerId: agent.accountId, isDemo })
  const suspend = () =>
    app.call('POST', `/api/showingbooker/admin/users/${agent.accountId}/suspend`, { reason: 'Spam' }, admin.headers)
  const hold = () => app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(home.slug) })
  /** Pays for a hold that has ended. @returns what turns the payment into a showing or a refund */
  async function payLate() {
    const { clientSecret, paymentIntentId } = (await hold()).body
    await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
    await sql`update booking set status = 'lapsed' where property_id = ${home.id}`.execute(app.db)
    return () => app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })
  }
  return { agent, home, suspend, hold, payLate }
}

/** Locks the property's row with this strength until the returned function releases it. */
const lockHome = (id: string, strength: 'update' | 'no key update') =>
  keepLock(sql`select from property where id = ${id} for ${sql.raw(strength)}`)

/** Keeps the locks of a statement until the returned function releases them. */
async function keepLock(statement: RawBuilder<unknown>) {
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const done = app.db.transaction().execute(async (tx) => {
    await statement.execute(tx)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  return async () => {
    release.resolve()
    await done
  }
}

async function statusesAt(propertyId: string) {
  const { rows } = await sql<{ status: string }>`
    select status from booking where property_id = ${propertyId}`.execute(app.db)
  return rows.map(({ status }) => status)
}

async function moneyAt(propertyId: string) {
  const { rows } = await sql<{ status: string }>`select p.status from payment p join booking b on b.id = p.booking_id
    where b.property_id = ${propertyId}`.execute(app.db)
  return rows.map(({ status }) => status)
}

for (const [name, of, isDemo] of [
  ['', '', false],
  ['-demo', ' of a demo property', true],
] as const) {
  test(`a hold${of} that starts during its agent's suspension waits and gets no time`, async () => {
    const { home, suspend, hold } = await listed(`one${name}@agents.example.com`, isDemo)
    // The suspension has ended the holds and waits for the row of the property that it unlists.
    const release = await lockHome(home.id, 'no key update')
    const suspending = suspend()
    await untilLockWaits(app.db, suspending)
    const holding = hold()
    await untilLockWaits(app.db, suspending, holding)
    await release()
    assert.deepEqual([(await suspending).status, (await holding).status], [200, 404])
    assert.deepEqual(await statusesAt(home.id), [])
  })

  test(`a suspension waits for a hold${of} that is in progress and ends it`, async () => {
    const { home, suspend, hold } = await listed(`two${name}@agents.example.com`, isDemo)
    const release = await lockHome(home.id, 'update')
    const holding = hold()
    await untilLockWaits(app.db, holding)
    const suspending = suspend()
    await untilLockWaits(app.db, holding, suspending)
    await release()
    assert.deepEqual([(await holding).status, (await suspending).status], [201, 200])
    assert.deepEqual(await statusesAt(home.id), ['lapsed'])
  })

  test(`a late payment${of} during the agent's suspension waits and is refunded`, async () => {
    const { home, suspend, payLate } = await listed(`three${name}@agents.example.com`, isDemo)
    const settle = await payLate()
    const release = await lockHome(home.id, 'no key update')
    const suspending = suspend()
    await untilLockWaits(app.db, suspending)
    const settling = settle()
    await untilLockWaits(app.db, suspending, settling)
    await release()
    assert.deepEqual([(await suspending).status, (await settling).status], [200, 409])
    assert.deepEqual([await statusesAt(home.id), await moneyAt(home.id)], [['lapsed'], ['refunded']])
  })

  test(`a suspension waits for a late payment${of} that is being settled`, async () => {
    const { agent, home, suspend, payLate } = await listed(`four${name}@agents.example.com`, isDemo)
    const settle = await payLate()
    // The payment has its showing and waits for the lock of the log.
    const release = await keepLock(sql`select pg_advisory_xact_lock(hashtextextended('compliance:' || ${home.id}, 0))`)
    const settling = settle()
    await untilLockWaits(app.db, settling)
    const suspending = suspend()
    await untilLockWaits(app.db, settling, suspending)
    const { rows } = await sql`select from suspension where account_id = ${agent.accountId}`.execute(app.db)
    await release()
    assert.equal(rows.length, 0)
    assert.deepEqual([(await settling).status, (await suspending).status], [200, 200])
    assert.deepEqual([await statusesAt(home.id), await moneyAt(home.id)], [['confirmed'], ['succeeded']])
  })
}
