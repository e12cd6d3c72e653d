import { useEffect, useRef, useState } from 'react'
import * as t from '../../text/booking.ts'
import { alternativesTo, fetchOfferedDays, type OfferedDay, type Start, stateOf } from './offered-times.tsx'

export type TimeCheck =
  | { state: 'idle' }
  | { state: 'checking' }
  | { state: 'available' }
  | { state: 'conflict'; message: string; alternatives: Start[] }
  | { state: 'issues'; message: string }

const CHECKING: TimeCheck = { state: 'checking' }
const DEBOUNCE_MS = 500

/** A start that is held for this buyer, with the secret of the hold. It is taken for others, but open for them. */
export type Held = Start & { secret: string }

type Watch = {
  chosen: Start
  mine: Held | null
  /** ID of the showing that moves. It blocks only its own time. */
  moving?: string | undefined
  /** Called when the chosen start is no longer free, so that nothing shows it as chosen. */
  onLost: () => void
}

/** Keeps the offered days current and checks the chosen start half a second after the choice. */
export function useTimeCheck(slug: string, initial: OfferedDay[], { chosen, mine, moving, onLost }: Watch) {
  const [days, setDays] = useState(initial)
  const [check, setCheck] = useState<TimeCheck>({ state: 'idle' })
  const { date, time } = chosen
  const key = `${date} ${time}`
  // The choice that `check` is about.
  const about = useRef('')
  // The choice that the server's last answer is about. Its message stays until the next choice.
  const known = useRef('')
  const running = useRef<AbortController>(null)

  function lose(start: Start, message: string, alternatives: Start[]) {
    known.current = `${start.date} `
    setCheck({ state: 'conflict', message, alternatives })
    onLost()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: checks a start when someone chooses it.
  useEffect(() => {
    if (known.current === key) return
    known.current = ''
    if (!date || !time) {
      setCheck({ state: 'idle' })
      return
    }
    setCheck(CHECKING)
    about.current = key
    const request = new AbortController()
    running.current = request
    // If the server refuses the start during a check, the check's answer no longer counts.
    const isOver = () => request.signal.aborted || known.current !== ''
    const timer = setTimeout(async () => {
      try {
        const fresh = await fetchOfferedDays(slug, { signal: request.signal, moving, hold: mine?.secret })
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
  }, [slug, date, time, mine, moving])

  return {
    days: mine ? freeFor(mine, days) : days,
    // The answer about the last choice never applies to this one, not even until the effect has run.
    check: check.state === 'available' && about.current !== key ? CHECKING : check,
    async refresh() {
      const fresh = await fetchOfferedDays(slug, { moving, hold: mine?.secret }).catch(() => null)
      if (fresh) setDays(fresh)
    },
    /** Ends the check of a start that the buyer is booking. It could mistake the new booking for another person's. */
    send() {
      running.current?.abort()
      setCheck((last) => (last.state === 'checking' ? { state: 'idle' } : last))
    },
    /** Handles a start that the server refused to book. */
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
