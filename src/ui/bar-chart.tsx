import styles from './bar-chart.module.css'

export type BarSeries = { name: string; values: readonly number[] }

type BarChartProps = {
  caption: string
  /** One for each place on the axis. */
  labels: readonly string[]
  series: readonly BarSeries[]
  /** How a value is written. */
  format?: (value: number) => string
}

const _HEIGHT = 160
const plain = (value: number) => value.toLocaleString('en-US')

/** Bars over an axis, drawn for the eye; the same figures as a table for everybody else. */
export function BarChart({ caption, labels, series, format = plain }: BarChartProps) {
  const _top = Math.max(1, ...series.flatMap(({ values }) => values))
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span>{caption}</span>
        {series.length > 1 && (
          <span className={styles.legend} aria-hidden="true">
            {series.map(({ name }, at) => (
              <span key={name} data-series={at}>
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <div className={styles.plot} aria-hidden="true">
        {labels.map((label, at) => (
          <div key={label} className={styles.place}>
            <div className={styles.bars}>
              {series.map(({ name, values }, index) => (
                <span
                  key={name}
                  className={styles.bar}
                  data-series={index}
                  title={`${label}, ${name}: ${format(values[at] ?? 0)}`}
                />
              ))}
            </div>
            <span className={styles.label}>{label}</span>
          </div>
        ))}
      </div>
      <table className="visually-hidden">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{format(values[at] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
