import { type FormEvent, useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useLateAnswer } from '../../../ui/use-late-answer.tsx'
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
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<ApiError>()
  const late = useLateAnswer(words.title())
  const fieldFault = fault?.issues.find(({ path }) => path === 'feedback')?.message

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    setFault(undefined)
    try {
      const request = { params: { path: { id } }, body: { feedback: feedback.text } }
      const answer =
        outcome === 'completed'
          ? await api.POST('/api/showingbooker/bookings/{id}/complete', request)
          : await api.POST('/api/showingbooker/bookings/{id}/no-show', request)
      await onChanged(bodyOf(answer))
      showToast({ kind: 'success', text: words.done() })
      close()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (late.failed(error.message)) return
      setFault(error)
      setIsBusy(false)
    }
  }
  function close() {
    feedback.drop()
    onClose()
  }
  return (
    <Dialog title={words.title()} onClose={close}>
      <form method="post" onSubmit={submit}>
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
          error={spoken(fieldFault)}
          onChange={(event) => feedback.enter(event.currentTarget.value)}
        />
        <DialogActions fault={fieldFault ? undefined : fault?.message}>
          <Button variant="secondary" onClick={close}>
            {t.cancelDialog()}
          </Button>
          <Button type="submit" busy={isBusy}>
            {words.act()}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
