import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './export-links.module.css'
import { exportUrl, type ShowingQuery } from './showing-views.tsx'

type Kind = 'csv' | 'ics' | 'pdf'
type ExportLinksProps = { query: ShowingQuery; kinds: readonly Kind[]; pdf?: string }

/** All that a list finds, not only what is shown, as files. @param pdf what the printed one is called */
export function ExportLinks({ query, kinds, pdf = 'Print' }: ExportLinksProps) {
  return (
    <ul className={styles.links} aria-label="Export">
      {kinds.map((kind) => (
        <li key={kind}>
          {kind === 'pdf' ? (
            <ButtonLink variant="secondary" href={exportUrl(kind, query)} target="_blank" rel="noreferrer">
              <Icon name="print" />
              {pdf}
              <span className="visually-hidden"> (PDF, opens in a new tab)</span>
            </ButtonLink>
          ) : (
            <ButtonLink variant="secondary" href={exportUrl(kind, query)} download>
              <Icon name={kind === 'csv' ? 'download' : 'calendar'} />
              {kind === 'csv' ? 'CSV' : 'Calendar (.ics)'}
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  )
}
