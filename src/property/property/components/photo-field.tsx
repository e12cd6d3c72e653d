import { api, bodyOf } from '../../../platform/api-client.ts'
import { MAX_PHOTO_BYTES } from '../../../platform/photo.ts'
import { ImageField } from '../../../ui/image-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/property.ts'
import type { PropertyForm } from './property-form.tsx'
import { SaveMark } from './save-mark.tsx'

const NAME = 'property_photo'

/** Shows the photo of a property. */
export function PhotoField({ form }: { form: PropertyForm }) {
  const photo = form.values[NAME]
  function choose(imageUrl: string | null) {
    form.choose({ [NAME]: imageUrl })
    // An edit form saves each change and already offers to undo it.
    if (imageUrl !== null || form.kind === 'edit') return
    const undo = { label: t.undo(), run: () => form.choose({ [NAME]: photo }) }
    showToast({ kind: 'info', text: t.photoRemoved(), action: undo, key: 'photo' })
  }
  return (
    <ImageField
      name={NAME}
      noun="photo"
      value={photo ?? null}
      onChange={choose}
      send={upload}
      signedOut={form.kind === 'add' ? t.signInToAdd() : t.signInToUpdate()}
      maxSizeKB={MAX_PHOTO_BYTES / 1024}
      error={form.errorOf(NAME)}
    >
      <SaveMark form={form} name={NAME} />
    </ImageField>
  )
}

async function upload(file: File) {
  const form = new FormData()
  form.append('image', file)
  const answer = await api.POST('/api/showingbooker/upload/property-photo', {
    body: { image: file.name },
    bodySerializer: () => form,
  })
  return bodyOf(answer)
}
