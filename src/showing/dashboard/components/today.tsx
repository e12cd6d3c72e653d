import { Link } from 'react-router'
import { directionsUrl } from '../../../platform/directions.ts'
import { phoneLink, textLink } from '../../../platform/phone-link.ts'
import { streetOf } from '../../../platform/postal-address.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { nearInstantName } from '../../../ui/date-names.ts'
import { clockTime, keepTime, zoneName } from '../../../ui/date-time.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import { NoticeBadge } from '../../booking/components/notice-badge.tsx'
import { RunningLate } from '../../booking/components/running-late.tsx'
import type { ShowingRecord } from '../../booking/contract.ts'
import { OPENED_HERE } from '../../booking/showing-link-domain.ts'
import * as words from '../../text/booking.ts'
import * as t from '../../text/dashboard.ts'
import { placesOf } from '../agenda-domain.ts'
import type { Agenda } from '../contract.ts'
import styles from './today.module.css'

type Stop = Agenda['today'][number]

const TODAY_ID = 'today'

type TodayProps = { agenda: Agenda; now: string }

/**
 * Shows today's stops with everything the agent needs on the way, and the first stop after today.
 * @param now running time
 */
export function Today({ agenda: { today, next, routeUrl }, now }: TodayProps) {
  const places = placesOf(today, now)
  return (
    <Card
      id={TODAY_ID}
      title={t.today()}
      aside={today.length > 0 && <span className={styles.left}>{t.stopsLeft({ count: today.length })}</span>}
    >
      {today.length > 0 ? (
        <ol className={styles.stops}>
          {today.map((stop) => (
            <StopRow
              key={stop.showing.id}
              stop={stop}
              isCurrent={stop.showing.id === places.current?.id}
              isNext={stop.showing.id === places.next?.id}
            />
          ))}
        </ol>
      ) : (
        <p className={styles.none}>{t.noShowingsToday()}</p>
      )}
      {routeUrl && (
        <p>
          <Way icon="map" href={routeUrl} word={t.dayRoute()} isOutside />
        </p>
      )}
      {next && (
        // If there is none today, the first screen of a phone already shows the later one.
        <p className={places.next ? styles.none : `${styles.none} ${styles.onDesk}`}>
          <Link to={`/overview/showings/${next.id}`} state={OPENED_HERE} preventScrollReset>
            {t.afterToday({
              time: keepTime(nearInstantName(next.datetime, next.time_zone)),
              address: next.propertyAddress,
            })}
          </Link>
        </p>
      )}
    </Card>
  )
}

/**
 * Shows at the top where the agent is, where to go next, and how many showings are left today.
 * @param now running time
 */
export function NextStop({ agenda: { today, next: later }, now }: TodayProps) {
  const { current, next } = placesOf(today, now)
  const shown = next ?? later
  if (!current && !shown) return null
  const clock = ({ time, time_zone, datetime }: ShowingRecord) => `${clockTime(time)} ${zoneName(time_zone, datetime)}`
  return (
    <ul className={styles.places}>
      {current && <Place showing={current} words={t.showingNow} time={clock(current)} />}
      {shown && (
        <Place
          showing={shown}
          words={t.nextShowing}
          time={next ? clock(next) : nearInstantName(shown.datetime, shown.time_zone)}
        />
      )}
      {today.length > 1 && (
        <li>
          <a href={`#${TODAY_ID}`}>
            <Icon name="calendar" />
            <span>{t.stopsToday({ count: today.length })}</span>
          </a>
        </li>
      )}
    </ul>
  )
}

type PlaceProps = { showing: ShowingRecord; words: (of: { time: string; address: string }) => string; time: string }

const Place = ({ showing, words, time }: PlaceProps) => (
  <li>
    <Link to={`/overview/showings/${showing.id}`} state={OPENED_HERE} preventScrollReset>
      <Icon name="clock" />
      <span>{words({ time: keepTime(time), address: streetOf(showing.propertyAddress) })}</span>
    </Link>
  </li>
)

type StopRowProps = { stop: Stop; isCurrent: boolean; isNext: boolean }

function StopRow({ stop: { showing, entry }, isCurrent, isNext }: StopRowProps) {
  const { id, time, time_zone, datetime, propertyAddress, buyerName, buyerPhone, status, late } = showing
  const reload = useReloadAfterAct()
  return (
    <li className={styles.stop}>
      <p className={styles.time}>
        {clockTime(time)} <span className={styles.zone}>{zoneName(time_zone, datetime)}</span>{' '}
        {isCurrent && <Badge tone="good">{t.nowMark()}</Badge>}
        {isNext && <Badge tone="info">{t.nextMark()}</Badge>}
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
          <Link className={styles.way} to={`/overview/showings/${id}`} state={OPENED_HERE} preventScrollReset>
            <Icon name="info" />
            {t.moreAboutIt()}
            <span className="visually-hidden"> {t.forBuyer({ buyer: buyerName })}</span>
          </Link>
        </p>
        {late.next !== null && (
          <div>
            <RunningLate showing={showing} onChanged={reload} />
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
