import { ApiError, api } from '../../../platform/api-client.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { Image } from '../../image/contract.ts'
import * as t from '../../text/gallery.ts'

type DeleteImageProps = { image: Image; onDeleted: (image: Image) => void; onClose: () => void }

export function DeleteImage({ image, onDeleted, onClose }: DeleteImageProps) {
  async function remove() {
    try {
      await api.DELETE('/images/{id}', { params: { path: { id: image.id } } })
    } catch (error) {
      // Another tab has deleted it.
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
    onDeleted(image)
    showToast({ kind: 'success', text: t.deleted(), key: 'delete' })
  }
  return (
    <ConfirmDialog title={t.deleteTitle()} confirmLabel={t.deleteButton()} onConfirm={remove} onClose={onClose}>
      <p>{t.deleteQuestion()}</p>
      <p>{t.deleteText()}</p>
    </ConfirmDialog>
  )
}
