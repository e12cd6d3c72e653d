import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import type { DomainError, Issue } from '../../../platform/errors.ts'
import { newUuid } from '../../../platform/uuid.ts'
import type { DrawnImage, GenerateForm, Job } from '../contract.ts'
import { isOver, jobsToKeep, jobsWith, jobsWithImage, newsOf, requestOf, tooManyInProgress } from '../domain.ts'
import { dismissJob, isDismissed } from './dismissed-jobs.tsx'

export type Refusal = { code: string; message: string; issues: Issue[] }

type Ask = (headers: { 'Idempotency-Key': string }) => Promise<string>
type Question = { about: 'age' | 'nothing'; refused: Refusal; go: () => void }

type Options = {
  /** The jobs that the page was loaded with, newest first. They change whenever it is loaded again. */
  loaded: Job[]
  /** Maximum number of requests at a time. */
  most: number
  /** @param jobIds the jobs in progress, the new one first */
  onStarted: (jobIds: string[]) => void
  onOver: (job: Job) => void
  onRefused: (code: string) => void
}

const NEWS_KEPT = 3

/**
 * Manages an account's requests: sends, follows, cancels, and retries them. It repeats a request that got no answer
 * with the same key, so that no one pays twice.
 */
export function useGenerations({ loaded, most, ...callbacks }: Options) {
  const [jobs, setJobs] = useState(loaded)
  const [opened, open] = useState(() => loaded.find(({ status }) => status === 'succeeded')?.jobId ?? null)
  const [news, setNews] = useState<{ number: number; text: string }[]>([])
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  /** What to send after the person confirms their age, or accepts a picture of something else. */
  const [question, setQuestion] = useState<Question | null>(null)
  /** The same question, because the dialog reports its closing after its answer. */
  const posed = useRef(question)
  const key = useRef<{ of: string; value: string } | null>(null)
  /** The current jobs, for answers that arrive between two renders. */
  const known = useRef(jobs)
  const isBusy = useRef(false)
  const underWay = jobs.filter((job) => !isOver(job))

  const update = useCallback((now: Job[]) => {
    known.current = now
    setJobs(now)
  }, [])

  /** @param isLoaded whether the job came with the page, so that a finished one is not news */
  function receive(job: Job, isLoaded = false) {
    const before = known.current.find(({ jobId }) => jobId === job.jobId)
    const now = jobsWith(known.current, job)
    if (now === known.current) return
    update(now)
    if (isLoaded && !before && isOver(job)) return
    const text = newsOf(before, job)
    if (text) setNews((all) => [...all, { number: (all.at(-1)?.number ?? 0) + 1, text }].slice(-NEWS_KEPT))
    if (!isOver(job) || (before && isOver(before))) return
    // An image that is already open stays open.
    if (job.status === 'succeeded') open((one) => one ?? job.jobId)
    setRefusal((one) => (one?.code === 'too_many_in_progress' ? null : one))
    callbacks.onOver(job)
  }
  function pose(one: Question | null) {
    posed.current = one
    setQuestion(one)
  }
  const forget = (jobId: string) => update(known.current.filter((job) => job.jobId !== jobId))
  const latestReceive = useRef(receive)
  latestReceive.current = receive

  useEffect(() => {
    for (const job of loaded) if (!isDismissed(job.jobId)) latestReceive.current(job, true)
    update(known.current.filter(({ jobId }) => !isDismissed(jobId)))
  }, [loaded, update])

  // Focus the first error, as after any form.
  useEffect(() => {
    const [issue] = refusal?.issues ?? []
    if (issue) document.getElementById(issue.path)?.focus()
  }, [refusal])

  /**
   * @param what identifies the request
   * @param anyway sends it even if the engine can draw none of it
   */
  async function send(what: string, ask: Ask, anyway?: () => void) {
    if (isBusy.current) return
    if (known.current.filter((job) => !isOver(job)).length >= most) return setRefusal(refusalOf(tooManyInProgress()))
    if (key.current?.of !== what) key.current = { of: what, value: newUuid() }
    isBusy.current = true
    setIsSending(true)
    setRefusal(null)
    try {
      const jobId = await ask({ 'Idempotency-Key': key.current.value })
      const job = bodyOf(await api.GET('/generate-image/{jobId}', { params: { path: { jobId } } }))
      key.current = null
      update(jobsToKeep(known.current))
      open(null)
      receive(job)
      callbacks.onStarted(known.current.filter((one) => !isOver(one)).map((one) => one.jobId))
    } catch (error) {
      const refused = refusalOf(error)
      if (refused.code === 'age_confirmation_required')
        pose({ about: 'age', refused, go: () => void send(what, ask, anyway) })
      else if (refused.code === 'nothing_to_draw' && anyway) pose({ about: 'nothing', refused, go: anyway })
      else setRefusal(refused)
      if (error instanceof ApiError) callbacks.onRefused(error.code)
    }
    isBusy.current = false
    setIsSending(false)
  }

  return {
    jobs,
    underWay,
    /** The job whose images are shown large. */
    opened,
    open,
    /** Texts to announce. */
    news,
    refusal,
    isSending,
    /** A question to answer first. Nothing was paid yet. */
    question,
    receive: (job: Job) => receive(job),
    /** Takes an image whose filter has changed. Its old files are gone. */
    put: (image: DrawnImage) => update(jobsWithImage(known.current, image)),

    /** @param onAccepted called when the form has become a request, but not when we ask a question first */
    start(form: GenerateForm, onAccepted: () => void) {
      const faults = faultsOf(form)
      if (faults) return setRefusal(faults)
      const sendForm = (body: GenerateForm, anyway?: () => void) =>
        void send(
          JSON.stringify(body),
          async (headers) => {
            const asked = await api.POST('/generate-image', { params: { query: { async: '1' } }, body, headers })
            const answer = bodyOf(asked)
            onAccepted()
            return 'jobId' in answer ? answer.jobId : answer.id
          },
          anyway,
        )
      sendForm(form, () => sendForm({ ...form, drawAnyway: true }))
    },

    retry(jobId: string) {
      void send(`retry ${jobId}`, async (headers) => {
        const path = { jobId }
        return bodyOf(await api.POST('/generate-image/{jobId}/retry', { params: { path }, headers })).jobId
      })
    },

    async cancel(jobId: string) {
      try {
        receive(bodyOf(await api.POST('/generate-image/{jobId}/cancel', { params: { path: { jobId } } })))
      } catch (error) {
        // The job was already over, and the stream will say so.
        if (!(error instanceof ApiError && error.status === 409)) setRefusal(refusalOf(error))
      }
    },

    /** For a job that no longer exists. */
    forget,
    /** Hides a job in this tab. */
    dismiss(jobId: string) {
      dismissJob(jobId)
      forget(jobId)
    },

    /** @throws ApiError if the person is not of age */
    async confirm() {
      if (posed.current?.about === 'age') await api.POST('/studio/age', { body: { isAdult: true } })
      const go = posed.current?.go
      pose(null)
      go?.()
    },

    /** The prompt's error then appears at its field, which gets the focus. */
    decline() {
      if (posed.current?.about === 'nothing') setRefusal(posed.current.refused)
      pose(null)
    },
  }
}

export type Generations = ReturnType<typeof useGenerations>

/** Checks the form without the server, before asking for the age. */
function faultsOf(form: GenerateForm): Refusal | null {
  try {
    requestOf(form, 0)
    return null
  } catch (error) {
    return refusalOf(error)
  }
}

function refusalOf(error: unknown): Refusal {
  const { code = 'unknown', message, issues = [] } = error as Partial<ApiError & DomainError> & Error
  return { code, message, issues }
}
