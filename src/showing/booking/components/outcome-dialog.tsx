import { api, bodyOf } from '../../../platform/api-client.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useUnsentText } from '../../../ui/use-unsent-text.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingOutcome, ShowingRecord } from '../contract.ts'
import { WhichShowing } from './which-showing.tsx'

const WORDS: Record<ShowingOutcome, Record<'title' | 'what' | 'act' | 'done' | 'hint', () => string>> = {
  completed: {
    title: t.markAsCompleted,
    what: t.visitorCame,
    act: t.markCompleted,
    done: t.markedCompleted,
    hint: t.completedHint,
  },
  no_show: {
    title: t.markAsNoShow,
    what: t.nobodyCame,
    act: t.markNoShow,
    done: t.markedNoShow,
    hint: t.noShowHint,
  },
}

type OutcomeDialogProps = {
  showing: ShowingRecord
  outcome: ShowingOutcome
  onChanged: (showing: ShowingRecord) => Promise<void>
  onClose: () => void
}

/** Asks the agent to confirm an outcome, and records how the showing went. */
export function OutcomeDialog({ showing, outcome, onChanged, onClose }: OutcomeDialogProps) {
  const { id, status } = showing
  const words = WORDS[outcome]
  const feedback = useUnsentText(`feedback:${id}`, showing.feedback ?? '')
  async function mark() {
    const request = { params: { path: { id } }, body: { feedback: feedback.text } }
    const answer =
      outcome === 'completed'
        ? await api.POST('/api/showingbooker/bookings/{id}/complete', request)
        : await api.POST('/api/showingbooker/bookings/{id}/no-show', request)
    await onChanged(bodyOf(answer))
    showToast({ kind: 'success', text: words.done() })
  }
  function close() {
    feedback.drop()
    onClose()
  }
  return (
    <FormDialog title={words.title()} submitLabel={words.act()} field="feedback" onSubmit={mark} onClose={close}>
      {(error) => (
        <>
          <p>
            {words.what()} {status === 'confirmed' ? t.canChangeMark() : t.formerMarkKept()}
          </p>
          <WhichShowing showing={showing} />
          <Field
            name="feedback"
            label={t.sheetFeedback()}
            optional
            multiline
            rows={4}
            maxLength={2000}
            hint={words.hint()}
            value={feedback.text}
            error={error}
            onChange={(event) => feedback.enter(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
