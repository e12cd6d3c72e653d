import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { ZipFile } from 'yazl'
import type { ArchivePart, ArchiveStore } from '../data-export/ports.ts'

/** Stores ZIP files in a local folder that only its owner can read. A file gets its name once it is whole on disk. */
export function createZipArchives(folder: string): ArchiveStore {
  return {
    async write(name, parts, at) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const incoming = `${pathOf(folder, name)}.part`
      try {
        const written = await writeZip(incoming, parts, new Date(at.epochMilliseconds))
        await force(incoming)
        await rename(incoming, pathOf(folder, name))
        await force(folder)
        return written
      } catch (error) {
        await rm(incoming, { force: true })
        throw error
      }
    },

    async open(name) {
      const path = pathOf(folder, name)
      const found = await stat(path).catch((error) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (!found) return null
      const stream = Readable.toWeb(createReadStream(path)) as NodeStream<Uint8Array> as ReadableStream<Uint8Array>
      return { sizeBytes: found.size, stream }
    },

    delete: (name) => rm(pathOf(folder, name), { force: true }),

    async listUntouched(since) {
      const names = await readdir(folder).catch((error) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      const found: string[] = []
      for (const name of names) {
        const file = await stat(join(folder, name)).catch(() => null)
        if (file && file.mtimeMs < since.epochMilliseconds) found.push(name)
      }
      return found
    },
  }
}

function pathOf(folder: string, name: string): string {
  if (!/^[\w-]+\.zip(\.part)?$/.test(name)) throw new RangeError(`${JSON.stringify(name)} is not an archive name`)
  return join(folder, name)
}

/** Writes the ZIP file. A failure while reading or writing ends both sides. */
async function writeZip(path: string, parts: AsyncIterable<ArchivePart>, mtime: Date) {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => undefined)
  zip.on('error', lost.reject)
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* measured(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      sizeBytes += chunk.length
      yield chunk
    }
  }

  async function feed() {
    for await (const { path, content, isPacked = false } of parts) {
      const stream = Readable.from(bytesOf(content))
      const ended = new Promise((resolve, reject) => stream.once('end', resolve).once('error', reject))
      zip.addReadStream(stream, path, { mtime, mode: 0o100600, compress: !isPacked })
      await Promise.race([ended, lost.promise])
    }
    zip.end()
  }

  await Promise.all([
    feed().catch((error) => {
      output.destroy(error)
      throw error
    }),
    pipeline(output, measured, createWriteStream(path, { mode: 0o600 })).catch((error) => {
      lost.reject(error)
      throw error
    }),
  ])
  return { sizeBytes, sha256: hash.digest('hex') }
}

async function* bytesOf(content: ArchivePart['content']) {
  if (content instanceof Uint8Array) yield Buffer.from(content)
  else if (typeof content === 'string') yield Buffer.from(content)
  else for await (const text of content) yield Buffer.from(text)
}

async function force(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
