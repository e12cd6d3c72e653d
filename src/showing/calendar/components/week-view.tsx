import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import type { BlockOut } from '../../../property/block-out/contract.ts'
import { clockOf } from '../../../property/schedule/domain.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { capitalized, zoneNames } from '../../../ui/date-names.ts'
import { clockTime, dayName, instantName } from '../../../ui/date-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import phoneHidden from '../../../ui/phone-hidden.module.css'
import { showToast } from '../../../ui/toast.tsx'
import { useRefresh } from '../../../ui/use-refresh.ts'
import { useReload, useReloadAfterAct } from '../../../ui/use-reload.ts'
import { instantAt, wallClock } from '../../../ui/wall-clock.ts'
import * as t from '../../text/calendar.ts'
import type { CalendarWeek } from '../contract.ts'
import type { Part } from '../week-domain.ts'
import { BlockOutDialog, type DraftBlockOut } from './block-out-dialog.tsx'
import { WeekHours } from './week-hours.tsx'
import styles from './week-view.module.css'

const HELD_EVERY_MS = 10_000

/** Shows one week with hours. The agent blocks and reopens times in it. */
export function WeekView({ week }: { week: CalendarWeek }) {
  const { dates, timeZone } = week
  const [draft, setDraft] = useState<DraftBlockOut>()
  const [opened, setOpened] = useState<BlockOut>()
  const [isDrawing, setIsDrawing] = useState(false)
  const reload = useReloadAfterAct()
  // No event reports the end of a hold, so we ask.
  useRefresh(useReload(), week.held.length > 0 ? HELD_EVERY_MS : null)
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const ends = [instantAt(first, '00:00', timeZone) ?? '', instantAt(last, '23:59', timeZone) ?? ''] as const

  async function open({ id, ...blockOut }: BlockOut) {
    await api.DELETE('/api/showingbooker/block-outs/{id}', { params: { path: { id } } })
    setOpened(undefined)
    showToast({ kind: 'success', text: t.timeOpened(), action: { label: t.undo(), run: () => blockAgain(blockOut) } })
    await reload()
  }
  async function blockAgain(blockOut: Omit<BlockOut, 'id'>) {
    try {
      // Showings that someone booked in the meantime stay.
      await api.POST('/api/showingbooker/block-outs', { body: { ...blockOut, keep: true } })
      showToast({ kind: 'success', text: t.timeBlocked() })
    } catch (error) {
      showToast({ kind: 'error', text: (error as Error).message })
    }
    await reload()
  }

  return (
    <div className={styles.view}>
      <div className={styles.bar}>
        <nav className={styles.nav} aria-label={t.weeks()}>
          <Link to={`?view=week&start=${week.previous}`} preventScrollReset className={styles.step}>
            <Icon name="chevron-left" />
            <span className={phoneHidden.words}>{t.previousWeek()}</span>
          </Link>
          <Link to="?view=week" preventScrollReset className={styles.step}>
            {t.today()}
          </Link>
          <Link to={`?view=week&start=${week.next}`} preventScrollReset className={styles.step}>
            <span className={phoneHidden.words}>{t.nextWeek()}</span>
            <Icon name="chevron-right" />
          </Link>
        </nav>
        <Button onClick={() => setDraft(draftOf(firstHour(week)))}>
          <Icon name="plus" />
          {t.blockTime()}
        </Button>
      </div>
      <p role="status">
        <strong>
          {t.weekRange({
            first: capitalized(dayName(first).short),
            last: dayName(last).short,
            year: last.slice(0, 4),
            zone: zoneNames(timeZone, ...ends),
          })}
        </strong>
      </p>
      {!week.hasListed && (
        <Notice kind="info">
          {t.noneListed()} <Link to="/properties">{t.toProperties()}</Link>
        </Notice>
      )}
      {!week.isClosedKnown && <Notice kind="info">{t.closedUnknown()}</Notice>}
      {week.left.length > 0 && (
        <Notice kind="info">
          {t.notShownHere()}{' '}
          {week.left.map(({ date, count }, place) => (
            <Fragment key={date}>
              {place > 0 && ' · '}
              <Link to={`?start=${date}`}>{t.leftOn({ count, date: dayName(date).long })}</Link>
            </Fragment>
          ))}
        </Notice>
      )}
      <p className={styles.drawHint}>{t.drawHint()}</p>
      <div className={styles.finger}>
        <p>{t.tapHint()}</p>
        <Button variant="secondary" aria-pressed={isDrawing} onClick={() => setIsDrawing(!isDrawing)}>
          {isDrawing ? t.stopDrawing() : t.drawWithFinger()}
        </Button>
      </div>
      <div className={styles.hours}>
        <WeekHours
          key={first}
          week={week}
          isDrawing={isDrawing}
          onDraw={(part) => setDraft(draftOf(part))}
          onOpen={setOpened}
        />
      </div>
      {draft && (
        <BlockOutDialog
          draft={draft}
          timeZone={timeZone}
          onClose={() => setDraft(undefined)}
          onBlocked={() => {
            setDraft(undefined)
            showToast({ kind: 'success', text: t.timeBlocked() })
            void reload()
          }}
        />
      )}
      {opened && (
        <ConfirmDialog
          title={t.blockedTime()}
          confirmLabel={t.openAgain()}
          closeLabel={t.keepBlocked()}
          variant="primary"
          onConfirm={() => open(opened)}
          onClose={() => setOpened(undefined)}
        >
          <p>{spanOf(opened)}</p>
          {opened.reason && <p>{opened.reason}</p>}
          <p>{t.openAgainHint()}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Returns the hour that the form starts with: 9 AM, or today's next full hour if that is later. */
function firstHour({ dates, today, timeZone }: CalendarWeek): Part {
  const now = wallClock(new Date().toISOString(), timeZone)
  const isThisWeek = dates.includes(today)
  const next = (Number(now.time.slice(0, 2)) + 1) * 60
  const from = isThisWeek && now.date === today ? Math.min(Math.max(9 * 60, next), 23 * 60) : 9 * 60
  return { date: isThisWeek ? today : (dates[0] ?? today), from, to: from + 60 }
}

/** Returns a drawing as the form has it. A drawing that reaches midnight ends on the next date. */
function draftOf({ date, from, to }: Part): DraftBlockOut {
  const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  return { fromDate: date, fromTime: clockOf(from), toDate: to < 24 * 60 ? date : next, toTime: clockOf(to) }
}

function spanOf({ from_date, to_date, from_time, to_time, starts_at, ends_at, time_zone }: BlockOut): string {
  if (!from_time || !to_time)
    return from_date === to_date
      ? capitalized(dayName(from_date).full)
      : `${capitalized(dayName(from_date).full)} – ${dayName(to_date).full}`
  const zone = zoneNames(time_zone, starts_at, ends_at)
  if (from_date === to_date)
    return `${capitalized(dayName(from_date).full)}, ${clockTime(from_time)} – ${clockTime(to_time)} ${zone}`
  return `${instantName(starts_at, time_zone)} – ${instantName(ends_at, time_zone)}`
}
