import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { bookingStatusName } from '../../../notice/entry-notice/domain.ts'
import { apiFor, bodyOf, isUnknown } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/language.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { instantName } from '../../../ui/date-time.ts'
import { Page } from '../../../ui/page.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { secretPageHeaders } from '../../../ui/secret-page.ts'
import { NoticeBadge } from '../../booking/components/notice-badge.tsx'
import { STATUS_TONES } from '../../booking/state-names-domain.ts'
import { Counts } from '../../feedback/components/counts.tsx'
import { answersInShort } from '../../feedback/domain.ts'
import * as t from '../../text/owner-link.ts'
import styles from './owner-report.module.css'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const path = { token: params.token ?? '' }
  try {
    return bodyOf(await apiFor(context).GET('/api/showingbooker/public/owner/{token}', { params: { path } }))
  } catch (error) {
    if (isUnknown(error)) return data(null, { status: 404 })
    throw error
  }
}

/** Anyone with this URL can read the page, so it has the headers of a secret page. */
export const headers = secretPageHeaders

export const meta = () => [
  { title: t.metaReport() },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
]

/** Shows an owner the views, showings, and feedback of their property. */
export default function OwnerReportPage() {
  const report = useLoaderData<typeof loader>()
  if (!report) return <Page title={t.linkUnknown()} intro={t.askForNewLink()} />
  const { views, booked, shown, noShows, time_zone, showings } = report
  const figures = [
    { name: t.views(), value: views },
    { name: t.booked(), value: booked },
    { name: t.shown(), value: shown },
    { name: t.noShows(), value: noShows },
  ]
  return (
    <Page title={report.full_address} intro={t.reportIntro({ days: report.days })}>
      <dl className={styles.figures}>
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      <Card title={t.showings()}>
        <Rows empty={t.noShowings()}>
          {showings.map((showing) => (
            <Row
              key={`${showing.startsAt} ${showing.status} ${showing.visitor}`}
              title={instantName(showing.startsAt, time_zone)}
              tags={
                <>
                  <Badge tone={STATUS_TONES[showing.status]}>{bookingStatusName(showing.status)}</Badge>
                  <NoticeBadge status={showing.noticeStatus} />
                </>
              }
            >
              <span>{showing.visitor}</span>
              {showing.feedback && <span>{answersInShort(showing.feedback)}</span>}
            </Row>
          ))}
        </Rows>
      </Card>
      {report.feedback.asked > 0 && (
        <Card title={t.feedback()}>
          <Counts counts={report.feedback} />
        </Card>
      )}
    </Page>
  )
}
