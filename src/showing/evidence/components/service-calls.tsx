import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { dropPosting, type Posting } from './kept-postings.tsx'

/** Uploads a photo of a served notice. @returns its key, to name when the service is recorded */
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
 * Records a posting and forgets it here. It can be sent again after a lost answer: the server knows an equal record. It has
 * no Idempotency-Key, because each sending has its own `sentAt`, from which the server counts back how long ago it was.
 * @throws ApiError
 */
export async function sendPosting(posting: Posting): Promise<void> {
  const { id, bookingId, servedAt, servedBy, photo } = posting
  const uploaded = photo && (await uploadPhoto(bookingId, photo))
  await api.POST('/api/showingbooker/bookings/{id}/service', {
    params: { path: { id: bookingId } },
    body: {
      method: 'posted',
      servedAt,
      sentAt: new Date().toISOString(),
      servedBy,
      ...(uploaded && { photo: uploaded }),
    },
  })
  await dropPosting(id)
}

/** Tells whether the same may go through later: there was no connection, or the server could not answer. */
export const canTryAgain = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status)
