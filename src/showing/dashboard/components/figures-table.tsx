import { type ReactNode, useMemo, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { monthName } from '../../../ui/date-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import type { Figures, Report } from '../contract.ts'
import { spanWords } from '../domain.ts'
import styles from './figures-table.module.css'

const plain = (value: number) => value.toLocaleString('en-US')

const COLUMNS: { name: string; cell: (figures: Figures) => string }[] = [
  { name: 'Bookings', cell: ({ bookings }) => plain(bookings) },
  { name: 'Called off', cell: ({ cancelled }) => plain(cancelled) },
  { name: 'Fees collected', cell: ({ revenue }) => formatMoney(revenue) },
  { name: 'Notices sent', cell: ({ noticesSent }) => plain(noticesSent) },
  { name: 'Not sent', cell: ({ noticesNotSent }) => plain(noticesNotSent) },
  {
    name: 'Response time',
    cell: ({ responseMinutes }) => (responseMinutes === null ? '–' : spanWords(responseMinutes)),
  },
]

/** A wide table that moves sideways by itself, also by keys. */
function Table({ first, label, children }: { first: string; label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse moves it by its arrow keys.
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {COLUMNS.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  )
}

const Cells = ({ of }: { of: Figures }) => COLUMNS.map(({ name, cell }) => <td key={name}>{cell(of)}</td>)

export function MonthTable({ months, totals }: Pick<Report, 'months' | 'totals'>) {
  return (
    <Table first="Month" label="Figures by month">
      <tbody>
        {months.map((row) => (
          <tr key={row.month}>
            <th scope="row">{monthName(row.month)}</th>
            <Cells of={row} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <Cells of={totals} />
        </tr>
      </tfoot>
    </Table>
  )
}

type Home = Report['properties'][number]
type Row = Home & { id: string }
const rowsOf = (homes: Home[]): Row[] => homes.map((home) => ({ ...home, id: home.property_id }))

export function PropertyTable({ report }: { report: Report }) {
  const { from, to, properties } = report
  const first = useMemo(() => rowsOf(properties), [properties])
  const { items, ...rest } = usePages<Row>({
    key: `${from} ${to}`,
    first: { items: first, nextCursor: report.nextCursor },
    async load(cursor) {
      const page = bodyOf(await api.GET('/api/showingbooker/report', { params: { query: { from, to, cursor } } }))
      return { items: rowsOf(page.properties), nextCursor: page.nextCursor }
    },
  })
  return (
    <>
      <Table first="Property" label="Figures by property">
        {items.map((home) => (
          <PropertyRows key={home.id} home={home} />
        ))}
      </Table>
      <ShowMore {...rest} />
    </>
  )
}

function PropertyRows({ home }: { home: Row }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <tbody className={styles.home}>
      <tr>
        <th scope="row">
          <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <Icon name="chevron-right" />
            <span>
              {home.address}
              {home.status === 'deleted' && <small> (deleted)</small>}
            </span>
          </button>
        </th>
        <Cells of={home} />
      </tr>
      {isOpen &&
        home.months.map((row) => (
          <tr key={row.month} className={styles.month}>
            <th scope="row">{monthName(row.month)}</th>
            <Cells of={row} />
          </tr>
        ))}
    </tbody>
  )
}
