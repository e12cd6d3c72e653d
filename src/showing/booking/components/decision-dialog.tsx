import { useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { clockTime, dayName, zoneName } from '../../../ui/date-time.ts'
import { Field } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import { type Decision, decisionWords } from '../decision-messages.ts'
import styles from './decision-dialog.module.css'

type DecisionDialogProps = {
  showing: ShowingRecord
  decision: Decision
  /** The showing as it is now, after this decision or someone else's. */
  onChanged: (showing: ShowingRecord) => Promise<void>
  onClose: () => void
}

/** Confirms a decision about a booking, says what follows, and records the reason. */
export function DecisionDialog({ showing, decision, onChanged, onClose }: DecisionDialogProps) {
  const { id, date, time, time_zone, datetime, buyerName, propertyAddress } = showing
  // Keep the words even if the showing behind the dialog changes.
  const [words] = useState(() => decisionWords(showing, decision))
  const [reason, setReason] = useState('')
  const [fieldFault, setFieldFault] = useState<string>()
  const [isOver, setIsOver] = useState(false)

  async function decide() {
    setFieldFault(undefined)
    try {
      await onChanged(await send(id, decision, reason))
      showToast({ kind: 'success', text: words.done })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFieldFault(error.issues.find(({ path }) => path === 'reason')?.message)
      if (error.status === 409) {
        setIsOver(true)
        const path = { id }
        const now = await api.GET('/api/showingbooker/bookings/{id}', { params: { path } }).catch(() => null)
        if (now) await onChanged(bodyOf(now))
      }
      throw error
    }
  }
  return (
    <ConfirmDialog
      title={words.title}
      confirmLabel={words.act}
      closeLabel={words.keep}
      variant={decision === 'approve' || decision === 'approve_refund' ? 'primary' : 'danger'}
      isOver={isOver}
      onConfirm={decide}
      onClose={onClose}
    >
      <p className={styles.which}>
        {dayName(date).long}, {clockTime(time)} {zoneName(time_zone, datetime)}
        <span>
          {buyerName}, {propertyAddress}
        </span>
      </p>
      {words.what.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {decision !== 'approve' && (
        <Field
          name="reason"
          label={t.reason()}
          optional
          multiline
          rows={3}
          maxLength={500}
          hint={decision === 'decline_refund' || decision === 'approve_refund' ? t.reasonForBuyer() : t.reasonForLog()}
          value={reason}
          error={fieldFault}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  )
}

async function send(id: string, decision: Decision, said: string): Promise<ShowingRecord> {
  const params = { path: { id } }
  const reason = said.trim() || undefined
  const body = { reason }
  switch (decision) {
    case 'approve':
      return bodyOf(await api.POST('/api/showingbooker/bookings/{id}/approve', { params, body: {} }))
    case 'decline':
      return bodyOf(await api.POST('/api/showingbooker/bookings/{id}/decline', { params, body }))
    case 'cancel':
      return bodyOf(await api.POST('/api/showingbooker/bookings/{id}/cancel', { params, body }))
    case 'approve_refund':
    case 'decline_refund': {
      const answer = decision === 'approve_refund' ? 'approve' : 'decline'
      const decided = { decision: answer, reason } as const
      return bodyOf(await api.POST('/api/showingbooker/bookings/{id}/refund', { params, body: decided }))
    }
  }
}
