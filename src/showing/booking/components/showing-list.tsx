import type { ReactNode } from 'react'
import { dayName, keepTime } from '../../../ui/date-time.ts'
import { ListRows } from '../../../ui/list-row.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { useRowKeys } from '../../../ui/use-row-keys.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import { ComplianceFacts } from './compliance-facts.tsx'
import { ShowingActions } from './showing-actions.tsx'
import { ShowingItem } from './showing-item.tsx'
import styles from './showing-list.module.css'
import { ShowingRow } from './showing-row.tsx'
import { useActionDialog } from './use-action-dialog.tsx'
import type { useShowings } from './use-showings.tsx'

type ShowingListProps = {
  list: ReturnType<typeof useShowings>
  /** What the list shows about each showing besides when, where, and who. */
  detail: 'schedule' | 'compliance'
  /** `true` in the dialog of one property, which has its own heading. */
  isOfOneProperty?: boolean
  /** Links to files of the list. */
  links?: ReactNode
  /** Shown instead of an empty list. */
  empty: ReactNode
}

/** Lists showings under their dates, page by page. */
export function ShowingList({ list, detail, isOfOneProperty = false, links, empty }: ShowingListProps) {
  const { showings, hasMore } = list
  const Heading = isOfOneProperty ? 'h3' : 'h2'
  const actions = useActionDialog(list.onChanged)
  const counted = (hasMore ? t.showingsShownMore : t.showingsShown)({ count: showings.length })
  const isEmpty = showings.length === 0 && !hasMore
  const keys = useRowKeys({ next: t.keyNext(), previous: t.keyPrevious(), open: t.keyOpen() })
  const partsOf = (showing: ShowingRecord) => ({
    showing,
    actions: <ShowingActions showing={showing} ask={actions.ask} onChanged={actions.onChanged} />,
    children: detail === 'compliance' && <ComplianceFacts showing={showing} />,
  })
  return (
    <div className={styles.list} {...keys.handlers}>
      {keys.help}
      {actions.dialog}
      {isEmpty && empty}
      <div className={styles.head}>
        <p id="showings-counted" className={isEmpty ? 'visually-hidden' : styles.count} role="status" tabIndex={-1}>
          {counted}
        </p>
        {links}
        {!isEmpty && !isOfOneProperty && keys.hint}
      </div>
      {datesOf(showings).map(({ key, date, of }) => (
        <section key={key} className={styles.day} aria-labelledby={key}>
          <Heading id={key} className={styles.date}>
            {keepTime(dayName(date).full)}
          </Heading>
          <ListRows>
            {of.map((showing) => (
              <li key={showing.id}>
                {/* The dialog of one property has few showings, so it shows each one in full. */}
                {isOfOneProperty ? (
                  <ShowingItem {...partsOf(showing)} level="h4" isOfOneProperty />
                ) : (
                  <ShowingRow {...partsOf(showing)} />
                )}
              </li>
            ))}
          </ListRows>
        </section>
      ))}
      <ShowMore {...list} isAhead />
    </div>
  )
}

/**
 * Groups showings by date. A list in order of time can return to
 * an earlier date, because properties are in several time zones.
 */
function datesOf(showings: ShowingRecord[]) {
  const dates: { key: string; date: string; of: ShowingRecord[] }[] = []
  for (const showing of showings) {
    const last = dates.at(-1)
    if (last?.date === showing.date) last.of.push(showing)
    else dates.push({ key: `date-${showing.date}-${showing.id}`, date: showing.date, of: [showing] })
  }
  return dates
}
