import styles from './figures.module.css'

/** Shows key numbers in large type. */
export function Figures({ figures }: { figures: { value: string; text: string }[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ value, text }) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
