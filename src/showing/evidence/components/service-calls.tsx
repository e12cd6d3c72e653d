import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { dropPosting, type Posting } from './kept-postings.tsx'

/** Uploads a photo of a served notice. @returns its key, which the record of the service must name */
export async function uploadPhoto(bookingId: string, file: File): Promise<string> {
  const form = new FormData()
  form.append('image', file)
  const answer = await api.POST('/api/showingbooker/bookings/{id}/service/photo', {
    params: { path: { id: bookingId } },
    body: { image: file.name },
    bodySerializer: () => form,
  })
  return bodyOf(answer).id
}

/**
 * Records a posting on the server, then deletes it here. If the answer is lost, we can send it again, because the
 * server recognizes an equal record. It has no Idempotency-Key, because each try has its own `sentAt`. From that, the
 * server computes how long ago the posting was.
 * @throws ApiError
 */
export async function sendPosting(posting: Posting): Promise<void> {
  const { id, bookingId, servedAt, servedBy, startsAt, photo } = posting
  const uploaded = photo && (await uploadPhoto(bookingId, photo))
  await api.POST('/api/showingbooker/bookings/{id}/service', {
    params: { path: { id: bookingId } },
    body: {
      method: 'posted',
      servedAt,
      sentAt: new Date().toISOString(),
      servedBy,
      ...(startsAt && { seen: { startsAt } }),
      ...(uploaded && { photo: uploaded }),
    },
  })
  await dropPosting(id)
}

/** Checks whether a later try may succeed: there was no connection, or the server could not answer. */
export const canTryAgain = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status)
