import styles from './skeleton.module.css'

/** The shape of what is loading. @param isShown whether the label is visible, not only for screen readers */
export function Skeleton({ lines, label, isShown = false }: { lines: number; label: string; isShown?: boolean }) {
  return (
    <div className={styles.skeleton} role="status">
      <span className={isShown ? styles.label : 'visually-hidden'}>{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <div key={line} className={styles.line} />
      ))}
    </div>
  )
}
