import { type DragEvent, type ReactNode, useState } from 'react'
import styles from './file-drop.module.css'
import { Icon } from './icon.tsx'

type FileDropProps = {
  name: string
  accept: string
  /** `true` to accept no file for now. The field keeps the focus. */
  disabled?: boolean
  /** Called with one file, unless `multiple` is set. */
  onFiles: (files: [File, ...File[]]) => void
  multiple?: boolean
  children: ReactNode
}

/** A field to choose or drop files. It is the browser's own input, so it works with keyboards and screen readers. */
export function FileDrop({ name, accept, disabled, onFiles, multiple, children }: FileDropProps) {
  const [isOver, setIsOver] = useState(false)
  function take(list: FileList | null) {
    const [first, ...others] = list ?? []
    if (first && !disabled) onFiles([first, ...(multiple ? others : [])])
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the input beneath is accessible.
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <label className={styles.label} htmlFor={name}>
        <Icon name="upload" />
        <span>{children}</span>
      </label>
      <input
        id={name}
        name={name}
        className={styles.input}
        type="file"
        accept={accept}
        aria-disabled={disabled || undefined}
        onClick={(event) => disabled && event.preventDefault()}
        multiple={multiple}
        onChange={(event) => {
          take(event.currentTarget.files)
          // Reset the input, so that people can choose the same file again after a failure.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
