import styles from './brand.module.css'

/** The logo, a doorway with a check mark, and the name. */
export function Brand() {
  return (
    <a className={styles.brand} href="/">
      <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
        <rect className={styles.ground} x="1" y="1" width="30" height="30" rx="9" />
        <path className={styles.door} d="M8.5 31V14.5a7.5 7.5 0 0 1 15 0V31z" />
        <path className={styles.tick} d="m12.5 19 2.5 2.6 4.7-5.2" />
      </svg>
      <span>ShowingBooker</span>
    </a>
  )
}
