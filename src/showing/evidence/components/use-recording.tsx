import { useEffect, useRef, useState } from 'react'
import type { ServiceMethod } from '../../../notice/entry-notice/domain.ts'
import { ApiError, api } from '../../../platform/api-client.ts'
import type { Issue } from '../../../platform/errors.ts'
import { serverNowMs } from '../../../platform/server-clock.ts'
import { unsentKey } from '../../../ui/tab-memory.ts'
import { showToast } from '../../../ui/toast.tsx'
import { keepFields, keptFields } from '../../../ui/unsent-fields.ts'
import { useRetryKey } from '../../../ui/use-retry-key.ts'
import { instantAt, wallClock } from '../../../ui/wall-clock.ts'
import type { ShowingRecord } from '../../booking/contract.ts'
import * as t from '../../text/evidence.ts'
import { uploadPhoto } from './service-calls.tsx'

/** What the agent entered. Date and time are in the property's local time. */
type Entered = {
  method: ServiceMethod
  date: string
  time: string
  servedBy: string
  note: string
  consentDate: string
}

/** Returns the name under which the tab keeps a showing's form while it is unsent. */
export const recordingName = (showingId: string) => `service:${showingId}`

const FIELDS: Entered = { method: 'posted', date: '', time: '', servedBy: '', note: '', consentDate: '' }

/**
 * Keeps the entered service and its photo, and sends them. The text survives the end of a session; the photo does not.
 */
export function useRecording(
  { id, datetime, time_zone, agentName }: Pick<ShowingRecord, 'id' | 'datetime' | 'time_zone' | 'agentName'>,
  onChanged: () => Promise<void>,
) {
  const fresh = (): Entered => ({
    method: 'posted',
    ...wallClock(new Date(serverNowMs()).toISOString(), time_zone),
    servedBy: agentName ?? '',
    note: '',
    consentDate: '',
  })
  const name = recordingName(id)
  const [entered, setEntered] = useState(fresh)
  useEffect(() => {
    const kept = keptFields(name, FIELDS)
    if (kept) setEntered((before) => ({ ...before, ...kept }))
  }, [name])
  const [preview, setPreview] = useState<string | null>(null)
  /** Key of the photo. It is pending while the photo uploads. */
  const photo = useRef<Promise<string | null>>(Promise.resolve(null))
  const [issues, setIssues] = useState<Issue[]>([])
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const sending = useRetryKey(unsentKey(name))

  function dropPhoto() {
    photo.current = Promise.resolve(null)
    setPreview(null)
  }

  async function submit() {
    if (isBusy) return
    setFailure(undefined)
    const { method, servedBy, note, consentDate } = entered
    const servedAt = instantAt(entered.date, entered.time, time_zone)
    if (!servedAt) return setIssues([{ path: 'servedAt', message: t.enterDateAndTime() }])
    setIssues([])
    setIsBusy(true)
    const photoId = await photo.current.catch(() => undefined)
    if (photoId === undefined) {
      dropPhoto()
      setIsBusy(false)
      return setIssues([{ path: 'photo', message: t.photoNotUploaded() }])
    }
    const consent = method === 'electronic_with_consent' && consentDate ? { consentDate } : {}
    const optional = { ...(note && { note }), ...consent, ...(photoId && { photo: photoId }) }
    const body = { method, servedAt, servedBy, ...optional, seen: { startsAt: datetime } }
    try {
      const request = { params: { path: { id } }, body, headers: sending.headersFor(body) }
      await api.POST('/api/showingbooker/bookings/{id}/service', request)
      // After withdrawing this record, the agent may record the same service again.
      sending.forget()
      keepFields(name, null)
      await onChanged()
      setEntered(fresh())
      dropPhoto()
      showToast({ kind: 'success', text: t.serviceRecorded() })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.issues.length > 0) setIssues(error.issues)
      else setFailure(error.message)
      if (error.status === 409) await onChanged()
    } finally {
      setIsBusy(false)
    }
  }

  return {
    entered,
    issues,
    failure,
    isBusy,
    submit,
    enter(change: Partial<Entered>) {
      const next = { ...entered, ...change }
      setEntered(next)
      keepFields(name, next)
    },
    preview,
    showPhoto: (shown: string | null) => {
      if (!shown) dropPhoto()
    },
    async sendPhoto(file: File): Promise<{ imageUrl: string }> {
      const uploading = uploadPhoto(id, file)
      photo.current = uploading
      await uploading
      // The stored photo is private and has no URL before it is recorded. Until then, the browser shows its own copy.
      const imageUrl = await dataUrlOf(file)
      if (photo.current === uploading) setPreview(imageUrl)
      return { imageUrl }
    },
  }
}

const dataUrlOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'))
    reader.readAsDataURL(file)
  })
