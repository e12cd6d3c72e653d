import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { passkeyDevice } from '../../../test/passkey-device.ts'
import { signUp } from '../../../test/scene.ts'
import { totp } from '../../../test/totp.ts'
import { forbidden } from '../../platform/errors.ts'
import type { Identity } from '../account/ports.ts'

const PASSWORD = 'a password of the tests'
const ORIGIN = 'http://localhost:3000'

type Death = 'before the change' | 'after the change' | 'refused after the change'
let app: TestApp
/**
 * Ends the next call to the identity provider as if the process died: nothing after it runs. Or makes the provider
 * refuse a change that it has committed, because a later step failed.
 */
let death: Death | null = null

function mortal<A extends unknown[], T>(act: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  return async (...args) => {
    const end = death
    death = null
    if (end === 'before the change') throw new Error('The process died')
    const result = await act(...args)
    if (end === 'refused after the change') throw forbidden()
    if (end) throw new Error('The process died')
    return result
  }
}

const withDeaths = (real: Identity): Identity => ({
  ...real,
  disableSecondFactor: mortal(real.disableSecondFactor),
  renewBackupCodes: mortal(real.renewBackupCodes),
  verifySecondFactor: mortal(real.verifySecondFactor),
  resetPassword: mortal(real.resetPassword),
  passkeys: { ...real.passkeys, register: mortal(real.passkeys.register) },
})

before(async () => {
  app = await testApp({ account: { identity: withDeaths } })
  app.clock.set(Temporal.Now.instant().toString())
})
after(() => app.close())

const post = (path: string, body: unknown, cookie = '') =>
  app.call('POST', `/api/auth/${path}`, body, { origin: ORIGIN, host: 'localhost:3000', cookie })
const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .filter((one) => !/=;|Max-Age=0/.test(one))
    .map((one) => one.split(';')[0])
    .join('; ')
async function mailsTo(email: string) {
  await app.runJobs()
  const { rows } = await sql<{ subject: string; content: string | null }>`
    select subject, text as content from outbox_message where recipient #>> '{}' = ${email} order by sent_at, id`.execute(
    app.db,
  )
  return rows
}

async function confirmed(email: string) {
  const { cookie, accountId } = await signUp(app, email)
  await app.database.pool.query('update account set email_verified = true where id = $1', [accountId])
  return cookie
}

/** Changes something in an account, or is refused. */
type Act = (isRight?: boolean) => Promise<{ status: number }>
const acts: Record<string, (email: string) => Promise<Act>> = {
  'Your password was changed': async (email) => {
    await confirmed(email)
    await post('request-password-reset', { email })
    const link = (await mailsTo(email))
      .map(({ content }) => /reset-password\?token=(\S+)/.exec(content ?? '')?.[1])
      .at(-1)
    const token = decodeURIComponent(link ?? '')
    return (isRight = true) =>
      post('reset-password', { token: isRight ? token : 'x', newPassword: 'another password, as good' })
  },
  'Two-step verification is on': async (email) => {
    const { cookie, code } = await begun(email)
    return (isRight = true) => post('two-factor/verify-totp', { code: isRight ? code : '000000' }, cookie)
  },
  'Two-step verification is off': async (email) => {
    const cookie = await guarded(email)
    return (isRight = true) => post('two-factor/disable', { password: isRight ? PASSWORD : 'wrong' }, cookie)
  },
  'Your recovery codes were replaced': async (email) => {
    const cookie = await guarded(email)
    return (isRight = true) =>
      post('two-factor/generate-backup-codes', { password: isRight ? PASSWORD : 'wrong' }, cookie)
  },
  'A passkey was added': async (email) => {
    const cookie = await confirmed(email)
    const options = await post('passkey/generate-register-options', {}, cookie)
    const both = `${cookie}; ${cookiesOf(options.headers)}`
    return (isRight = true) => {
      const response = passkeyDevice(isRight ? ORIGIN : 'https://other.example.com').create(options.body)
      return post('passkey/verify-registration', { response }, both)
    }
  },
}

async function begun(email: string) {
  const cookie = await confirmed(email)
  const { body } = await post('two-factor/enable', { password: PASSWORD }, cookie)
  return { cookie, code: totp(body.totpUri) }
}

async function guarded(email: string) {
  const { cookie, code } = await begun(email)
  const on = await post('two-factor/verify-totp', { code }, cookie)
  assert.equal(on.status, 200)
  return cookiesOf(on.headers)
}

