import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

const ICONS = { info: 'info', success: 'check', warning: 'alert', error: 'alert' } satisfies Record<string, IconName>

type NoticeProps = {
  kind: keyof typeof ICONS
  title?: string
  children?: ReactNode
  /** Shown next to the text if there is room. */
  action?: ReactNode
  /** `true` if the action stays on the line of a short title, also on a phone. */
  isSlim?: boolean
  role?: 'status' | 'alert'
}

export function Notice({ kind, title, children, action, isSlim, role }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]} ${isSlim ? styles.slim : ''}`} role={role}>
      <Icon name={ICONS[kind]} />
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
