import { useEffect, useRef, useState } from 'react'
import type { ShowingRecord } from '../contract.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { CorrectForBuyer } from './correct-for-buyer.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { OutcomeDialog } from './outcome-dialog.tsx'
import { ProposeDialog } from './propose-dialog.tsx'
import type { Act } from './showing-actions.tsx'

type Asked = { showing: ShowingRecord; act: Act }

/**
 * Opens the dialog in which an agent acts on a showing of a list. The dialog is outside the row, so that a half-written
 * text stays if the row moves or disappears.
 */
export function useActionDialog(onChanged: (showing: ShowingRecord) => Promise<void>) {
  const [asked, setAsked] = useState<Asked>()
  const open = useRef(asked)
  const returnsTo = useRef<HTMLElement | null>(null)
  useEffect(() => {
    open.current = asked
    // Nothing outside can have focus while the dialog is open.
    if (!asked) returnsTo.current?.focus({ preventScroll: true })
  }, [asked])
  async function handleChange(showing: ShowingRecord) {
    await onChanged(showing)
    // If this answer belongs to a dialog that someone has closed, leave the next one alone.
    if (open.current !== asked) return
    // The button that opened the dialog is about to change, and its row may be gone.
    returnsTo.current = document.getElementById(`showing-${showing.id}`) ?? document.getElementById('showings-counted')
  }
  const onClose = () => setAsked((now) => (now === asked ? undefined : now))
  return {
    onChanged,
    ask(showing: ShowingRecord, act: Act) {
      returnsTo.current = document.activeElement as HTMLElement | null
      setAsked({ showing, act })
    },
    dialog: asked && dialogOf(asked, handleChange, onClose),
  }
}

function dialogOf({ showing, act }: Asked, onChanged: (showing: ShowingRecord) => Promise<void>, onClose: () => void) {
  if (act === 'completed' || act === 'no_show')
    return <OutcomeDialog showing={showing} outcome={act} onChanged={onChanged} onClose={onClose} />
  if (act === 'assign') return <AssignDialog showing={showing} onChanged={onChanged} onClose={onClose} />
  if (act === 'correct_email') return <CorrectForBuyer showing={showing} onChanged={onChanged} onClose={onClose} />
  if (act === 'propose') return <ProposeDialog showing={showing} onChanged={onChanged} onClose={onClose} />
  return <DecisionDialog showing={showing} decision={act} onChanged={onChanged} onClose={onClose} />
}
