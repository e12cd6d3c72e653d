import * as t from '../../text/site.ts'
import styles from './race-drawing.module.css'

const STREAKS: [x: number, y: number, length: number][] = [
  [10, 96, 120],
  [46, 146, 86],
  [0, 204, 150],
  [34, 262, 104],
  [16, 318, 78],
]

const HOURS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

/** Draws a stopwatch that has just started, racing ahead. */
export function RaceDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 440 400" aria-hidden="true">
      {STREAKS.map(([x, y, length]) => (
        <path key={y} className={styles.streak} d={`M${x} ${y}h${length}`} />
      ))}
      <rect className={styles.crown} x="250" y="30" width="40" height="34" rx="8" />
      <path className={styles.crown} d="m376 86 22 22-14 14-22-22z" />
      <circle className={styles.rim} cx="270" cy="212" r="150" />
      <circle className={styles.face} cx="270" cy="212" r="128" />
      {HOURS.map((hour) => (
        <path
          key={hour}
          className={styles.mark}
          d={hour % 3 === 0 ? 'M0-116v22' : 'M0-116v10'}
          transform={`translate(270 212) rotate(${hour * 30})`}
        />
      ))}
      <path className={styles.spent} d="M270 212V98a114 114 0 0 1 57 15.3z" />
      <path className={styles.hand} d="m270 212 50-88" />
      <circle className={styles.hub} cx="270" cy="212" r="11" />
      <text className={styles.words} x="270" y="268">
        {t.drawnMinutes()}
      </text>
      <text className={styles.fine} x="270" y="289">
        {t.drawnFromLink()}
      </text>
    </svg>
  )
}
