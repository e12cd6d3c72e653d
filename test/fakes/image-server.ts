import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type Asked = { method: string; path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }
type Answer = (asked: Asked, response: ServerResponse) => void

/** Starts an image server that answers as each test says, and remembers the requests. */
export async function startImageServer(answers: Record<string, Answer>) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    const { pathname } = new URL(request.url ?? '/', 'http://server')
    const one = {
      method: request.method ?? '',
      path: pathname,
      headers: request.headers,
      body: text === '' ? {} : JSON.parse(text),
    }
    asked.push(one)
    const answer = answers[pathname]
    if (answer) answer(one, response)
    else sendJson(response, 404, { detail: 'Not Found' })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    answers,
    asked,
    paths: () => asked.map(({ path }) => path),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
