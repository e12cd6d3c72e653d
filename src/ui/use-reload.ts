import { useCallback } from 'react'
import { useRevalidator } from 'react-router'

/** Wait before we ask again whether the server is back, in milliseconds. */
const AGAIN_MS = 1_000

/**
 * Returns a function that loads the page's data again, for reloads that nobody asked for. It does nothing while the
 * server cannot be reached. If the connection goes away during a reload, the reload waits until it is back. A failed
 * reload would replace the page with an error, and what is typed on it would be lost.
 */
export function useReload(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return useCallback(async () => {
    if (!(await isServerReady())) return
    repeatFailedReloads()
    underWay++
    try {
      await revalidate()
    } finally {
      underWay--
    }
  }, [revalidate])
}

let underWay = 0
let isRepeating = false

/** React Router fetches page data itself and offers no place to repeat a failed request, so we wrap `fetch`. */
function repeatFailedReloads() {
  if (isRepeating) return
  isRepeating = true
  const send = window.fetch
  window.fetch = (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input, location.href)
    if (underWay === 0 || pageOf(asked) !== location.pathname) return send(input, init)
    return untilWhole(() => send(input, init), { signal: init?.signal, isReady: isServerReady, pause })
  }
}

/** Returns the path of the page whose data a URL is; null if it is no page data. A link to another page fails at once. */
export const pageOf = ({ pathname }: URL): string | null =>
  pathname.endsWith('.data') ? pathname.replace(/(\/_(root)?)?\.data$/, '') || '/' : null

type Waiting = { signal: AbortSignal | null | undefined; isReady: () => Promise<boolean>; pause: () => Promise<void> }

/** Repeats a request until its whole answer has arrived. @throws the request's error once `signal` is aborted */
export async function untilWhole(ask: () => Promise<Response>, { signal, isReady, pause }: Waiting): Promise<Response> {
  for (;;) {
    try {
      const answer = await ask()
      return answer.status === 200 ? new Response(await answer.arrayBuffer(), answer) : answer
    } catch (error) {
      if (signal?.aborted) throw error
    }
    do await pause()
    while (!signal?.aborted && !(await isReady()))
  }
}

const pause = () => new Promise<void>((done) => setTimeout(done, AGAIN_MS))

const isServerReady = () =>
  fetch('/readyz', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
