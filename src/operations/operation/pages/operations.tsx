import { useState } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { ApiError, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { useRefresh } from '../../../ui/use-refresh.ts'
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
    // Without a session the frame has said so already.
    if (error.status === 401) throw data(null, { status: 401 })
    return data(null, { status: error.status })
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' })
export const meta = () => [{ title: 'Operations · ShowingBooker' }, { name: 'robots', content: 'noindex, nofollow' }]

type Loaded = Extract<Awaited<ReturnType<typeof loader>>, { overview: unknown }>

/** What an operator has to know to keep the product running, and what he can do about it. */
export default function OperationsPage() {
  const loaded = useLoaderData<typeof loader>()
  if (!loaded) return <Page title="Admins only" intro="How the product runs is for its operators: admins only." />
  return <Shown {...(loaded as Loaded)} />
}

function Shown({ overview, messages, jobs, webhooks, differences, acts }: Loaded) {
  const [isPaused, setIsPaused] = useState(false)
  const { revalidate } = useRevalidator()
  useRefresh(revalidate, isPaused ? null : EVERY_MS)
  const { readAt, database } = overview
  const wrong = troubles(overview)
  return (
    <Page width="wide" title="Operations">
      <div className={styles.read}>
        <p>
          Read <AccountTime at={readAt} precision="second" />.{' '}
          {isPaused ? 'Paused.' : 'Read again every 5 seconds while you look at it.'}
        </p>
        <Button variant="secondary" onClick={() => setIsPaused(!isPaused)}>
          {isPaused ? 'Go on' : 'Pause'}
        </Button>
      </div>
      <div role="status">
        {wrong.length === 0 ? (
          <Notice kind="success" title="Everything works." />
        ) : (
          <Notice kind="warning" title={wrong.length === 1 ? 'Something needs you' : 'Some things need you'}>
            <ul className={styles.troubles}>
              {wrong.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      <div className={styles.cards}>
        <Card title="Vendors" intro="Latest status of each.">
          <VendorList vendors={overview.vendors} readAt={readAt} />
        </Card>
        <Card
          title="Queue"
          intro={`${overview.workers} ${overview.workers === 1 ? 'worker is' : 'workers are'} running.`}
        >
          <TaskList tasks={overview.tasks} readAt={readAt} />
        </Card>
        <Card title="Money" intro="Provider, payments and bookings are compared each minute.">
          <MoneyDifferences
            first={differences}
            standing={overview.reconciliation}
            readAt={readAt}
            onDone={revalidate}
          />
        </Card>
        <Card title="Messages that failed" intro="Tried for 24 hours, or refused for good.">
          <FailedMessages first={messages} onDone={revalidate} />
        </Card>
        <Card title="Jobs that failed" intro="They are not retried automatically.">
          <FailedJobs first={jobs} onDone={revalidate} />
        </Card>
        <Card title="Webhooks" intro="What vendors called to say, newest first.">
          <WebhookList first={webhooks} readAt={readAt} />
        </Card>
        <Card title="This installation">
          <Facts
            facts={[
              { name: 'Version', value: overview.version },
              { name: 'Running for', value: ageWords(overview.startedAt, readAt) },
              { name: 'Database', value: sizeWords(database.sizeBytes) },
              {
                name: 'Last migration',
                value: (
                  <>
                    {database.lastMigration ?? 'none'}
                    {database.migratedAt && (
                      <>
                        , <AccountTime at={database.migratedAt} precision="second" />
                      </>
                    )}
                  </>
                ),
              },
              {
                name: 'Outbox',
                value: (
                  <a href="/dev/outbox">
                    {overview.outboxMessages >= 10_000 ? 'more than 10,000' : overview.outboxMessages} kept messages
                  </a>
                ),
              },
            ]}
          />
        </Card>
        <Card title="What admins did" intro="Written down for ever.">
          <ActList first={acts} />
        </Card>
      </div>
    </Page>
  )
}
