import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import styles from './tiles.module.css'

export type Tile = { icon: IconName; title: string; text: ReactNode }

/** Shows points of equal weight, side by side if there is room. */
export function Tiles({ tiles }: { tiles: Tile[] }) {
  return (
    <ul className={styles.tiles}>
      {tiles.map(({ icon, title, text }) => (
        <li key={title}>
          <span className={styles.icon}>
            <Icon name={icon} />
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
