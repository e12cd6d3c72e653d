import { type ComponentProps, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { ApiError, accountApiFor, apiFor, bodyOf, isUnknown } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { useReload } from '../../../ui/use-reload.ts'
import { labelOf } from '../../image/domain.ts'
import * as t from '../../text/studio.ts'
import { type Draft, draftOf, EMPTY, formOf, useDraft } from '../components/draft.tsx'
import { DrawnImages } from '../components/drawn-images.tsx'
import { QuestionDialog } from '../components/question-dialog.tsx'
import { RefusalNotice } from '../components/refusal-notice.tsx'
import { RequestList } from '../components/request-list.tsx'
import { StudioChoices } from '../components/studio-choices.tsx'
import { StudioForm } from '../components/studio-form.tsx'
import { useGenerations } from '../components/use-generations.tsx'
import { usePictureInView } from '../components/use-picture-in-view.tsx'
import type { Job } from '../contract.ts'
import { imagesOf, isOver, jobsToShow, MAX_IN_PROGRESS, reasonText, returnedText } from '../domain.ts'
import styles from './create.module.css'

/**
 * `?job=` lists requests, newest first, and `?from=` names an image whose prompt to reuse. We ignore those that no
 * longer exist.
 */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const query = url.searchParams
  const [jobIds, from] = [query.getAll('job').slice(0, MAX_IN_PROGRESS), query.get('from')]
  const api = apiFor(context)
  const [engine, asked, open, origin] = await Promise.all([
    accountApiFor(context).GET('/studio/engine'),
    Promise.all(jobIds.map((jobId) => orNull(api.GET('/generate-image/{jobId}', { params: { path: { jobId } } })))),
    orNull(api.GET('/generate-image')),
    from ? orNull(originOf(api, from)) : null,
  ])
  const named = asked.flatMap((one) => (one ? [bodyOf(one)] : []))
  const jobs = jobsToShow(open ? bodyOf(open).jobs : [], named)
  return {
    engine: bodyOf(engine),
    jobs,
    /** The job whose prompt fills the form. */
    latest: named[0] ?? jobs.find((job) => !isOver(job)) ?? null,
    origin: origin === 'gone' ? null : origin,
    isOriginGone: origin === 'gone',
  }
}

export const meta = () => [{ title: t.createPageTitle() }, { name: 'robots', content: 'noindex' }]

/** The fields of the forms that show their errors. */
const FIELDS = ['prompt', 'negative_prompt', 'filter', 'seed']

/** Shows the full studio. */
export default function CreatePage() {
  const { engine, jobs: loaded, latest, origin, isOriginGone } = useLoaderData<typeof loader>()
  const reload = useReload()
  const [, setSearch] = useSearchParams()
  const isAlive = useIsAlive()
  const { draft, setDraft, settle } = useDraft(() => firstDraft(latest, origin))
  // The URL has the image only until the first request.
  const [source] = useState(() => origin && { id: origin.id, username: origin.anonymous_username })
  const view = usePictureInView({ request: '[data-job]', picture: '[data-opened] img' })
  const generations = useGenerations({
    loaded,
    most: engine.max_in_progress,
    onStarted(job) {
      // Keep the job in the URL, so that a reload or a later visit finds it again.
      setSearch({ job }, { replace: true, preventScrollReset: true })
      view.showRequest()
    },
    onOver(job) {
      if (job.status === 'succeeded') view.showPicture()
      void reload()
    },
    onRefused(code) {
      if (code === 'too_many_in_progress') void reload()
      if (code === 'no_such_image') setDraft((now) => ({ ...now, remixOf: null }))
    },
  })
  const { jobs, refusal, underWay, isSending } = generations
  function edit(job: Job) {
    setDraft(firstDraft(job, null))
    document.getElementById('prompt')?.focus()
  }
  function unlink() {
    setDraft({ ...draft, remixOf: null })
    // The pressed button disappears.
    document.getElementById('prompt')?.focus()
  }

  const form = {
    draft,
    onChange: setDraft,
    onSubmit: () => generations.start(formOf(draft, engine), () => settle(draft)),
    engine,
    issues: refusal?.issues ?? [],
    isSending,
    isAlive,
    underWay: underWay.length,
  }

  return (
    <Page width="wide" title={t.imageStudio()} intro={labelOf({ engine: engine.name, label: engine.label })}>
      <div className={styles.columns}>
        <div className={styles.ask}>
          <Card>
            {isOriginGone && <Notice kind="warning" title={t.imageGone()} />}
            {draft.remixOf && (
              <Notice
                kind="info"
                title={
                  // The creator of a private profile has no name.
                  source?.id === draft.remixOf && source.username
                    ? t.fromImageBy({ name: source.username })
                    : t.fromImage()
                }
                action={
                  <Button variant="secondary" onClick={unlink}>
                    {t.dontLink()}
                  </Button>
                }
              >
                <p>{origin?.id === draft.remixOf ? t.remixText() : t.remixLinks()}</p>
              </Notice>
            )}
            <StudioForm {...form}>
              <RefusalNotice refusal={refusal} fields={FIELDS} draft={draft} />
            </StudioForm>
          </Card>
        </div>
        <div className={styles.outcome}>
          <Card title={t.yourImages()}>
            <RequestList
              generations={generations}
              jobs={jobs}
              onEdit={edit}
              drawn={(job) => (
                <Drawn
                  job={job}
                  onChanged={generations.put}
                  onSeed={(seed) => setDraft({ ...draft, seed: String(seed) })}
                />
              )}
            />
            {jobs.length === 0 && <EmptyState icon="eye" title={t.yourImagesHint()} />}
          </Card>
        </div>
        <div className={styles.choices}>
          <Card title={t.choices()} id="choices">
            <StudioChoices {...form} />
          </Card>
        </div>
      </div>
      <QuestionDialog generations={generations} />
    </Page>
  )
}

type DrawnProps = { job: Job } & Pick<ComponentProps<typeof DrawnImages>, 'onChanged' | 'onSeed'>

function Drawn({ job, ...acts }: DrawnProps) {
  const images = imagesOf(job)
  if (images.length === 0) return <p>{t.standDeletedSentence()}</p>
  return (
    <>
      {job.error && (
        <Notice kind="warning" title={reasonText(job)}>
          <p>{returnedText(job.creditsReturned ?? 0)}</p>
        </Notice>
      )}
      <DrawnImages images={images} {...acts} />
    </>
  )
}

type Origin = { id: string; usedParams: Parameters<typeof draftOf>[0] } | null

function firstDraft(job: Job | null, origin: Origin): Draft {
  if (origin) return { ...draftOf(origin.usedParams), remixOf: origin.id }
  if (!job) return EMPTY
  const { count, remix_of: remixOf } = job.request
  return { ...draftOf(job.request), count, remixOf }
}

/** Finds the image to reuse, which may be gone: deleted, removed, or private. */
const originOf = (api: ReturnType<typeof apiFor>, id: string) =>
  api.GET('/images/{id}', { params: { path: { id } } }).then(bodyOf, (error) => {
    if (isUnknown(error)) return 'gone' as const
    throw error
  })

/** Returns `null` if it does not exist or is not for this person. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null
    throw error
  }
}
