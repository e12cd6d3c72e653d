import styles from './figures.module.css'

/** Numbers that tell the most, in large letters. */
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
