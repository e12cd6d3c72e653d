import { useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { RadioGroup } from '../../../ui/choice.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { ReportReason } from '../contract.ts'
import { DETAILS_MAX, REPORT_REASONS } from '../domain.ts'
import styles from './report-dialog.module.css'

/**
 * Asks why an image should be looked at; whoever sees the image may ask, signed in or not. Put it beside the image's own
 * dialog while it is open: `{isReporting && <ReportDialog imageId={id} onClose={() => setIsReporting(false)} />}`. The page
 * must show `<Toasts />`.
 */
export function ReportDialog({ imageId, onClose }: { imageId: string; onClose: () => void }) {
  const [reason, setReason] = useState<ReportReason>('other')
  const [details, setDetails] = useState('')
  const [fault, setFault] = useState<string>()

  async function send() {
    setFault(undefined)
    try {
      const answer = await api.POST('/images/{id}/report', {
        params: { path: { id: imageId } },
        body: { reason, details },
      })
      const text = bodyOf(answer).isNew
        ? 'Thank you. We look at every report.'
        : 'You have reported this image already. We look at every report.'
      showToast({ kind: 'success', text })
    } catch (error) {
      const at = error instanceof ApiError ? error.issues.find(({ path }) => path === 'details') : undefined
      setFault(at?.message)
      if (!at) throw error
      return false
    }
    return true
  }

  return (
    <ConfirmDialog
      title="Report this image"
      confirmLabel="Send report"
      variant="primary"
      onConfirm={send}
      onClose={onClose}
    >
      <p>What is wrong with it? Its creator is not told who reported it.</p>
      <div className={styles.reasons}>
        <RadioGroup name="report-reason" legend="Reason" options={REPORT_REASONS} value={reason} onChange={setReason} />
      </div>
      <Field
        multiline
        optional
        name="report-details"
        label="Details"
        hint="What a moderator should know. Please name nobody who has nothing to do with it."
        rows={3}
        maxLength={DETAILS_MAX}
        value={details}
        error={fault}
        onChange={(event) => setDetails(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
