import styles from './choice-grid.module.css'

type ChoiceGridProps<Value extends string> = {
  name: string
  legend: string
  /** Folder part of the pictures' names: `style` or `filter`. */
  kind: 'style' | 'filter'
  options: readonly Value[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean
}

/** Native radio buttons behind little pictures of what each of them does. */
export function ChoiceGrid<Value extends string>(props: ChoiceGridProps<Value>) {
  const { name, legend, kind, options, value, onChange, disabled } = props
  return (
    <fieldset className={styles.group} disabled={disabled}>
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
              <img src={sampleUrl(kind, option)} alt="" width={128} height={128} loading="lazy" decoding="async" />
              <span className={styles.name}>{option}</span>
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  )
}

/** Drawn by scripts/studio-samples.ts: `Anime XL+` is `style-anime-xl-plus.webp`. */
export const sampleUrl = (kind: 'style' | 'filter', option: string) =>
  `/icons/studio/${kind}-${option.toLowerCase().replace('+', '-plus').replaceAll(' ', '-')}.webp`
