import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import type { Job } from '../contract.ts'
import { isOver } from '../domain.ts'

/** Where no stream comes through, it is asked for so often. */
const ASK_MS = 3_000

type Listener = { onJob: (job: Job) => void; onGone: () => void }

/**
 * Tells of a job until it is over: by its stream, and by asking where that does not come through. Only while the page is
 * seen: over HTTP/1.1 a browser opens six connections to a server for all of its tabs together. A stream that is opened
 * again begins with the state as it is then.
 * @returns what ends it
 */
export function followJob(jobId: string, { onJob, onGone }: Listener): () => void {
  let isLeft = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let events: EventSource | undefined

  function pause() {
    clearTimeout(timer)
    timer = undefined
    events?.close()
  }
  function leave() {
    isLeft = true
    pause()
    document.removeEventListener('visibilitychange', listen)
  }
  function tell(job: Job) {
    if (isLeft) return
    if (isOver(job)) leave()
    onJob(job)
  }
  async function ask() {
    try {
      tell(bodyOf(await api.GET('/generate-image/{jobId}', { params: { path: { jobId } } })))
    } catch (error) {
      if (isLeft) return
      if (error instanceof ApiError && (error.status === 404 || error.status === 401)) {
        leave()
        onGone()
      }
    }
    if (!isLeft && !document.hidden) timer = setTimeout(ask, ASK_MS)
  }
  function listen() {
    pause()
    if (document.hidden) return
    const opened = new EventSource(`/generate-image/${jobId}/events`)
    events = opened
    opened.addEventListener('job', (event) => tell(JSON.parse((event as MessageEvent<string>).data)))
    opened.addEventListener('error', () => {
      // Otherwise the browser comes back by itself.
      if (!isLeft && opened === events && opened.readyState === EventSource.CLOSED && timer === undefined) void ask()
    })
  }
  document.addEventListener('visibilitychange', listen)
  listen()
  return leave
}
