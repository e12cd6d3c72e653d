import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import type { Job } from '../contract.ts'

export const isOver = ({ status }: Job) => status !== 'queued' && status !== 'running'

/** Where no stream comes through, it is asked for so often. */
const ASK_MS = 3_000

type Listener = { onJob: (job: Job) => void; onGone: () => void }

/** Tells of a job until it is over: by its stream, and by asking where that does not come through. @returns what ends it */
export function followJob(jobId: string, { onJob, onGone }: Listener): () => void {
  let isLeft = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const events = new EventSource(`/generate-image/${jobId}/events`)

  function leave() {
    isLeft = true
    clearTimeout(timer)
    events.close()
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
    if (!isLeft) timer = setTimeout(ask, ASK_MS)
  }
  events.addEventListener('job', (event) => tell(JSON.parse((event as MessageEvent<string>).data)))
  events.addEventListener('error', () => {
    // Otherwise the browser comes back by itself.
    if (!isLeft && events.readyState === EventSource.CLOSED && timer === undefined) void ask()
  })
  return leave
}
