import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileStoreContract } from '../../test/fakes/file-store-contract.ts'
import { createDiskFiles } from './disk-files.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files with a space '))
})
after(() => rm(folder, { recursive: true, force: true }))

const bytes = (text: string) => new TextEncoder().encode(text)

fileStoreContract('a folder', () => createDiskFiles(folder))

test('finds no files in a missing folder', async () => {
  assert.equal(await createDiskFiles(join(folder, 'nowhere')).get('photos/none.webp'), null)
})

test('a key cannot lead out of the folder', async () => {
  const files = createDiskFiles(join(folder, 'inner'))
  await writeFile(join(folder, 'outside.txt'), 'secret')
  for (const key of ['../outside.txt', 'photos/../../outside.txt'])
    await assert.rejects(files.put(key, bytes('x'), 'text/plain'), RangeError, key)
  assert.deepEqual(await readFile(join(folder, 'outside.txt'), 'utf8'), 'secret')
  await assert.rejects(readdir(join(folder, 'inner')))
})

test('readers of a file that is being replaced see one whole version or the other', async () => {
  const files = createDiskFiles(folder)
  const versions = ['a', 'b'].map((letter) => bytes(letter.repeat(2 ** 20)))
  await files.put('photos/e.webp', versions[0] as Uint8Array, 'image/webp')
  let isWriting = true
  const writing = (async () => {
    for (let round = 1; round <= 20; round++)
      await files.put('photos/e.webp', versions[round % 2] as Uint8Array, 'image/webp')
    isWriting = false
  })()
  let reads = 0
  while (isWriting) {
    const read = (await files.get('photos/e.webp'))?.bytes
    assert.ok(read && versions.some((version) => Buffer.compare(version, read) === 0), `${read?.length} bytes`)
    reads++
  }
  await writing
  assert.ok(reads > 0)
})

test('deletes half-written files from a crash, and keeps files that are being written', async () => {
  const incoming = join(folder, 'crashed', 'incoming')
  await mkdir(incoming, { recursive: true })
  await writeFile(join(incoming, 'old'), 'hal')
  await writeFile(join(incoming, 'new'), 'hal')
  const yesterday = new Date(Date.now() - 86_400_000)
  await utimes(join(incoming, 'old'), yesterday, yesterday)
  await createDiskFiles(join(folder, 'crashed')).put('photos/f.webp', bytes('x'), 'image/webp')
  assert.deepEqual(await readdir(incoming), ['new'])
})

test('a write that fails leaves nothing behind', async () => {
  const files = createDiskFiles(join(folder, 'failing'))
  await files.put('photos/g.webp', bytes('x'), 'image/webp')
  await mkdir(join(folder, 'failing', 'photos', 'taken.webp', 'inside'), { recursive: true })
  await assert.rejects(files.put('photos/taken.webp', bytes('x'), 'image/webp'))
  assert.deepEqual(await readdir(join(folder, 'failing', 'incoming')), [])
})
