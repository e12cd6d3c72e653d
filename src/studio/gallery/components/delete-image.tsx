import { api } from '../../../platform/api-client.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { Image } from '../../image/contract.ts'

type DeleteImageProps = { image: Image; onDeleted: (image: Image) => void; onClose: () => void }

export function DeleteImage({ image, onDeleted, onClose }: DeleteImageProps) {
  async function remove() {
    await api.DELETE('/images/{id}', { params: { path: { id: image.id } } })
    onDeleted(image)
    showToast({ kind: 'success', text: 'The image is deleted.', key: 'delete' })
  }
  return (
    <ConfirmDialog title="Delete image" confirmLabel="Delete" onConfirm={remove} onClose={onClose}>
      <p>Are you sure you want to delete this image?</p>
      <p>It goes with all its files, and cannot be brought back. The credit it cost is not given back.</p>
    </ConfirmDialog>
  )
}
