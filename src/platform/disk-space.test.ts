import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../test/app.ts'
import { assertProblem } from '../../test/problem.ts'
import { signUp } from '../../test/scene.ts'
import { createDiskSpaceCheck, isStorageFull } from './disk-space.ts'

const failure = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code })

test('recognizes a full disk by its code, however deeply a library nested it', () => {
  for (const code of ['53100', 'ENOSPC', 'EDQUOT']) {
    assert.equal(isStorageFull(failure(code)), true, code)
    assert.equal(isStorageFull(failure('E_CANNOT_WRITE_FILE', failure(code))), true, `wrapped ${code}`)
  }
  for (const other of [failure('53300'), failure('ENOENT'), new Error('disk full'), null, undefined, 'ENOSPC'])
    assert.equal(isStorageFull(other), false, String(other))
})

test('writes nothing to test the disk until a disk was full, then tests until a write succeeds', async () => {
  let writes = 0
  let hasRoom = false
  const diskSpace = createDiskSpaceCheck(async () => {
    writes++
    if (!hasRoom) throw failure('ENOSPC')
  })
  diskSpace.note(failure('23505'))
  await diskSpace.require()
  assert.equal(writes, 0)
  diskSpace.note(failure('ENOSPC'))
  await assert.rejects(diskSpace.require())
  await assert.rejects(diskSpace.require())
  hasRoom = true
  await diskSpace.require()
  await diskSpace.require()
  assert.equal(writes, 3)
})

let app: TestApp
let hasRoom = true
before(async () => {
  app = await testApp({
    tryWrite: async () => {
      if (!hasRoom) throw failure('53100')
    },
  })
})
after(() => app.close())

/** Fails as PostgreSQL does when it cannot extend a table's file. */
async function fill(table: string): Promise<void> {
  hasRoom = false
  await sql`create or replace function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    app.db,
  )
  await sql`create trigger full_disk before insert or update on ${sql.ref(table)}
    for each row execute function no_room()`.execute(app.db)
}
async function makeRoom(table: string): Promise<void> {
  await sql`drop trigger full_disk on ${sql.ref(table)}`.execute(app.db)
  hasRoom = true
}
const readiness = async () => (await app.call('GET', '/readyz')).status

test('while the database has no space, writes answer 503 with our error body, reads work, and /readyz says not ready', async () => {
  const { headers } = await signUp(app, 'full@agents.example.com')
  const form = { agent_name: 'Lena Listing', agent_phone: '213-555-0100' }
  const save = () => app.call('PUT', '/api/showingbooker/profile', form, headers)
  assert.equal(await readiness(), 200)
  await fill('agent_profile')
  const answer = await save()
  assertProblem(answer, 503, 'a write')
  assert.deepEqual([answer.body.code, answer.headers.get('retry-after')], ['unavailable', '5'])
  assert.equal((await app.call('GET', '/api/showingbooker/profile', undefined, headers)).status, 200)
  assertProblem(await app.call('GET', '/readyz'), 503, '/readyz')
  await makeRoom('agent_profile')
  assert.equal(await readiness(), 200)
  assert.equal((await save()).status, 200)
})

test('a sign-in that cannot be stored also answers 503', async () => {
  await signUp(app, 'late@agents.example.com')
  await fill('account_session')
  const form = { email: 'late@agents.example.com', password: 'a password of the tests' }
  assertProblem(await app.call('POST', '/api/auth/sign-in/email', form), 503, 'sign-in')
  assert.equal(await readiness(), 503)
  await makeRoom('account_session')
  assert.equal((await app.call('POST', '/api/auth/sign-in/email', form)).status, 200)
  assert.equal(await readiness(), 200)
})

test('the test write leaves nothing behind', async () => {
  const here = await testApp()
  try {
    here.diskSpace.note(failure('ENOSPC'))
    await here.diskSpace.require()
    assert.equal(await here.files.get('disk-space/probe.bin'), null)
    const { rows } = await sql`select from pg_class where relname = 'disk_space'`.execute(here.db)
    assert.equal(rows.length, 0)
  } finally {
    await here.close()
  }
})
