import { useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { RadioGroup } from '../../../ui/choice.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/moderation.ts'
import type { ReportReason } from '../contract.ts'
import { DETAILS_MAX, REPORT_REASONS } from '../domain.ts'
import styles from './report-dialog.module.css'

type ReportDialogProps = {
  imageId: string
  /** Called if only its creator still sees the image. */
  onGone: () => void
  onClose: () => void
}

/**
 * Asks why someone reports an image. Anyone who sees the image may report it, signed in or not. Render it next to the
 * image's own dialog while it is open: `{isReporting && <ReportDialog imageId={id} onGone={…}
 * onClose={() => setIsReporting(false)} />}`. The page must show `<Toasts />`.
 */
export function ReportDialog({ imageId, onGone, onClose }: ReportDialogProps) {
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
      const text = bodyOf(answer).isNew ? t.reportThanks() : t.reportAgain()
      showToast({ kind: 'success', text })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return onGone()
      const at = error instanceof ApiError ? error.issues.find(({ path }) => path === 'details') : undefined
      setFault(at?.message)
      if (!at) throw error
      return false
    }
    return true
  }

  return (
    <ConfirmDialog
      title={t.reportTitle()}
      confirmLabel={t.sendReport()}
      variant="primary"
      onConfirm={send}
      onClose={onClose}
    >
      <p>{t.reportText()}</p>
      <div className={styles.reasons}>
        <RadioGroup
          name="report-reason"
          legend={t.reason()}
          options={REPORT_REASONS.map(({ value, label }) => ({ value, label: label() }))}
          value={reason}
          onChange={setReason}
        />
      </div>
      <Field
        multiline
        optional
        name="report-details"
        label={t.details()}
        hint={t.detailsHint()}
        rows={3}
        maxLength={DETAILS_MAX}
        value={details}
        error={fault}
        onChange={(event) => setDetails(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
