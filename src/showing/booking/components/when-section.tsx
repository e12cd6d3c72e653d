import { useEffect, useRef } from 'react'
import { Button, Spinner } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DatePicker, timesFree } from '../../../ui/date-picker.tsx'
import { clockTime, dayName, keepTime, startName } from '../../../ui/date-time.ts'
import { FieldLink } from '../../../ui/error-summary.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SlotPicker } from '../../../ui/slot-picker.tsx'
import * as t from '../../text/booking.ts'
import { type OfferedDay, type Start, zoneOn } from './offered-times.tsx'
import type { Elsewhere } from './use-elsewhere.tsx'
import type { TimeCheck } from './use-time-check.tsx'
import styles from './when-section.module.css'

type Chosen = {
  draft: { showingDate: string; showingTime: string }
  errorOf: (name: string) => string | undefined
  set: (name: 'showingDate' | 'showingTime', value: string) => void
}
type WhenSectionProps = {
  form: Chosen
  days: OfferedDay[]
  check: TimeCheck
  /** Marks the times at which the agent is elsewhere. */
  elsewhere?: Pick<Elsewhere, 'mark'>
  onChoose: (start: Start) => void
}

export function WhenSection({ form, days, check, elsewhere, onChoose }: WhenSectionProps) {
  const { showingDate, showingTime } = form.draft
  const day = days.find((candidate) => candidate.date === showingDate)
  const free = day ? day.times.length - day.taken.length : 0
  const slots = (day?.times ?? []).map((time) => {
    const isFree = !day?.taken.includes(time)
    return { time, isFree, mark: isFree && elsewhere?.mark({ date: showingDate, time }) }
  })
  return (
    <Card title={t.chooseDateAndTime()}>
      <DatePicker
        name="showingDate"
        legend={t.date()}
        days={days.map(({ date, times, taken }) => ({ date, free: times.length - taken.length }))}
        value={showingDate}
        error={form.errorOf('showingDate')}
        onChange={(date) => form.set('showingDate', date)}
      />
      <p className="visually-hidden" role="status">
        {day && `${dayName(day.date).long}: ${timesFree(free)}`}
      </p>
      <SlotPicker
        name="showingTime"
        legend={day ? timeOn(day) : t.time()}
        slots={slots}
        value={showingTime}
        error={form.errorOf('showingTime')}
        onChange={(time) => form.set('showingTime', time)}
        empty={showingDate ? t.noTimes() : <NoDate />}
      />
      <CheckState
        check={check}
        days={days}
        when={day && showingTime ? whenText(day, showingTime) : ''}
        onChoose={onChoose}
      />
      {day && (
        <p className={styles.again}>
          <FieldLink path="showingDate">{t.chooseOtherDate()}</FieldLink>
        </p>
      )}
    </Card>
  )
}

/**
 * If someone chooses a date before the script has loaded, the page keeps it. Until then, the style sheet shows that its
 * times are loading.
 */
const NoDate = () => (
  <>
    <span className={styles.ask}>{t.chooseDateFirst()}</span>
    <span hidden>{t.checking()}</span>
  </>
)

export function timeOn({ date, zone }: OfferedDay) {
  const day = dayName(date).long
  return zone ? t.timeOnDayInZone({ day, zone }) : t.timeOnDay({ day })
}

export const whenText = ({ date, zone }: OfferedDay, time: string) =>
  t.dayAtTime({ day: dayName(date).long, time: zone ? `${clockTime(time)} ${zone}` : clockTime(time) })

/** Names the chosen start. @param otherwise what to say if that day is no longer offered */
export function chosenText(
  days: OfferedDay[],
  { showingDate, showingTime }: { showingDate: string; showingTime: string },
  otherwise = `${showingDate} ${showingTime}`,
) {
  const day = days.find(({ date }) => date === showingDate)
  return day ? whenText(day, showingTime) : otherwise
}

type CheckStateProps = Pick<WhenSectionProps, 'check' | 'days' | 'onChoose'> & { when: string }

function CheckState({ check, days, when, onChoose }: CheckStateProps) {
  const conflict = useRef<HTMLDivElement>(null)
  // If the slot turns out to be taken at the last step, show that at once, with alternatives.
  useEffect(() => {
    if (check.state === 'conflict') conflict.current?.focus()
  }, [check])
  if (check.state === 'conflict') {
    return (
      <div ref={conflict} tabIndex={-1} role="alert">
        <Notice kind="error" title={check.message}>
          {check.alternatives.length > 0 && (
            <>
              <p>{t.freeNow()}</p>
              <ul className={styles.alternatives}>
                {check.alternatives.map((start) => (
                  <li key={start.date + start.time}>
                    <Button variant="secondary" wide onClick={() => onChoose(start)}>
                      {keepTime(startName(start.date, start.time, zoneOn(days, start)))}
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Notice>
      </div>
    )
  }
  return (
    <div role="status">
      {check.state === 'checking' && (
        <p className={styles.state}>
          <Spinner />
          {t.checking()}
        </p>
      )}
      {check.state === 'available' && (
        <p className={`${styles.state} ${styles.available}`}>
          <Icon name="check" />
          <span>{t.isAvailable({ when })}</span>
        </p>
      )}
      {check.state === 'issues' && <Notice kind="warning">{check.message}</Notice>}
    </div>
  )
}
