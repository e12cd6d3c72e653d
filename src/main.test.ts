import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { testApp } from '../test/app.ts'
import { main, passwordLine } from './main.ts'

const config = { seedPassword: 'abcd-efgh', isSeedPasswordSet: false, dataDir: '/data' }

test('a start prints the password of the sample accounts once, and only if it opens them', () => {
  const lineOf = (hasNewSeedPassword: boolean, isSeedPassword: boolean) =>
    passwordLine(config, { hasNewSeedPassword, isSeedPassword })
  assert.match(lineOf(true, true), /^abcd-efgh {3}\(new and printed only once/)
  assert.match(lineOf(false, true), /^the one from the first start \(stored in \/data\/secrets\.json\)/)
  for (const isNew of [true, false]) assert.match(lineOf(isNew, false), /^the one these accounts already had;/)
  const set = passwordLine({ ...config, isSeedPasswordSet: true }, { hasNewSeedPassword: false, isSeedPassword: true })
  assert.equal(set, 'the one in SEED_PASSWORD')
})

test('a new data folder on an old database creates no password for existing accounts', async () => {
  const app = await testApp()
  try {
    assert.equal(await app.seed('the first password'), true)
    assert.equal(await app.seed('the first password'), true)
    assert.equal(await app.seed('of a new data folder'), false)
  } finally {
    await app.close()
  }
})

test('admin help or a mistyped command prints the usage and creates no data folder', async (t) => {
  const { mock } = t.mock.method(console, 'error', () => undefined)
  const folder = join(tmpdir(), `showingbooker-none-${process.pid}`)
  const { DATA_DIR } = process.env
  process.env.DATA_DIR = folder
  t.after(() => {
    if (DATA_DIR === undefined) delete process.env.DATA_DIR
    else process.env.DATA_DIR = DATA_DIR
  })
  assert.equal(await main(['admin', 'help']), 0)
  for (const args of [['grnat', 'a@b.example'], ['reconcile', '--dry-run'], ['grant', ''], []])
    assert.equal(await main(['admin', ...args]), 2, args.join(' '))
  for (const { arguments: said } of mock.calls) assert.match(String(said[0]), /^Usage: bin\/admin COMMAND/)
  assert.equal(existsSync(folder), false)
})
