import styles from './icon.module.css'

const PATHS = {
  alert: 'M12 8v5m0 3v.01M10.3 3.9 2.4 17.6A2 2 0 0 0 4.1 20.6h15.8a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0z',
  area: 'M4 9V4h5M20 15v5h-5M4 4l16 16',
  bath: 'M3 12h18v3a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4zm3 0V6a2.5 2.5 0 0 1 4.9-.7M7 19l-1 2m11-2 1 2',
  bed: 'M3 19v-8m0 5h18m0 3v-5a3 3 0 0 0-3-3H3m0 0V6m3 5V9a1.5 1.5 0 0 1 1.5-1.5h3A1.5 1.5 0 0 1 12 9v2',
  bolt: 'M13 3 5 13.5h6L10 21l8-10.5h-6z',
  calendar: 'M5 5h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM3 10h18M8 3v4m8-4v4',
  camera:
    'M4 8h3l1.5-2.5h7L17 8h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  card: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM2 10h20M6 15h4',
  chart: 'M4 20V4m0 16h16M8 16v-5m4 5V8m4 8v-3',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'chevron-left': 'm14.5 6-6 6 6 6',
  'chevron-right': 'm9.5 6 6 6-6 6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M9 8h10v12H9zM5 16V4h10',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14',
  edit: 'm4 20 .9-4L16 4.9a2 2 0 0 1 3.1 3.1L8 19.1z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  file: 'M7 3h7l5 5v13H7zM14 3v5h5M10 13h6m-6 4h6',
  grid: 'M4 4h7v7H4zm9 0h7v7h-7zM4 13h7v7H4zm9 0h7v7h-7z',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1 1-1.1 1.8m0 3v.01',
  home: 'm3 11 9-7 9 7M5 9.5V20h5v-6h4v6h5V9.5',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5m0-8v.01',
  key: 'M15 9a5 5 0 1 1-4.6 7H8v2H5v-2.5l4.2-4.2A5 5 0 0 1 15 9zm1 4v.01',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1m2 3.7a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.01m0 5.99v.01m0 5.99v.01',
  lock: 'M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11',
  mail: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zm0 1.5 8 6 8-6',
  map: 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  message: 'M4 5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H10l-5 4v-4H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zm4 5h8m-8 3h5',
  phone:
    'M6.5 3.5 9.5 4l1 4-2 1.7a12 12 0 0 0 5.8 5.8l1.7-2 4 1 .5 3a2 2 0 0 1-2 2.3A16 16 0 0 1 4.2 5.5a2 2 0 0 1 2.3-2z',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 9V4h10v5M7 17H4v-8h16v8h-3M7 14h10v6H7z',
  qr: 'M4 4h6v6H4zm10 0h6v6h-6zM4 14h6v6H4zm10 0h2v2h-2zm4 0h2m-6 6h2m2-2h2v2',
  rent: 'M12 3v18m4.5-14.5C15.5 5.3 14 5 12 5c-2.5 0-4.5 1.2-4.5 3.3 0 5 9.5 2 9.5 7 0 2.2-2 3.7-5 3.7-2.3 0-4-.7-5-2.2',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zm4.7-1.8L20 20',
  share:
    'M7 12.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM21 5.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zm0 13a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM6.8 11.4l9.3-4.7m-9.3 6.9 9.3 4.7',
  shield: 'M12 3 5 6v5c0 4.5 2.9 8 7 10 4.1-2 7-5.5 7-10V6zm-3 8.8 2.2 2.2 3.9-4',
  trash: 'M5 7h14M10 4h4M7 7l.8 13h8.4L17 7M10.5 11v5m3-5v5',
  upload: 'M12 16V5m-4.5 4.5L12 5l4.5 4.5M5 20h14',
  user: 'M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c.5-3.6 3.2-5.5 7-5.5s6.5 1.9 7 5.5',
} as const

export type IconName = keyof typeof PATHS

/** A decorative icon. The text next to it says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
