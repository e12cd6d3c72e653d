import { useEffect, useRef, useState } from 'react'
import { uploadImage } from '../../../platform/image-upload.ts'
import { MAX_PHOTO_BYTES } from '../../../platform/photo.ts'
import { FieldError } from '../../../ui/field.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { focusOn } from '../../../ui/focus-on.ts'
import { Icon } from '../../../ui/icon.tsx'
import { IMAGE_TYPES } from '../../../ui/image-file.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useFocusOnNext } from '../../../ui/use-focus-on-next.tsx'
import { useImageQueue } from '../../../ui/use-image-queue.tsx'
import * as t from '../../text/property.ts'
import { MAX_PHOTOS } from '../field-domain.ts'
import { PhotoItem } from './photo-item.tsx'
import { PhotoUpload } from './photo-upload.tsx'
import styles from './photos-field.module.css'
import type { PropertyForm } from './property-form.tsx'
import type { PhotoValue } from './property-values.tsx'
import { SaveMark } from './save-mark.tsx'

const NAME = 'photos'

/** Adds, orders, describes, and removes the photos of a property. */
export function PhotosField({ form }: { form: PropertyForm }) {
  const photos = form.values[NAME]
  const latest = useRef(photos)
  useEffect(() => {
    latest.current = photos
  }, [photos])
  const [news, setNews] = useState('')
  const [dragged, setDragged] = useState<number>()
  const list = useRef<HTMLOListElement>(null)
  const uploads = useFocusOnNext<HTMLUListElement>(':scope > li', () => focusOn(`#${NAME}`))

  const choose = (next: PhotoValue[]) => void store(next)
  function store(next: PhotoValue[]) {
    latest.current = next
    return form.choose({ [NAME]: next })
  }
  const queue = useImageQueue({
    send: (file, options) => uploadImage('/api/showingbooker/upload/property-photo', file, options),
    onUploaded: (url) => store([...latest.current, { url, caption: '' }]),
    // A closed edit form still stores its photos. A new property that was left takes no more.
    endsWithForm: form.kind === 'add',
    maxBytes: MAX_PHOTO_BYTES,
    signedOut: form.kind === 'add' ? t.signInToAdd() : t.signInToUpdate(),
    refuse: (waiting) =>
      latest.current.length + waiting >= MAX_PHOTOS ? t.tooManyPhotos({ max: MAX_PHOTOS }) : undefined,
  })
  usePaste(queue.add)
  useEffect(() => {
    if (form.uploads) form.uploads.current = queue.whenIdle
  })

  function move(from: number, to: number) {
    const next = [...photos]
    const [moved] = next.splice(from, 1)
    if (!moved || to < 0 || to >= photos.length || from === to) return
    next.splice(to, 0, moved)
    choose(next)
    setNews(t.photoMoved({ number: to + 1, count: next.length }))
  }

  function remove(at: number) {
    const [removed] = photos.slice(at, at + 1)
    if (!removed) return
    choose(photos.filter((photo) => photo !== removed))
    // Keep the focus in the list, or move it to the button that adds photos.
    const neighbor = list.current?.children[at === photos.length - 1 ? at - 1 : at + 1]
    const next = neighbor?.querySelector<HTMLElement>('[data-remove]') ?? document.getElementById(NAME)
    next?.focus()
    // An edit form saves each change and already offers to undo it.
    if (form.kind === 'edit') return
    const undo = { label: t.undo(), run: () => putBack(removed, at) }
    showToast({ kind: 'info', text: t.photoRemoved(), action: undo, key: 'photo' })
  }

  function putBack(photo: PhotoValue, at: number) {
    if (latest.current.length < MAX_PHOTOS) return choose(latest.current.toSpliced(at, 0, photo))
    showToast({ kind: 'error', text: t.tooManyPhotos({ max: MAX_PHOTOS }), key: 'photo' })
  }

  return (
    <div className={styles.field}>
      {photos.length > 0 && (
        <ol ref={list} className={styles.list} aria-label={t.fieldPhotos()}>
          {photos.map((photo, at) => (
            <PhotoItem
              key={photo.url}
              photo={photo}
              number={at + 1}
              count={photos.length}
              savesAsTyped={form.kind === 'add'}
              onCaption={(caption) =>
                choose(latest.current.map((one) => (one.url === photo.url ? { ...one, caption } : one)))
              }
              onMove={(by) => move(at, at + by)}
              onRemove={() => remove(at)}
              isDragged={dragged === at}
              onDrag={(isOn) => setDragged(isOn ? at : undefined)}
              onDropHere={() => {
                if (dragged !== undefined) move(dragged, at)
                setDragged(undefined)
              }}
            />
          ))}
        </ol>
      )}
      {queue.items.length > 0 && (
        <ul {...uploads} className={styles.uploads} aria-label={t.uploads()}>
          {queue.items.map((item) => (
            <PhotoUpload
              key={item.id}
              item={item}
              onRetry={() => queue.retry(item.id)}
              onRemove={() => queue.remove(item.id)}
            />
          ))}
        </ul>
      )}
      <FileDrop name={NAME} accept={IMAGE_TYPES.join()} multiple onFiles={queue.add}>
        <strong>{t.addPhotos()}</strong>
        <span className={styles.how}>{t.addPhotosHow()}</span>
      </FileDrop>
      <label className={styles.camera}>
        <Icon name="plus" />
        {t.takePhoto()}
        <input
          className="visually-hidden"
          type="file"
          accept={IMAGE_TYPES.join()}
          capture="environment"
          onChange={(event) => {
            queue.add([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
      </label>
      <p className="visually-hidden" role="status">
        {news}
      </p>
      <FieldError name={NAME} error={form.errorOf(NAME)} />
      <SaveMark form={form} name={NAME} />
    </div>
  )
}

/** Takes pictures from the clipboard, wherever the focus is. It does not touch pasted text. */
function usePaste(add: (files: File[]) => void) {
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  useEffect(() => {
    function paste({ clipboardData }: ClipboardEvent) {
      const images = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
      if (images.length > 0) latest.current(images)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
