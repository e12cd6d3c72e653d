/** The abort reason of a requested stop, which is not a failure. */
export const stopAsked = new Error('A stop was requested.')

// A terminal's Ctrl-C reaches us twice if a wrapper passes it on. We count both as one.
const SAME_SIGNAL_MS = 500

/** Aborts with `stopAsked` at the first SIGINT, SIGTERM, or SIGHUP. A later one ends the process at once. */
export function stopOnSignal(): { signal: AbortSignal; asked: Promise<void>; release(): void } {
  const controller = new AbortController()
  const asked = Promise.withResolvers<void>()
  let askedAt = 0
  const onSignal = () => {
    if (!controller.signal.aborted) {
      askedAt = performance.now()
      console.error('Stopping. Press again to stop right away.')
      controller.abort(stopAsked)
      asked.resolve()
    } else if (performance.now() - askedAt > SAME_SIGNAL_MS) {
      process.exit(130)
    }
  }
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of names) process.on(name, onSignal)
  return {
    signal: controller.signal,
    asked: asked.promise,
    release() {
      for (const name of names) process.off(name, onSignal)
    },
  }
}
