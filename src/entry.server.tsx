import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { ApiError, serverContext } from './platform/api-client.ts'
import { setLanguageSource } from './platform/language.ts'
import { CACHE_TAG } from './platform/page-cache.ts'
import { RenderedZone } from './ui/account-time.tsx'
import { Nonce } from './ui/nonce.tsx'
import { RequestId } from './ui/request-id.tsx'
import { zoneOf } from './ui/time-zone.ts'

// The server runs from source and the pages from the build. These give both the same context key and reader.
export { serverContext, setLanguageSource }

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
  await finishLoaderData(entry)
  // A kept page is the same for everyone.
  const zone = headers.has(CACHE_TAG) ? 'UTC' : zoneOf(request.headers.get('cookie'))
  const html = renderToString(
    <RequestId value={requestId ?? ''}>
      <Nonce value={nonce}>
        <RenderedZone value={zone}>
          <ServerRouter context={entry} url={request.url} nonce={nonce} />
        </RenderedZone>
      </Nonce>
    </RequestId>,
  )
  return new Response(`<!DOCTYPE html>${html}`, { status, headers })
}

/** Reports failures of loading or rendering. A person's mistake or a missing page is not a failure. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (error instanceof ApiError && error.status < 500) return
  context.get(serverContext).report?.(error)
}

/**
 * React Router passes the loaders' data as a stream. `ServerRouter` reads it while it renders, which would need
 * React's streaming renderer (a quarter slower). Our loaders are done by now, so we read the stream to its end here and put it
 * where `ServerRouter` keeps what it has read (`StreamTransfer` in react-router/lib/dom/ssr/single-fetch, 8.4).
 */
async function finishLoaderData(entry: EntryContext) {
  if (!entry.serverHandoffStream) return
  const value = await new Response(entry.serverHandoffStream).text()
  const streamCache = { 0: { result: { done: false, value } }, 1: { result: { done: true, value: '' } } }
  Object.assign(entry, { serverHandoffStream: new ReadableStream(), renderMeta: { streamCache } })
}
