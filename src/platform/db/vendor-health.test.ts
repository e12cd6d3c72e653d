import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { freshDatabase } from '../../../test/database.ts'
import { createVendorHealth, type VendorState } from './vendor-health.ts'

let keepers: ReturnType<typeof createVendorHealth>[]
let database: Awaited<ReturnType<typeof freshDatabase>>
before(async () => {
  database = await freshDatabase({ max: 3 })
  keepers = [0, 1].map(() => createVendorHealth({ db: database.db, log }))
})
after(() => database.close())

const log = pino({ level: 'silent' })
const nothing: VendorState = { lastOkAt: null, lastFailureAt: null, lastFailureKind: null, openUntil: null }
const at = (second: number) => `2026-11-21T09:00:${String(second).padStart(2, '0')}.000Z`

/** Reports from two processes about one vendor, in order. Returns the row in the database. */
async function after2(channel: string, heard: [process: 0 | 1, what: Partial<VendorState>][]) {
  for (const [process, what] of heard) {
    const keeper = keepers[process]
    keeper?.record(channel, 'post', { ...nothing, ...what })
    await keeper?.close()
  }
  const { channel: _, vendor, ...last } = (await keepers[0]?.list())?.find((one) => one.channel === channel) ?? {}
  return { vendor, ...last }
}

test('the later report of two processes counts, separately for each vendor', async () => {
  assert.deepEqual(
    await after2('sms', [
      [0, { lastOkAt: at(3) }],
      [1, { lastOkAt: at(1), lastFailureAt: at(2), lastFailureKind: '503' }],
    ]),
    { vendor: 'post', lastOkAt: at(3), lastFailureAt: at(2), lastFailureKind: '503', openUntil: null },
  )
})

test("a request that gets through ends another process's pause", async () => {
  const failed = { lastFailureAt: at(5), lastFailureKind: 'timeout', openUntil: at(35) }
  assert.deepEqual(await after2('email', [[0, failed]]), { vendor: 'post', lastOkAt: null, ...failed })
  assert.equal((await after2('email', [[1, { lastOkAt: at(6) }]])).openUntil, null)
  assert.equal(
    (await after2('email', [[0, { lastFailureAt: at(4), lastFailureKind: '500' }]])).lastFailureKind,
    'timeout',
  )
})

test('writes one row while nothing changes, and writes a change at once', async () => {
  const keeper = createVendorHealth({ db: database.db, log })
  const stored = async () => (await keeper.list()).find(({ channel }) => channel === 'letters')
  for (let second = 1; second <= 9; second++) keeper.record('letters', 'post', { ...nothing, lastOkAt: at(second) })
  keeper.record('letters', 'post', { ...nothing, lastOkAt: at(9), lastFailureAt: at(10), lastFailureKind: '500' })
  while ((await stored())?.lastFailureKind !== '500') await new Promise(setImmediate)
  assert.equal((await stored())?.lastOkAt, at(9))
  await keeper.close()
})

test('an unreachable database delays no caller', async () => {
  const away = await freshDatabase({ max: 1 })
  await away.close()
  const keeper = createVendorHealth({ db: away.db, log })
  keeper.record('sms', 'post', { ...nothing, lastOkAt: at(1) })
  await keeper.close()
})
