import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { requireFileKey } from '../platform/file-key.ts'
import type { FileStore } from '../platform/file-store.ts'

/** The folder of files that are not complete yet. */
const INCOMING = 'incoming'
const LEFT_OVER_MS = 3_600_000

/**
 * Stores files in a local folder. flydrive writes in place and moves by copying, so a crash would leave half a file
 * under its key. Instead we write the bytes to `incoming/`, force them to disk, and rename the file.
 */
export function createDiskFiles(folder: string): FileStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  let swept: Promise<void> | undefined

  return {
    async put(key, bytes) {
      requireFileKey(key)
      swept ??= removeLeftOvers(join(folder, INCOMING))
      await swept
      const incoming = `${INCOMING}/${crypto.randomUUID()}`
      try {
        await disk.put(incoming, bytes)
        await force(join(folder, incoming))
        await mkdir(dirname(join(folder, key)), { recursive: true })
        await rename(join(folder, incoming), join(folder, key))
        await force(dirname(join(folder, key)))
      } catch (error) {
        await rm(join(folder, incoming), { force: true })
        throw error
      }
    },

    async get(key) {
      requireFileKey(key)
      try {
        const [bytes, { contentType }] = await Promise.all([disk.getBytes(key), disk.getMetaData(key)])
        return { bytes: bytes as Uint8Array<ArrayBuffer>, contentType: contentType ?? 'application/octet-stream' }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async delete(key) {
      requireFileKey(key)
      await disk.delete(key)
    },
  }
}

async function force(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes half-written files after a crash. Only old ones, because other processes may be writing right now. */
async function removeLeftOvers(incoming: string): Promise<void> {
  await mkdir(incoming, { recursive: true })
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const left = await stat(path).catch(() => null)
    if (left && Date.now() - left.mtimeMs > LEFT_OVER_MS) await rm(path, { force: true })
  }
}

/** Returns whether the file is missing. flydrive wraps the file system's error. */
function isMissing(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code === 'ENOENT'
}
