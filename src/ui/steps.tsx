import styles from './steps.module.css'
import * as t from './text/kit.ts'

/** Shows a person's place in a few steps. */
export function Steps({ names, current }: { names: readonly string[]; current: number }) {
  return (
    <ol className={styles.steps} aria-label={t.progress()}>
      {names.map((name, index) => (
        <li key={name} data-done={index < current || undefined} aria-current={index === current ? 'step' : undefined}>
          {name}
        </li>
      ))}
    </ol>
  )
}
