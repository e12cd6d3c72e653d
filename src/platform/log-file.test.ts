import assert from 'node:assert/strict'
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { after, type TestContext, test } from 'node:test'
import { testApp } from '../../test/app.ts'
import { LogUnusable, openLogFile } from './log-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'log file '))
after(() => rmSync(folder, { recursive: true }))

// Every write to this device fails, as on a full disk.
const FULL = '/dev/full'

/** Starts a server that logs a long line for each request and ends on SIGTERM. It sends its address over IPC. */
async function loggingServer(t: TestContext, path: string, stdio: StdioOptions) {
  const source = `
    import { createServer } from 'node:http'
    const { createLog } = await import(${JSON.stringify(import.meta.resolve('./log.ts'))})
    const { log, close } = createLog('info', ${JSON.stringify(path)})
    // This makes a pipe refuse data that it has no room for.
    void process.stdout.isTTY
    process.on('SIGTERM', async () => {
      log.info({ x: 'y'.repeat(200_000) }, 'a line under way')
      log.info('the last line')
      await close()
      log.info('a line after the last')
      process.exit(0)
    })
    const server = createServer((_, answer) => {
      log.info({ x: 'y'.repeat(5000) }, 'request')
      answer.end('ok')
    })
    server.listen(0, '127.0.0.1', () => process.send('http://127.0.0.1:' + server.address().port))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio })
  t.after(() => child.kill('SIGKILL'))
  const [url] = await once(child, 'message')
  return { child, url: String(url) }
}

async function terminated(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(20_000) })
  child.kill('SIGTERM')
  return (await ended)[0]
}

test('on a full disk, the log drops lines and reports it once; the server keeps answering and stops when asked', async (t) => {
  const { child, url } = await loggingServer(t, FULL, ['ignore', 'ignore', 'pipe', 'ipc'])
  let told = ''
  child.stderr?.on('data', (chunk) => (told += chunk))
  for (let n = 0; n < 5; n++) assert.equal(await (await fetch(url)).text(), 'ok')
  assert.equal(await terminated(child), 0)
  assert.equal(
    told,
    'We cannot write the log: ENOSPC: no space left on device, write. Its lines are lost until we can.\n',
  )
})

test('the same holds if standard output and the error output are on the full disk', async (t) => {
  const full = openSync(FULL, 'w')
  const { child, url } = await loggingServer(t, '-', ['ignore', full, full, 'ipc'])
  closeSync(full)
  for (let n = 0; n < 5; n++) assert.equal(await (await fetch(url)).text(), 'ok')
  assert.equal(await terminated(child), 0)
})

test('the last logged line is in the file after the process ends', async (t) => {
  const path = join(folder, 'below', 'server.log')
  const { child, url } = await loggingServer(t, path, ['ignore', 'ignore', 'inherit', 'ipc'])
  assert.equal(await (await fetch(url)).text(), 'ok')
  assert.equal(await terminated(child), 0)
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    ['request', 'a line under way', 'the last line', 'a line after the last'],
  )
})

test('a pipe whose reader pauses loses no line at the end of the process', async (t) => {
  const { child, url } = await loggingServer(t, '-', ['ignore', 'pipe', 'inherit', 'ipc'])
  const count = 100
  for (let n = 0; n < count; n++) await (await fetch(url)).text()
  const ended = terminated(child)
  let written = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk) => (written += chunk))
  assert.equal(await ended, 0)
  if (!child.stdout?.readableEnded) await once(child.stdout as Readable, 'end')
  const lines = written.trim().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    [...Array.from({ length: count }, () => 'request'), 'a line under way', 'the last line', 'a line after the last'],
  )
})

test('a line that is being written when the process ends is not cut', async (t) => {
  const { child } = await loggingServer(t, '-', ['ignore', 'pipe', 'inherit', 'ipc'])
  let written = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk) => (written += chunk))
  assert.equal(await terminated(child), 0)
  if (!child.stdout?.readableEnded) await once(child.stdout as Readable, 'end')
  const lines = written.trim().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    ['a line under way', 'the last line', 'a line after the last'],
  )
})

test('refuses a log that it cannot open, in plain words', async () => {
  assert.throws(
    () => openLogFile(folder, () => undefined),
    (error: Error) => {
      assert.ok(error instanceof LogUnusable)
      assert.match(error.message, /^We cannot open the log .*log file .*: EISDIR/)
      return true
    },
  )
})

test('a full disk under the log starts the test write, and /readyz says no until it succeeds', async () => {
  let hasRoom = false
  const app = await testApp({
    env: { LOG_LEVEL: 'info', LOG_FILE: FULL },
    tryWrite: async () => {
      if (!hasRoom) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    },
  })
  try {
    app.log.info({ x: 'y'.repeat(5000) }, 'a long line')
    const isUnready = async () => (await app.call('GET', '/readyz')).status === 503
    for (let n = 0; n < 100 && !(await isUnready()); n++) await new Promise((done) => setTimeout(done, 50))
    assert.ok(await isUnready())
    hasRoom = true
    assert.equal((await app.call('GET', '/readyz')).status, 200)
  } finally {
    await app.close()
  }
})
