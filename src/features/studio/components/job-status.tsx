import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Job } from '../contract.ts'
import styles from './job-status.module.css'

type JobStatusProps = {
  /** null: it was just asked for. */
  job: Job | null
  onCancel: (jobId: string) => void
  onRetry: (jobId: string) => void
}

/** Where a request stands: its place in the queue, how far it is, or why nothing came of it and what became of the credits. */
export function JobStatus({ job, onCancel, onRetry }: JobStatusProps) {
  if (job?.status === 'failed' || job?.status === 'cancelled')
    return (
      <Notice
        kind={job.status === 'failed' ? 'error' : 'info'}
        role={job.status === 'failed' ? 'alert' : 'status'}
        title={job.status === 'failed' ? (job.error ?? 'The image could not be drawn.') : 'Cancelled'}
      >
        <p>{returnedText(job.creditsReturned ?? 0)}</p>
        <p className={styles.act}>
          <Button variant="secondary" onClick={() => onRetry(job.jobId)}>
            Try again
          </Button>
        </p>
      </Notice>
    )
  if (job?.status === 'succeeded') return null
  const progress = job?.status === 'running' ? job.progress : null
  return (
    <div className={styles.status}>
      <p className={styles.what} role="status">
        {job ? standText(job) : 'Sending your request'}
      </p>
      {/* Without a value it only says that something goes on. */}
      <progress className={styles.bar} aria-label="Progress" max={100} value={progress ?? undefined} />
      {job && (
        <p className={styles.foot}>
          <span>You may leave this page and come back.</span>
          <Button variant="secondary" onClick={() => onCancel(job.jobId)}>
            Cancel
          </Button>
        </p>
      )}
    </div>
  )
}

function standText({ status, position, request: { count } }: Job): string {
  if (status === 'running') return count === 1 ? 'Drawing your image' : `Drawing your ${count} images`
  if (position === null || position <= 1) return 'Next in the queue'
  return `Number ${position} in the queue`
}

export function returnedText(credits: number): string {
  if (credits === 0) return 'No credit was used.'
  return credits === 1 ? 'Your credit came back.' : `Your ${credits} credits came back.`
}
