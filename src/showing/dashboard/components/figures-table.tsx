import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import { listOf } from '../../../platform/api-list.ts'
import { formatNumber } from '../../../platform/language.ts'
import { formatMoney } from '../../../platform/money.ts'
import { monthName } from '../../../ui/date-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { ShowMore } from '../../../ui/show-more.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/dashboard.ts'
import type { Figures, Report } from '../contract.ts'
import { spanWords } from '../domain.ts'
import styles from './figures-table.module.css'

const COLUMNS: { name: () => string; cell: (figures: Figures) => string }[] = [
  { name: t.bookings, cell: ({ bookings }) => formatNumber(bookings) },
  { name: t.columnCancelled, cell: ({ cancelled }) => formatNumber(cancelled) },
  { name: t.feesCollected, cell: ({ revenue }) => formatMoney(revenue) },
  { name: t.noticesSent, cell: ({ noticesSent }) => formatNumber(noticesSent) },
  { name: t.columnNotSent, cell: ({ noticesNotSent }) => formatNumber(noticesNotSent) },
  {
    name: t.responseTime,
    cell: ({ responseMinutes }) => (responseMinutes === null ? '–' : spanWords(responseMinutes)),
  },
]

/** Renders a wide table. In a narrow container, the style sheet turns each row into a block with labeled cells. */
function Table({ first, label, children }: { first: string; label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the arrow keys.
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {COLUMNS.map(({ name }) => (
              <th key={name()} scope="col">
                {name()}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  )
}

const Cells = ({ of }: { of: Figures }) =>
  COLUMNS.map(({ name, cell }) => (
    <td key={name()} data-name={name()}>
      {cell(of)}
    </td>
  ))

export function MonthTable({ months, totals }: Pick<Report, 'months' | 'totals'>) {
  return (
    <Table first={t.month()} label={t.figuresByMonth()}>
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
          <th scope="row">{t.total()}</th>
          <Cells of={totals} />
        </tr>
      </tfoot>
    </Table>
  )
}

export function PropertyTable({ report: { from, to, properties, nextCursor } }: { report: Report }) {
  const list = listOf(api, '/api/showingbooker/report', 'properties', { query: { from, to } })
  const first = { items: properties, nextCursor }
  const { items, ...rest } = usePages(list, first, { idOf: ({ property_id }) => property_id })
  return (
    <>
      <Table first={t.property()} label={t.figuresByProperty()}>
        {items.map((property) => (
          <PropertyRows key={property.property_id} property={property} />
        ))}
      </Table>
      <ShowMore {...rest} />
    </>
  )
}

function PropertyRows({ property }: { property: Report['properties'][number] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <tbody className={styles.home}>
      <tr>
        <th scope="row">
          <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <Icon name="chevron-right" />
            <span>
              {property.address}
              {property.status === 'deleted' && <small>{t.deleted()}</small>}
            </span>
          </button>
          {property.status === 'deleted' && (
            <Link className={styles.log} to={`/properties/${property.property_id}/logs`}>
              {rich(t.seeLog({ address: property.address, span: hidden }))}
            </Link>
          )}
        </th>
        <Cells of={property} />
      </tr>
      {isOpen &&
        property.months.map((row) => (
          <tr key={row.month} className={styles.month}>
            <th scope="row">{monthName(row.month)}</th>
            <Cells of={row} />
          </tr>
        ))}
    </tbody>
  )
}
