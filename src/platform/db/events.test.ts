import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { createLog } from '../log.ts'
import { deleteOldEvents, listenToEvents, readEvents } from './events.ts'

let database: FreshDatabase
const { log } = createLog('silent', '-')
before(async () => {
  database = await freshDatabase()
})
after(() => database.close())

const [early, late, lost] = [randomUUID(), randomUUID(), randomUUID()]
const record = `select record_event('property.changed', $1, '{"owner": "o"}')`
const changed = (subject: string) => ({ name: 'property.changed', subject, data: { owner: 'o' } })
const subjects = ({ events }: Awaited<ReturnType<typeof readEvents>>) => events.map(({ subject }) => subject)

test('late commits are still read, each event once, and rolled-back events never', async () => {
  const { pool } = database
  const [one, other] = [await pool.connect(), await pool.connect()]
  try {
    const start = await readEvents(pool, null)
    assert.deepEqual(start.events, [])
    await one.query('begin')
    await one.query(record, [early])
    await other.query('begin')
    await other.query(record, [lost])
    await other.query('rollback')
    await other.query('begin')
    await other.query(record, [late])
    await other.query('commit')
    const first = await readEvents(pool, start.position)
    assert.deepEqual(first.events, [changed(late)])
    assert.deepEqual(subjects(await readEvents(pool, first.position)), [])
    // The reader finds it if it looks before or after the commit.
    await one.query('commit')
    const second = await readEvents(pool, first.position)
    assert.deepEqual(subjects(second), [early])
    assert.deepEqual(subjects(await readEvents(pool, second.position)), [])
    // They stay in the order in which they were written.
    assert.deepEqual(subjects(await readEvents(pool, start.position)), [early, late])
  } finally {
    for (const client of [one, other]) client.release()
  }
})

test('a listener that lost its connection gets what it missed, even from transactions begun before', async () => {
  const { pool, url } = database
  const slow = await pool.connect()
  const { rows } = await pool.query<{ subject: string }>('select subject_id as subject from event')
  const earlier = new Set(rows.map(({ subject }) => subject))
  const heard: string[] = []
  const hearings: boolean[] = []
  const changes = new EventTarget()
  const ear = listenToEvents(url, {
    onEvent: ({ subject }) => {
      heard.push(subject)
      changes.dispatchEvent(new Event('heard'))
    },
    onListening: (hearing) => {
      hearings.push(hearing)
      changes.dispatchEvent(new Event('hearing'))
    },
    log,
  })
  try {
    await ear.started
    const [atOnce, begunBefore, meanwhile, again] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    await slow.query('begin')
    await slow.query(record, [begunBefore])
    const told = once(changes, 'heard')
    await pool.query(record, [atOnce])
    await told
    const away = once(changes, 'hearing')
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'showingbooker listen'`,
    )
    await away
    const back = once(changes, 'hearing')
    await pool.query(record, [meanwhile])
    await slow.query('commit')
    await back
    assert.deepEqual(hearings, [true, false, true])
    // These come before it reports that it is listening again. Earlier events may come twice, especially while a long
    // transaction runs anywhere on the server.
    assert.deepEqual([...new Set(heard.filter((subject) => !earlier.has(subject)))], [atOnce, begunBefore, meanwhile])
    const toldAgain = once(changes, 'heard')
    await pool.query(record, [again])
    await toldAgain
    assert.equal(heard.at(-1), again)
  } finally {
    slow.release()
    await ear.close()
  }
})

/** Passes everything on to the database until it forgets a connection. Then it silently drops everything. */
async function startFirewall(url: string) {
  const to = new URL(url)
  const open = new Set<Socket>()
  const forgotten = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname)
    const pass = (from: Socket, into: Socket) => {
      from.on('data', (bytes) => forgotten.has(near) || into.write(bytes))
      from.on('error', () => undefined)
      from.on('close', () => into.destroy())
    }
    pass(near, far)
    pass(far, near)
    open.add(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  // Not through the socket.
  through.searchParams.delete('host')
  return {
    url: through.href,
    forget() {
      for (const near of open) forgotten.add(near)
    },
    close() {
      server.close()
      for (const near of open) near.destroy()
    },
  }
}

test('a listener notices a connection that was lost silently, and gets what it missed', {
  timeout: 60_000,
}, async () => {
  const firewall = await startFirewall(database.url)
  const heard: string[] = []
  const hearings: boolean[] = []
  const { promise: isBack, resolve: back } = Promise.withResolvers<void>()
  const ear = listenToEvents(
    firewall.url,
    {
      onEvent: ({ subject }) => heard.push(subject),
      onListening(isListening) {
        hearings.push(isListening)
        if (hearings.length === 3) back()
      },
      log,
    },
    { pulseMs: 50 },
  )
  try {
    await ear.started
    firewall.forget()
    const missed = randomUUID()
    await database.pool.query(record, [missed])
    await isBack
    assert.deepEqual([hearings, heard.includes(missed)], [[true, false, true], true])
  } finally {
    await ear.close()
    firewall.close()
  }
})

test('old events are removed, new ones stay', async () => {
  const { pool, db } = database
  const old = randomUUID()
  await pool.query(
    `insert into event (name, subject_id, data, at) values ('property.changed', $1, '{}', '2020-01-01T00:00:00Z')`,
    [old],
  )
  const kept = Number((await pool.query('select count(*) from event')).rows[0].count) - 1
  await deleteOldEvents(db, Temporal.Instant.from('2020-01-01T00:00:01Z'))
  const { rows } = await pool.query('select subject_id from event')
  assert.equal(rows.length, kept)
  assert.ok(kept > 0 && !rows.some(({ subject_id }) => subject_id === old))
})
