import { ApiError, unreadBody } from './api-client.ts'
import { actHeaders } from './page-account.ts'
import * as t from './text/fault.ts'
import type { UploadedPhoto } from './wire-values.ts'

/**
 * Sends an image as a form and reports how much of it is sent, from 0 to 1, which `fetch` cannot do.
 * @throws ApiError
 */
export function uploadImage(path: string, file: File, onProgress: (share: number) => void): Promise<UploadedPhoto> {
  const form = new FormData()
  form.append('image', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    for (const header of Object.entries(actHeaders())) request.setRequestHeader(...header)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new ApiError(0, { error: t.offline(), code: 'offline' }))
    request.onload = () => {
      const body = objectOf(request)
      if (request.status === 201) return resolve(body as UploadedPhoto)
      const retryAfter = Number(request.getResponseHeader('retry-after'))
      reject(new ApiError(request.status, body, retryAfter > 0 ? retryAfter : null))
    }
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
