import { type FormEvent, useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useLateAnswer } from '../../../ui/use-late-answer.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import { MAX_SHOWN_BY } from '../domain.ts'
import { WhichShowing } from './which-showing.tsx'

type AssignDialogProps = {
  showing: ShowingRecord
  onChanged: (showing: ShowingRecord) => Promise<void>
  onClose: () => void
}

/** Asks the agent who gives a showing. An empty name means the agent. */
export function AssignDialog({ showing, onChanged, onClose }: AssignDialogProps) {
  const { id } = showing
  const [name, setName] = useState(showing.shownBy ?? '')
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<ApiError>()
  const late = useLateAnswer(t.assignTitle())
  const fieldFault = fault?.issues.find(({ path }) => path === 'name')?.message

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    setFault(undefined)
    try {
      const request = { params: { path: { id } }, body: { name } }
      const saved = bodyOf(await api.PUT('/api/showingbooker/bookings/{id}/shown-by', request))
      await onChanged(saved)
      showToast({ kind: 'success', text: saved.shownBy ? t.assigned({ name: saved.shownBy }) : t.assignedBack() })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (late.failed(error.message)) return
      setFault(error)
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={t.assignTitle()} onClose={onClose}>
      <form method="post" noValidate onSubmit={submit}>
        <WhichShowing showing={showing} />
        <Field
          name="name"
          label={t.assignName()}
          optional
          autoComplete="off"
          maxLength={MAX_SHOWN_BY}
          hint={t.assignHint()}
          value={name}
          error={spoken(fieldFault)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogActions fault={fieldFault ? undefined : fault?.message}>
          <Button variant="secondary" onClick={onClose}>
            {t.cancelDialog()}
          </Button>
          <Button type="submit" busy={isBusy}>
            {t.assignSave()}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
