import { useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { Image } from '../../image/contract.ts'
import * as t from '../../text/gallery.ts'

/** @param onChanged takes the changed image, whose addresses may be new */
export function useVisibility(onChanged: (image: Image) => void) {
  const [busyId, setBusyId] = useState<string>()
  return {
    /** Id of the image whose visibility is being changed. */
    busyId,
    async toggle({ id, visibility }: Image) {
      setBusyId(id)
      const body = { visibility: visibility === 'public' ? ('private' as const) : ('public' as const) }
      try {
        onChanged(bodyOf(await api.PATCH('/images/{id}/visibility', { params: { path: { id } }, body })))
        const text = body.visibility === 'public' ? t.nowPublic() : t.nowPrivate()
        showToast({ kind: 'success', text, key: 'visibility' })
      } catch (error) {
        showToast({ kind: 'error', text: (error as Error).message, key: 'visibility' })
      }
      setBusyId(undefined)
    },
  }
}

export type Visibilities = ReturnType<typeof useVisibility>
