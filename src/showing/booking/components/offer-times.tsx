import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DatePicker } from '../../../ui/date-picker.tsx'
import { clockTime, keepTime, startName } from '../../../ui/date-time.ts'
import { FieldError } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import * as t from '../../text/booking.ts'
import { ClosedTimes } from './closed-times.tsx'
import styles from './offer-times.module.css'
import { fetchOfferedDays, type OfferedDay, type Start, zoneOn } from './offered-times.tsx'
import { timesFault } from './times-fault.tsx'
import { useElsewhere } from './use-elsewhere.tsx'
import { timeOn } from './when-section.tsx'

const MOST = 3
const keyOf = ({ date, time }: Start) => `${date} ${time}`

type OfferTimesProps = {
  propertyId: string
  /** ID of the request that the times replace. It blocks only its own time. */
  declined: string
  chosen: Start[]
  error: string | undefined
  onChange: (chosen: Start[]) => void
}

/** Lets the agent choose up to three open times for the buyer. It shows the chosen times next to those of a day. */
export function OfferTimes({ propertyId, declined, chosen, error, onChange }: OfferTimesProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.offer} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t.offerTimes()}</summary>
      <p className={styles.hint}>{t.offerTimesHow()}</p>
      <FieldError name="times" {...(error && { error })} />
      {isOpen && <Times propertyId={propertyId} declined={declined} chosen={chosen} onChange={onChange} />}
    </details>
  )
}

function Times({ propertyId, declined, chosen, onChange }: Omit<OfferTimesProps, 'error'>) {
  const [days, setDays] = useState<OfferedDay[]>()
  const [failure, setFailure] = useState<string>()
  const [date, setDate] = useState('')
  const elsewhere = useElsewhere(propertyId)
  const times = useRef<HTMLFieldSetElement>(null)
  // On a phone, the times of a day begin below the visible part of the dialog.
  useEffect(() => {
    if (date) times.current?.scrollIntoView({ block: 'nearest' })
  }, [date])
  useEffect(() => {
    const request = new AbortController()
    fetchOfferedDays(propertyId, { signal: request.signal, moving: declined }).then(setDays, (error: Error) => {
      if (!request.signal.aborted) setFailure(timesFault(error))
    })
    return () => request.abort()
  }, [propertyId, declined])
  if (failure) return <Notice kind="error" role="alert" title={failure} />
  if (!days) return <Skeleton lines={4} label={t.loadingTimes()} />
  const day = days.find((one) => one.date === date)
  const open = (day?.times ?? []).filter((time) => !day?.taken.includes(time))
  const has = (time: string) => chosen.some((one) => keyOf(one) === `${date} ${time}`)
  const remove = (start: Start) => onChange(chosen.filter((one) => keyOf(one) !== keyOf(start)))
  const nameOf = (start: Start) => keepTime(startName(start.date, start.time, zoneOn(days, start)))
  const toggle = (time: string) => {
    const start = { date, time }
    if (elsewhere.isLooking) return
    if (has(time)) remove(start)
    else elsewhere.choose(start, zoneOn(days, start), () => onChange([...chosen, start]))
  }
  return (
    <>
      <DatePicker
        name="offeredDate"
        legend={t.date()}
        days={days.map(({ date: on, times, taken }) => ({ date: on, free: times.length - taken.length }))}
        value={date}
        onChange={setDate}
      />
      {day && (
        <fieldset ref={times} className={styles.day}>
          <legend className={styles.legend}>{timeOn(day)}</legend>
          <div className={styles.times}>
            {open.map((time) => {
              return (
                <Button
                  key={time}
                  variant={has(time) ? 'primary' : 'secondary'}
                  wide
                  aria-pressed={has(time)}
                  disabled={!has(time) && chosen.length >= MOST}
                  onClick={() => toggle(time)}
                >
                  <span className={styles.time}>
                    {clockTime(time)}
                    {elsewhere.mark({ date, time })}
                  </span>
                </Button>
              )
            })}
          </div>
        </fieldset>
      )}
      <ClosedTimes propertyId={propertyId} days={days} date={date} />
      <p className={styles.count} role="status">
        {t.offeredCount({ count: chosen.length, most: MOST })}
      </p>
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={t.offeredSoFar()}>
          {chosen.map((start) => (
            <li key={keyOf(start)}>
              <Button
                variant="secondary"
                aria-label={t.removeTime({ when: nameOf(start) })}
                onClick={() => remove(start)}
              >
                {nameOf(start)} <span aria-hidden="true">×</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length >= MOST && <p className={styles.hint}>{t.threeTimes()}</p>}
      {elsewhere.dialog}
    </>
  )
}
