import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Job } from '../contract.ts'
import { briefly, imagesOf, isOver, returnedText, standText } from '../domain.ts'
import { followJob } from './follow-job.tsx'
import styles from './request-row.module.css'
import type { Generations } from './use-generations.tsx'

type RequestRowProps = {
  job: Job
  generations: Generations
  onEdit: (job: Job) => void
  /** Its images in full, where they are opened. */
  drawn: ReactNode
}

/** One request: its place in the queue, how far it is, what came of it, or why nothing did and what became of the credits. */
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
            <Button variant="secondary" onClick={() => generations.retry(jobId)} aria-label={named('Try again', job)}>
              Try again
            </Button>
            <Button variant="quiet" onClick={() => onEdit(job)} aria-label={named('Edit', job)}>
              Edit
            </Button>
            <Button variant="quiet" onClick={() => generations.dismiss(jobId)} aria-label={named('Dismiss', job)}>
              Dismiss
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
          {progress !== null && progress > 0 && `, ${progress} %`}
        </span>
        <Button variant="secondary" onClick={onCancel} aria-label={named('Cancel', job)}>
          Cancel
        </Button>
      </p>
      {/* Without a value it only says that something goes on. */}
      <progress
        className={styles.bar}
        aria-label={named('Progress', job)}
        max={100}
        value={progress === null || progress === 0 ? undefined : progress}
      />
    </>
  )
}

/** Drawn, and not opened. */
function Ready({ job, onOpen }: { job: Job; onOpen: () => void }) {
  const images = imagesOf(job)
  return (
    <>
      <p className={styles.foot}>
        <span className={styles.stand}>{standText(job)}</span>
        {images.length > 0 && (
          <Button variant="secondary" onClick={onOpen} aria-label={named('Show', job)}>
            Show
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

/** Told of it until it is over. */
function useFollowed(job: Job, generations: Generations) {
  const latest = useRef(generations)
  latest.current = generations
  const { jobId } = job
  const isFollowed = !isOver(job)
  useEffect(() => {
    if (!isFollowed) return
    return followJob(jobId, {
      onJob: (seen) => latest.current.hear(seen),
      onGone: () => latest.current.forget(jobId),
    })
  }, [jobId, isFollowed])
}
