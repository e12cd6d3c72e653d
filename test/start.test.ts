import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import pg from 'pg'
import sharp from 'sharp'
import { buildPages } from '../scripts/build.ts'
import { findEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { isAlive, until } from '../src/platform/processes.ts'
import { drawnSamples } from '../src/property/adapters/drawn-samples.ts'
import { freshDatabase } from './database.ts'
import { freePort } from './free-port.ts'

const root = resolve(import.meta.dirname, '..')
const parent = mkdtempSync(join(tmpdir(), 'start test '))
// If root starts the database, it runs as another user, who must be able to enter the folder.
chmodSync(parent, 0o711)
const running: Started[] = []

before(buildPages)
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill()
    await ended
  }
  assert.ok(await until(() => postmasters().length === 0, 20_000), 'a database is left running')
})
after(() => rmSync(parent, { recursive: true, force: true }))

/** Lists the running databases of our folders. */
function postmasters(): number[] {
  return ['one', 'two', 'copy']
    .map((name) => join(parent, name, 'postgres/data/postmaster.pid'))
    .filter((file) => existsSync(file))
    .map((file) => Number(readFileSync(file, 'utf8').split('\n')[0]))
    .filter(isAlive)
}

type Started = { child: ChildProcess; url: string; output(): string; ended: Promise<number | null> }

// The limit is generous, because the very first start draws and encodes the sample properties' pictures.
const limit = { timeout: 300_000 }

/** Runs a command of the built server in its own process, as bin/start does; `serve` by default. */
function run(env: Record<string, string>, args = ['serve']): Started {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [join(root, 'build/current/server/main.js'), ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const started = { child, url: `http://127.0.0.1:${env.PORT}`, output: () => output, ended }
  running.push(started)
  return started
}

async function ready(started: Started): Promise<Started> {
  await until(() => started.output().includes('Ctrl-C') || started.child.exitCode !== null, 200_000)
  assert.match(started.output(), /Ctrl-C to stop|Stop +Ctrl-C/)
  return started
}

/** The sample properties are the first pages that people see, so their photos load fast. */
const MOST_BYTES: Record<string, number> = { '640.avif': 40_000, '1200.avif': 100_000, '1200.webp': 120_000 }

/** Lists the files of the photos that a first start drew, by the end of their names. */
async function samplePhotos() {
  const at = join(parent, 'one/files/photos')
  const photos = readdirSync(at).map(async (name) => {
    const { width, height } = await sharp(join(at, name)).metadata()
    return { end: name.slice(name.indexOf('-') + 1), width, height, bytes: statSync(join(at, name)).size }
  })
  return (await Promise.all(photos)).sort((a, b) => a.end.localeCompare(b.end))
}

const folder = (name: string) => ({ DATA_DIR: join(parent, name) })

test(
  'prints its URL, refuses a second start on its folder or port, and ends completely on SIGTERM',
  limit,
  async () => {
    const first = await ready(run({ ...folder('one'), PORT: String(await freePort()) }))
    assert.match(first.output(), new RegExp(`${first.url}/showingbooker/book/sample-property`))
    assert.match(first.output(), /agent@example\.com or admin@example\.com/)
    assert.match(first.output(), /Password +\w{4}-\w{4}-\w{4}-\w{4}/)
    assert.match(first.output(), /test mode/)
    assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
    assert.equal((await fetch(`${first.url}/showingbooker/book/sample-property`)).status, 200)

    const photos = await samplePhotos()
    assert.deepEqual(
      photos.map(({ end }) => end),
      ['1200.avif', '1200.webp', '640.avif', '640.webp'].flatMap((name) => drawnSamples.map(() => name)),
    )
    for (const { end, width, height, bytes } of photos) {
      assert.deepEqual([width, height], end.startsWith('1200') ? [1200, 800] : [640, 427], end)
      assert.ok(bytes <= (MOST_BYTES[end] ?? Infinity), `${end}: ${bytes} bytes`)
    }

    const sameFolder = run({ ...folder('one'), PORT: String(await freePort()) })
    assert.equal(await sameFolder.ended, 1)
    assert.ok(sameFolder.output().includes(`process ${first.child.pid}, ${first.url}`), sameFolder.output())

    const samePort = run({ ...folder('two'), PORT: new URL(first.url).port })
    assert.equal(await samePort.ended, 1)
    assert.match(samePort.output(), new RegExp(`Port ${new URL(first.url).port} is already in use`))
    assert.doesNotMatch(samePort.output(), /\n +at /)

    const migrated = run(folder('one'), ['migrate'])
    assert.equal(await migrated.ended, 0)
    assert.match(migrated.output(), /up to date/)

    assert.equal(postmasters().length, 1)
    first.child.kill('SIGTERM')
    assert.equal(await first.ended, 0)
    assert.equal(postmasters().length, 0)
    assert.equal(existsSync(join(parent, 'one/running.json')), false)
  },
)

test('the next start recovers after kill -9 of the server, with or without its database', limit, async () => {
  const first = await ready(run({ ...folder('one'), PORT: String(await freePort()) }))
  first.child.kill('SIGKILL')
  await first.ended
  assert.equal(postmasters().length, 1, 'the database outlives its server')

  const second = await ready(run({ ...folder('one'), PORT: String(await freePort()) }))
  assert.match(second.output(), /the one from the first start/)
  second.child.kill('SIGKILL')
  for (const pid of postmasters()) process.kill(pid, 'SIGKILL')
  await second.ended

  const third = await ready(run({ ...folder('one'), PORT: String(await freePort()) }))
  assert.equal((await fetch(`${third.url}/readyz`)).status, 200)
})

test('a server starts from a backup that was made while another ran', limit, async () => {
  const server = await ready(run({ ...folder('one'), PORT: String(await freePort()) }))
  const admin = async (name: string, ...words: string[]) => {
    const { ended, output } = run(folder(name), ['admin', ...words])
    return { code: await ended, said: output() }
  }
  const target = join(parent, 'copy')
  const made = await admin('one', 'backup', target)
  assert.match(made.said, /^Copying the database\.\nCopying the files\.\n.*copy: a database of \d+ MB and \d+ files\n$/)
  assert.equal(made.code, 0)
  assert.deepEqual(await admin('one', 'backup', target), {
    code: 1,
    said: `${target} exists. Choose a folder that does not exist yet.\n`,
  })
  assert.deepEqual(await admin('none', 'backup', join(parent, 'other')), {
    code: 1,
    said: `There is no embedded database in ${join(parent, 'none')}.\n`,
  })
  const secrets = (name: string) => readFileSync(join(parent, name, 'secrets.json'), 'utf8')
  assert.equal(secrets('copy'), secrets('one'))

  const restored = await ready(run({ ...folder('copy'), PORT: String(await freePort()) }))
  for (const { url } of [server, restored]) {
    const page = await (await fetch(`${url}/showingbooker/book/sample-property`)).text()
    const photo = /\/api\/[^"' ]+\.avif/.exec(page)?.[0] ?? ''
    assert.equal((await fetch(url + photo)).status, 200, photo)
  }
  assert.match((await admin('copy', 'verify-log')).said, /\d+ properties, \d+ entries proved, 0 broken/)
})

test("open dashboards do not delay a stop, and get other processes' changes until then", limit, async () => {
  const SEED_PASSWORD = 'a password to seed'
  const started = await ready(run({ ...folder('one'), PORT: String(await freePort()), SEED_PASSWORD }))
  const ask = (path: string, init?: RequestInit) => fetch(`${started.url}/api/${path}`, init)
  const body = JSON.stringify({ email: 'agent@example.com', password: SEED_PASSWORD })
  const headers = { 'content-type': 'application/json', origin: started.url }
  const signedIn = await ask('auth/sign-in/email', { method: 'POST', headers, body })
  const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';')[0])
  const listen = async () => {
    const { status, body } = await ask('showingbooker/events', { headers: { cookie: cookie.join('; ') } })
    assert.equal(status, 200)
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    const read = async () => (await reader?.read())?.value
    let first = ''
    while (!first.includes('data:')) first += await read()
    assert.match(first, /^retry: 2000\n\nevent: since\ndata: \d+\n\n$/)
    return read
  }
  const all = await Promise.all([listen(), listen(), listen()])
  const database = findEmbeddedPostgres(join(parent, 'one/postgres'))
  const client = new pg.Client({ connectionString: database?.url })
  await client.connect()
  await client.query(`update property set version = version + 1 where slug = 'sample-property'`)
  await client.end()
  for (const read of all) assert.equal(await read(), 'event: change\ndata: property\n\n')
  const from = performance.now()
  started.child.kill('SIGTERM')
  for (const read of all) assert.equal(await read(), undefined)
  // Until then, the stop of the database has not begun.
  const ms = performance.now() - from
  assert.equal(await started.ended, 0)
  assert.ok(ms < 8_000, `${ms} ms`)
})

