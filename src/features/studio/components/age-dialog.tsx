import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

type AgeDialogProps = { onConfirm: () => Promise<void>; onClose: () => void }

/** Asked once of an account, when it wants its first image. */
export function AgeDialog({ onConfirm, onClose }: AgeDialogProps) {
  return (
    <ConfirmDialog
      title="Are you 18 or older?"
      confirmLabel="Yes, I am 18 or older"
      closeLabel="No"
      variant="primary"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>The studio is for adults. We ask this once, and remember only that you said yes, and when.</p>
    </ConfirmDialog>
  )
}
