import styles from './steps.module.css'

/** Where a person is on a short way. */
export function Steps({ names, current }: { names: readonly string[]; current: number }) {
  return (
    <ol className={styles.steps} aria-label="Progress">
      {names.map((name, index) => (
        <li key={name} data-done={index < current || undefined} aria-current={index === current ? 'step' : undefined}>
          {name}
        </li>
      ))}
    </ol>
  )
}
