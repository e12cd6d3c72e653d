import { useState } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { rich } from '../../../ui/rich.ts'
import { useRefresh } from '../../../ui/use-refresh.ts'
import { useReload, useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/operation.ts'
import { ActList, latestActsOf } from '../components/act-list.tsx'
import { FailedJobs, failedJobsOf } from '../components/failed-jobs.tsx'
import { FailedMessages, failedMessagesOf } from '../components/failed-messages.tsx'
import { differencesOf, MoneyDifferences } from '../components/money-differences.tsx'
import { TaskList } from '../components/task-list.tsx'
import { VendorList } from '../components/vendor-list.tsx'
import { WebhookList, webhooksOf } from '../components/webhook-list.tsx'
import { ageWords, sizeWords, troubles } from '../messages.ts'
import styles from './operations.module.css'

const EVERY_MS = 5_000

export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiFor(context)
  try {
    const [overview, messages, jobs, webhooks, differences, acts] = await Promise.all([
      api.GET('/api/showingbooker/admin/operations').then(bodyOf),
      failedMessagesOf(api).load(),
      failedJobsOf(api).load(),
      webhooksOf(api).load(),
      differencesOf(api).load(),
      latestActsOf(api).load(),
    ])
    return {
      overview,
      messages,
      jobs,
      webhooks,
      differences,
      acts,
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return data(null, { status: error.status })
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' })
/** The dashboard's live updates skip this page, so that Pause works. */
export const handle = { readsItself: true }
export const meta = () => [{ title: t.pageTitle() }, { name: 'robots', content: 'noindex, nofollow' }]

type Loaded = Extract<Awaited<ReturnType<typeof loader>>, { overview: unknown }>

/** Shows what an operator needs to know to keep the product running, with the possible actions. */
export default function OperationsPage() {
  const loaded = useLoaderData<typeof loader>()
  if (!loaded) return <Page title={t.adminsOnly()} intro={t.adminsOnlyIntro()} />
  return <Shown {...(loaded as Loaded)} />
}

function Shown({ overview, messages, jobs, webhooks, differences, acts }: Loaded) {
  const [isPaused, setIsPaused] = useState(false)
  const reload = useReloadAfterAct()
  useRefresh(useReload(), isPaused ? null : EVERY_MS)
  const { readAt, database } = overview
  const wrong = troubles(overview)
  return (
    <Page width="wide" title={t.operations()}>
      <div className={styles.read}>
        <p>
          {rich(t.readAt({ at: () => <AccountTime key="at" at={readAt} precision="second" /> }))}{' '}
          {isPaused ? t.paused() : t.everySeconds()}
        </p>
        <Button variant="secondary" onClick={() => setIsPaused(!isPaused)}>
          {isPaused ? t.goOn() : t.pause()}
        </Button>
      </div>
      <div role="status">
        {wrong.length === 0 ? (
          <Notice kind="success" title={t.allWorks()} />
        ) : (
          <Notice kind="warning" title={t.needsYou({ count: wrong.length })}>
            <ul className={styles.troubles}>
              {wrong.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      <div className={styles.cards}>
        <div className={styles.column}>
          <Card title={t.vendors()} intro={t.vendorsIntro()}>
            <VendorList vendors={overview.vendors} readAt={readAt} />
          </Card>
          <Card title={t.queue()} intro={t.workersRunning({ count: overview.workers })}>
            <TaskList tasks={overview.tasks} readAt={readAt} />
          </Card>
          <Card title={t.money()} intro={t.moneyIntro()}>
            <MoneyDifferences first={differences} rounds={overview.reconciliation} readAt={readAt} onDone={reload} />
          </Card>
          <Card title={t.installation()}>
            <Facts
              facts={[
                { name: t.version(), value: overview.version },
                { name: t.runningFor(), value: ageWords(overview.startedAt, readAt) },
                { name: t.database(), value: sizeWords(database.sizeBytes) },
                {
                  name: t.lastMigration(),
                  value: (
                    <>
                      {database.lastMigration ?? t.none()}
                      {database.migratedAt && (
                        <>
                          , <AccountTime at={database.migratedAt} precision="second" />
                        </>
                      )}
                    </>
                  ),
                },
                {
                  name: t.outbox(),
                  value: (
                    <a href="/dev/outbox">
                      {overview.outboxMessages >= 10_000
                        ? t.moreThanKept()
                        : t.keptMessages({ count: overview.outboxMessages })}
                    </a>
                  ),
                },
              ]}
            />
          </Card>
        </div>
        <div className={styles.column}>
          <Card title={t.failedMessages()} intro={t.failedMessagesIntro()}>
            <FailedMessages first={messages} onDone={reload} />
          </Card>
          <Card title={t.failedJobs()} intro={t.failedJobsIntro()}>
            <FailedJobs first={jobs} onDone={reload} />
          </Card>
          <Card title={t.webhooks()} intro={t.webhooksIntro()}>
            <WebhookList first={webhooks} readAt={readAt} />
          </Card>
          <Card title={t.adminActs()} intro={t.adminActsIntro()}>
            <ActList first={acts} />
          </Card>
        </div>
      </div>
    </Page>
  )
}
