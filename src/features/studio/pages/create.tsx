import { useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { ApiError, accountApiFor, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { AgeDialog } from '../components/age-dialog.tsx'
import { type Draft, draftOf, EMPTY, formOf, takeDraft } from '../components/draft.tsx'
import { DrawnImages } from '../components/drawn-images.tsx'
import { isOver } from '../components/follow-job.tsx'
import { JobStatus, returnedText } from '../components/job-status.tsx'
import { RefusalNotice } from '../components/refusal-notice.tsx'
import { StudioForm } from '../components/studio-form.tsx'
import { useGeneration } from '../components/use-generation.tsx'
import type { Job } from '../contract.ts'
import styles from './create.module.css'

/** `?job=` is what was asked for, `?from=` an image whose words are taken up. What is not there any more is left out. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const [jobId, from] = [query.get('job'), query.get('from')]
  const api = apiFor(context)
  const [engine, asked, open, origin] = await Promise.all([
    accountApiFor(context).GET('/studio/engine'),
    jobId ? orNull(api.GET('/generate-image/{jobId}', { params: { path: { jobId } } })) : null,
    orNull(api.GET('/generate-image')),
    from ? orNull(api.GET('/images/{id}', { params: { path: { id: from } } })) : null,
  ])
  const running = open && bodyOf(open).jobs.find((job) => !isOver(job))
  return {
    engine: bodyOf(engine),
    job: (asked && bodyOf(asked)) ?? running ?? null,
    origin: origin && bodyOf(origin),
    isOriginGone: from !== null && origin === null,
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: 'Image studio · ShowingBooker' }, { name: 'robots', content: 'noindex' }]

/** The full studio. */
export default function CreatePage() {
  const { engine, job: first, origin, isOriginGone } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [, setSearch] = useSearchParams()
  const isAlive = useIsAlive()
  const [draft, setDraft] = useState(() => firstDraft(first, origin))
  const generation = useGeneration({
    first,
    // In the address, so that a reload, or another day, finds it again.
    onStarted: (job) => setSearch({ job }, { replace: true, preventScrollReset: true }),
    onOver: () => void revalidate(),
  })
  const { job, refusal, isBusy } = generation
  const outcome = useRef<HTMLDivElement>(null)
  // On a phone it lies below the form.
  useEffect(() => {
    if (isBusy) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [isBusy])
  useEffect(() => {
    const carried = takeDraft()
    if (carried) setDraft(carried)
  }, [])
  const drawn = job?.status === 'succeeded' ? (job.images ?? (job.image ? [job.image] : [])) : []

  return (
    <Page width="wide" title="Image studio" intro="Describe a picture, choose how it looks, and keep what you like.">
      <p className={styles.engine}>{engine.label}</p>
      <div className={styles.columns}>
        <Card title="What to draw">
          {isOriginGone && <Notice kind="warning" title="That image is not there any more." />}
          {origin && draft.remixOf && (
            <Notice kind="info" title={`From an image by ${origin.anonymous_username}`}>
              <p>Its words are filled in below. Change what you like: yours will say where it comes from.</p>
            </Notice>
          )}
          <StudioForm
            draft={draft}
            onChange={setDraft}
            onSubmit={() => generation.start(formOf(draft))}
            engine={engine}
            issues={refusal?.issues ?? []}
            isBusy={isBusy}
            isAlive={isAlive}
          >
            <RefusalNotice refusal={refusal} />
          </StudioForm>
        </Card>
        <div className={styles.outcome} ref={outcome}>
          <Card title="Your image">
            {(isBusy || job) && (
              <JobStatus job={job} onCancel={(id) => void generation.cancel(id)} onRetry={generation.retry} />
            )}
            {drawn.length > 0 && job ? (
              <>
                {job.error && (
                  <Notice kind="warning" title={job.error}>
                    <p>{returnedText(job.creditsReturned ?? 0)}</p>
                  </Notice>
                )}
                <DrawnImages
                  key={job.jobId}
                  drawn={drawn}
                  onSeed={(seed) => setDraft({ ...draft, seed: String(seed) })}
                />
              </>
            ) : (
              !isBusy &&
              !job && <EmptyState icon="eye" title="What you generate appears here, and in your Private Studio." />
            )}
            {job?.status === 'succeeded' && drawn.length === 0 && <p>What came of this request was deleted.</p>}
          </Card>
        </div>
      </div>
      {generation.isAskedForAge && <AgeDialog onConfirm={generation.confirmAge} onClose={generation.declineAge} />}
    </Page>
  )
}

type Origin = { id: string; usedParams: Parameters<typeof draftOf>[0] } | null

function firstDraft(job: Job | null, origin: Origin): Draft {
  if (origin) return { ...draftOf(origin.usedParams), remixOf: origin.id }
  if (!job) return EMPTY
  const { count, remix_of: remixOf } = job.request
  return { ...draftOf(job.request), count, remixOf }
}

/** null: it is not there, or not for this person. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null
    throw error
  }
}
