import type { ReactNode } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as kit from '../../../ui/text/kit.ts'
import { useEvents } from '../../../ui/use-events.ts'
import * as t from '../../text/studio.ts'
import type { Job } from '../contract.ts'
import { briefly, imagesOf, isOver, returnedText, standText } from '../domain.ts'
import styles from './request-row.module.css'
import type { Generations } from './use-generations.tsx'

/** Polling interval if no stream gets through. */
const ASK_MS = 3_000

type RequestRowProps = {
  job: Job
  generations: Generations
  onEdit: (job: Job) => void
  /** The full images of an open request. */
  drawn: ReactNode
}

/**
 * Shows one request: its place in the queue, its progress, its images, or why it failed and what happened to the
 * credits.
 */
export function RequestRow({ job, generations, onEdit, drawn }: RequestRowProps) {
  const { jobId, status, request } = job
  useFollowed(job, generations)
  return (
    <li className={styles.row} data-job={jobId} data-retry-of={job.retry_of} tabIndex={-1}>
      <p className={styles.prompt} title={request.prompt}>
        {request.prompt}
      </p>
      {!isOver(job) && <UnderWay job={job} onCancel={() => void generations.cancel(jobId)} />}
      {(status === 'failed' || status === 'cancelled') && (
        <>
          <Notice kind={status === 'failed' ? 'error' : 'info'} title={standText(job)}>
            <p>{returnedText(job.creditsReturned ?? 0)}</p>
          </Notice>
          <p className={styles.acts}>
            <Button
              variant="secondary"
              onClick={() => generations.retry(jobId)}
              aria-label={named(kit.tryAgain(), job)}
            >
              {kit.tryAgain()}
            </Button>
            <Button variant="quiet" onClick={() => onEdit(job)} aria-label={named(t.edit(), job)}>
              {t.edit()}
            </Button>
            <Button variant="quiet" onClick={() => generations.dismiss(jobId)} aria-label={named(t.dismiss(), job)}>
              {t.dismiss()}
            </Button>
          </p>
        </>
      )}
      {status === 'succeeded' && (drawn ?? <Ready job={job} onOpen={() => generations.open(jobId)} />)}
    </li>
  )
}

function UnderWay({ job, onCancel }: { job: Job; onCancel: () => void }) {
  const progress = job.status === 'running' ? job.progress : null
  return (
    <>
      <p className={styles.foot}>
        <span className={styles.stand}>
          {standText(job)}
          {progress !== null && progress > 0 && `, ${progress}%`}
        </span>
        <Button variant="secondary" onClick={onCancel} aria-label={named(kit.cancel(), job)}>
          {kit.cancel()}
        </Button>
      </p>
      {/* Without a value, it only shows that work is in progress. */}
      <progress
        className={styles.bar}
        aria-label={named(kit.progress(), job)}
        max={100}
        value={progress === null || progress === 0 ? undefined : progress}
      />
    </>
  )
}

/** Shows a finished request that is not open. */
function Ready({ job, onOpen }: { job: Job; onOpen: () => void }) {
  const images = imagesOf(job)
  return (
    <>
      <p className={styles.foot}>
        <span className={styles.stand}>{standText(job)}</span>
        {images.length > 0 && (
          <Button variant="secondary" onClick={onOpen} aria-label={named(t.show(), job)}>
            {t.show()}
          </Button>
        )}
      </p>
      {images.length > 0 && (
        <p className={styles.images}>
          {images.map(({ id, imageUrl }) => (
            <img key={id} src={imageUrl} alt="" width={96} height={96} />
          ))}
        </p>
      )}
    </>
  )
}

const named = (act: string, { request }: Job) => `${act}: ${briefly(request.prompt)}`

/** Follows a job until it is over: by its stream, or by polling if the stream does not get through. */
function useFollowed(job: Job, { receive, forget }: Generations) {
  const { jobId } = job
  useEvents(isOver(job) ? null : jobId, {
    // A reopened stream begins with the current state.
    path: () => `/generate-image/${jobId}/events`,
    on: { job: (data) => receive(JSON.parse(data)) },
    async onLost(isRefused, signal) {
      if (!isRefused) return
      try {
        receive(bodyOf(await api.GET('/generate-image/{jobId}', { params: { path: { jobId } }, signal })))
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 401)) forget(jobId)
      }
    },
    againMs: ASK_MS,
    mostMs: ASK_MS,
  })
}
