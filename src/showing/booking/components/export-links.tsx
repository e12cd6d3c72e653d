import { Link } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import * as t from '../../text/booking.ts'
import * as buyers from '../../text/buyer.ts'
import { exportUrl, type ShowingQuery } from '../showing-view-domain.ts'
import styles from './export-links.module.css'

type Kind = 'csv' | 'ics' | 'pdf'
type ExportLinksProps = { query: ShowingQuery; kinds: readonly Kind[]; pdf?: string }

/**
 * Links to files with everything that a list finds, not only the rows on the screen.
 * @param pdf name of the printed file
 */
export function ExportLinks({ query, kinds, pdf = t.print() }: ExportLinksProps) {
  return (
    <ul className={styles.links} aria-label={t.exportAll()}>
      {kinds.map((kind) => (
        <li key={kind}>
          {kind === 'pdf' ? (
            <ButtonLink variant="secondary" href={exportUrl(kind, query)} target="_blank" rel="noreferrer">
              <Icon name="print" />
              {pdf}
              <span className="visually-hidden">{t.pdfNewTab()}</span>
            </ButtonLink>
          ) : (
            <ButtonLink variant="secondary" href={exportUrl(kind, query)} download>
              <Icon name={kind === 'csv' ? 'download' : 'calendar'} />
              {kind === 'csv' ? t.csv() : t.calendarFile()}
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Shows in one row the files of a list, if its query is valid, and a link to the buyers. */
export function ListLinks({ isFaulty, ...files }: ExportLinksProps & { isFaulty: boolean }) {
  return (
    <div className={styles.bar}>
      {!isFaulty && <ExportLinks {...files} />}
      <Link className={styles.buyers} to="/buyers">
        {buyers.seeBuyers()}
      </Link>
    </div>
  )
}
