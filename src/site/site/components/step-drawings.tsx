import styles from './step-drawings.module.css'

/** Draws a home and the form that describes it. */
export function ListDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 320 220" aria-hidden="true">
      <rect className={styles.card} x="40" y="24" width="240" height="172" rx="20" />
      <rect className={styles.soft} x="58" y="42" width="92" height="92" rx="12" />
      <path className={styles.line} d="m72 92 32-26 32 26M80 86v32h48V86M98 118v-18h12v18" />
      <path className={styles.bars} d="M168 56h86M168 80h62M168 104h76M168 128h44" />
      <rect className={styles.solid} x="58" y="150" width="204" height="30" rx="10" />
      <path className={styles.onSolid} d="m148 165 8 8 15-16" />
    </svg>
  )
}

/** Draws a link that goes out in every direction. */
export function ShareDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 320 220" aria-hidden="true">
      <path className={styles.ray} d="M160 110 62 52M160 110l98-58M160 110 62 168M160 110l98 58" />
      <circle className={styles.solid} cx="160" cy="110" r="42" />
      <path
        className={styles.onSolid}
        d="M156 116a13 13 0 0 0 18.5 0l8-8a13 13 0 0 0-18.5-18.5l-3 3m3 11.5a13 13 0 0 0-18.5 0l-8 8a13 13 0 0 0 18.5 18.5l3-3"
      />
      <g>
        <rect className={styles.card} x="26" y="24" width="72" height="52" rx="14" />
        <path className={styles.bars} d="M42 44h40M42 58h24" />
        <rect className={styles.card} x="222" y="24" width="72" height="52" rx="14" />
        <path className={styles.line} d="M238 38h40v26h-40zm0 2 20 14 20-14" />
        <rect className={styles.card} x="26" y="144" width="72" height="60" rx="14" />
        <path className={styles.line} d="M44 158h14v14H44zm24 0h14v14H68zM44 180h14v12H44zm26 2v10h12" />
        <rect className={styles.card} x="222" y="144" width="72" height="52" rx="14" />
        <path className={styles.line} d="M240 182v-16a18 18 0 0 1 36 0v16z" />
      </g>
    </svg>
  )
}

/** Draws three people who get a message at once. */
export function TellDrawing() {
  const people = [60, 160, 260]
  return (
    <svg className={styles.drawing} viewBox="0 0 320 220" aria-hidden="true">
      <path className={styles.ray} d="M160 66v40M160 66 60 130M160 66l100 64" />
      <circle className={styles.solid} cx="160" cy="58" r="38" />
      <path className={styles.onSolid} d="M145 70v-14a15 15 0 0 1 30 0v14l5 6h-40zm10 12a5 5 0 0 0 10 0" />
      {people.map((x) => (
        <g key={x}>
          <circle className={styles.card} cx={x} cy="160" r="40" />
          <circle className={styles.soft} cx={x} cy="148" r="13" />
          <path className={styles.soft} d={`M${x - 23} 184a23 21 0 0 1 46 0z`} />
          <circle className={styles.solid} cx={x + 30} cy="132" r="13" />
          <path className={styles.onSolidFine} d={`m${x + 24} 132 4.5 4.5 8-9`} />
        </g>
      ))}
    </svg>
  )
}

/** Draws weeks with showings in them, and a log that closes over them. */
export function TrackDrawing() {
  const cells = Array.from({ length: 15 }, (_, index) => ({
    index,
    x: 62 + (index % 5) * 40,
    y: 74 + Math.floor(index / 5) * 36,
  }))
  const booked = new Map([
    [1, styles.solid],
    [4, styles.wait],
    [7, styles.solid],
    [8, styles.solid],
    [12, styles.wait],
  ])
  return (
    <svg className={styles.drawing} viewBox="0 0 320 220" aria-hidden="true">
      <rect className={styles.card} x="44" y="24" width="232" height="172" rx="20" />
      <path className={styles.bars} d="M62 50h70M236 50h20" />
      {cells.map(({ index, x, y }) => (
        <rect key={index} className={booked.get(index) ?? styles.soft} x={x} y={y} width="32" height="28" rx="7" />
      ))}
      <circle className={styles.seal} cx="262" cy="178" r="30" />
      <path className={styles.onSolid} d="m249 178 9 9 17-18" />
    </svg>
  )
}
