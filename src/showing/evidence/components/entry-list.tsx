import type { LogEvent } from '../../../notice/compliance/contract.ts'
import { eventName } from '../../../notice/compliance/domain.ts'
import { instantName } from '../../../ui/date-time.ts'
import { entryDetail } from '../domain.ts'
import styles from './entry-list.module.css'
import { Entry, Meta, Records } from './records.tsx'

/** Every entry of a showing in the log, with its place and its hash. */
export function EntryList({ entries, timeZone }: { entries: LogEvent[]; timeZone: string }) {
  if (entries.length === 0) return <p>The log has no entry of this showing.</p>
  return (
    <Records>
      {entries.map((entry) => (
        <Entry key={entry.sequence} title={`Entry ${entry.sequence}: ${eventName(entry.event)}`}>
          <Meta>{instantName(entry.at, timeZone)}</Meta>
          {entryDetail(entry) && <p className={styles.detail}>{entryDetail(entry)}</p>}
          <p className={styles.hash}>Hash {entry.hash}</p>
          <p className={styles.hash}>
            {entry.previousHash
              ? `Hash of the entry before ${entry.previousHash}`
              : 'The first entry: there is none before it'}
          </p>
        </Entry>
      ))}
    </Records>
  )
}
