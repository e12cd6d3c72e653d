import { type FormEvent, useState } from 'react'
import { lawOf } from '../../../notice/entry-notice/law-domain.ts'
import { LONGEST_NAME, LONGEST_NOTE } from '../../../notice/service-record/limits-domain.ts'
import { Button } from '../../../ui/button.tsx'
import { zoneName } from '../../../ui/date-time.ts'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field } from '../../../ui/field.tsx'
import { ImageField } from '../../../ui/image-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import { instantAt } from '../../../ui/wall-clock.ts'
import type { ShowingRecord } from '../../booking/contract.ts'
import * as t from '../../text/evidence.ts'
import { MethodChoice } from './method-choice.tsx'
import styles from './service-form.module.css'
import { useRecording } from './use-recording.tsx'

/** Records how the notice of a showing was served, in the property's local time. */
export function ServiceForm({ showing, onChanged }: { showing: ShowingRecord; onChanged: () => Promise<void> }) {
  const { time_zone, datetime, propertyState } = showing
  // Only someone who rents the property gets a notice.
  const law = lawOf({ state: propertyState, occupancy: 'resident' })
  const recording = useRecording(showing, onChanged)
  const { entered, enter, issues, failure, isBusy } = recording
  const [attempt, setAttempt] = useState(0)
  const fault = (path: string) => issues.find((issue) => issue.path === path)?.message
  const zone = zoneName(time_zone, instantAt(entered.date, entered.time, time_zone) ?? datetime)
  async function submit(event: FormEvent) {
    event.preventDefault()
    await recording.submit()
    setAttempt((count) => count + 1)
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <h3>{t.recordAService()}</h3>
      {failure && <Notice kind="error" role="alert" title={failure} />}
      <ErrorSummary title={t.pleaseCheck()} issues={issues} attempt={attempt} />
      <MethodChoice law={law} value={entered.method} onChange={(method) => enter({ method })} />
      <div className={styles.pair}>
        <Field
          name="servedAt"
          type="date"
          label={entered.method === 'mailed' ? t.dayOfMailing() : t.date()}
          value={entered.date}
          error={fault('servedAt')}
          onChange={(event) => enter({ date: event.currentTarget.value })}
        />
        <Field
          name="servedTime"
          type="time"
          label={t.timeInZone({ zone })}
          value={entered.time}
          onChange={(event) => enter({ time: event.currentTarget.value })}
        />
      </div>
      {entered.method === 'electronic_with_consent' && (
        <Field
          name="consentDate"
          type="date"
          label={t.consentLabel()}
          hint={t.consentHint()}
          value={entered.consentDate}
          error={fault('consentDate')}
          onChange={(event) => enter({ consentDate: event.currentTarget.value })}
        />
      )}
      <Field
        name="servedBy"
        label={t.servedBy()}
        autoComplete="name"
        maxLength={LONGEST_NAME}
        value={entered.servedBy}
        error={fault('servedBy')}
        onChange={(event) => enter({ servedBy: event.currentTarget.value })}
      />
      <Field
        name="note"
        label={t.note()}
        optional
        multiline
        rows={3}
        maxLength={LONGEST_NOTE}
        hint={t.noteHint()}
        value={entered.note}
        error={fault('note')}
        onChange={(event) => enter({ note: event.currentTarget.value })}
      />
      <div className={styles.photo}>
        <p id="photo-title">{rich(t.photoOptional({ hint: (inner) => <span>{inner}</span> }))}</p>
        <p className={styles.hint}>{t.photoHint()}</p>
        <ImageField
          name="photo"
          noun="photo"
          value={recording.preview}
          error={fault('photo')}
          signedOut={t.logInToRecord()}
          send={recording.sendPhoto}
          onChange={recording.showPhoto}
        />
      </div>
      <p className={styles.hint}>{t.permanent()}</p>
      <div className={styles.actions}>
        <Button type="submit" busy={isBusy}>
          {t.recordService()}
        </Button>
      </div>
    </form>
  )
}
