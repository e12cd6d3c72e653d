import styles from './skeleton.module.css'

/** The shape of what is loading. */
export function Skeleton({ lines, label }: { lines: number; label: string }) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <div key={line} className={styles.line} />
      ))}
    </div>
  )
}
