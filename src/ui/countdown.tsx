import { useEffect, useState } from 'react'
import { hearClock, serverNowMs } from '../platform/server-clock.ts'
import styles from './countdown.module.css'
import * as t from './text/kit.ts'

const ANNOUNCED_AT = [300, 60]

type CountdownProps = {
  /** An instant that the server has set. */
  until: string
  /** When the server made the page, if no answer came before. */
  madeAt?: string
  label: string
  onEnd: () => void
}

/**
 * Shows the time left until an instant on the server's clock. A screen reader announces it only at five minutes and at
 * one.
 */
export function Countdown({ until, madeAt, label, onEnd }: CountdownProps) {
  const [left, setLeft] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    const nowMs = Date.now()
    // The browser requested the page when `performance.now()` began. Its `timeOrigin` may be from before the clock was
    // set.
    if (madeAt) hearClock({ saidMs: Date.parse(madeAt), sentMs: nowMs - performance.now(), receivedMs: nowMs })
    const end = Date.parse(until)
    let previous = Number.POSITIVE_INFINITY
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - serverNowMs()) / 1000))
      setLeft(seconds)
      const mark = ANNOUNCED_AT.find((at) => seconds <= at && previous > at && previous !== Number.POSITIVE_INFINITY)
      if (mark) setAnnouncement(t.minutesLeft({ minutes: mark / 60, label }))
      previous = seconds
      if (seconds === 0) {
        clearInterval(timer)
        onEnd()
      }
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [until, madeAt, label, onEnd])

  return (
    <div className={styles.countdown} data-urgent={left !== null && left <= 60 ? true : undefined}>
      <span>{label}</span>
      <time className={styles.time} dateTime={left === null ? undefined : `PT${left}S`}>
        {left === null ? '' : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`}
      </time>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </div>
  )
}
