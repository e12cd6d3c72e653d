import { type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, api } from '../../../platform/api-client.ts'
import type { Issue } from '../../../platform/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { zoneNames } from '../../../ui/date-names.ts'
import { instantName, keepTime } from '../../../ui/date-time.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as kit from '../../../ui/text/kit.ts'
import { useRetryKey } from '../../../ui/use-retry-key.ts'
import { instantAt } from '../../../ui/wall-clock.ts'
import * as t from '../../text/calendar.ts'
import styles from './block-out-dialog.module.css'

/** A time to block, as the form has it. Times are `HH:MM`, and 24:00 is not allowed. */
export type DraftBlockOut = { fromDate: string; fromTime: string; toDate: string; toTime: string }
/** Fields that the form always has. */
const DAY_FIELDS = ['from_date', 'to_date', 'reason']
type InTheWay = { id: string; startsAt: string; time_zone: string; propertyAddress: string; status: string }

type BlockOutDialogProps = {
  draft: DraftBlockOut
  timeZone: string
  onClose: () => void
  onBlocked: () => void
}

/** Blocks a time at all properties. If showings are in the way, it asks before it blocks the rest. */
export function BlockOutDialog({ draft, timeZone, onClose, onBlocked }: BlockOutDialogProps) {
  const [isAllDay, setIsAllDay] = useState(false)
  const [{ startsAt, endsAt }, setEnds] = useState(() => endsOf(draft, timeZone))
  const [isBusy, setIsBusy] = useState(false)
  const [issues, setIssues] = useState<Issue[]>([])
  const [failure, setFailure] = useState<{ message: string; inTheWay: InTheWay[] }>()
  const errorOf = (name: string) => issues.find(({ path }) => path === name)?.message
  const { headersFor } = useRetryKey()
  const form = useRef<HTMLFormElement>(null)
  const warning = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (issues.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [issues])
  // The list begins below the fields, where the buttons would cover it.
  useEffect(() => {
    if (failure) warning.current?.scrollIntoView({ block: 'start' })
  }, [failure])

  /** Asks again, because new times can have another zone, and other showings that the agent did not agree to keep. */
  function askAgain({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement) || target.name === 'reason') return
    setFailure(undefined)
    const entries = new FormData(currentTarget)
    const textOf = (name: string) => String(entries.get(name) ?? '')
    const entered = { fromDate: textOf('from_date'), toDate: textOf('to_date') }
    setEnds(endsOf({ ...entered, fromTime: textOf('from_time'), toTime: textOf('to_time') }, timeZone))
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const entries = new FormData(event.currentTarget, event.nativeEvent.submitter)
    const textOf = (name: string) => String(entries.get(name) ?? '') || null
    setIsBusy(true)
    setIssues([])
    setFailure(undefined)
    try {
      const body = {
        from_date: textOf('from_date') ?? '',
        to_date: textOf('to_date') ?? '',
        from_time: isAllDay ? null : textOf('from_time'),
        to_time: isAllDay ? null : textOf('to_time'),
        time_zone: timeZone,
        reason: textOf('reason'),
        keep: entries.get('keep') === 'true',
      }
      await api.POST('/api/showingbooker/block-outs', { body, headers: headersFor(body) })
      onBlocked()
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined
      const found = refusal?.issues ?? []
      const shown = isAllDay ? DAY_FIELDS : [...DAY_FIELDS, 'from_time', 'to_time']
      setIssues(found)
      setIsBusy(false)
      // If the fields already show every error, we need no summary.
      if (found.length > 0 && found.every(({ path }) => shown.includes(path))) return
      setFailure({
        message: (error as Error).message,
        inTheWay: (refusal?.body.bookings as InTheWay[] | undefined) ?? [],
      })
    }
  }

  const inTheWay = failure?.inTheWay ?? []
  return (
    <Dialog title={t.blockTime()} onClose={onClose}>
      <form ref={form} method="post" className={styles.form} noValidate onSubmit={submit} onChange={askAgain}>
        <p>
          <Link to={`/upcoming/book?${new URLSearchParams({ at: endsOf(draft, timeZone).startsAt })}`}>
            {t.bookForVisitor()}
          </Link>
        </p>
        <p>{t.blockIntro({ zone: zoneNames(timeZone, startsAt, endsAt) })}</p>
        <Checkbox name="all_day" checked={isAllDay} onChange={(event) => setIsAllDay(event.currentTarget.checked)}>
          {t.wholeDays()}
        </Checkbox>
        <div className={styles.row}>
          <Field
            name="from_date"
            type="date"
            label={t.fromDate()}
            defaultValue={draft.fromDate}
            error={errorOf('from_date')}
          />
          {!isAllDay && (
            <Field
              name="from_time"
              type="time"
              step={1800}
              label={t.fromTime()}
              defaultValue={draft.fromTime}
              error={errorOf('from_time')}
            />
          )}
        </div>
        <div className={styles.row}>
          <Field name="to_date" type="date" label={t.toDate()} defaultValue={draft.toDate} error={errorOf('to_date')} />
          {!isAllDay && (
            <Field
              name="to_time"
              type="time"
              step={1800}
              label={t.toTime()}
              defaultValue={draft.toTime}
              error={errorOf('to_time')}
            />
          )}
        </div>
        <Field
          name="reason"
          label={t.blockReason()}
          hint={t.blockReasonHint()}
          optional
          maxLength={200}
          autoComplete="off"
          error={errorOf('reason')}
        />
        {inTheWay.length > 0 && (
          <div ref={warning}>
            <Notice kind="warning" role="alert" title={failure?.message}>
              <ul className={styles.showings}>
                {inTheWay.map(({ id, startsAt, time_zone, propertyAddress, status }) => (
                  <li key={id}>
                    {status === 'held' ? (
                      t.heldInTheWay({ when: keepTime(instantName(startsAt, time_zone)), address: propertyAddress })
                    ) : (
                      <>
                        <a href={`/calendar/showings/${id}`}>{keepTime(instantName(startsAt, time_zone))}</a> ·{' '}
                        {propertyAddress}
                      </>
                    )}
                  </li>
                ))}
              </ul>
            </Notice>
          </div>
        )}
        <DialogActions fault={inTheWay.length > 0 ? undefined : failure?.message}>
          <Button variant="secondary" onClick={onClose}>
            {kit.cancel()}
          </Button>
          {inTheWay.length > 0 ? (
            <Button type="submit" name="keep" value="true" busy={isBusy}>
              {t.keepAndBlock({ count: inTheWay.length })}
            </Button>
          ) : (
            <Button type="submit" busy={isBusy}>
              {t.blockTime()}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

/**
 * Returns when the entered time begins and ends. A missing time becomes noon, and a missing date becomes the other
 * date.
 */
function endsOf({ fromDate, fromTime, toDate, toTime }: DraftBlockOut, timeZone: string) {
  const at = (date: string, time: string) => instantAt(date, time || '12:00', timeZone)
  const startsAt = at(fromDate, fromTime) ?? at(toDate, toTime) ?? new Date().toISOString()
  return { startsAt, endsAt: at(toDate, toTime) ?? startsAt }
}
