import styles from './street-drawing.module.css'

/** Draws a street of homes, each with its own door. */
export function StreetDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 640 420" aria-hidden="true">
      <circle className={styles.sun} cx="500" cy="96" r="46" />
      <path
        className={styles.cloud}
        d="M70 108h96a22 22 0 0 0 0-44 30 30 0 0 0-56-10 27 27 0 0 0-40 24 15 15 0 0 0 0 30z"
      />
      <path className={styles.far} d="M0 286q90-60 190-34t210-40 240 30v118H0z" />

      <g>
        <path className={styles.brick} d="M36 360V204h124v156z" />
        <path className={styles.slate} d="m22 210 76-64 76 64z" />
        <Windows
          at={[
            [56, 226],
            [114, 226],
            [56, 284],
          ]}
        />
        <Door x={110} y={284} />
      </g>
      <g>
        <path className={styles.cream} d="M176 360V132h128v228z" />
        <rect className={styles.slate} x="168" y="120" width="144" height="16" rx="4" />
        <Windows
          at={[
            [196, 156],
            [252, 156],
            [196, 214],
            [252, 214],
            [196, 284],
          ]}
        />
        <Door x={250} y={284} isOpen />
      </g>
      <g>
        <path className={styles.green} d="M322 360V222h136v138z" />
        <path className={styles.tile} d="m308 228 82-74 82 74z" />
        <Windows
          at={[
            [342, 246],
            [406, 246],
            [406, 296],
          ]}
        />
        <Door x={340} y={284} />
        <rect className={styles.tile} x="424" y="158" width="16" height="40" />
      </g>
      <g>
        <path className={styles.brick} d="M474 360V176h126v184z" />
        <path className={styles.slate} d="M464 182h146l-22-34H486z" />
        <Windows
          at={[
            [494, 200],
            [552, 200],
            [494, 250],
            [552, 250],
          ]}
        />
        <Door x={520} y={290} />
      </g>

      {[20, 314, 466, 620].map((x) => (
        <g key={x}>
          <path className={styles.trunk} d={`M${x} 362v-40`} />
          <circle className={styles.leaves} cx={x} cy="306" r="24" />
        </g>
      ))}
      <path className={styles.walk} d="M0 360h640v22H0z" />
      <path className={styles.road} d="M0 382h640v38H0z" />
      <path className={styles.lane} d="M0 402h640" />
    </svg>
  )
}

function Windows({ at }: { at: [x: number, y: number][] }) {
  return at.map(([x, y]) => (
    <g key={`${x} ${y}`}>
      <rect className={styles.window} x={x} y={y} width="30" height="34" rx="4" />
      <path className={styles.bar} d={`M${x + 15} ${y}v34M${x} ${y + 17}h30`} />
    </g>
  ))
}

function Door({ x, y, isOpen = false }: { x: number; y: number; isOpen?: boolean }) {
  const height = 360 - y
  const doorway = `M${x} 360v${18 - height}a17 17 0 0 1 34 0v${height - 18}z`
  return (
    <>
      <path className={isOpen ? styles.light : styles.door} d={doorway} />
      {isOpen ? (
        <path className={styles.tick} d={`m${x + 9} ${y + 42} 6 6 11-12`} />
      ) : (
        <circle className={styles.knob} cx={x + 27} cy={y + 46} r="2.5" />
      )}
    </>
  )
}
