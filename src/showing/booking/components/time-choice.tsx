import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { keepTime, startName } from '../../../ui/date-time.ts'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import * as kit from '../../../ui/text/kit.ts'
import { useLateAnswer } from '../../../ui/use-late-answer.tsx'
import * as t from '../../text/booking.ts'
import { alternativesTo, fetchOfferedDays, type OfferedDay, type Start, zoneOn } from './offered-times.tsx'
import styles from './time-choice.module.css'
import { timesFault } from './times-fault.tsx'
import type { Elsewhere } from './use-elsewhere.tsx'
import { useTimeCheck } from './use-time-check.tsx'
import { WhenSection } from './when-section.tsx'

type TimeChoiceProps = {
  /** Slug or ID of the property. */
  slug: string
  /** ID of the showing that moves. */
  moving: string
  /** The start to move from. The form suggests open times near it, each one tap away. Without it, it suggests none. */
  near?: Start
  /** Where the agent is at these times. It is missing if a buyer chooses. */
  elsewhere?: Elsewhere
  /** More about the offered days and the chosen start, below the pickers. */
  about?: (days: OfferedDay[], chosen: Start) => ReactNode
  /** Label of the button that sends the chosen start. */
  act: string
  send: (start: Start) => Promise<void>
  /** Called when the showing has changed, so that no one can send the start. */
  onStale: () => Promise<void>
  onClose: () => void
  /** More fields, below the times. */
  children?: ReactNode
}

/** Lets a person choose an open time with the pickers of the booking page, and sends it. */
export function TimeChoice(props: TimeChoiceProps) {
  const { slug, moving } = props
  const [days, setDays] = useState<OfferedDay[]>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    const request = new AbortController()
    fetchOfferedDays(slug, { signal: request.signal, moving }).then(setDays, (error: Error) => {
      if (!request.signal.aborted) setFailure(timesFault(error))
    })
    return () => request.abort()
  }, [slug, moving])
  if (failure) return <Notice kind="error" role="alert" title={failure} />
  return days ? <Choice {...props} offered={days} /> : <Skeleton lines={5} label={t.loadingTimes()} />
}

const NOTHING: Start = { date: '', time: '' }
const hasFree = ({ times, taken }: OfferedDay) => times.length > taken.length

/** Chooses the showing's own date if it has an open time, so that the next tap can choose a time. */
function firstChoice(days: OfferedDay[], near: Start | undefined): Start {
  const isOpen = days.some((one) => one.date === near?.date && hasFree(one))
  return near && isOpen ? { date: near.date, time: '' } : NOTHING
}

/** Leaves out the times at which the agent is elsewhere. */
const withoutElsewhere = (days: OfferedDay[], elsewhere: Elsewhere | undefined) =>
  days.map((day) => ({ ...day, times: day.times.filter((time) => !elsewhere?.at({ date: day.date, time })) }))

function Choice({
  slug,
  moving,
  near,
  elsewhere,
  about,
  act,
  send,
  onStale,
  onClose,
  offered,
  children,
}: TimeChoiceProps & { offered: OfferedDay[] }) {
  const [chosen, setChosen] = useState(() => firstChoice(offered, near))
  const [isBusy, setIsBusy] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<ApiError>()
  const late = useLateAnswer(act)
  const onLost = () => setChosen(({ date }) => ({ date, time: '' }))
  const time = useTimeCheck(slug, offered, { chosen, mine: null, moving, onLost })
  function choose(start: Start) {
    setFaults({})
    setFailure(undefined)
    setChosen(start)
  }
  const form = {
    draft: { showingDate: chosen.date, showingTime: chosen.time },
    errorOf: (name: string) => faults[name],
    // A time is valid only for its date.
    set: (name: 'showingDate' | 'showingTime', value: string) =>
      choose(name === 'showingTime' ? { ...chosen, time: value } : { date: value, time: '' }),
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(undefined)
    const missing = !chosen.date ? 'showingDate' : !chosen.time ? 'showingTime' : null
    if (missing) {
      setFaults({ [missing]: missing === 'showingDate' ? t.chooseDatePlease() : t.chooseTimePlease() })
      document.getElementById(missing)?.querySelector<HTMLElement>('input:enabled')?.focus()
      return
    }
    if (elsewhere) elsewhere.choose(chosen, zoneOn(time.days, chosen), () => void deliver())
    else void deliver()
  }

  async function deliver() {
    setIsBusy(true)
    time.send()
    try {
      await send(chosen)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { code, status, message, issues } = error
      const isStale = status === 409 && code !== 'same_time' && code !== 'slot_taken'
      if (late.failed(message)) return isStale ? await onStale() : undefined
      setIsBusy(false)
      if (code === 'slot_taken') time.conflict(chosen, message, (error.body.alternatives as Start[] | undefined) ?? [])
      else if (issues.length > 0) setFaults(Object.fromEntries(issues.map(({ path, message: text }) => [path, text])))
      else {
        setFailure(error)
        if (isStale) await onStale()
      }
    }
  }
  const isOver = failure?.status === 409 && failure.code !== 'same_time'
  const suggested = near ? alternativesTo(withoutElsewhere(time.days, elsewhere), near) : []
  return (
    <form method="post" noValidate className={styles.body} onSubmit={submit}>
      {suggested.length > 0 && (
        <section aria-label={t.openTimesNear()}>
          <p className={styles.near}>{t.openTimesNear()}</p>
          <ul className={styles.suggested}>
            {suggested.map((start) => (
              <li key={start.date + start.time}>
                <Button
                  variant="secondary"
                  wide
                  aria-pressed={start.date === chosen.date && start.time === chosen.time}
                  onClick={() => choose({ date: start.date, time: start.time })}
                >
                  {keepTime(startName(start.date, start.time, zoneOn(time.days, start)))}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <WhenSection
        form={form}
        days={time.days}
        check={time.check}
        {...(elsewhere && { elsewhere })}
        onChoose={choose}
      />
      {about?.(time.days, chosen)}
      {children}
      <DialogActions fault={failure?.message}>
        <Button variant="secondary" onClick={onClose}>
          {isOver ? kit.close() : t.keepShowing()}
        </Button>
        {!isOver && (
          <Button type="submit" busy={isBusy || elsewhere?.isLooking}>
            {act}
          </Button>
        )}
      </DialogActions>
      {elsewhere?.dialog}
    </form>
  )
}
