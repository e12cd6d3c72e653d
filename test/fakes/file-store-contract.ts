import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileStore } from '../../src/platform/file-store.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/**
 * Tests what every file store must do. The folder and the bucket both pass.
 * @param open opens another store over the same files
 */
export function fileStoreContract(name: string, open: () => FileStore): void {
  test(`${name}: reads back a file with the type of its key`, async () => {
    const files = open()
    for (const [key, type] of [
      ['photos/a-1200.avif', 'image/avif'],
      ['notices/b-0.pdf', 'application/pdf'],
      ['images/0-a/c_D-256.webp', 'image/webp'],
      ['images/0-a/original.png', 'image/png'],
    ] as const) {
      await files.put(key, bytes(key), type)
      assert.deepEqual(await files.get(key), { bytes: bytes(key), contentType: type })
    }
  })

  test(`${name}: a store opened later can read the file`, async () => {
    await open().put('photos/later.webp', bytes('kept'), 'image/webp')
    assert.deepEqual((await open().get('photos/later.webp'))?.bytes, bytes('kept'))
  })

  test(`${name}: writing again replaces the file`, async () => {
    const files = open()
    await files.put('photos/c.webp', bytes('a long first text'), 'image/webp')
    await files.put('photos/c.webp', bytes('second'), 'image/webp')
    assert.deepEqual((await files.get('photos/c.webp'))?.bytes, bytes('second'))
  })

  test(`${name}: stores an empty file and one of 3 MB exactly`, async () => {
    const files = open()
    const large = Uint8Array.from({ length: 3 * 2 ** 20 }, (_, at) => (at * 2_654_435_761) >>> 24)
    await files.put('photos/large.webp', large, 'image/webp')
    assert.equal(Buffer.compare((await files.get('photos/large.webp'))?.bytes ?? bytes(''), large), 0)
    await files.put('photos/empty.webp', new Uint8Array(), 'image/webp')
    assert.deepEqual((await files.get('photos/empty.webp'))?.bytes, new Uint8Array())
  })

  test(`${name}: stores only the given part of a buffer`, async () => {
    const files = open()
    await files.put('photos/part.webp', bytes('before-part-after').subarray(7, 11), 'image/webp')
    assert.deepEqual((await files.get('photos/part.webp'))?.bytes, bytes('part'))
  })

  test(`${name}: returns null for a missing file`, async () => {
    assert.equal(await open().get('photos/none.webp'), null)
    assert.equal(await open().get('no/folder/like/this.webp'), null)
  })

  test(`${name}: deletes a file, even a second time`, async () => {
    const files = open()
    await files.put('photos/d.webp', bytes('x'), 'image/webp')
    await files.delete('photos/d.webp')
    await files.delete('photos/d.webp')
    assert.equal(await files.get('photos/d.webp'), null)
  })

  test(`${name}: keeps twenty simultaneous files apart`, async () => {
    const files = open()
    const keys = Array.from({ length: 20 }, (_, at) => `photos/many-${at}.webp`)
    await Promise.all(keys.map((key) => files.put(key, bytes(key), 'image/webp')))
    const read = await Promise.all(keys.map(async (key) => new TextDecoder().decode((await files.get(key))?.bytes)))
    assert.deepEqual(read, keys)
  })

  test(`${name}: a key cannot lead out of the store`, async () => {
    const files = open()
    for (const key of [
      '../outside.txt',
      'photos/../../outside.txt',
      '/etc/passwd',
      'photos/..',
      'photos/a\0.txt',
      '',
      'photos',
      'photos/a b.txt',
      'photos//a.txt',
      'photos/a.txt?x',
      'photos/%2e%2e/a.txt',
    ]) {
      await assert.rejects(files.get(key), RangeError, key)
      await assert.rejects(files.put(key, bytes('x'), 'text/plain'), RangeError, key)
      await assert.rejects(files.delete(key), RangeError, key)
    }
  })
}
