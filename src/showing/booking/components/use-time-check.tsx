import { useEffect, useRef, useState } from 'react'
import * as t from '../../text/booking.ts'
import { alternativesTo, fetchOfferedDays, type OfferedDay, type Start, stateOf } from './offered-times.tsx'

export type TimeCheck =
  | { state: 'idle' }
  | { state: 'checking' }
  | { state: 'available' }
  | { state: 'conflict'; message: string; alternatives: Start[] }
  | { state: 'issues'; message: string }

const DEBOUNCE_MS = 500

type Watch = {
  chosen: Start
  /** A start held for this very buyer: taken for all others, free for them. */
  mine: Start | null
  /** The chosen start is taken: nothing may show it as chosen any longer. */
  onLost: () => void
}

/** Keeps the offered days fresh and checks the chosen start half a second after it was chosen. */
export function useTimeCheck(slug: string, initial: OfferedDay[], { chosen, mine, onLost }: Watch) {
  const [days, setDays] = useState(initial)
  const [check, setCheck] = useState<TimeCheck>({ state: 'idle' })
  const { date, time } = chosen
  // The choice that was left when the server had answered: what it said stays on the screen until the next choice.
  const known = useRef('')

  function lose(start: Start, message: string, alternatives: Start[]) {
    known.current = `${start.date} `
    setCheck({ state: 'conflict', message, alternatives })
    onLost()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a start is checked when it is chosen.
  useEffect(() => {
    if (known.current === `${date} ${time}`) return
    known.current = ''
    if (!date || !time) {
      setCheck({ state: 'idle' })
      return
    }
    setCheck({ state: 'checking' })
    const request = new AbortController()
    // The server may say that the start is lost before a check is answered: then the check says nothing any more.
    const isOver = () => request.signal.aborted || known.current !== ''
    const timer = setTimeout(async () => {
      try {
        const fresh = await fetchOfferedDays(slug, request.signal)
        if (isOver()) return
        setDays(fresh)
        const found = reviewed(fresh, { date, time }, mine)
        if (found.state === 'conflict') lose({ date, time }, found.message, found.alternatives)
        else setCheck(found)
      } catch {
        if (!isOver()) setCheck({ state: 'issues', message: t.slotUnchecked() })
      }
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [slug, date, time, mine])

  return {
    days: mine ? freeFor(mine, days) : days,
    check,
    async refresh() {
      const fresh = await fetchOfferedDays(slug).catch(() => null)
      if (fresh) setDays(fresh)
    },
    /** The server refused this start when it was to be booked. */
    conflict(start: Start, message: string, alternatives: Start[]) {
      setDays((current) => takenIn(current, start))
      lose(start, message, alternatives)
    },
  }
}

const isSame = (a: Start, b: Start | null) => a.date === b?.date && a.time === b.time

function reviewed(days: OfferedDay[], start: Start, mine: Start | null): TimeCheck {
  if (isSame(start, mine)) return { state: 'available' }
  const state = stateOf(days, start)
  if (state === 'free') return { state: 'available' }
  if (state === 'not_offered') return { state: 'issues', message: t.slotNotOffered() }
  return { state: 'conflict', message: t.slotTaken(), alternatives: alternativesTo(days, start) }
}

const freeFor = (mine: Start, days: OfferedDay[]) =>
  days.map((day) => (day.date === mine.date ? { ...day, taken: day.taken.filter((time) => time !== mine.time) } : day))

const takenIn = (days: OfferedDay[], { date, time }: Start) =>
  days.map((day) => (day.date === date && !day.taken.includes(time) ? { ...day, taken: [...day.taken, time] } : day))
