import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { makeDataFolder } from '../data-folder.ts'
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres.ts'
import { BackupError, backUpDataFolder } from './embedded-backup.ts'

const parent = mkdtempSync(join(tmpdir(), 'embedded backup '))
chmodSync(parent, 0o755)
const own = join(parent, 'own')
let server: EmbeddedPostgres

const start = (folder: string) =>
  startEmbeddedPostgres({
    folder: join(makeDataFolder(folder), 'postgres'),
    log: () => undefined,
    settings: { shared_buffers: '16MB' },
  })
const backUp = (to: string) => backUpDataFolder(own, join(parent, to), () => undefined)

before(async () => {
  mkdirSync(join(own, 'files/photos'), { recursive: true })
  writeFileSync(join(own, 'files/photos/a.avif'), 'a photo')
  writeFileSync(join(own, 'secrets.json'), '{}', { mode: 0o600 })
  server = await start(own)
})
after(async () => {
  await server?.stop()
  rmSync(parent, { recursive: true, force: true })
})

async function connect({ url }: { url?: string }) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

test('a server starts from a copy that was made during writes, with all that was committed before', async () => {
  const client = await connect(server)
  const superuser = await connect({ url: findEmbeddedPostgres(join(own, 'postgres'))?.superuserUrl })
  await client.query('create table entry (id int primary key, twice int not null check (twice = id * 2), text text)')
  let last = 0
  let isWriting = true
  const write = async () => {
    while (isWriting) {
      last++
      await client.query(`insert into entry values ($1, $1 * 2, repeat('x', 2000))`, [last])
      // PostgreSQL now reuses the files of its log that no one keeps.
      if (last % 50 === 0) await superuser.query('select pg_switch_wal(); checkpoint')
    }
  }
  const writing = write()
  while (last < 500) await new Promise((done) => setImmediate(done))
  const committed = last - 1
  const backup = await backUp('copy')
  const until = last
  isWriting = false
  await writing
  await Promise.all([client.end(), superuser.end()])

  assert.equal(backup.path, join(parent, 'copy'))
  assert.equal(backup.files, 3, 'the password, the secrets, and the photo')
  assert.deepEqual(readdirSync(backup.path).sort(), ['files', 'postgres', 'secrets.json'])
  assert.equal(readFileSync(join(backup.path, 'files/photos/a.avif'), 'utf8'), 'a photo')
  const restored = await start(backup.path)
  try {
    const copy = await connect(restored)
    const { rows } = await copy.query<{ rows: number; last: number }>(
      'select count(*)::int as rows, max(id) as last from entry',
    )
    const [{ rows: count, last: newest } = { rows: 0, last: 0 }] = rows
    assert.equal(count, newest, 'no row is missing in between')
    assert.ok(newest >= committed && newest <= until, `${committed} ≤ ${newest} ≤ ${until}`)
    assert.equal((await copy.query('insert into entry values (0, 0) returning id')).rowCount, 1)
    await copy.end()
  } finally {
    await restored.stop()
  }
})

test('refuses a folder that exists or is in the data folder, and leaves nothing if it fails', async () => {
  mkdirSync(join(parent, 'full'))
  await assert.rejects(backUp('full'), /full exists\. Choose a folder that does not exist yet\.$/)
  await assert.rejects(backUp('own/backup'), /Choose a folder outside the data folder/)
  await assert.rejects(backUp('own'), BackupError)
  writeFileSync(join(parent, 'file'), '')
  await assert.rejects(backUp('file/backup'), /We could not make the backup: .*ENOTDIR/)
  assert.deepEqual(readdirSync(parent).sort(), ['copy', 'file', 'full', 'own'])
  assert.deepEqual(readdirSync(join(own)).sort(), ['files', 'postgres', 'secrets.json'])
})

test('a backup that root makes belongs to the user of the data folder', {
  skip: process.getuid?.() !== 0 && 'only root can give files away',
}, async () => {
  const { gid } = statSync(own)
  chownSync(own, 65_534, gid)
  const { path } = await backUp('of-another')
  assert.equal(statSync(path).uid, 65_534)
  chownSync(own, 0, gid)
})

test('a second backup at the same time works too, and the log that it kept is free again', async () => {
  const made = await Promise.all([backUp('first'), backUp('second')])
  assert.deepEqual(
    made.map(({ files }) => files),
    [3, 3],
  )
  const client = await connect(server)
  assert.deepEqual((await client.query('select slot_name from pg_replication_slots')).rows, [])
  await client.end()
})
