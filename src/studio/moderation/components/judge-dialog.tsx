import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../platform/api-client.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useUnsentText } from '../../../ui/use-unsent-text.tsx'
import * as t from '../../text/moderation.ts'
import { REASON_MAX } from '../domain.ts'

type JudgeDialogProps = {
  /** Identifies the decision, for the unsent text that the tab keeps. */
  name: string
  title: string
  confirmLabel: string
  consequence: ReactNode
  /** Label of the admin's text. */
  label: string
  hint: string
  isNeeded: boolean
  isGood?: boolean
  done: string
  /** Shown before the server's own words if the action failed. */
  failed?: string
  send: (text: string) => Promise<unknown>
  onDone: () => Promise<void>
  onClose: () => void
}

/** Asks an admin to confirm a decision about an image, and for the reason. */
export function JudgeDialog({
  name,
  title,
  confirmLabel,
  consequence,
  label,
  hint,
  isNeeded,
  isGood,
  done,
  failed,
  ...on
}: JudgeDialogProps) {
  const { text, enter, drop } = useUnsentText(`judge:${name}`)
  const [fault, setFault] = useState<string>()

  async function confirm() {
    setFault(undefined)
    try {
      await on.send(text)
    } catch (error) {
      const at = error instanceof ApiError ? error.issues.find(({ path }) => path !== 'id') : undefined
      setFault(at?.message)
      if (at) return false
      // Another admin was faster, or the creator deleted the image. Reload the list of open decisions.
      if (error instanceof ApiError && [404, 409].includes(error.status)) await on.onDone()
      throw failed ? new Error(`${failed}: ${(error as Error).message}`) : error
    }
    showToast({ kind: 'success', text: done })
    await on.onDone()
    return true
  }

  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      variant={isGood ? 'primary' : 'danger'}
      onConfirm={confirm}
      onClose={() => {
        drop()
        on.onClose()
      }}
    >
      <p>{consequence}</p>
      <Field
        multiline
        name="judge-reason"
        label={label}
        hint={hint}
        optional={!isNeeded}
        rows={3}
        maxLength={REASON_MAX}
        value={text}
        error={fault}
        onChange={(event) => enter(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

/** Texts of the dialog that removes an image for everyone but its creator. */
export const removal = () => ({
  title: t.removeTitle(),
  confirmLabel: t.deleteButton(),
  consequence: t.removeText(),
  label: t.reason(),
  hint: t.creatorHint(),
  done: t.imageRemoved(),
  failed: t.deleteFailed(),
})
