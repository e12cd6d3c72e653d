import { Link, type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import { proofWords } from '../../../notice/compliance/domain.ts'
import { bookingStatusName, notLegalAdvice, statute } from '../../../notice/entry-notice/domain.ts'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { clockTime, dayName, instantName, zoneName } from '../../../ui/date-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { complianceName, unsentLetterName } from '../../booking/domain.ts'
import { EntryList } from '../components/entry-list.tsx'
import { MessageTable } from '../components/message-table.tsx'
import { ServiceList } from '../components/service-list.tsx'
import type { Evidence } from '../contract.ts'
import styles from './evidence.module.css'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const request = { params: { path: { id: params.id ?? '' } } }
  return bodyOf(await accountApiFor(context).GET('/api/showingbooker/bookings/{id}/evidence', request))
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: 'Evidence of notice · ShowingBooker' }, { name: 'robots', content: 'noindex' }]

/** All that is kept of one showing's notice: to be read, printed and checked. */
export default function EvidencePage() {
  const evidence = useLoaderData<typeof loader>()
  const { showing, services, messages, entries, chain } = evidence
  const { id, time_zone, is_demo } = showing
  return (
    <Page
      width="wide"
      title="Evidence of notice"
      intro={`${dayName(showing.date).long}, ${showing.date.slice(0, 4)}, ${clockTime(showing.time)} ${zoneName(time_zone, showing.datetime)}. ${showing.propertyAddress}`}
    >
      <div className={styles.tools}>
        <ButtonLink href={`/api/showingbooker/bookings/${id}/evidence.pdf`} target="_blank" rel="noreferrer">
          <Icon name="print" />
          Packet with code
          <span className="visually-hidden"> (PDF, opens in a new tab)</span>
        </ButtonLink>
        {showing.notice && (
          <Link to="service" preventScrollReset className={styles.record}>
            <Icon name="edit" />
            Record how notice was served
          </Link>
        )}
      </div>
      {is_demo && <Notice kind="info" title="This is a demo showing: nothing of it is logged, judged or sent" />}
      <div className={styles.columns}>
        <Card title="Showing">
          <Facts facts={factsOf(evidence)} />
        </Card>
        <Card title={statute()}>
          <p>
            <Badge tone={showing.isCompliant === null ? 'plain' : showing.isCompliant ? 'good' : 'waiting'}>
              {complianceName(showing.isCompliant)}
            </Badge>
          </p>
          <ul className={styles.reasons}>
            {showing.complianceReasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <p className={styles.quiet}>{notLegalAdvice()}</p>
        </Card>
      </div>
      <Card title="How the notice was served" id="services">
        <ServiceList services={services} timeZone={time_zone} />
      </Card>
      <Card title="Messages and letters" id="messages">
        <MessageTable messages={messages} timeZone={time_zone} />
      </Card>
      <Card title="Compliance log" id="log" intro="The entries of this showing, as they stand in the log of its home.">
        {chain.valid ? (
          <Notice kind="success" title={`The log is intact. ${proofWords(chain)}.`} />
        ) : (
          <Notice kind="error" title={`The log is not intact. ${proofWords(chain)}`} />
        )}
        <EntryList entries={entries} timeZone={time_zone} />
      </Card>
      <Outlet />
    </Page>
  )
}

function factsOf({ showing, notice }: Evidence) {
  const { time_zone, advanceNoticeHours, certifiedMailDate } = showing
  return [
    { name: 'Confirmation number', value: showing.confirmation_number },
    { name: 'Status', value: bookingStatusName(showing.status) },
    { name: 'Buyer', value: showing.buyerName },
    { name: 'Resident', value: showing.isOccupied ? (showing.residentName ?? 'Name not known') : 'None: vacant' },
    {
      name: 'Advance notice',
      value: advanceNoticeHours === null ? 'None is on record' : `${advanceNoticeHours} hours ahead`,
    },
    {
      name: 'Certified mail',
      value: certifiedMailDate ? instantName(certifiedMailDate, time_zone) : unsentLetterName(showing.mail_upgrade),
    },
    ...(notice
      ? [
          {
            name: 'Notice to enter',
            value: (
              <>
                <a href={notice.url} target="_blank" rel="noreferrer">
                  PDF<span className="visually-hidden"> of the notice to enter, opens in a new tab</span>
                </a>
                , {instantName(notice.preparedAt, time_zone)}
              </>
            ),
          },
          { name: 'SHA-256 of the notice', value: <code className={styles.hash}>{notice.sha256}</code> },
        ]
      : []),
  ]
}
