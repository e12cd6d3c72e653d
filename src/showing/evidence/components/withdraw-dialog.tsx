import { useState } from 'react'
import type { ProofOfService } from '../../../notice/service-record/contract.ts'
import { methodName } from '../../../notice/service-record/domain.ts'
import { LONGEST_REASON } from '../../../notice/service-record/limits-domain.ts'
import { ApiError, api } from '../../../platform/api-client.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { instantName } from '../../../ui/date-time.ts'
import { Field } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useUnsentText } from '../../../ui/use-unsent-text.tsx'
import * as t from '../../text/evidence.ts'

type WithdrawDialogProps = {
  service: ProofOfService
  timeZone: string
  onWithdrawn: () => Promise<void>
  onClose: () => void
}

/** Asks why the agent withdraws a record, and says that it stays in the log. */
export function WithdrawDialog({ service, timeZone, onWithdrawn, onClose }: WithdrawDialogProps) {
  const reason = useUnsentText(`withdraw:${service.id}`)
  const [fault, setFault] = useState<string>()
  async function withdraw() {
    setFault(undefined)
    try {
      const path = { id: service.bookingId, serviceId: service.id }
      await api.POST('/api/showingbooker/bookings/{id}/service/{serviceId}/withdraw', {
        params: { path },
        body: { reason: reason.text },
      })
      await onWithdrawn()
      showToast({ kind: 'success', text: t.recordWithdrawn() })
    } catch (error) {
      if (error instanceof ApiError) setFault(error.issues.find(({ path }) => path === 'reason')?.message)
      throw error
    }
  }
  return (
    <ConfirmDialog
      title={t.withdrawThis()}
      confirmLabel={t.withdraw()}
      closeLabel={t.keepRecord()}
      onConfirm={withdraw}
      onClose={() => {
        reason.drop()
        onClose()
      }}
    >
      <p>
        {t.methodAtBy({
          method: methodName(service.method),
          servedAt: instantName(service.servedAt, timeZone),
          servedBy: service.servedBy,
        })}
      </p>
      <p>{t.withdrawMeans()}</p>
      <Field
        name="withdraw-reason"
        label={t.reason()}
        multiline
        rows={3}
        maxLength={LONGEST_REASON}
        value={reason.text}
        error={fault}
        onChange={(event) => reason.enter(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
