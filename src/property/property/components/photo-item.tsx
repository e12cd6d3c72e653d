import { useEffect, useState } from 'react'
import { smallPhotoUrl } from '../../../platform/photo.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import * as t from '../../text/property.ts'
import { MAX_CAPTION } from '../field-domain.ts'
import styles from './photos-field.module.css'
import type { PhotoValue } from './property-values.tsx'

type PhotoItemProps = {
  photo: PhotoValue
  number: number
  count: number
  /** `true` to report a caption at every keystroke, otherwise when the person leaves the field. */
  savesAsTyped: boolean
  onCaption: (caption: string) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
  isDragged: boolean
  onDrag: (isOn: boolean) => void
  onDropHere: () => void
}

/** Shows one photo of the list with its caption. People move it with buttons or by dragging the picture. */
export function PhotoItem({ photo, number, count, savesAsTyped, ...on }: PhotoItemProps) {
  const [caption, setCaption] = useState(photo.caption)
  // The caption may have changed elsewhere, or an undo may have restored it.
  useEffect(() => setCaption(photo.caption), [photo.caption])
  const commit = () => caption !== photo.caption && on.onCaption(caption)
  return (
    <li
      className={styles.item}
      data-dragged={on.isDragged || undefined}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') || event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        on.onDropHere()
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is optional; the buttons do the same. */}
      <div
        className={styles.picture}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          on.onDrag(true)
        }}
        onDragEnd={() => on.onDrag(false)}
      >
        <img
          src={smallPhotoUrl(photo.url)}
          alt={photo.caption || t.photoNumber({ number, count })}
          draggable={false}
          loading="lazy"
        />
        {number === 1 && <span className={styles.first}>{t.firstPhoto()}</span>}
      </div>
      <div className={styles.about}>
        <Field
          name={`photo-caption-${number}`}
          label={t.captionOf({ number })}
          optional
          maxLength={MAX_CAPTION}
          autoComplete="off"
          value={caption}
          onChange={({ currentTarget: { value } }) => {
            setCaption(value)
            if (savesAsTyped) on.onCaption(value)
          }}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter saves the caption. It does not send the form.
            event.preventDefault()
            commit()
          }}
        />
        <div className={styles.actions}>
          <Button
            variant="secondary"
            aria-disabled={number === 1}
            aria-label={t.moveEarlier({ number })}
            onClick={() => on.onMove(-1)}
          >
            <Icon name="chevron-left" />
          </Button>
          <Button
            variant="secondary"
            aria-disabled={number === count}
            aria-label={t.moveLater({ number })}
            onClick={() => on.onMove(1)}
          >
            <Icon name="chevron-right" />
          </Button>
          <Button variant="secondary" data-remove="" aria-label={t.removePhoto({ number })} onClick={on.onRemove}>
            <Icon name="trash" />
          </Button>
        </div>
      </div>
    </li>
  )
}
