import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeTone = 'good' | 'waiting' | 'bad' | 'info' | 'plain'

/** A state in one word. Its color repeats the meaning of the word. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
}
