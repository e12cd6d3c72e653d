import { useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { Image } from '../../image/contract.ts'
import * as t from '../../text/gallery.ts'
import { isGone } from './gone.tsx'

/**
 * @param onChanged takes the changed image, whose addresses may be new
 * @param onGone takes an image that was deleted in the meantime
 */
export function useVisibility(onChanged: (image: Image) => void, onGone: (image: Image) => void) {
  const [busyId, setBusyId] = useState<string>()
  async function change(image: Image, visibility: Image['visibility']) {
    const params = { path: { id: image.id } }
    try {
      onChanged(bodyOf(await api.PATCH('/images/{id}/visibility', { params, body: { visibility } })))
    } catch (error) {
      if (isGone(error)) return onGone(image)
      showToast({ kind: 'error', text: (error as Error).message, key: 'visibility' })
      // An admin removed the image in the meantime. Its creator sees why.
      if (error instanceof ApiError && error.status === 409)
        await api.GET('/images/{id}', { params }).then(
          (answer) => onChanged(bodyOf(answer)),
          () => undefined,
        )
      return
    }
    showToast({ kind: 'success', text: visibility === 'public' ? t.nowPublic() : t.nowPrivate(), key: 'visibility' })
  }
  return {
    /** Id of the image whose visibility is being changed. */
    busyId,
    async toggle(image: Image) {
      setBusyId(image.id)
      await change(image, image.visibility === 'public' ? 'private' : 'public')
      setBusyId(undefined)
    },
  }
}

export type Visibilities = ReturnType<typeof useVisibility>
