import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { ApiError, accountApiFor, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { Card } from '../../../ui/card.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { AgeDialog } from '../components/age-dialog.tsx'
import { EMPTY, formOf } from '../components/draft.tsx'
import { isOver } from '../components/follow-job.tsx'
import { JobStatus } from '../components/job-status.tsx'
import { QuickForm } from '../components/quick-form.tsx'
import { RecentImages } from '../components/recent-images.tsx'
import { RefusalNotice } from '../components/refusal-notice.tsx'
import { useGeneration } from '../components/use-generation.tsx'
import type { Job } from '../contract.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const api = accountApiFor(context)
  const { data: session } = await api.GET('/api/auth/get-session')
  const path = { userId: session?.user.id ?? '' }
  const [engine, access, open, recent] = await Promise.all([
    api.GET('/studio/engine'),
    api.GET('/api/access/{app}', { params: { path: { app: 'create' } } }),
    api.GET('/generate-image'),
    // They are the least of the page: without them the rest is there.
    apiFor(context)
      .GET('/recent-images/{userId}', { params: { path, query: {} } })
      .then((answer) => bodyOf(answer).images)
      .catch((error) => {
        if (error instanceof ApiError) return null
        throw error
      }),
  ])
  const running = bodyOf(open).jobs.find((job) => !isOver(job)) ?? null
  return { engine: bodyOf(engine), isGranted: bodyOf(access).granted, running, recent }
}

/** The form for one image, and the newest ones. */
export default function QuickStudio() {
  const { engine, isGranted, running, recent } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const isAlive = useIsAlive()
  const [draft, setDraft] = useState(EMPTY)
  const [fresh, setFresh] = useState<Job | null>(null)
  const generation = useGeneration({
    first: running,
    onOver(job) {
      if (job.status === 'succeeded') setFresh(job)
      void revalidate().then(() => setFresh(null))
    },
  })
  const { job, refusal, isBusy } = generation
  return (
    <>
      <Card title="Create an image" intro={engine.label}>
        <QuickForm
          draft={draft}
          onChange={setDraft}
          onSubmit={() => generation.start(formOf(draft))}
          engine={engine}
          isGranted={isGranted}
          issues={refusal?.issues ?? []}
          isBusy={isBusy}
          isAlive={isAlive}
        >
          <RefusalNotice refusal={refusal} />
        </QuickForm>
        {(isBusy || job) && (
          <JobStatus job={job} onCancel={(id) => void generation.cancel(id)} onRetry={generation.retry} />
        )}
      </Card>
      <RecentImages images={withFresh(recent, fresh)} />
      {generation.isAskedForAge && <AgeDialog onConfirm={generation.confirmAge} onClose={generation.declineAge} />}
    </>
  )
}

const SHOWN = 6
type Recent = Awaited<ReturnType<typeof loader>>['recent']

/** The new image stands first at once; then the list that was fetched again knows it (studio.md section 4). */
function withFresh(recent: Recent, fresh: Job | null) {
  const drawn = (fresh?.images ?? (fresh?.image ? [fresh.image] : [])).toReversed()
  const known = new Set(recent?.map(({ id }) => id))
  const news = drawn
    .filter(({ id }) => !known.has(id))
    .map(({ id, imageUrl, usedParams: { prompt } }) => ({
      ...{ id, prompt, image_url: imageUrl, renditions: { avif: {}, webp: {} } },
    }))
  return recent && [...news, ...recent].slice(0, SHOWN)
}
