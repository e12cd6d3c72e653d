import { ApiError, unreadBody } from './api-client.ts'
import { actHeaders } from './page-account.ts'
import * as t from './text/fault.ts'
import type { UploadedPhoto } from './wire-values.ts'

/** How long an upload may make no progress, in milliseconds. */
const STALLED_MS = 120_000

export type UploadOptions = {
  /** Called with the sent share, from 0 to 1. */
  onProgress: (share: number) => void
  /** Cancels the upload. */
  signal: AbortSignal
}

/**
 * Sends an image as a form and reports how much of it is sent, which `fetch` cannot do.
 * @throws ApiError, or the signal's reason
 */
export function uploadImage(path: string, file: File, { onProgress, signal }: UploadOptions): Promise<UploadedPhoto> {
  const form = new FormData()
  form.append('image', file)
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('POST', path)
    for (const header of Object.entries(actHeaders())) request.setRequestHeader(...header)
    const startedAt = performance.now()
    // The timeout counts from the start, even if we set it later.
    const awaitProgress = () => {
      request.timeout = performance.now() - startedAt + STALLED_MS
    }
    request.upload.onprogress = ({ loaded, total }) => {
      awaitProgress()
      onProgress(total > 0 ? loaded / total : 0)
    }
    const fail = () => reject(new ApiError(0, { error: t.offline(), code: 'offline' }))
    request.onerror = fail
    request.ontimeout = fail
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.onload = () => {
      const body = objectOf(request)
      if (request.status === 201) return resolve(body as UploadedPhoto)
      const retryAfter = Number(request.getResponseHeader('retry-after'))
      reject(new ApiError(request.status, body, retryAfter > 0 ? retryAfter : null))
    }
    awaitProgress()
    request.send(form)
  })
}

function objectOf(answer: XMLHttpRequest): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(answer.responseText)
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch {
    return unreadBody(answer)
  }
}
