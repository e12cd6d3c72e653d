import { Link, type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import { proofWords } from '../../../notice/compliance/chain-domain.ts'
import { bookingStatusName, notLegalAdvice } from '../../../notice/entry-notice/domain.ts'
import { planningLaw } from '../../../notice/entry-notice/law-domain.ts'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { capitalized } from '../../../ui/date-names.ts'
import { clockTime, dayName, instantName, keepTime, zoneName } from '../../../ui/date-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { complianceName, unsentLetterName } from '../../booking/state-names-domain.ts'
import * as t from '../../text/evidence.ts'
import { EntryList } from '../components/entry-list.tsx'
import { MessageTable } from '../components/message-table.tsx'
import { ServiceList } from '../components/service-list.tsx'
import type { Evidence } from '../contract.ts'
import styles from './evidence.module.css'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const request = { params: { path: { id: params.id ?? '' } } }
  return bodyOf(await accountApiFor(context).GET('/api/showingbooker/bookings/{id}/evidence', request))
}

export const meta = () => [{ title: t.metaEvidence() }, { name: 'robots', content: 'noindex' }]

/** Shows everything we keep about a showing's notice. The agent can print and verify it. */
export default function EvidencePage() {
  const evidence = useLoaderData<typeof loader>()
  const { showing, services, messages, entries, chain } = evidence
  const { id, property_id, time_zone, is_demo, noticeStatus } = showing
  const isDue = noticeStatus === 'due' || noticeStatus === 'late'
  const when = `${capitalized(dayName(showing.date).full)}, ${clockTime(showing.time)} ${zoneName(time_zone, showing.datetime)}`
  return (
    <Page width="wide" title={t.evidenceTitle()} intro={`${keepTime(when)}. ${showing.propertyAddress}`}>
      <div className={styles.tools}>
        <ButtonLink
          variant={isDue ? 'secondary' : 'primary'}
          href={`/api/showingbooker/bookings/${id}/evidence.pdf`}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="print" />
          {rich(t.packet({ hidden }))}
        </ButtonLink>
        {showing.notice && (
          <LinkButton variant={isDue ? 'primary' : 'secondary'} to="service" preventScrollReset>
            <Icon name="edit" />
            {t.recordHow()}
          </LinkButton>
        )}
      </div>
      {is_demo && <Notice kind="info" title={t.demoNothing()} />}
      <div className={styles.columns}>
        <Card title={t.showing()}>
          <Facts facts={factsOf(evidence)} />
        </Card>
        <Card title={planningLaw({ state: showing.propertyState }).statute()}>
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
      <Card title={t.howTheNoticeServed()} id="services">
        <ServiceList services={services} timeZone={time_zone} />
      </Card>
      <Card title={t.messagesAndLetters()} id="messages">
        <MessageTable messages={messages} timeZone={time_zone} />
      </Card>
      <Card
        title={t.complianceLog()}
        id="log"
        intro={rich(t.logIntro({ link: (inner) => <Link to={`/properties/${property_id}/logs`}>{inner}</Link> }))}
      >
        {chain.valid ? (
          <Notice kind="success" title={t.intact({ chain: proofWords(chain) })} />
        ) : (
          <Notice kind="error" title={t.notIntact({ chain: proofWords(chain) })} />
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
    { name: t.confirmationNumber(), value: showing.confirmation_number },
    { name: t.status(), value: bookingStatusName(showing.status) },
    { name: t.buyer(), value: showing.buyerName },
    { name: t.resident(), value: showing.isOccupied ? (showing.residentName ?? t.nameNotKnown()) : t.vacant() },
    {
      name: t.advanceNotice(),
      value: advanceNoticeHours === null ? t.noneOnRecord() : t.hoursAhead({ count: advanceNoticeHours }),
    },
    {
      name: t.certifiedMail(),
      value: certifiedMailDate
        ? keepTime(instantName(certifiedMailDate, time_zone))
        : unsentLetterName(showing.mail_upgrade),
    },
    ...(notice
      ? [
          {
            name: t.noticeToEnter(),
            value: (
              <>
                <a href={notice.url} target="_blank" rel="noreferrer">
                  {rich(t.noticePdf({ hidden }))}
                </a>
                , {keepTime(instantName(notice.preparedAt, time_zone))}
              </>
            ),
          },
          { name: t.noticeHash(), value: <code className={styles.hash}>{notice.sha256}</code> },
        ]
      : []),
  ]
}
