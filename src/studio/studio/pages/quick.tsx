import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, accountApiFor, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { Card } from '../../../ui/card.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { useReload } from '../../../ui/use-reload.ts'
import { labelOf } from '../../image/domain.ts'
import * as t from '../../text/studio.ts'
import { type Draft, draftOf, EMPTY, formOf, useDraft } from '../components/draft.tsx'
import { QuestionDialog } from '../components/question-dialog.tsx'
import { QuickForm } from '../components/quick-form.tsx'
import { RecentImages } from '../components/recent-images.tsx'
import { RefusalNotice } from '../components/refusal-notice.tsx'
import { RequestList } from '../components/request-list.tsx'
import { useGenerations } from '../components/use-generations.tsx'
import { usePictureInView } from '../components/use-picture-in-view.tsx'
import type { Job } from '../contract.ts'
import { imagesOf, jobsToShow } from '../domain.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const api = accountApiFor(context)
  const { data: session } = await api.GET('/api/auth/get-session')
  const path = { userId: session?.user.id ?? '' }
  const [engine, access, open, recent] = await Promise.all([
    api.GET('/studio/engine'),
    api.GET('/api/access/{app}', { params: { path: { app: 'create' } } }),
    api.GET('/generate-image'),
    // The recent images are optional: the page works without them.
    apiFor(context)
      .GET('/recent-images/{userId}', { params: { path, query: {} } })
      .then((answer) => bodyOf(answer).images)
      .catch((error) => {
        if (error instanceof ApiError) return null
        throw error
      }),
  ])
  const jobs = jobsToShow(bodyOf(open).jobs, [])
  return { engine: bodyOf(engine), isGranted: bodyOf(access).granted, jobs, recent }
}

/**
 * The form for one image, and the newest images. It sends one request at a time (studio.md section 2), but shows all in
 * progress.
 */
export default function QuickStudio() {
  const { engine, isGranted, jobs: loaded, recent } = useLoaderData<typeof loader>()
  const reload = useReload()
  const isAlive = useIsAlive()
  const { draft, setDraft, settle } = useDraft(() => EMPTY, fitting)
  const [fresh, setFresh] = useState<Job | null>(null)
  const view = usePictureInView({ request: '[data-job]', picture: '[data-recent] img' })
  const generations = useGenerations({
    loaded,
    most: engine.max_in_progress,
    onStarted() {
      view.showRequest()
      void reload()
    },
    onOver(job) {
      if (job.status === 'succeeded') {
        setFresh(job)
        view.showPicture()
      }
      void reload().then(() => setFresh(null))
    },
    onRefused(code) {
      if (code === 'too_many_in_progress') void reload()
    },
  })
  const { jobs, refusal, underWay, isSending } = generations
  function edit({ request }: Job) {
    setDraft(draftOf(request))
    document.getElementById('prompt')?.focus()
  }
  return (
    <>
      <Card title={t.createImage()} intro={labelOf({ engine: engine.name, label: engine.label })}>
        <QuickForm
          draft={draft}
          onChange={setDraft}
          onSubmit={() => generations.start(formOf(draft, engine), () => settle(draft))}
          engine={engine}
          isGranted={isGranted}
          issues={refusal?.issues ?? []}
          isBusy={isSending || underWay.length > 0}
          isAlive={isAlive}
        >
          <RefusalNotice refusal={refusal} fields={FIELDS} draft={draft} />
        </QuickForm>
        <RequestList
          generations={generations}
          // Finished images are among the newest below.
          jobs={jobs.filter(({ status }) => status !== 'succeeded')}
          onEdit={edit}
        />
      </Card>
      <RecentImages images={withFresh(recent, fresh)} />
      <QuestionDialog generations={generations} />
    </>
  )
}

/** This form has no field for the rest of a draft. */
const fitting = (kept: Draft): Draft => ({ ...kept, seed: '', count: 1, remixOf: null })

/** The fields of the form that show their errors. */
const FIELDS = ['prompt', 'negative_prompt', 'style', 'filter']
const SHOWN = 6
type Recent = Awaited<ReturnType<typeof loader>>['recent']

/** Puts the new image first at once, until the reloaded list includes it (studio.md section 4). */
function withFresh(recent: Recent, fresh: Job | null) {
  const drawn = fresh ? imagesOf(fresh).toReversed() : []
  const known = new Set(recent?.map(({ id }) => id))
  const news = drawn
    .filter(({ id }) => !known.has(id))
    .map(({ id, imageUrl, usedParams: { prompt } }) => ({
      id,
      prompt,
      image_url: imageUrl,
      renditions: { avif: {}, webp: {} },
    }))
  return recent && [...news, ...recent].slice(0, SHOWN)
}