for (const [index, [subject, prepare]] of Object.entries(acts).entries())
  describe(`"${subject}"`, () => {
    const heard = async (email: string) => (await mailsTo(email)).filter((mail) => mail.subject === subject).length

    test('is sent once', async () => {
      const email = `done-${index}@people.example.com`
      const act = await prepare(email)
      assert.equal((await act()).status, 200)
      assert.equal(await heard(email), 1)
    })

    test('is sent if the process dies right after the change', async () => {
      const email = `died-after-${index}@people.example.com`
      const act = await prepare(email)
      death = 'after the change'
      assert.equal((await act()).status, 500)
      assert.equal(await heard(email), 1)
    })

    test('is sent if the provider reports a failure after the change', async () => {
      const email = `refused-after-${index}@people.example.com`
      const act = await prepare(email)
      death = 'refused after the change'
      assert.equal((await act()).status, 403)
      assert.equal(await heard(email), 1)
    })

    test('is not sent if the process dies right before the change', async () => {
      const email = `died-before-${index}@people.example.com`
      const act = await prepare(email)
      death = 'before the change'
      assert.equal((await act()).status, 500)
      assert.equal(await heard(email), 0)
    })

    test('is neither sent nor stored if the change is refused', async () => {
      const email = `refused-${index}@people.example.com`
      const act = await prepare(email)
      await app.runJobs()
      const { status } = await act(false)
      assert.ok(status >= 400 && status < 500, String(status))
      const { rows } = await sql`select from graphile_worker._private_jobs`.execute(app.db)
      assert.equal(rows.length, 0)
      assert.equal(await heard(email), 0)
    })
  })

test('the owner gets one email if two people use one reset link', async () => {
  const email = 'two-at-once@people.example.com'
  const act = await acts['Your password was changed']?.(email)
  const answers = await Promise.all([act?.(), act?.()])
  assert.deepEqual(answers.map((answer) => answer?.status).sort(), [200, 410])
  const subjects = (await mailsTo(email)).map(({ subject }) => subject)
  assert.equal(subjects.filter((subject) => subject === 'Your password was changed').length, 1)
})

describe('a planned email', () => {
  const planned = async () => {
    const { rows } = await sql<{ id: string; task: string; minutes: number; payload: object }>`
      select j.id, t.identifier as task, round(extract(epoch from j.run_at - now()) / 60)::int as minutes, j.payload
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where j.locked_at is null`.execute(app.db)
    return rows
  }
  /** Runs the job once, locked as a worker locks it. @param meanwhile runs after the job began */
  async function look(meanwhile?: () => Promise<unknown>) {
    const [job] = await planned()
    assert.ok(job)
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test' where id = ${job.id}`.execute(
      app.db,
    )
    await meanwhile?.()
    await app.jobs[job.task]?.(job.payload, { isLastAttempt: false })
    await sql`delete from graphile_worker._private_jobs where id = ${job.id}`.execute(app.db)
  }
  async function plan(email: string) {
    const act = await acts['Your password was changed']?.(email)
    await app.runJobs()
    death = 'before the change'
    await act?.()
    return act
  }
  const change = (email: string) =>
    sql`update account_credential set password = 'other' where account_id = (
      select id from account where email = ${email})`.execute(app.db)
  const heard = async (email: string) =>
    (await mailsTo(email)).filter(({ subject }) => subject === 'Your password was changed').length

  test('contains no secret, and has its own task, which a worker of an older version leaves alone', async () => {
    const email = 'waiting@people.example.com'
    await plan(email)
    const { rows } = await sql<{ password: string }>`
      select c.password from account_credential c join account a on a.id = c.account_id
      where a.email = ${email}`.execute(app.db)
    const jobs = await planned()
    assert.deepEqual(
      jobs.map(({ task, minutes }) => [task, minutes]),
      [['recovery.planned-mail', 2]],
    )
    assert.ok(rows[0] && !JSON.stringify(jobs[0]?.payload).includes(rows[0].password))
    await app.runJobs()
  })

  test('is checked again for an hour while its change waits', async () => {
    const email = 'slow-change@people.example.com'
    await plan(email)
    const waits: (number | undefined)[] = []
    for (let jobs = await planned(); jobs.length > 0; jobs = await planned()) {
      waits.push(jobs[0]?.minutes)
      await look()
    }
    assert.deepEqual(waits, [2, 5, 10, 15, 30])
    assert.equal(await heard(email), 0)
  })

  test('is sent if the change comes after the first check', async () => {
    const email = 'late-change@people.example.com'
    await plan(email)
    await look()
    await change(email)
    await look()
    assert.equal(await heard(email), 1)
    assert.deepEqual(await planned(), [])
  })

  test('is not planned again if the change was refused or announced during the check', async () => {
    const email = 'crossing@people.example.com'
    const act = await plan(email)
    await look(() =>
      sql`select graphile_worker.remove_job(key) from graphile_worker.jobs where key is not null`.execute(app.db),
    )
    assert.deepEqual(await planned(), [])
    death = 'before the change'
    await act?.()
    const [{ payload } = { payload: {} }] = await planned()
    const { planned: _, ...mail } = payload as { id: string; planned: unknown }
    await look(() =>
      sql`select graphile_worker.add_job('recovery.mail', ${JSON.stringify(mail)}::json,
        job_key := ${`mail:${mail.id}`})`.execute(app.db),
    )
    assert.deepEqual(
      (await planned()).map(({ task }) => task),
      ['recovery.mail'],
    )
    assert.equal(await heard(email), 1)
  })
})
