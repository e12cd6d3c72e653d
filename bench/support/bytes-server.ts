import { fork } from 'node:child_process'
import { createServer, get, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpuOf } from './processor.ts'

export type StoredAnswer = { headers: OutgoingHttpHeaders; body: Uint8Array }

/** An answer of the product as it goes over the wire, still compressed. */
export function answerOf(url: string, headers: Record<string, string>): Promise<StoredAnswer> {
  return new Promise((done, fail) => {
    get(url, { headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const { date, connection, 'keep-alive': keepAlive, ...kept } = response.headers
      done({ headers: kept, body: Buffer.concat(chunks) })
    }).once('error', fail)
  })
}

/** The baseline of an answer from memory: plain node:http with the same headers and bytes, in its own process. */
export async function startBytesServer(answer: StoredAnswer) {
  const child = fork(import.meta.filename, { serialization: 'advanced' })
  const stopChild = () => child.kill()
  process.once('exit', stopChild)
  child.send(answer)
  const port = await new Promise<number>((done, fail) => {
    child.once('message', (message) => done(message as number))
    child.once('exit', () => fail(new Error('The server with the same bytes did not start.')))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    cpu: () => ({ server: cpuOf(child.pid as number), database: 0 }),
    [Symbol.dispose]() {
      process.off('exit', stopChild)
      child.kill()
    },
  }
}

if (import.meta.main) {
  process.once('message', (message) => {
    const { headers, body } = message as StoredAnswer
    const server = createServer((_request, response) => response.writeHead(200, headers).end(body))
    server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  })
}
