import { type FormEvent, useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { clockTime, dayName, zoneName } from '../../../ui/date-time.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { ShowingOutcome, ShowingRecord } from '../contract.ts'
import styles from './outcome-dialog.module.css'

const WORDS: Record<ShowingOutcome, { title: string; what: string; act: string; done: string; hint: string }> = {
  completed: {
    title: 'Mark as completed',
    what: 'The visitor came.',
    act: 'Mark completed',
    done: 'Marked as completed.',
    hint: 'What the visitor said, or what the owner should know.',
  },
  no_show: {
    title: 'Mark as a no-show',
    what: 'Nobody came to the showing. The fee stays paid.',
    act: 'Mark no-show',
    done: 'Marked as a no-show.',
    hint: 'What happened, as far as you know.',
  },
}

type OutcomeDialogProps = {
  showing: ShowingRecord
  outcome: ShowingOutcome
  onChanged: (showing: ShowingRecord) => Promise<void>
  onClose: () => void
}

/** Asks before a showing is marked, and takes down how it went. */
export function OutcomeDialog({ showing, outcome, onChanged, onClose }: OutcomeDialogProps) {
  const { id, date, time, time_zone, datetime, buyerName, propertyAddress, status } = showing
  const words = WORDS[outcome]
  const [feedback, setFeedback] = useState(showing.feedback ?? '')
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<ApiError>()
  const fieldFault = fault?.issues.find(({ path }) => path === 'feedback')?.message

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    setFault(undefined)
    try {
      const request = { params: { path: { id } }, body: { feedback } }
      const answer =
        outcome === 'completed'
          ? await api.POST('/api/showingbooker/bookings/{id}/complete', request)
          : await api.POST('/api/showingbooker/bookings/{id}/no-show', request)
      await onChanged(bodyOf(answer))
      showToast({ kind: 'success', text: words.done })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error)
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form method="post" className={styles.form} onSubmit={submit}>
        <p>
          {words.what}{' '}
          {status === 'confirmed'
            ? 'You can change the mark until 7 days after the showing.'
            : 'The compliance log keeps the former mark too.'}
        </p>
        <p className={styles.which}>
          {dayName(date).long}, {clockTime(time)} {zoneName(time_zone, datetime)}
          <span>
            {buyerName}, {propertyAddress}
          </span>
        </p>
        {fault && !fieldFault && <Notice kind="error" role="alert" title={fault.message} />}
        <Field
          name="feedback"
          label="Feedback"
          optional
          multiline
          rows={4}
          maxLength={2000}
          hint={words.hint}
          value={feedback}
          error={fieldFault}
          onChange={(event) => setFeedback(event.currentTarget.value)}
        />
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isBusy}>
            {words.act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
