import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Generations } from './use-generations.tsx'

/** What is asked before an image: an account's age once, and whether to draw where nothing of the prompt can be. */
export function QuestionDialog({ generations }: { generations: Generations }) {
  const { question, confirm, decline } = generations
  if (question?.about === 'age')
    return (
      <ConfirmDialog
        title="Are you 18 or older?"
        confirmLabel="Yes, I am 18 or older"
        closeLabel="No"
        variant="primary"
        onConfirm={confirm}
        onClose={decline}
      >
        <p>The studio is for adults. We ask this once, and remember only that you said yes, and when.</p>
      </ConfirmDialog>
    )
  if (question?.about === 'nothing')
    return (
      <ConfirmDialog
        title="Nothing of this can be drawn"
        confirmLabel="Draw anyway"
        closeLabel="Change the prompt"
        variant="primary"
        onConfirm={confirm}
        onClose={decline}
      >
        <p>{question.refused.message}.</p>
        <p>Drawn anyway, you get an empty landscape for the usual price.</p>
      </ConfirmDialog>
    )
  return null
}
