import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { readZip, textOf } from '../../../test/zip.ts'
import type { ArchivePart } from '../data-export/ports.ts'
import { createZipArchives } from './zip-archives.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'showingbooker-zip-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const at = Temporal.Instant.from('2026-11-21T09:00:00Z')
async function* each(...parts: ArchivePart[]) {
  yield* parts
}
async function* words(...texts: string[]) {
  yield* texts
}
const open = async (store: ReturnType<typeof createZipArchives>, name: string) => {
  const file = await store.open(name)
  assert.ok(file)
  const bytes = await buffer(file.stream as never)
  assert.equal(bytes.length, file.sizeBytes)
  return bytes
}

test('each file comes out as it went in, with its size and hash, and no other user can read it', async () => {
  const store = createZipArchives(join(folder, 'whole'))
  const picture = new Uint8Array([0, 255, 7])
  const written = await store.write(
    'a.zip',
    each(
      { path: 'list.json', content: words('[\n', '"Łódź"', '\n]\n') },
      { path: 'photos/a.webp', content: picture, isPacked: true },
      { path: 'empty.txt', content: '' },
    ),
    at,
  )
  const bytes = await open(store, 'a.zip')
  assert.deepEqual(written, { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  const files = await readZip(bytes)
  assert.equal(textOf(files, 'list.json'), '[\n"Łódź"\n]\n')
  assert.deepEqual([...(files.get('photos/a.webp') ?? [])], [...picture])
  assert.equal(textOf(files, 'empty.txt'), '')
  assert.deepEqual(await readdir(join(folder, 'whole')), ['a.zip'])
  assert.equal((await stat(join(folder, 'whole/a.zip'))).mode & 0o077, 0)
})

test('asks for a part only after writing the previous one, and never holds a long one in memory', async () => {
  const store = createZipArchives(join(folder, 'long'))
  const block = 'x'.repeat(64 * 1024)
  let yielded = 0
  let most = 0
  async function* long() {
    for (let count = 0; count < 2_000; count++) {
      yielded++
      yield block
    }
  }
  async function* parts(): AsyncGenerator<ArchivePart> {
    yield { path: 'long.txt', content: long() }
    assert.equal(yielded, 2_000)
    yield { path: 'last.txt', content: 'end' }
  }
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers)
  }, 5)
  await store.write('long.zip', parts(), at)
  clearInterval(watch)
  assert.ok(most < 64 * 1024 * 1024, `${most} bytes were held of ${2_000 * block.length}`)
})

test('a failure on either side leaves nothing behind', async () => {
  const store = createZipArchives(join(folder, 'broken'))
  async function* broken(): AsyncGenerator<string> {
    yield 'half'
    throw new Error('the database is away')
  }
  const part = { path: 'a.json', content: broken() }
  await assert.rejects(store.write('b.zip', each(part), at), /the database is away/)
  async function* noMore(): AsyncGenerator<ArchivePart> {
    yield { path: 'a.txt', content: 'a' }
    throw new Error('no more')
  }
  await assert.rejects(store.write('b.zip', noMore(), at), /no more/)
  assert.deepEqual(await readdir(join(folder, 'broken')), [])
  await writeFile(join(folder, 'no-folder'), '')
  await assert.rejects(createZipArchives(join(folder, 'no-folder')).write('b.zip', each(), at))
  assert.equal(await store.open('b.zip'), null)
  await store.delete('b.zip')
})

test('names cannot lead outside the folder, and old ones are found', async () => {
  const store = createZipArchives(join(folder, 'names'))
  for (const name of ['../a.zip', 'a/b.zip', 'a', '.zip', '/etc/passwd'])
    await assert.rejects(async () => store.open(name), RangeError)
  assert.deepEqual(await store.listUntouched(Temporal.Now.instant()), [])
  await store.write('a.zip', each(), at)
  assert.deepEqual(await store.listUntouched(Temporal.Now.instant().subtract({ hours: 1 })), [])
  assert.deepEqual(await store.listUntouched(Temporal.Now.instant().add({ hours: 1 })), ['a.zip'])
})
