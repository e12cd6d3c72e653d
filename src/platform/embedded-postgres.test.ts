import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, test } from 'node:test'
import pg from 'pg'
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { commandLine, isAlive, until } from './processes.ts'

// A path with spaces that is too long for a Unix socket.
const parent = mkdtempSync(join(tmpdir(), 'embedded postgres '))
chmodSync(parent, 0o755)
const folder = join(parent, 'x'.repeat(100), 'postgres')
let server: EmbeddedPostgres | undefined

const lines: string[] = []
const start = async (where = folder) => {
  lines.length = 0
  server = await startEmbeddedPostgres({
    folder: where,
    log: (line) => lines.push(line),
    settings: { shared_buffers: '16MB' },
  })
  return server
}
afterEach(() => server?.stop())
after(() => rmSync(parent, { recursive: true }))

async function query<T extends pg.QueryResultRow>(text: string, url = server?.url): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

const data = join(folder, 'data')
const postmaster = (at = data) => Number(readFileSync(join(at, 'postmaster.pid'), 'utf8').split('\n')[0])
const gone = (pid: number) => until(() => !isAlive(pid), 10_000)

test('the first start creates our own database, and a stop keeps it for the next start', async () => {
  await start()
  const [facts] = await query(`select current_user as role, current_setting('server_encoding') as encoding,
    current_setting('fsync') as fsync, rolsuper as super from pg_roles where rolname = current_user`)
  assert.deepEqual(facts, { role: 'showingbooker', encoding: 'UTF8', fsync: 'on', super: false })
  await query('create table note (text text)')
  const pid = postmaster()
  await server?.stop()
  assert.equal(isAlive(pid), false)

  await start()
  await query(`insert into note values ('kept')`)
  assert.deepEqual(await query('select text from note'), [{ text: 'kept' }])
})

test('refuses a connection without the password, which only its owner can read', async () => {
  const { url } = await start()
  const stranger = new URL(url)
  stranger.password = 'guessed'
  await assert.rejects(query('select 1', stranger.href), /password authentication failed/)
  assert.equal(statSync(join(folder, 'password')).mode & 0o777, 0o600)
})

const onLinux = { skip: process.platform !== 'linux' && 'reads /proc' }

test('runs in its own process group, so that Ctrl-C in a terminal does not reach it', onLinux, async () => {
  await start()
  const group = Number(readFileSync(`/proc/${postmaster()}/stat`, 'utf8').split(') ')[1]?.split(' ')[2])
  assert.equal(group, postmaster())
})

test('another process finds the running server', async () => {
  assert.equal(findEmbeddedPostgres(folder), null)
  const { url } = await start()
  assert.equal(findEmbeddedPostgres(folder)?.url, url)
})

test('keeps everything committed if the database is killed', async () => {
  await start()
  await query(`create table if not exists note (text text); insert into note values ('durable')`)
  const ended = server?.ended
  process.kill(postmaster(), 'SIGKILL')
  await ended
  await start()
  assert.ok((await query('select from note')).length > 0)
})

