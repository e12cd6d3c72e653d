import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Script = (response: ServerResponse) => void | Promise<void>
type Asked = {
  path: string
  headers: Record<string, unknown>
  body: { messages: { role: string; content: unknown }[] } & Record<string, unknown>
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

/** Writes these pieces of an answer as events, without the end of the stream. */
export const spokenAs = (...pieces: string[]) =>
  chunk({ role: 'assistant', content: '' }) + pieces.map((content) => chunk({ content })).join('')
export const finished = (reason = 'stop') => chunk({}, reason)
export const DONE = 'data: [DONE]\n\n'

/** Starts a server with OpenAI's API that fails where a test says so. */
export async function startChatServer() {
  const scripts: Script[] = []
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    asked.push({
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(parts).toString() || '{}'),
    })
    await scripts.shift()?.(response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    runs: (script: Script) => scripts.push(script),
    /** Sends these bytes, one part at a time. */
    streams(...parts: (string | Uint8Array)[]) {
      scripts.push(async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const part of parts) {
          response.write(part)
          await new Promise((resolve) => setImmediate(resolve))
        }
        response.end()
      })
    },
    refuses(status: number, headers: Record<string, string> = {}, body: unknown = { error: { message: 'no' } }) {
      scripts.push((response) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(typeof body === 'string' ? body : JSON.stringify(body))
      })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
