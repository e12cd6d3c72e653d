import { Button, Spinner } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from './photo-field.module.css'
import type { PropertyForm } from './property-form.tsx'
import { SaveMark } from './save-mark.tsx'
import { usePhotoUpload } from './use-photo-upload.tsx'

const NAME = 'property_photo'

/** A drop zone; what has been chosen is shown at once, while it is on its way. */
export function PhotoField({ form }: { form: PropertyForm }) {
  const photo = form.values[NAME]
  const upload = usePhotoUpload((imageUrl) => form.choose({ [NAME]: imageUrl }), form.kind)
  const shown = upload.preview ?? photo
  function remove() {
    form.choose({ [NAME]: null })
    // Where each change is saved by itself, each can be undone already.
    if (form.kind === 'edit') return
    const undo = { label: 'Undo', run: () => form.choose({ [NAME]: photo }) }
    showToast({ kind: 'info', text: 'Photo removed', action: undo, key: 'photo' })
  }
  return (
    <div className={styles.field}>
      {shown && (
        <div className={styles.preview}>
          <img
            src={shown}
            alt={upload.preview ? 'The photo that you chose' : 'The current one'}
            onError={() => upload.fail(upload.preview ? 'unreadable' : 'gone')}
          />
          {upload.isBusy && (
            <p className={styles.busy} role="status">
              <Spinner /> Uploading…
            </p>
          )}
        </div>
      )}
      <FileDrop name={NAME} accept="image/jpeg,image/png,image/webp" disabled={upload.isBusy} onFile={upload.start}>
        <strong>{shown ? 'Replace' : 'Choose a photo'}</strong>
        <span className={styles.how}>
          {shown ? 'Choose another photo' : 'Choose one'} or drop it here. JPEG, PNG or WebP, at most 2 MB.
        </span>
      </FileDrop>
      <FieldError name={NAME} error={upload.fault ?? form.errorOf(NAME)} />
      <div className={styles.actions}>
        {upload.retry && (
          <Button variant="secondary" onClick={upload.retry}>
            Try again
          </Button>
        )}
        {photo && !upload.isBusy && (
          <Button variant="secondary" onClick={remove}>
            <Icon name="trash" />
            Remove<span className="visually-hidden"> the photo</span>
          </Button>
        )}
      </div>
      <SaveMark form={form} name={NAME} />
    </div>
  )
}
