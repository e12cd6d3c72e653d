import type { ReactNode } from 'react'
import styles from './choice-grid.module.css'

type ChoiceGridProps<Value extends string> = {
  name: string
  legend: string
  /** Sets how many items are in a row. */
  kind: 'style' | 'filter'
  options: readonly Value[]
  value: Value
  onChange: (value: Value) => void
  /** Absent if there are no pictures that match the engine. */
  pictureOf?: ((value: Value) => ReactNode) | undefined
}

/** Native radio buttons with small pictures of what each option does. */
export function ChoiceGrid<Value extends string>(props: ChoiceGridProps<Value>) {
  const { name, legend, kind, options, value, onChange, pictureOf } = props
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        {legend}: <span className={styles.chosen}>{value}</span>
      </legend>
      <div className={styles.box}>
        <div className={`${styles.grid} ${styles[kind]}`}>
          {options.map((option) => (
            <label key={option} className={styles.choice}>
              <input
                type="radio"
                name={name}
                value={option}
                checked={option === value}
                onChange={() => onChange(option)}
              />
              {pictureOf?.(option)}
              <span className={styles.name}>{option}</span>
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  )
}

/** Shows a sample that scripts/studio-samples.ts drew: `Anime XL+` is `style-anime-xl-plus.webp`. */
export function StyleSample({ style }: { style: string }) {
  const name = style.toLowerCase().replace('+', '-plus').replaceAll(' ', '-')
  return (
    <img src={`/icons/studio/style-${name}.webp`} alt="" width={128} height={128} loading="lazy" decoding="async" />
  )
}
