import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** Checks the checksums of an archive and returns its files by path. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

export function textOf(files: Map<string, Buffer>, path: string): string {
  const file = files.get(path)
  if (!file) throw new Error(`${path} is not in the archive`)
  return file.toString()
}
