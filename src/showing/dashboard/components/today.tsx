import { Link, useRevalidator } from 'react-router'
import { directionsUrl } from '../../../platform/directions.ts'
import { phoneLink, textLink } from '../../../platform/phone-link.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { clockTime, nearInstantName, zoneName } from '../../../ui/date-time.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { NoticeBadge } from '../../booking/components/notice-badge.tsx'
import { RunningLate } from '../../booking/components/running-late.tsx'
import * as words from '../../text/booking.ts'
import * as t from '../../text/dashboard.ts'
import type { Agenda } from '../contract.ts'
import styles from './today.module.css'

type Stop = Agenda['today'][number]

/** Shows the day's stops with all that the agent needs on the way, or when the next showing is. */
export function Today({ agenda: { today, next, routeUrl } }: { agenda: Agenda }) {
  return (
    <Card title={t.today()}>
      {today.length > 0 ? (
        <ol className={styles.stops}>
          {today.map((stop) => (
            <StopRow key={stop.showing.id} stop={stop} />
          ))}
        </ol>
      ) : (
        <p className={styles.none}>{t.noShowingsToday()}</p>
      )}
      {routeUrl && (
        <p className={styles.route}>
          <Way icon="map" href={routeUrl} word={t.dayRoute()} isOutside />
        </p>
      )}
      {next && (
        <p className={styles.none}>
          <Link to={`/calendar/showings/${next.id}`}>
            {t.nextShowing({ time: nearInstantName(next.datetime, next.time_zone), address: next.propertyAddress })}
          </Link>
        </p>
      )}
    </Card>
  )
}

function StopRow({ stop: { showing, entry } }: { stop: Stop }) {
  const { id, time, time_zone, datetime, propertyAddress, buyerName, buyerPhone, status, late } = showing
  const { revalidate } = useRevalidator()
  return (
    <li className={styles.stop}>
      <p className={styles.time}>
        {clockTime(time)} <span>{zoneName(time_zone, datetime)}</span>
      </p>
      <div className={styles.what}>
        <p className={styles.where}>
          <span>{propertyAddress}</span>
          {status === 'pending' && <Badge tone="waiting">{t.awaitsYou()}</Badge>}
          <NoticeBadge status={showing.noticeStatus} />
          {showing.shownBy && <Badge>{words.shownBy({ name: showing.shownBy })}</Badge>}
          {late.told !== null && <Badge tone="waiting">{words.toldLateBadge({ minutes: late.told })}</Badge>}
        </p>
        <p className={styles.who}>{buyerName}</p>
        {entry && (
          <p className={styles.entry}>
            <b>{t.entry()}:</b> {entry}
          </p>
        )}
        <p className={styles.ways}>
          <Way icon="phone" href={phoneLink(buyerPhone)} word={t.callBuyer()} whom={buyerName} />
          <Way icon="message" href={textLink(buyerPhone)} word={t.textBuyer()} whom={buyerName} />
          <Way icon="map" href={directionsUrl(propertyAddress)} word={t.directions()} isOutside />
          <Link className={styles.way} to={`/calendar/showings/${id}`}>
            <Icon name="info" />
            {t.moreAboutIt()}
            <span className="visually-hidden"> {t.forBuyer({ buyer: buyerName })}</span>
          </Link>
        </p>
        {late.next !== null && (
          <div>
            <RunningLate showing={showing} onChanged={() => revalidate()} />
          </div>
        )}
      </div>
    </li>
  )
}

type WayProps = { icon: IconName; href: string | null; word: string; whom?: string; isOutside?: boolean }

function Way({ icon, href, word, whom, isOutside }: WayProps) {
  if (!href) return null
  return (
    <a className={styles.way} href={href} {...(isOutside && { target: '_blank', rel: 'noreferrer' })}>
      <Icon name={icon} />
      {word}
      {whom && <span className="visually-hidden"> {t.forBuyer({ buyer: whom })}</span>}
      {isOutside && <span className="visually-hidden"> {t.opensNewTab()}</span>}
    </a>
  )
}
