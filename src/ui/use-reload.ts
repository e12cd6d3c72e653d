import { useCallback } from 'react'
import { useRevalidator } from 'react-router'

/** Wait before we ask again whether the server is back, in milliseconds. */
const AGAIN_MS = 1_000

/**
 * Returns a function that loads the page's data again, for reloads that nobody asked for. While the server cannot be
 * reached it does nothing, and a reload whose connection goes away meanwhile waits until it is back: one that fails
 * replaces the page, and what is typed or under way on it, with an error.
 */
export function useReload(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return useCallback(async () => {
    if (!(await isServerReady())) return
    installPatience()
    underWay++
    try {
      await revalidate()
    } finally {
      underWay--
    }
  }, [revalidate])
}

let underWay = 0
let isInstalled = false

/** React Router fetches page data itself, so this is the one place to repeat a request that failed. */
function installPatience() {
  if (isInstalled) return
  isInstalled = true
  const send = window.fetch
  window.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    return underWay > 0 && pathname.endsWith('.data')
      ? untilWhole(() => send(input, init), init?.signal)
      : send(input, init)
  }
}

/** Repeats a request until its answer has come as a whole, or nobody waits for it any longer. */
async function untilWhole(ask: () => Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  for (;;) {
    try {
      const answer = await ask()
      return answer.status === 200 ? new Response(await answer.arrayBuffer(), answer) : answer
    } catch (error) {
      if (signal?.aborted) throw error
    }
    do await new Promise((done) => setTimeout(done, AGAIN_MS))
    while (!signal?.aborted && !(await isServerReady()))
  }
}

const isServerReady = () =>
  fetch('/readyz', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
