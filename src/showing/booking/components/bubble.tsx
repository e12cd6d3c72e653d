import type { ReactNode } from 'react'
import styles from './bubble.module.css'

type BubbleProps = {
  isMine: boolean
  name: string
  at: string
  isNew?: ReactNode
  words: string
  /** ID of a message that the reader has not seen yet. */
  unread?: string | undefined
  children?: ReactNode
}

/** Shows what one person wrote, on that person's side. @param children the state of its delivery */
export function Bubble({ isMine, name, at, isNew, words, unread, children }: BubbleProps) {
  return (
    <li className={styles.bubble} data-mine={isMine || undefined} data-unread={unread}>
      <p className={styles.head}>
        <b>{name}</b> <span>{at}</span> {isNew}
      </p>
      <p className={styles.words}>{words}</p>
      {children}
    </li>
  )
}
