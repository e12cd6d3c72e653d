import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import * as t from '../../text/booking.ts'
import { fetchOfferedDays, type OfferedDay, type Start } from './offered-times.tsx'
import type { BuyerDialogProps } from './refund-dialog.tsx'
import styles from './reschedule-dialog.module.css'
import { useTimeCheck } from './use-time-check.tsx'
import { WhenSection } from './when-section.tsx'

/** Lets the buyer choose another time with the pickers of the booking page. */
export function RescheduleDialog(props: BuyerDialogProps) {
  const { slug } = props.page.property
  const [days, setDays] = useState<OfferedDay[]>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    const request = new AbortController()
    fetchOfferedDays(slug, request.signal).then(setDays, (error: Error) => {
      if (!request.signal.aborted) setFailure(error.message)
    })
    return () => request.abort()
  }, [slug])
  return (
    <Dialog title={t.moveToAnotherTime()} onClose={props.onClose}>
      <div className={styles.body}>
        <p>{t.moveIntro({ when: props.page.when })}</p>
        {failure && <Notice kind="error" role="alert" title={failure} />}
        {days && <Choice {...props} offered={days} />}
        {!days && !failure && <Skeleton lines={5} label={t.loadingTimes()} />}
      </div>
    </Dialog>
  )
}

const NOTHING: Start = { date: '', time: '' }

function Choice({ page, token, offered, onClose, onStale, onDone }: BuyerDialogProps & { offered: OfferedDay[] }) {
  const [chosen, setChosen] = useState(NOTHING)
  const [isBusy, setIsBusy] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<ApiError>()
  const onLost = () => setChosen(({ date }) => ({ date, time: '' }))
  const time = useTimeCheck(page.property.slug, offered, { chosen, mine: null, onLost })
  const form = {
    draft: { showingDate: chosen.date, showingTime: chosen.time },
    errorOf: (name: string) => faults[name],
    set(name: 'showingDate' | 'showingTime', value: string) {
      setFaults({})
      setFailure(undefined)
      // A time is valid only for its date.
      setChosen((now) => (name === 'showingTime' ? { ...now, time: value } : { date: value, time: '' }))
    },
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(undefined)
    const missing = !chosen.date ? 'showingDate' : !chosen.time ? 'showingTime' : null
    if (missing) {
      setFaults({ [missing]: missing === 'showingDate' ? t.chooseDatePlease() : t.chooseTimePlease() })
      document.getElementById(missing)?.querySelector<HTMLElement>('input:enabled')?.focus()
      return
    }
    setIsBusy(true)
    try {
      const body = { showingDate: chosen.date, showingTime: chosen.time }
      await api.POST('/api/showingbooker/public/booking/{token}/move', { params: { path: { token } }, body })
      await onDone(t.showingMoved())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setIsBusy(false)
      const { code, status, message, issues } = error
      if (code === 'slot_taken') time.conflict(chosen, message, (error.body.alternatives as Start[] | undefined) ?? [])
      else if (issues.length > 0) setFaults(Object.fromEntries(issues.map(({ path, message: text }) => [path, text])))
      else {
        setFailure(error)
        if (status === 409 && code !== 'same_time') await onStale()
      }
    }
  }
  const isOver = failure?.status === 409 && failure.code !== 'same_time'
  return (
    <form method="post" noValidate className={styles.body} onSubmit={submit}>
      <WhenSection
        form={form}
        days={time.days}
        check={time.check}
        onChoose={({ date, time: at }) => setChosen({ date, time: at })}
      />
      {failure && <Notice kind="error" role="alert" title={failure.message} />}
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onClose}>
          {isOver ? t.closeDialog() : t.keepShowing()}
        </Button>
        {!isOver && (
          <Button type="submit" busy={isBusy}>
            {t.moveShowing()}
          </Button>
        )}
      </div>
    </form>
  )
}
