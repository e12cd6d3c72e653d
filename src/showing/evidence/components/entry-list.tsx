import type { LogEvent } from '../../../notice/compliance/contract.ts'
import { eventName } from '../../../notice/compliance/domain.ts'
import { instantName } from '../../../ui/date-time.ts'
import * as t from '../../text/evidence.ts'
import { entryDetail } from '../domain.ts'
import styles from './entry-list.module.css'
import { Entry, Meta, Records } from './records.tsx'

/** Lists every log entry of a showing with its sequence number and hash. */
export function EntryList({ entries, timeZone }: { entries: LogEvent[]; timeZone: string }) {
  if (entries.length === 0) return <p>{t.noEntry()}</p>
  return (
    <Records>
      {entries.map((entry) => (
        <Entry key={entry.sequence} title={t.entryTitle({ sequence: entry.sequence, event: eventName(entry.event) })}>
          <Meta>{instantName(entry.at, timeZone)}</Meta>
          {entryDetail(entry) && <p className={styles.detail}>{entryDetail(entry)}</p>}
          <p className={styles.hash}>{t.hash({ hash: entry.hash })}</p>
          <p className={styles.hash}>
            {entry.previousHash ? t.previousHash({ previousHash: entry.previousHash }) : t.firstEntryNone()}
          </p>
        </Entry>
      ))}
    </Records>
  )
}
