import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ConfigError, loadConfig } from './config.ts'
import { withSecrets } from './secrets.ts'

async function settings(t: TestContext, env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  t.after(() => rm(folder, { recursive: true }))
  return loadConfig({ ...env, DATA_DIR: folder }, false)
}

test('creates missing secrets once, keeps them for the next start, and makes them readable only by their owner', async (t) => {
  const given = await settings(t)
  const first = await withSecrets(given)
  const second = await withSecrets(given)
  assert.equal(first.hasNewSeedPassword, true)
  assert.equal(second.hasNewSeedPassword, false)
  assert.deepEqual(second.config, first.config)
  assert.match(first.config.seedPassword, /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  assert.ok(first.config.authSecret.length >= 32)
  const file = await stat(join(given.dataDir, 'secrets.json'))
  assert.equal(file.mode & 0o777, 0o600)
})

test('uses a secret that is set, and does not store it', async (t) => {
  const given = await settings(t, { SEED_PASSWORD: 'correct horse', AUTH_SECRET: 'a'.repeat(40) })
  const { config, hasNewSeedPassword } = await withSecrets(given)
  assert.equal(config.seedPassword, 'correct horse')
  assert.equal(config.authSecret, 'a'.repeat(40))
  assert.equal(hasNewSeedPassword, false)
  assert.doesNotMatch(await readFile(join(given.dataDir, 'secrets.json'), 'utf8'), /correct horse/)
})

test('if many processes start at once, one creates the secrets and all use them', async (t) => {
  const given = await settings(t)
  const all = await Promise.all(Array.from({ length: 10 }, () => withSecrets(given)))
  assert.equal(new Set(all.map(({ config }) => config.authSecret)).size, 1)
  assert.equal(all.filter(({ hasNewSeedPassword }) => hasNewSeedPassword).length, 1)
})

test('creates missing access codes once, one per app, and uses those that are set', async (t) => {
  const given = await settings(t, { ACCESS_CODE_CREATE: 'Let-me-in' })
  const [first, second] = [await withSecrets(given), await withSecrets(given)]
  assert.deepEqual(first.config.accessCodes, second.config.accessCodes)
  assert.deepEqual(first.codesFrom, { create: 'set', oracle: 'made' })
  assert.deepEqual(second.codesFrom, { create: 'set', oracle: 'kept' })
  assert.equal(first.config.accessCodes.create, 'Let-me-in')
  assert.match(first.config.accessCodes.oracle, /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  const kept = await readFile(join(given.dataDir, 'access-codes.json'), 'utf8')
  assert.doesNotMatch(kept, /Let-me-in/)
  assert.equal((await stat(join(given.dataDir, 'access-codes.json'))).mode & 0o777, 0o600)
})

test('a damaged file stops the start instead of being replaced', async (t) => {
  const given = await settings(t)
  await writeFile(join(given.dataDir, 'secrets.json'), '{"authSecret":')
  await assert.rejects(
    withSecrets(given),
    (error: Error) => error instanceof ConfigError && /secrets\.json/.test(error.message),
  )
})
