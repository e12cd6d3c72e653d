import * as t from '../../text/booking.ts'
import styles from './elsewhere-mark.module.css'

/**
 * Warns in at most two lines that the agent is at this address
 * at that time. A pointer or a screen reader gets the full text.
 */
export function ElsewhereMark({ address }: { address: string | undefined }) {
  if (!address) return null
  return (
    <small className={styles.mark} title={t.elsewhereMark({ address })}>
      {t.elsewhereAt({ address })}
    </small>
  )
}