test('a server says so and ends if its database is killed', limit, async () => {
  const started = await ready(run({ ...folder('one'), PORT: String(await freePort()) }))
  for (const pid of postmasters()) process.kill(pid, 'SIGKILL')
  assert.equal(await started.ended, 1)
  assert.match(started.output(), /database stopped unexpectedly/)
})

test('several servers and a worker can start at the same time on an external database', limit, async (t) => {
  const database = await freshDatabase({ isEmpty: true })
  t.after(database.close)
  const env = { ...folder('one'), DATABASE_URL: database.url, SEED_PASSWORD: 'a password to seed' }
  const web = async () => run({ ...env, PORT: String(await freePort()), WORKER: 'off' })
  const all = await Promise.all([web(), web(), run(env, ['work'])])
  await Promise.all(all.map(ready))
  for (const { url } of all.slice(0, 2)) assert.equal((await fetch(`${url}/readyz`)).status, 200)
  for (const { child } of all) child.kill('SIGTERM')
  assert.deepEqual(await Promise.all(all.map(({ ended }) => ended)), [0, 0, 0])
  assert.deepEqual(postmasters(), [])
})

test('names wrong variables, one per line, without a stack trace', limit, async () => {
  const started = run({ PORT: 'three', RATE_LIMIT_SCALE: '-1' })
  assert.equal(await started.ended, 1)
  assert.deepEqual(started.output().trim().split('\n'), [
    'PORT must be a whole number from 1 to 65535.',
    'RATE_LIMIT_SCALE must be a number above 0.',
  ])
})

test('prints the usage for an unknown command', limit, async () => {
  const started = run({}, ['constructor'])
  assert.equal(await started.ended, 2)
  assert.match(started.output(), /^Usage: node build\/current\/server\/main\.js COMMAND/)
})

test('bin/start prints its usage and starts nothing if it gets an argument', () => {
  const start = (argument: string) => spawnSync(join(root, 'bin/start'), [argument], { encoding: 'utf8' })
  const help = start('--help')
  assert.deepEqual([help.status, help.stdout.split('\n')[0]], [0, 'Usage: bin/start'])
  const unknown = start('now')
  assert.deepEqual([unknown.status, unknown.stderr], [2, 'bin/start takes no arguments: now\n'])
})
