import { type ReactNode, useEffect, useRef } from 'react'
import * as t from '../../text/studio.ts'
import type { Job } from '../contract.ts'
import styles from './request-list.module.css'
import { RequestRow } from './request-row.tsx'
import type { Generations } from './use-generations.tsx'

type RequestListProps = {
  generations: Generations
  /** The jobs to show. */
  jobs: Job[]
  onEdit: (job: Job) => void
  /** Renders the images of an open request. */
  drawn?: (job: Job) => ReactNode
}

/** Lists requests, newest first. Each row shows its changes, and important ones are announced once. */
export function RequestList({ generations, jobs, onEdit, drawn }: RequestListProps) {
  const { opened, news, underWay } = generations
  const keepFocus = useKeptFocus()
  return (
    <div className={styles.requests} {...keepFocus}>
      <div className="visually-hidden" role="log" aria-label={t.news()}>
        {news.map(({ number, text }) => (
          <p key={number}>{text}</p>
        ))}
      </div>
      {underWay.length > 0 && <p className={styles.note}>{t.mayLeave()}</p>}
      {jobs.length > 0 && (
        <ul className={styles.list}>
          {jobs.map((job) => (
            <RequestRow
              key={job.jobId}
              job={job}
              generations={generations}
              onEdit={onEdit}
              drawn={job.jobId === opened ? drawn?.(job) : null}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/**
 * The focused element may disappear when its request changes. Then the row gets the focus, or the row that replaced it.
 */
function useKeptFocus() {
  const box = useRef<HTMLDivElement>(null)
  const focused = useRef<string | null>(null)
  useEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-job]') ?? [])]
    const row = rows.find(({ dataset }) => focused.current === dataset.job || focused.current === dataset.retryOf)
    const next = row ?? rows[0] ?? box.current
    next?.focus({ preventScroll: true })
  })
  return {
    ref: box,
    tabIndex: -1,
    onFocus(event: React.FocusEvent) {
      focused.current = event.target.closest<HTMLElement>('[data-job]')?.dataset.job ?? ''
    },
    onBlur() {
      focused.current = null
    },
  }
}
