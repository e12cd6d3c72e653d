import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { AppEnv } from './http.ts'
import { until } from './processes.ts'
import * as t from './text/fault.ts'

/** `message` is for a person. */
export class ListenError extends Error {}

/** How long running requests have to finish when the server stops, in milliseconds. */
const DRAIN_LIMIT_MS = 10_000

export type Site = {
  fetch(request: Request, env?: AppEnv['Bindings']): Response | Promise<Response>
  /** Answers without creating a Request, if possible. @returns whether it answered */
  answerAtOnce?(incoming: IncomingMessage, outgoing: ServerResponse): boolean
}

const starting: Site = {
  fetch() {
    const requestId = randomUUID()
    return Response.json(
      { error: t.starting(), code: 'starting', requestId },
      { status: 503, headers: { 'Retry-After': '2', 'Cache-Control': 'no-store', 'X-Request-Id': requestId } },
    )
  },
}

const NOT_KEPT = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }

const MALFORMED: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** A body must bring at least this much each minute: 2 kbit/s. */
const LEAST_BYTES = 16 * 1024

/** Cuts a body that comes too slowly. Otherwise, a stranger could hold many connections for minutes with a few bytes. */
function refuseTrickle(incoming: IncomingMessage) {
  const { headers, socket } = incoming
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const isSlow = socket.bytesRead - before < LEAST_BYTES
    before = socket.bytesRead
    // If something waits to be read, we are the slow ones.
    if (isSlow && !incoming.complete && incoming.readableLength === 0) incoming.destroy()
  }, 60_000)
  incoming.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer))
}

/**
 * Creates a server that does not listen yet. It calls `site` for each request.
 * @param headers added to every answer that does not set them itself
 * @param isLeaving whether answers close their connections and `/readyz` says no
 */
export function createHttpServer(
  site: () => Site,
  headers: Record<string, string>,
  isLeaving: () => boolean = () => false,
): Server {
  const answer = getRequestListener((request, env) => site().fetch(request, env as AppEnv['Bindings']))
  const options = {
    headersTimeout: 10_000,
    // Long enough for 10 MB at 300 kbit/s. refuseTrickle ends a request that only holds its connection.
    requestTimeout: 300_000,
    // Longer than a proxy keeps a connection (60 s), so that we never close one that it still uses.
    keepAliveTimeout: 65_000,
    // We answer this below, with our headers.
    requireHostHeader: false,
  }
  const lines = Object.entries(headers)
  const setHeaders = (outgoing: ServerResponse) => {
    for (const [name, value] of lines) outgoing.setHeader(name, value)
  }
  const server = createServer(options, (incoming, outgoing) => {
    setHeaders(outgoing)
    refuseTrickle(incoming)
    if (incoming.httpVersion === '1.1' && incoming.headers.host === undefined)
      return void outgoing.writeHead(400, { Connection: 'close' }).end()
    if (isLeaving()) {
      outgoing.setHeader('Connection', 'close')
      if (incoming.url === '/readyz') return void outgoing.writeHead(503, NOT_KEPT).end('stopping')
    }
    if (!site().answerAtOnce?.(incoming, outgoing)) void answer(incoming, outgoing)
  })
  // Node's own answer would not have our headers.
  server.on('checkExpectation', (_incoming, outgoing: ServerResponse) => {
    setHeaders(outgoing)
    outgoing.writeHead(417, { Connection: 'close' }).end()
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return void socket.destroy()
    const status = MALFORMED[error.code ?? ''] ?? '400 Bad Request'
    const head = [
      `HTTP/1.1 ${status}`,
      'Connection: close',
      'Content-Length: 0',
      ...lines.map((line) => line.join(': ')),
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n`)
  })
  return server
}

/** Opens the port at once and answers 503 until it gets a site. @param variable sets the port @throws ListenError */
export async function listen(
  { host, port, variable = 'PORT' }: { host: string; port: number; variable?: string },
  headers: Record<string, string>,
): Promise<{
  answerWith(site: Site): void
  leave(): void
  close(): Promise<void>
}> {
  let site = starting
  let isLeaving = false
  const server = createHttpServer(
    () => site,
    headers,
    () => isLeaving,
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ListenError(explain(error, { host, port, variable }))),
    )
    server.listen(port, host, resolve)
  })
  return {
    answerWith(next) {
      site = next
    },
    /** Keeps answering, but tells load balancers to send requests elsewhere. */
    leave() {
      isLeaving = true
    },
    /** Accepts no new connections, lets running requests finish, and cuts the rest after 10 s. */
    async close() {
      let isClosed = !server.listening
      if (!isClosed) server.close(() => (isClosed = true))
      const drained = await until(() => {
        server.closeIdleConnections()
        return isClosed
      }, DRAIN_LIMIT_MS)
      if (!drained) server.closeAllConnections()
    },
  }
}

type Place = { host: string; port: number; variable: string }

function explain(error: NodeJS.ErrnoException, { host, port, variable }: Place): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is already in use on ${host}. Stop the program that uses it, or set ${variable} to another port.`
  }
  if (error.code === 'EACCES') return `This user may not open port ${port}. Set ${variable} to a port above 1023.`
  return `The server cannot listen on HOST ${host}: ${error.message}.`
}
