import { useState } from 'react'
import { MOST_PHOTO_BYTES } from '../../../notice/service-record/limits-domain.ts'
import type { ApiError } from '../../../platform/api-client.ts'
import { newUuid } from '../../../platform/uuid.ts'
// This is a static import, because the phone may be offline once we need it.
import { smallerImage } from '../../../ui/smaller-image.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useLateAnswer } from '../../../ui/use-late-answer.tsx'
import type { ShowingRecord } from '../../booking/contract.ts'
import * as t from '../../text/evidence.ts'
import { dropPosting, keepPosting, type Posting } from './kept-postings.tsx'
import { canTryAgain, sendPosting } from './service-calls.tsx'

export type Posted = Pick<
  ShowingRecord,
  'id' | 'propertyAddress' | 'datetime' | 'time_zone' | 'agentName' | 'agentEmail'
>

/** `onStale`: the showing has changed; `onKept`: this browser keeps the record until it can send it. */
export type AfterPosting = { onRecorded: () => unknown; onStale: () => unknown; onKept: () => void }

/**
 * Records that the agent just posted the notice. If the server is out of reach, this browser keeps the record until it
 * can send it.
 */
export function usePosting(showing: Posted, { onRecorded, onStale, onKept }: AfterPosting) {
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [unsent, setUnsent] = useState<Posting>()
  const late = useLateAnswer(t.iPostedTheNotice())

  async function post(chosen: File | null) {
    if (isBusy) return
    setIsBusy(true)
    setFault(undefined)
    const servedAt = new Date().toISOString()
    const photo = chosen && (await fitting(chosen))
    if (chosen && !photo) {
      setFault(t.photoUnreadable())
      return setIsBusy(false)
    }
    await send({
      id: newUuid(),
      accountId: localStorage.getItem('userId') ?? '',
      bookingId: showing.id,
      servedAt,
      startsAt: showing.datetime,
      servedBy: showing.agentName ?? showing.agentEmail ?? t.theListingAgent(),
      address: showing.propertyAddress,
      timeZone: showing.time_zone,
      photo,
    })
    setIsBusy(false)
  }

  async function send(posting: Posting) {
    // Keep it first, so that nothing is lost if the phone dies while we send it.
    const isKept = await keepPosting(posting).then(
      () => true,
      () => false,
    )
    try {
      await sendPosting(posting)
      setUnsent(undefined)
      showToast({ kind: 'success', text: posting.photo ? t.postedWithPhoto() : t.postedRecorded() })
      await onRecorded()
    } catch (error) {
      if (!canTryAgain(error)) {
        await dropPosting(posting.id)
        const { message, status } = error as ApiError
        if (late.failed(message)) return
        setFault(message)
        return status === 409 ? onStale() : undefined
      }
      if (isKept) return onKept()
      setUnsent(posting)
      setFault(t.notKept())
    }
  }

  async function retry() {
    if (!unsent || isBusy) return
    setIsBusy(true)
    setFault(undefined)
    await send(unsent)
    setIsBusy(false)
  }
  return { isBusy, fault, post, retry: unsent && retry }
}

async function fitting(file: File): Promise<File | null> {
  return file.size <= MOST_PHOTO_BYTES ? file : smallerImage(file, MOST_PHOTO_BYTES)
}
