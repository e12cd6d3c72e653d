import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import pg from 'pg'
import { freshDatabase } from '../../../test/database.ts'
import { MigrationError, migrate } from './migrate.ts'
import { sharesSessions } from './pooler.ts'

/** Builds a message of PostgreSQL's protocol: type, length, and content. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const ready = message('Z', Buffer.from('I'))
const words = (text: string) => Buffer.from(`${text}\0`)
const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
const int32 = (value: number) => Buffer.from([0, 0, value >> 8, value & 255])

function answerOf(value: string): Buffer {
  const column = Buffer.concat([words('value'), int32(0), int16(0), int32(25), int16(0xffff), int32(0), int16(0)])
  const row = Buffer.concat([int16(1), int32(value.length), Buffer.from(value)])
  return Buffer.concat([
    message('T', Buffer.concat([int16(1), column])),
    message('D', row),
    message('C', words('SELECT 1')),
    ready,
  ])
}

/** Starts a proxy that acts like a pooler in transaction mode: `sessions` serve all clients in turn. */
async function startPooler(sessions: string[]) {
  let statements = 0
  const serve = (socket: Socket) => {
    let isKnown = false
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      if (!isKnown) socket.write(Buffer.concat([message('R', int32(0)), ready]))
      else if (data.toString('utf8', 0, 1) === 'Q')
        socket.write(answerOf(sessions[statements++ % sessions.length] as string))
      isKnown = true
    })
  }
  const server = createServer(serve).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  return { url: `postgres://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/c`, close: () => server.close() }
}

for (const [what, sessions] of [
  ['one session serves two clients', ['7']],
  ['a session changes under its client', ['7', '8', '9']],
] as const)
  test(`detects a pooler in transaction mode: ${what}`, async () => {
    const pooler = await startPooler([...sessions])
    const client = new pg.Client({ connectionString: pooler.url })
    await client.connect()
    assert.equal(await sharesSessions(client, pooler.url), true)
    await client.end()
    pooler.close()
  })

test('PostgreSQL itself is not a pooler', async () => {
  const database = await freshDatabase({ max: 2 })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  assert.equal(await sharesSessions(client, database.url), false)
  await client.end()
  await database.close()
})

test('behind a pooler in transaction mode, the start fails with one sentence that says what to do', async () => {
  const pooler = await startPooler(['7'])
  await assert.rejects(migrate(pooler.url), (error: Error) => {
    assert.ok(error instanceof MigrationError)
    assert.match(error.message, /^DATABASE_URL points to a pooler in transaction mode.*pool_mode = session.*\.$/)
    assert.doesNotMatch(error.message, /\n/)
    return true
  })
  pooler.close()
})
