import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type VendorRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}
export type VendorAnswer = { status: number; body?: unknown; headers?: Record<string, string> }

/**
 * What goes wrong with a call. After the vendor did its work, `answer lost`: the connection breaks; `answer late`: the
 * caller times out; `answer garbled`: the body is unreadable. `silence`: the vendor does nothing and never answers.
 */
export type VendorFault =
  | { status: number; headers?: Record<string, string> }
  | 'garbage'
  | 'silence'
  | 'hang up'
  | 'answer lost'
  | 'answer late'
  | 'answer garbled'

export const everyFault: [name: string, VendorFault][] = [
  ['500', { status: 500 }],
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '7' } }],
  ['garbage', 'garbage'],
  ['silence', 'silence'],
  ['a connection that breaks', 'hang up'],
  ['an answer that is lost', 'answer lost'],
]

/** Starts a vendor's HTTP API on this machine that fails where a test says so. */
export async function startVendor(options: {
  answer(request: VendorRequest): VendorAnswer | Promise<VendorAnswer>
  failure(status: number): unknown
}) {
  const faults: { fault: VendorFault; isOf: (request: VendorRequest) => boolean }[] = []
  const requests: VendorRequest[] = []
  let choose: (request: VendorRequest) => VendorFault | undefined = () => undefined
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const url = new URL(incoming.url ?? '/', 'http://vendor')
    const request: VendorRequest = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: Buffer.concat(chunks),
    }
    requests.push(request)
    const at = faults.findIndex(({ isOf }) => isOf(request))
    const [found] = at < 0 ? [] : faults.splice(at, 1)
    await reply(response, found?.fault ?? choose(request), request)
  })

  async function reply(response: ServerResponse, fault: VendorFault | undefined, request: VendorRequest) {
    if (fault === 'silence') return
    if (fault === 'hang up') response.destroy()
    else if (fault === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Oops')
    else if (typeof fault === 'object') send(response, { ...fault, body: options.failure(fault.status) })
    else {
      const answer = await options.answer(request)
      if (fault === 'answer late') return
      if (fault === 'answer lost') response.destroy()
      else if (fault === 'answer garbled') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Oops')
      else send(response, answer)
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** Makes the next call (of those that `isOf` matches) fail this way. */
    failNext(fault: VendorFault, isOf: (request: VendorRequest) => boolean = () => true) {
      faults.push({ fault, isOf })
    },
    /** Lets each call fail from now on, as `chosen` says. `undefined`: the call succeeds. */
    failBy(chosen: (request: VendorRequest) => VendorFault | undefined) {
      choose = chosen
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, { status, body, headers }: VendorAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body === undefined ? '' : JSON.stringify(body))
}
