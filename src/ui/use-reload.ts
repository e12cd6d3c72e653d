import { useCallback } from 'react'
import { useRevalidator } from 'react-router'

/** How long we wait before we check again whether the server is back, in milliseconds. */
const AGAIN_MS = 1_000

/**
 * Returns a function that reloads the page's data, for automatic reloads. While the server cannot be reached, even
 * during a reload, it waits: a failed reload would replace the page with an error and lose typed text.
 */
export function useReload(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return useCallback(async () => {
    await untilServerAnswers()
    await reload(revalidate)
  }, [revalidate])
}

/**
 * Returns a function that reloads the page's data after an action that the server has confirmed. If the reload fails
 * now, the action has still succeeded: the function returns, and the page updates once the server answers.
 */
export function useReloadAfterAct(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return useCallback(
    () =>
      new Promise((done) => {
        acts.push(done)
        void reload(revalidate).finally(endActs)
      }),
    [revalidate],
  )
}

/** Actions that wait for their reload. A later reload replaces an earlier one, so they end together. */
let acts: (() => void)[] = []

/** Tells whether the page is still reloading after one of its own actions. */
export const isReloadingAfterAct = () => acts.length > 0

function endActs() {
  for (const done of acts) done()
  acts = []
}

/**
 * Reloads the page's data automatically, and stays on the page while the server cannot be reached.
 * @param load reloads the data, or writes a new query into the page's URL
 */
export async function reload(load: () => Promise<void>) {
  repeatFailedReloads()
  underWay++
  try {
    await load()
  } finally {
    underWay--
  }
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
    // A form's request has a method, and must not be sent twice.
    if (underWay === 0 || init?.method || pageOf(asked) !== location.pathname) return send(input, init)
    const waiting = { signal: init?.signal, untilBack: untilServerAnswers, pause: pauseWithoutActs }
    return untilWhole(() => send(input, init), waiting)
  }
}

/** Returns the path of the page whose data a URL requests, or null. A link to another page fails at once. */
export const pageOf = ({ pathname }: URL): string | null =>
  pathname.endsWith('.data') ? pathname.replace(/(\/_(root)?)?\.data$/, '') || '/' : null

type Waiting = {
  signal: AbortSignal | null | undefined
  pause: () => Promise<void>
  /** Waits until the server answers. */
  untilBack: () => Promise<void>
}

/** Statuses of a proxy, or of our server while its database is down. */
const IS_AWAY = new Set([502, 503, 504])

/** Repeats a request until its whole answer has arrived. @throws the request's error once `signal` is aborted */
export async function untilWhole(
  ask: () => Promise<Response>,
  { signal, pause, untilBack }: Waiting,
): Promise<Response> {
  for (;;) {
    try {
      const answer = await ask()
      if (answer.status === 200) return new Response(await answer.arrayBuffer(), answer)
      if (!IS_AWAY.has(answer.status)) return answer
    } catch (error) {
      if (signal?.aborted) throw error
    }
    await pause()
    if (!signal?.aborted) await untilBack()
  }
}

function pauseWithoutActs(): Promise<void> {
  endActs()
  return pause()
}

const pause = () => new Promise<void>((done) => setTimeout(done, AGAIN_MS))

let wait: Promise<void> | undefined
/** All reloads of a page share one wait. */
function untilServerAnswers(): Promise<void> {
  wait ??= (async () => {
    while (!(await isServerThere())) await pause()
    wait = undefined
  })()
  return wait
}

const isServerThere = () =>
  fetch('/livez', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
