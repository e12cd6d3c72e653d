import { type DragEvent, type ReactNode, useState } from 'react'
import styles from './file-drop.module.css'
import { Icon } from './icon.tsx'

type FileDropProps = {
  name: string
  accept: string
  disabled?: boolean
  onFile: (file: File) => void
  children: ReactNode
}

/** Field to choose or drop one file. It is the browser's own input, so keys and screen readers know it. */
export function FileDrop({ name, accept, disabled, onFile, children }: FileDropProps) {
  const [isOver, setIsOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !disabled) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the input beneath is the reachable one.
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
        disabled={disabled}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // The same file may be chosen again after a failure.
          event.currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </div>
  )
}
