import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { bookingStatusName } from '../../../notice/entry-notice/domain.ts'
import { streetOf } from '../../../platform/postal-address.ts'
import type { ClosedReason } from '../../../property/availability/domain.ts'
import type { BlockOut } from '../../../property/block-out/contract.ts'
import { clockOf } from '../../../property/schedule/domain.ts'
import { clockTime, dayName, shortWeekdays, zoneName } from '../../../ui/date-time.ts'
import { closedName } from '../../booking/closed-domain.ts'
import { OPENED_HERE } from '../../booking/showing-link-domain.ts'
import { STATUS_TONES } from '../../booking/state-names-domain.ts'
import * as words from '../../text/booking.ts'
import * as t from '../../text/calendar.ts'
import type { CalendarWeek } from '../contract.ts'
import { lanesOf, type Part, shownHours } from '../week-domain.ts'
import styles from './week-hours.module.css'

const HALF_HOUR = 30

type WeekHoursProps = {
  week: CalendarWeek
  /** `true` if a finger draws instead of scrolling. */
  isDrawing: boolean
  onDraw: (part: Part) => void
  onOpen: (blockOut: BlockOut) => void
}

/** Shows a week with its hours. People select a time to block by dragging, or with Shift and the arrow keys. */
export function WeekHours({ week, isDrawing, onDraw, onOpen }: WeekHoursProps) {
  const { dates, closed, today } = week
  const holidayOf = new Map(week.holidays.map(({ date, name }) => [date, name]))
  const hours = shownHours(dates, closed, [...week.showings, ...week.held, ...week.blockOuts])
  const rows = Array.from({ length: (hours.to - hours.from) / HALF_HOUR }, (_, n) => hours.from + n * HALF_HOUR)
  const first = dates.includes(today) ? today : (dates[0] ?? '')
  const [shownDate, setShownDate] = useState(first)
  const shown = dates.includes(shownDate) ? shownDate : first
  const [activeAt, setActiveAt] = useState(0)
  const active = { date: shown, at: rows.includes(activeAt) ? activeAt : (rows[2] ?? hours.from) }
  const setActive = ({ date, at }: Cell) => {
    setShownDate(date)
    setActiveAt(at)
  }
  const draw = useDrawing({ rows, dates, isDrawing, onDraw, active, setActive })
  const reasonAt = (date: string, at: number) =>
    closed.find((part) => part.date === date && part.from <= at && at < part.to)
  const placeOf = ({ date, from, to }: Part, lane = 0, lanes = 1): Place => ({
    col: dates.indexOf(date),
    row: (Math.max(from, hours.from) - hours.from) / HALF_HOUR,
    rows: (Math.min(to, hours.to) - Math.max(from, hours.from)) / HALF_HOUR,
    lane,
    lanes,
  })
  return (
    <div className={styles.week} data-holidays={holidayOf.size > 0 || undefined}>
      <fieldset className={styles.days}>
        <legend className="visually-hidden">{t.chooseDay()}</legend>
        {dates.map((date) => {
          const { weekday, day, long } = dayName(date)
          return (
            <button key={date} type="button" aria-pressed={date === shown} onClick={() => setShownDate(date)}>
              <span aria-hidden="true" className={styles.dayName}>
                <span>{shortWeekdays()[weekday]}</span> <span>{day}</span>
              </span>
              <span className="visually-hidden">{[long, holidayOf.get(date)].filter(Boolean).join(', ')}</span>
              {holidayOf.has(date) && <span className={styles.dot} aria-hidden="true" />}
            </button>
          )
        })}
      </fieldset>
      {holidayOf.has(shown) && <p className={styles.holidayBelow}>{holidayOf.get(shown)}</p>}
      <p className="visually-hidden" role="status">
        {draw.selected && t.selected({ from: timeOf(draw.selected.from), to: timeOf(draw.selected.to) })}
      </p>
      <div className={styles.frame}>
        <table className={styles.table} data-drawing={isDrawing || undefined} {...draw.listeners}>
          <caption className="visually-hidden">{t.weekHours()}</caption>
          <thead>
            <tr>
              <td className={styles.corner} />
              {dates.map((date) => {
                const { weekday, day, month, long } = dayName(date)
                return (
                  <th
                    key={date}
                    scope="col"
                    data-shown={date === shown || undefined}
                    aria-current={date === today ? 'date' : undefined}
                  >
                    <span aria-hidden="true">
                      {shortWeekdays()[weekday]} {t.shortDate({ month: month.slice(0, 3), day })}
                    </span>
                    <span className="visually-hidden">{long}</span>
                    {holidayOf.has(date) && (
                      <small className={styles.holiday} title={holidayOf.get(date)}>
                        {holidayOf.get(date)}
                      </small>
                    )}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((at) => (
              <tr key={at}>
                <th scope="row" className={styles.hour}>
                  <span className={at % 60 === 0 ? undefined : 'visually-hidden'}>{clockTime(clockOf(at))}</span>
                </th>
                {dates.map((date) => {
                  const part = reasonAt(date, at)
                  const why = part ? closedName(part.reason) : whyNotClosed(week)
                  const isFirst = part && (part.from === at || at === hours.from)
                  return (
                    <td key={date} data-shown={date === shown || undefined}>
                      <button
                        type="button"
                        className={styles.cell}
                        data-date={date}
                        data-at={at}
                        data-reason={week.hasListed ? part?.reason : 'not_listed'}
                        data-selected={draw.isSelected(date, at) || undefined}
                        tabIndex={active.date === date && active.at === at ? 0 : -1}
                        title={why}
                        aria-label={t.cell({ day: dayName(date).long, time: clockTime(clockOf(at)), why })}
                      >
                        {isFirst && SAID.has(part.reason) && why}
                      </button>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
        <div className={styles.layer}>
          {week.blockOuts
            .filter(({ from, to }) => from < hours.to && to > hours.from)
            .map(({ blockOut, ...part }) => (
              <button
                key={`${blockOut.id} ${part.date}`}
                type="button"
                className={styles.blocked}
                data-shown={part.date === shown || undefined}
                ref={placed(placeOf(part))}
                onClick={() => onOpen(blockOut)}
              >
                {blockOut.reason ? t.blockedFor({ reason: blockOut.reason }) : closedName('block_out')}
                <span className="visually-hidden"> {dayName(part.date).long}</span>
              </button>
            ))}
          {lanesOf<Visit>([...week.showings, ...week.held]).map(({ lane, lanes, ...visit }) => {
            const block = { isShown: visit.date === shown, place: placeOf(visit, lane, lanes) }
            return 'showing' in visit ? (
              <ShowingBlock key={`${visit.showing.id} ${visit.date}`} showing={visit.showing} {...block} />
            ) : (
              <HeldBlock key={`${visit.payLink.id} ${visit.date}`} payLink={visit.payLink} {...block} />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Says what a time is that no part of `closed` has. */
function whyNotClosed({ hasListed, isClosedKnown }: CalendarWeek): string {
  if (!hasListed) return t.whyNotListed()
  return isClosedKnown ? t.whyOpen() : t.whyUnknown()
}

const timeOf = (minutes: number) => clockTime(clockOf(minutes % (24 * 60)))

/** Position of a block, in columns, rows, and lanes. */
type Place = Record<'col' | 'row' | 'rows' | 'lane' | 'lanes', number>

/**
 * Places a block by script, because the content security policy allows no inline styles. Until then, the block is
 * hidden.
 */
const placed = (place: Place) => (block: HTMLElement | null) => {
  for (const [name, value] of Object.entries(place)) block?.style.setProperty(`--${name}`, String(value))
  block?.setAttribute('data-placed', '')
}

/** Reasons shown in the first row of a closed time. Showings and blocked times have their own labels. */
const SAID = new Set<ClosedReason>(['travel', 'notice', 'too_far', 'closed_day', 'outside_hours'])

type Visit = CalendarWeek['showings'][number] | CalendarWeek['held'][number]
type BlockProps = { isShown: boolean; place: Place }
type ShowingBlockProps = BlockProps & { showing: CalendarWeek['showings'][number]['showing'] }

function ShowingBlock({ showing, isShown, place }: ShowingBlockProps) {
  const { search } = useLocation()
  const { id, time, time_zone, datetime, status, propertyAddress, buyerName } = showing
  const when = `${clockTime(time)} ${zoneName(time_zone, datetime)}`
  const by = showing.shownBy ? [words.shownBy({ name: showing.shownBy })] : []
  const about = [buyerName, ...by, bookingStatusName(status)]
  return (
    <Link
      to={{ pathname: `/calendar/showings/${id}`, search }}
      state={OPENED_HERE}
      preventScrollReset
      className={styles.showing}
      data-shown={isShown || undefined}
      data-tone={STATUS_TONES[status]}
      ref={placed(place)}
      title={[when, propertyAddress, ...about].join(' · ')}
    >
      {showing.shownBy && `${showing.shownBy} · `}
      {buyerName} · {streetOf(propertyAddress)}
      <span className="visually-hidden"> {[when, ...about].join(', ')}</span>
    </Link>
  )
}

/** Shows a time that we hold until its visitor pays. Agents copy, send, and release the pay link on Upcoming. */
function HeldBlock({ payLink, isShown, place }: BlockProps & { payLink: CalendarWeek['held'][number]['payLink'] }) {
  const { buyerName, when, full_address, heldUntilTime } = payLink
  const state = t.waitsForPayment({ time: heldUntilTime })
  return (
    <Link
      to="/upcoming"
      className={styles.showing}
      data-shown={isShown || undefined}
      data-tone="held"
      ref={placed(place)}
      title={[when, full_address, buyerName, state].join(' · ')}
    >
      <span className={styles.shortState} aria-hidden="true">
        {words.payLinkIsHeld({ time: heldUntilTime })}
      </span>
      <span className={styles.state}>{state}</span>
      <span className="visually-hidden"> {[when, full_address, buyerName].join(', ')}</span>
    </Link>
  )
}

type Cell = { date: string; at: number }
type Drawing = {
  rows: number[]
  dates: string[]
  isDrawing: boolean
  onDraw: (part: Part) => void
  active: Cell
  setActive: (cell: Cell) => void
}

/** Selects half hours of one date by mouse, finger, or keyboard, and passes them to `onDraw`. */
function useDrawing({ rows, dates, isDrawing, onDraw, active, setActive }: Drawing) {
  const [anchor, setAnchor] = useState<Cell>()
  const drawn = useRef(false)
  const selected = anchor && {
    date: anchor.date,
    from: Math.min(anchor.at, active.at),
    to: Math.max(anchor.at, active.at) + HALF_HOUR,
  }
  const finish = (part: Part) => {
    setAnchor(undefined)
    onDraw(part)
  }

  /** Begins a selection. Releases the pointer, because a touch would capture it in its first cell. */
  function press(event: PointerEvent) {
    const cell = cellOf(event.target)
    if (!cell || event.button !== 0) return
    drawn.current = event.pointerType === 'mouse' || isDrawing
    if (!drawn.current) return
    ;(event.target as Element).releasePointerCapture?.(event.pointerId)
    setActive(cell)
    setAnchor(cell)
  }
  function move(event: PointerEvent) {
    const cell = anchor && cellOf(document.elementFromPoint(event.clientX, event.clientY))
    if (cell && cell.date === anchor.date) setActive(cell)
  }
  /**
   * Handles the click of a keyboard or of a finger that does not draw. A finished drawing clicks, too, and is ignored.
   */
  function click(event: { target: EventTarget }) {
    const cell = cellOf(event.target)
    if (drawn.current || !cell) return
    finish(selected?.date === cell.date ? selected : { date: cell.date, from: cell.at, to: cell.at + HALF_HOUR })
  }
  function release() {
    if (drawn.current && selected) finish(selected)
  }
  function type(event: KeyboardEvent) {
    drawn.current = false
    const cell = cellOf(event.target)
    const step = STEPS[event.key]
    if (event.key === 'Escape') setAnchor(undefined)
    if (!cell || !step) return
    event.preventDefault()
    const at = rows[rows.indexOf(cell.at) + step.rows]
    const date = event.shiftKey ? cell.date : dates[dates.indexOf(cell.date) + step.days]
    if (at === undefined || date === undefined) return
    // A phone shows one day at a time, and a cell can get the focus only once its day is shown.
    flushSync(() => {
      setAnchor(event.shiftKey ? (anchor ?? cell) : undefined)
      setActive({ date, at })
    })
    const table = event.currentTarget
    table.querySelector<HTMLElement>(`[data-date="${date}"][data-at="${at}"]`)?.focus()
  }
  return {
    selected,
    isSelected: (date: string, at: number) =>
      selected !== undefined && selected.date === date && selected.from <= at && at < selected.to,
    listeners: {
      onPointerDown: press,
      onPointerMove: move,
      onPointerUp: release,
      onPointerCancel: () => setAnchor(undefined),
      onClick: click,
      onKeyDown: type,
    },
  }
}

const STEPS: Record<string, { rows: number; days: number }> = {
  ArrowUp: { rows: -1, days: 0 },
  ArrowDown: { rows: 1, days: 0 },
  ArrowLeft: { rows: 0, days: -1 },
  ArrowRight: { rows: 0, days: 1 },
}

function cellOf(target: EventTarget | null): Cell | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
  return cell ? { date: cell.dataset.date ?? '', at: Number(cell.dataset.at) } : null
}
