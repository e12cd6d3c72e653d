import { type ReactNode, useEffect, useRef } from 'react'
import { Button, Spinner } from './button.tsx'
import { FieldError } from './field.tsx'
import { FileDrop } from './file-drop.tsx'
import { focusOn, isFocusLost } from './focus-on.ts'
import { Icon } from './icon.tsx'
import styles from './image-field.module.css'
import { IMAGE_TYPES } from './image-file.ts'
import { hidden, rich } from './rich.ts'
import * as t from './text/kit.ts'
import { type ImageUpload, useImageUpload } from './use-image-upload.tsx'

type ImageFieldProps = {
  name: string
  /** URL of the stored picture, or `null`. */
  value: string | null
  /** Called with the upload's URL, or with null after the person removed the picture. */
  onChange: (imageUrl: string | null) => void
  send: ImageUpload['send']
  signedOut: string
  /** What the buttons call the picture. */
  noun: 'photo' | 'picture'
  shape?: 'wide' | 'round'
  /** We shrink larger files before the upload. */
  shrinks?: boolean
  error?: string
  /** Shows below the buttons whether it is saved. */
  children?: ReactNode
}

const MAX_SIZE_KB = 2048

/** Drop zone for one picture. It shows the choice at once while it uploads. */
export function ImageField({ shape = 'wide', shrinks = false, noun, ...field }: ImageFieldProps) {
  const { name, value, onChange, send, signedOut } = field
  const upload = useImageUpload({ send, onUploaded: onChange, maxSizeKB: MAX_SIZE_KB, shrinks, signedOut })
  const shown = upload.preview ?? value
  const hadPicture = useRef(value !== null)
  // The button that removes the picture disappears with it.
  useEffect(() => {
    if (hadPicture.current && value === null && isFocusLost()) focusOn(`#${name}`)
    hadPicture.current = value !== null
  }, [name, value])
  return (
    <div className={styles.field}>
      {shown && (
        <div className={`${styles.preview} ${shape === 'round' ? styles.round : ''}`}>
          <img
            src={shown}
            alt={upload.preview ? t.chosenPicture({ noun }) : t.currentPicture()}
            onError={() => upload.fail(upload.preview ? 'unreadable' : 'gone')}
          />
          {upload.isBusy && (
            <p className={styles.busy} role="status">
              <Spinner /> {t.uploading()}
            </p>
          )}
        </div>
      )}
      <FileDrop
        name={name}
        accept={IMAGE_TYPES.join()}
        disabled={upload.isBusy}
        onFiles={([file]) => upload.start(file)}
      >
        <strong>{shown ? t.replace() : t.choosePicture({ noun })}</strong>
        <span className={styles.how}>
          {shown ? t.chooseAnother({ noun }) : t.chooseOne()}{' '}
          {shrinks ? t.largeOneShrinks() : t.largestPicture({ mb: MAX_SIZE_KB / 1024 })}
        </span>
      </FileDrop>
      {upload.isShrinking && (
        <p className={styles.shrinking} role="status">
          <Spinner /> {t.makingSmaller()}
        </p>
      )}
      <FieldError name={name} error={upload.fault ?? field.error} />
      <div className={styles.actions}>
        {upload.retry && (
          <Button variant="secondary" onClick={upload.retry}>
            {t.tryAgain()}
          </Button>
        )}
        {value && !upload.isBusy && (
          <Button variant="secondary" onClick={() => onChange(null)}>
            <Icon name="trash" />
            {rich(t.removePicture({ hidden, noun }))}
          </Button>
        )}
      </div>
      {field.children}
    </div>
  )
}
