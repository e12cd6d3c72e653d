import styles from './bar-chart.module.css'
import { axisTop } from './chart-axis.ts'
import * as t from './text/kit.ts'

export type BarSeries = { name: string; values: readonly number[] }

type BarChartProps = {
  caption: string
  /** Label for each place on the axis. */
  labels: readonly string[]
  /** The full, distinct names. Equal to the labels if those are already full. */
  names?: readonly string[]
  series: readonly BarSeries[]
  /** Formats a value. */
  format?: (value: number) => string
}

/** Height of the axis in pixels. */
const HEIGHT = 160
/** Returns the height of a bar, with a minimum above 0 so that it is visible. */
const heightOf = (value: number, top: number) => (value > 0 ? Math.max(2, Math.round((value / top) * HEIGHT)) : 0)
const plain = (value: number) => value.toLocaleString('en-US')

/** A bar chart with an axis, and the same numbers as a table. A negative value has no bar. */
export function BarChart({ caption, labels, names = labels, series, format = plain }: BarChartProps) {
  const top = axisTop(Math.max(0, ...series.flatMap(({ values }) => values)))
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
        <div className={styles.axis}>
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
        {labels.map((label, at) => (
          <div key={names[at]} className={styles.place}>
            <div className={styles.bars}>
              {series.map(({ name, values }, index) => (
                <svg key={name} className={styles.bar} height={heightOf(values[at] ?? 0, top)} aria-hidden="true">
                  <title>{`${names[at]}, ${name}: ${format(values[at] ?? 0)}`}</title>
                  <rect data-series={index} width="100%" height="100%" rx="3" />
                </svg>
              ))}
            </div>
            <span className={styles.label}>{label}</span>
          </div>
        ))}
      </div>
      <details className={styles.figures}>
        <summary>{t.showData()}</summary>
        <table>
          <caption className="visually-hidden">{caption}</caption>
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
            {names.map((label, at) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{format(values[at] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
