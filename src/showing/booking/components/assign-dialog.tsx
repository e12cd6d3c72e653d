import { useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
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
  async function assign() {
    const request = { params: { path: { id } }, body: { name } }
    const saved = bodyOf(await api.PUT('/api/showingbooker/bookings/{id}/shown-by', request))
    await onChanged(saved)
    showToast({ kind: 'success', text: saved.shownBy ? t.assigned({ name: saved.shownBy }) : t.assignedBack() })
  }
  return (
    <FormDialog title={t.assignTitle()} submitLabel={t.assignSave()} field="name" onSubmit={assign} onClose={onClose}>
      {(error) => (
        <>
          <WhichShowing showing={showing} />
          <Field
            name="name"
            label={t.assignName()}
            optional
            autoComplete="off"
            maxLength={MAX_SHOWN_BY}
            hint={t.assignHint()}
            value={name}
            error={error}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
