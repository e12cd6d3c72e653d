import { useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useUnsentText } from '../../../ui/use-unsent-text.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import { type Decision, decisionWords } from '../decision-messages.ts'
import { ApprovalNotice } from './approval-notice.tsx'
import { OfferTimes } from './offer-times.tsx'
import type { Start } from './offered-times.tsx'
import { reloadShowing } from './use-showing-act.tsx'
import { WhichShowing } from './which-showing.tsx'

type DecisionDialogProps = {
  showing: ShowingRecord
  decision: Decision
  /** Gets the showing as it is now, after this decision or someone else's. */
  onChanged: (showing: ShowingRecord) => Promise<void>
  onClose: () => void
}

/** Asks the agent to confirm a decision about a booking, says what follows, and takes the reason. */
export function DecisionDialog({ showing, decision, onChanged, onClose }: DecisionDialogProps) {
  const { id } = showing
  // Keep the words even if the showing changes behind the dialog.
  const [words] = useState(() => decisionWords(showing, decision))
  const reason = useUnsentText(`${decision}:${id}`)
  const [fieldFault, setFieldFault] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const [times, setTimes] = useState<Start[]>([])
  const [timesFault, setTimesFault] = useState<string>()

  async function decide() {
    setFieldFault(undefined)
    try {
      await onChanged(await send(showing, decision, reason.text, times))
      showToast({ kind: 'success', text: words.done })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFieldFault(error.issues.find(({ path }) => path === 'reason')?.message)
      const isTaken = error.code === 'slot_taken'
      setTimesFault(isTaken ? error.message : error.issues.find(({ path }) => path === 'times')?.message)
      if (error.status === 409 && !isTaken) {
        setIsOver(true)
        await reloadShowing(id, onChanged)
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
      onClose={() => {
        reason.drop()
        onClose()
      }}
    >
      <WhichShowing showing={showing} />
      {decision === 'approve' && showing.noticeOnApproval && (
        <p>
          <ApprovalNotice showing={showing} />
        </p>
      )}
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
          hint={decision === 'decline' ? t.reasonForLog() : t.reasonForBuyer()}
          value={reason.text}
          error={fieldFault}
          onChange={(event) => reason.enter(event.currentTarget.value)}
        />
      )}
      {decision === 'decline' && !showing.is_demo && (
        <OfferTimes
          propertyId={showing.property_id}
          declined={id}
          chosen={times}
          error={timesFault}
          onChange={setTimes}
        />
      )}
    </ConfirmDialog>
  )
}

async function send(
  { id, status, datetime }: ShowingRecord,
  decision: Decision,
  entered: string,
  chosen: Start[],
): Promise<ShowingRecord> {
  const params = { path: { id } }
  const seen = { status, startsAt: datetime }
  const reason = entered.trim() || undefined
  const body = { reason, seen }
  switch (decision) {
    case 'approve':
      return bodyOf(await api.POST('/api/showingbooker/bookings/{id}/approve', { params, body: { seen } }))
    case 'decline': {
      const times = chosen.map(({ date, time }) => ({ showingDate: date, showingTime: time }))
      const declined = { reason, times, seen }
      return bodyOf(await api.POST('/api/showingbooker/bookings/{id}/decline', { params, body: declined }))
    }
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
