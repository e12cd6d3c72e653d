import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { clockTime, dayName, keepTime } from '../../../ui/date-time.ts'
import * as t from '../../text/booking.ts'
import { ElsewhereMark } from './elsewhere-mark.tsx'
import type { Start } from './offered-times.tsx'

/** The agent's showings at other properties, for the pickers of one property. */
export type Elsewhere = {
  /** Address of the showing at this start, if there is one. */
  at: (start: Start) => string | undefined
  /** Marks this start in a picker, if there is one. */
  mark: (start: Start) => ReactNode
  /**
   * Continues with a start at once, or asks first if the agent is elsewhere at that time. Only a button may call it,
   * because choosing a time with an arrow key must not open a dialog (WCAG 3.2.2). `zone` is the time zone's
   * abbreviation on that date.
   */
  choose: (start: Start, zone: string, then: () => void) => void
  /** `true` while a start waits for the server to say where the agent is. */
  isLooking: boolean
  dialog: ReactNode
}

/** Longest wait for that answer. An agent can choose a time without the marks. */
const MOST_WAIT_MS = 5_000

const keyOf = ({ date, time }: Start) => `${date} ${time}`

/** @param propertyId `null` to mark no times: the person is not an agent, or someone else gives the showing */
export function useElsewhere(propertyId: string | null): Elsewhere {
  const addresses = useAddresses(propertyId)
  const [asked, setAsked] = useState<{ start: Start; zone: string; then: () => void }>()
  const at = (start: Start) => addresses?.get(keyOf(start))
  const latest = useRef(at)
  latest.current = at
  const [waiting, setWaiting] = useState<() => void>()
  useEffect(() => {
    if (!waiting) return
    if (!addresses) {
      const timer = setTimeout(goOn, MOST_WAIT_MS)
      return () => clearTimeout(timer)
    }
    goOn()
    function goOn() {
      setWaiting(undefined)
      waiting?.()
    }
  }, [waiting, addresses])
  const address = asked && at(asked.start)
  return {
    at,
    mark: (start) => <ElsewhereMark address={at(start)} />,
    choose(start, zone, then) {
      const go = () => (latest.current(start) ? setAsked({ start, zone, then }) : then())
      if (addresses) go()
      else setWaiting(() => go)
    },
    isLooking: waiting !== undefined,
    dialog: address && (
      <ConfirmDialog
        title={t.elsewhereThen()}
        confirmLabel={t.chooseAnyway()}
        closeLabel={t.chooseAnother()}
        variant="primary"
        onConfirm={async () => asked.then()}
        onClose={() => setAsked(undefined)}
      >
        <p>
          {t.elsewhereAsk({
            day: keepTime(dayName(asked.start.date).long),
            time: keepTime(`${clockTime(asked.start.time)} ${asked.zone}`.trimEnd()),
            address,
          })}
        </p>
      </ConfirmDialog>
    ),
  }
}

const NONE: ReadonlyMap<string, string> = new Map()

/**
 * @returns `undefined` until the addresses have loaded. If they cannot load, it returns none, because an agent can
 * choose a time without them
 */
function useAddresses(propertyId: string | null): ReadonlyMap<string, string> | undefined {
  const [found, setFound] = useState<{ of: string; addresses: ReadonlyMap<string, string> }>()
  useEffect(() => {
    if (!propertyId) return
    const request = new AbortController()
    const params = { path: { id: propertyId } }
    api
      .GET('/api/showingbooker/properties/{id}/showings-elsewhere', {
        params,
        signal: request.signal,
        cache: 'no-store',
      })
      .then(
        (answer) => {
          const marks = bodyOf(answer).showings.map((one) => [keyOf(one), one.address] as const)
          setFound({ of: propertyId, addresses: new Map(marks) })
        },
        () => {
          if (!request.signal.aborted) setFound({ of: propertyId, addresses: NONE })
        },
      )
    return () => request.abort()
  }, [propertyId])
  if (!propertyId) return NONE
  return found?.of === propertyId ? found.addresses : undefined
}
