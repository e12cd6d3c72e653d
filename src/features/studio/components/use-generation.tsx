import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import type { DomainError, Issue } from '../../../platform/errors.ts'
import type { GenerateForm, Job } from '../contract.ts'
import { requestOf } from '../domain.ts'
import { followJob, isOver } from './follow-job.tsx'

export type Refusal = { code: string; message: string; issues: Issue[] }

type Options = {
  /** What the page came with; null: nothing is under way. */
  first: Job | null
  onStarted?: (jobId: string) => void
  onOver: (job: Job) => void
}

/**
 * One request after the other: asked for, followed until it is over, called off, tried again. What was asked for and not
 * answered is asked for again under the same key, so that nobody pays twice.
 */
export function useGeneration({ first, ...told }: Options) {
  const [job, setJob] = useState(first)
  const [jobId, setJobId] = useState(first && !isOver(first) ? first.jobId : null)
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  /** What is sent once its sender has said that he is of age. */
  const [waiting, setWaiting] = useState<(() => Promise<string>) | null>(null)
  const key = useRef<{ of: string; value: string } | null>(null)
  const latest = useRef(told)
  latest.current = told

  useEffect(() => {
    if (!jobId) return
    return followJob(jobId, {
      onJob(seen) {
        setJob(seen)
        if (!isOver(seen)) return
        setJobId(null)
        latest.current.onOver(seen)
      },
      onGone() {
        setJobId(null)
        setJob(null)
      },
    })
  }, [jobId])

  // To the first fault, as after any form.
  useEffect(() => {
    const [issue] = refusal?.issues ?? []
    if (issue) document.getElementById(issue.path)?.focus()
  }, [refusal])

  const send = useCallback(async (ask: () => Promise<string>) => {
    setIsSending(true)
    setRefusal(null)
    try {
      const started = await ask()
      setJob(null)
      setJobId(started)
      latest.current.onStarted?.(started)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'age_confirmation_required') setWaiting(() => ask)
      else setRefusal(refusalOf(error))
    }
    setIsSending(false)
  }, [])

  return {
    job,
    refusal,
    /** From the click until it is over. */
    isBusy: isSending || jobId !== null,
    isAskedForAge: waiting !== null,

    start(form: GenerateForm) {
      const faults = faultsOf(form)
      if (faults) return setRefusal(faults)
      const of = JSON.stringify(form)
      if (key.current?.of !== of) key.current = { of, value: newKey() }
      const headers = { 'Idempotency-Key': key.current.value }
      void send(async () => {
        const asked = await api.POST('/generate-image', { params: { query: { async: '1' } }, body: form, headers })
        const answer = bodyOf(asked)
        key.current = null
        return 'jobId' in answer ? answer.jobId : answer.id
      })
    },

    retry(id: string) {
      void send(async () => {
        const path = { jobId: id }
        return bodyOf(await api.POST('/generate-image/{jobId}/retry', { params: { path } })).jobId
      })
    },

    async cancel(id: string) {
      try {
        await api.POST('/generate-image/{jobId}/cancel', { params: { path: { jobId: id } } })
      } catch (error) {
        // It was over already: the stream tells of it.
        if (!(error instanceof ApiError && error.status === 409)) setRefusal(refusalOf(error))
      }
    },

    /** @throws ApiError whoever is not of age */
    async confirmAge() {
      await api.POST('/studio/age', { body: { isAdult: true } })
      if (waiting) void send(waiting)
      setWaiting(null)
    },

    declineAge: () => setWaiting(null),
    forget: () => setJob(null),
  }
}

/** Faults of the form need no way to the server, and nobody's age. */
function faultsOf(form: GenerateForm): Refusal | null {
  try {
    requestOf(form, 0)
    return null
  } catch (error) {
    const { code, message, issues = [] } = error as DomainError
    return { code, message, issues }
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof ApiError) return { code: error.code, message: error.message, issues: error.issues }
  return { code: 'unknown', message: (error as Error).message, issues: [] }
}

/** A browser has `randomUUID` over TLS, or on its own machine, alone. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-')
