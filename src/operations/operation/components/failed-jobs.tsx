import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Reference } from '../../../ui/reference.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { Row, Rows } from '../../../ui/rows.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/operation.ts'
import type { FailedJob } from '../contract.ts'
import { taskName } from '../messages.ts'

export const failedJobsOf = (client: ApiClient) =>
  listOf(client, '/api/showingbooker/admin/operations/jobs', 'jobs', { query: { limit: 10 } })

type Props = { first: Page<FailedJob>; onDone: () => Promise<void> }
type Asked = { job: FailedJob; act: 'run' | 'drop' }

/** Lists jobs that failed for good. An admin can run or drop each. */
export function FailedJobs({ first, onDone }: Props) {
  const [asked, setAsked] = useState<Asked>()
  const { items, ...more } = usePages(failedJobsOf(api), first)
  async function act({ job: { id }, act: name }: Asked) {
    const params = { path: { id } }
    try {
      if (name === 'run') await api.POST('/api/showingbooker/admin/operations/jobs/{id}/run', { params })
      else await api.POST('/api/showingbooker/admin/operations/jobs/{id}/drop', { params })
      showToast({ kind: 'success', text: name === 'run' ? t.jobRuns() : t.jobDropped() })
    } finally {
      await onDone()
    }
  }
  return (
    <>
      <Rows empty={t.noFailedJobs()} more={more}>
        {items.map((job) => (
          <Row
            key={job.id}
            title={taskName(job.task)}
            actions={
              <>
                <Button variant="secondary" onClick={() => setAsked({ job, act: 'run' })}>
                  {rich(t.runAgainId({ id: job.id, span: hidden }))}
                </Button>
                <Button variant="quiet" onClick={() => setAsked({ job, act: 'drop' })}>
                  {rich(t.dropId({ id: job.id, span: hidden }))}
                </Button>
              </>
            }
          >
            <p>{job.error}</p>
            <p>
              {rich(
                t.triesUntil({
                  count: job.attempts,
                  at: () => <AccountTime key="at" at={job.failedAt} precision="second" />,
                }),
              )}
              {job.bookingId && (
                <>
                  {' · '}
                  <a href={`/calendar/showings/${job.bookingId}`}>{t.itsBooking()}</a>
                </>
              )}
            </p>
            <p>
              <Reference kind={job.task} id={job.id} />
            </p>
          </Row>
        ))}
      </Rows>
      {asked && (
        <ConfirmDialog
          title={asked.act === 'run' ? t.runThisAgain() : t.dropThis()}
          confirmLabel={asked.act === 'run' ? t.runAgain() : t.dropIt()}
          closeLabel={t.keepJob()}
          variant={asked.act === 'run' ? 'primary' : 'danger'}
          onConfirm={() => act(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>
            <strong>{taskName(asked.job.task)}</strong> ({asked.job.task} {asked.job.id})
          </p>
          <p>{asked.act === 'run' ? t.runAgainMeans() : t.dropMeans()}</p>
          <p>{t.actIsLogged()}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
