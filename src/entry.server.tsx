import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { ApiError, serverContext } from './platform/api-client.ts'
import { RequestId } from './ui/request-id.tsx'

// The server runs from source and the pages from the build: this is how both hold the same key.
export { serverContext }

/** Renders the whole document at once: the server keeps and compresses its bytes, and streaming would only slow it. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce, requestId } = context.get(serverContext)
  const page = (
    <RequestId value={requestId ?? ''}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </RequestId>
  )
  const { html, hasFailed } = await render(page, nonce)
  return new Response(html, { status: hasFailed ? 500 : status, headers })
}

/** What went wrong while loading or rendering; what a person did wrong, or a page that is not there, is no failure of ours. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (error instanceof ApiError && error.status < 500) return
  context.get(serverContext).report?.(error)
}

function render(page: React.ReactNode, nonce: string | undefined) {
  return new Promise<{ html: Uint8Array<ArrayBuffer>; hasFailed: boolean }>((resolve, reject) => {
    const chunks: Buffer[] = []
    let hasFailed = false
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        done()
        resolve({ html: Buffer.concat(chunks), hasFailed })
      },
    })
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Nothing may be moved into a template that only a script would put in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => void pipe(sink),
      onShellError: reject,
      onError: () => {
        hasFailed = true
      },
    })
  })
}
