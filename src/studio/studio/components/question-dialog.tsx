import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import * as t from '../../text/studio.ts'
import type { Generations } from './use-generations.tsx'

/**
 * Asks a question before an image: once, whether the person is an adult, and whether to draw although the engine can
 * draw nothing in the prompt.
 */
export function QuestionDialog({ generations }: { generations: Generations }) {
  const { question, confirm, decline } = generations
  if (question?.about === 'age')
    return (
      <ConfirmDialog
        title={t.ageTitle()}
        confirmLabel={t.ageYes()}
        closeLabel={t.ageNo()}
        variant="primary"
        onConfirm={confirm}
        onClose={decline}
      >
        <p>{t.ageText()}</p>
      </ConfirmDialog>
    )
  if (question?.about === 'nothing')
    return (
      <ConfirmDialog
        title={t.nothingTitle()}
        confirmLabel={t.drawAnyway()}
        closeLabel={t.changePrompt()}
        variant="primary"
        onConfirm={confirm}
        onClose={decline}
      >
        <p>{question.refused.message}</p>
        <p>{t.anywayText()}</p>
      </ConfirmDialog>
    )
  return null
}
