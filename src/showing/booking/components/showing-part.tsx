import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import * as kit from '../../../ui/text/kit.ts'
import * as t from '../../text/booking.ts'
import styles from './showing-part.module.css'

type ShowingPartProps = { label: ReactNode; isOpenFirst?: boolean; children: ReactNode }

/** A part of a showing with messages. It renders its children once someone opens it. */
export function ShowingPart({ label, isOpenFirst = false, children }: ShowingPartProps) {
  const [isOpen, setIsOpen] = useState(isOpenFirst)
  return (
    <details className={styles.part} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="message" />
        {label}
      </summary>
      {isOpen && children}
    </details>
  )
}

/**
 * Loads what a part shows, and loads it again after each reload of the page.
 * @param read must stay the same function
 */
export function usePart<Value>(id: string, read: (id: string) => Promise<Value>) {
  const [value, setValue] = useState<Value>()
  const [fault, setFault] = useState<string>()
  const { state } = useRevalidator()
  const asked = useRef(0)
  const show = useCallback((next: Value) => {
    asked.current++
    setValue(next)
    setFault(undefined)
  }, [])
  const load = useCallback(async () => {
    const mine = ++asked.current
    try {
      const next = await read(id)
      // Ignore an answer if a later one came first.
      if (mine === asked.current) show(next)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (mine === asked.current) setFault(error.message)
    }
  }, [id, read, show])
  useEffect(() => {
    if (state === 'idle') void load()
  }, [state, load])
  return { value, fault, load, show }
}

type NotLoadedProps = Pick<ReturnType<typeof usePart>, 'fault' | 'load'> & { lines: number }

export function NotLoaded({ fault, load, lines }: NotLoadedProps) {
  if (!fault) return <Skeleton lines={lines} label={t.loadingMessages()} />
  return (
    <div className={styles.fault} role="alert">
      <p>{fault}</p>
      <Button variant="secondary" onClick={load}>
        {kit.tryAgain()}
      </Button>
    </div>
  )
}