test('stops and takes over a database that outlived its killed server', async () => {
  const source = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))})
    await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, log() {} })
    console.log('started')
    setInterval(() => {}, 1000)`
  const first = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(first.stdout, 'data')
  const orphan = postmaster()
  first.kill('SIGKILL')
  await once(first, 'exit')
  assert.equal(isAlive(orphan), true)

  await start()
  assert.equal(isAlive(orphan), false)
  assert.deepEqual(lines, ['Stopping a database that an earlier start left running.'])
})

test('starts although another program now has the old process ID, and leaves that program running', async () => {
  await start()
  const killed = postmaster()
  const left = readFileSync(join(data, 'postmaster.pid'), 'utf8')
  const ended = server?.ended
  process.kill(killed, 'SIGKILL')
  await ended
  await gone(killed)
  // This process runs as the database's user, so PostgreSQL takes it for one of its own.
  const { uid, gid } = statSync(data)
  const bystander = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
  try {
    await until(() => commandLine(bystander.pid ?? 0).includes('sleep'), 5_000)
    writeFileSync(join(data, 'postmaster.pid'), left.replace(/^\d+/, String(bystander.pid)))
    await start()
    assert.deepEqual(await query('select 1 as one'), [{ one: 1 }])
    assert.equal(bystander.exitCode ?? bystander.signalCode, null)
  } finally {
    bystander.kill()
  }
})

test('an interrupted first start leaves no partial database', async () => {
  const other = join(parent, 'interrupted')
  mkdirSync(join(other, 'data.new'), { recursive: true })
  writeFileSync(join(other, 'data.new', 'PG_VERSION'), '18')
  await start(other)
  assert.deepEqual(await query('select 1 as one'), [{ one: 1 }])
})

test('connects through a socket that no one else can reach, also after the server was killed', async () => {
  const short = mkdtempSync(join(tmpdir(), 'embedded-'))
  chmodSync(short, 0o711)
  try {
    for (const _ of ['first', 'after a kill']) {
      const { url, ended } = await start(short)
      const [connection] = await query<{ isSocket: boolean }>('select inet_server_addr() is null as "isSocket"')
      assert.equal(connection?.isSocket, true)
      assert.equal(findEmbeddedPostgres(short)?.url, url)
      const folder = join(short, 'socket')
      assert.equal(statSync(folder).mode & 0o777, 0o700)
      assert.equal(readdirSync(folder).filter((name) => !name.endsWith('.lock')).length, 1)
      process.kill(postmaster(join(short, 'data')), 'SIGKILL')
      await ended
    }
  } finally {
    await server?.stop()
    rmSync(short, { recursive: true })
  }
})

test('uses the port where no socket can be made', async () => {
  const short = mkdtempSync(join(tmpdir(), 'embedded-'))
  chmodSync(short, 0o711)
  try {
    const tooLong = join(short, 'x'.repeat(110))
    server = await startEmbeddedPostgres({
      folder: short,
      log: () => undefined,
      settings: { shared_buffers: '16MB', unix_socket_directories: tooLong },
    })
    assert.deepEqual(await query('select inet_server_addr()::text as address'), [{ address: '127.0.0.1/32' }])
    assert.equal(findEmbeddedPostgres(short)?.url, server.url)
  } finally {
    await server?.stop()
    rmSync(short, { recursive: true })
  }
})

const asRoot = { skip: process.getuid?.() !== 0 && 'only root runs the database as another user' }

test('as root, a data folder that the database user cannot enter keeps its database elsewhere', asRoot, async (t) => {
  const closed = join(parent, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const inside = join(closed, 'postgres')
  await start(inside)
  const { home } = JSON.parse(readFileSync(join(inside, 'elsewhere.json'), 'utf8'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  assert.match(lines.join(), new RegExp(`cannot open .*closed.*${home}`))
  await query('create table note (text text)')
  assert.equal(findEmbeddedPostgres(inside)?.url, server?.url)
  await server?.stop()

  await t.test('and finds it again when it is moved', async () => {
    renameSync(closed, join(parent, 'moved'))
    await start(join(parent, 'moved', 'postgres'))
    assert.deepEqual(await query('select from note'), [])
    await server?.stop()
  })

  await t.test('and does not share it with a copy', async () => {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    writeFileSync(join(inside, 'elsewhere.json'), readFileSync(join(parent, 'moved', 'postgres', 'elsewhere.json')))
    await assert.rejects(start(inside), /is a copy of .*moved/)
  })

  await t.test('and does not silently start over when it is lost', async () => {
    rmSync(home, { recursive: true })
    await assert.rejects(start(join(parent, 'moved', 'postgres')), /which is gone/)
    assert.equal(existsSync(home), false)
  })
})
