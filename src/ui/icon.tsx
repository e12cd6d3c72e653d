import styles from './icon.module.css'

const PATHS = {
  alert: 'M12 8v5m0 3v.01M10.3 3.9 2.4 17.6A2 2 0 0 0 4.1 20.6h15.8a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0z',
  area: 'M4 9V4h5M20 15v5h-5M4 4l16 16',
  bath: 'M3 12h18v3a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4zm3 0V6a2.5 2.5 0 0 1 4.9-.7M7 19l-1 2m11-2 1 2',
  bed: 'M3 19v-8m0 5h18m0 3v-5a3 3 0 0 0-3-3H3m0 0V6m3 5V9a1.5 1.5 0 0 1 1.5-1.5h3A1.5 1.5 0 0 1 12 9v2',
  calendar: 'M5 5h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM3 10h18M8 3v4m8-4v4',
  card: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM2 10h20M6 15h4',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  home: 'm3 11 9-7 9 7M5 9.5V20h5v-6h4v6h5V9.5',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5m0-8v.01',
  key: 'M15 9a5 5 0 1 1-4.6 7H8v2H5v-2.5l4.2-4.2A5 5 0 0 1 15 9zm1 4v.01',
  lock: 'M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11',
  mail: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zm0 1.5 8 6 8-6',
  map: 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  phone:
    'M6.5 3.5 9.5 4l1 4-2 1.7a12 12 0 0 0 5.8 5.8l1.7-2 4 1 .5 3a2 2 0 0 1-2 2.3A16 16 0 0 1 4.2 5.5a2 2 0 0 1 2.3-2z',
  rent: 'M12 3v18m4.5-14.5C15.5 5.3 14 5 12 5c-2.5 0-4.5 1.2-4.5 3.3 0 5 9.5 2 9.5 7 0 2.2-2 3.7-5 3.7-2.3 0-4-.7-5-2.2',
} as const

export type IconName = keyof typeof PATHS

/** Decoration only: the words beside it say the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
