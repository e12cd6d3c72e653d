import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../test/app.ts'
import { passwordLine } from './main.ts'

const config = { seedPassword: 'abcd-efgh', isSeedPasswordSet: false, dataDir: '/data' }

test('a start prints the password of the sample accounts once, and only if it opens them', () => {
  const lineOf = (hasNewSeedPassword: boolean, isSeedPassword: boolean) =>
    passwordLine(config, { hasNewSeedPassword, isSeedPassword })
  assert.match(lineOf(true, true), /^abcd-efgh {3}\(made now/)
  assert.match(lineOf(false, true), /^the one made at the first start \(kept in \/data\/secrets\.json\)/)
  for (const isNew of [true, false]) assert.match(lineOf(isNew, false), /^the one that these accounts already had;/)
  const set = passwordLine({ ...config, isSeedPasswordSet: true }, { hasNewSeedPassword: false, isSeedPassword: true })
  assert.equal(set, 'the one in SEED_PASSWORD')
})

test('a new data folder on an old database makes no password for the accounts that are there', async () => {
  const app = await testApp()
  try {
    assert.equal(await app.seed('the first password'), true)
    assert.equal(await app.seed('the first password'), true)
    assert.equal(await app.seed('of a new data folder'), false)
  } finally {
    await app.close()
  }
})
