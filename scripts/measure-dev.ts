// Measures how fast a change shows under bin/dev: a text in the browser that keeps the form's state, and a server answer.
//   node scripts/measure-dev.ts
// It changes two source files for a moment and restores them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'

const root = resolve(import.meta.dirname, '..')
const ROUNDS = 5
const INTRO = "It's free. List your first home, or make your first image, right away."

const probe = createServer().listen(0, '127.0.0.1')
await once(probe, 'listening')
const { port } = probe.address() as { port: number }
probe.close()
const folder = await mkdtemp(join(tmpdir(), 'showingbooker-dev-'))
await chmod(folder, 0o711)
const url = `http://127.0.0.1:${port}`
const env = {
  ...process.env,
  PORT: String(port),
  DATA_DIR: join(folder, 'data'),
  SEED_PASSWORD: 'a password for this measurement',
  LOG_LEVEL: 'warn',
}
const child = spawn(process.execPath, [join(root, 'scripts/dev.ts')], { env, stdio: ['ignore', 'ignore', 'inherit'] })

async function until(what: string, isSo: () => Promise<boolean>, seconds = 60): Promise<number> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < seconds * 1000) {
    if (await isSo().catch(() => false)) return performance.now() - startedAt
    await pause(10)
  }
  throw new Error(`This did not happen in time: ${what}`)
}

/** Replaces `text` with `changed`, waits for `isSo`, and restores the file. @returns milliseconds */
async function withChange(file: string, text: string, changed: string, isSo: () => Promise<boolean>): Promise<number> {
  const path = join(root, file)
  const before = await readFile(path, 'utf8')
  if (!before.includes(text)) throw new Error(`${file} does not have this text: ${text}`)
  try {
    await writeFile(path, before.replace(text, changed))
    return await until(changed, isSo)
  } finally {
    await writeFile(path, before)
  }
}

/** Watchers merge two changes of a file within this time. */
const BETWEEN_MS = 300

const report = (name: string, times: number[], goal: number) =>
  console.log(
    `${name.padEnd(46)} median ${Math.round(times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0)} ms, ` +
      `slowest ${Math.round(Math.max(...times))} ms (goal ${goal} ms)`,
  )

try {
  console.log(`ready after ${Math.round(await until('ready', async () => (await fetch(`${url}/readyz`)).ok))} ms`)
  const system = '/usr/bin/chromium'
  const browser = await chromium.launch({
    ...(existsSync(system) && { executablePath: system }),
    args: ['--no-sandbox'],
  })
  const page = await browser.newPage()
  await page.goto(`${url}/register`, { waitUntil: 'networkidle' })
  await page.getByLabel('Your name').fill('Kim Rivera')
  const texts: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const words = `It's free in round ${round}.`
    texts.push(await withChange('messages/account/en.json', INTRO, words, () => page.getByText(words).isVisible()))
    if ((await page.getByLabel('Your name').inputValue()) !== 'Kim Rivera') throw new Error('The form lost its state')
    await until('the old words', () => page.getByText(INTRO).isVisible())
    await pause(BETWEEN_MS)
  }
  await browser.close()
  report('a changed text appears, and the form keeps its input', texts, 1_000)

  const answers: number[] = []
  const missing = () => fetch(`${url}/api/nothing`).then((answer) => answer.text())
  for (let round = 0; round < ROUNDS; round++) {
    const words = `There is no such API route in round ${round}.`
    answers.push(
      await withChange('src/server.ts', 't.noSuchRoute()', `'${words}'`, async () => (await missing()).includes(words)),
    )
    await until('the old words', async () => !(await missing()).includes(words))
    await pause(BETWEEN_MS)
  }
  report('a changed service answers with the new text', answers, 2_500)
} finally {
  const ended = once(child, 'exit')
  child.kill()
  await ended
  await rm(folder, { recursive: true, force: true })
}
