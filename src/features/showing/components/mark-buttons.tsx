import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Mark, ShowingRecord } from '../../booking/contract.ts'
import { MarkDialog } from './mark-dialog.tsx'

const NAMES: Record<Mark, string> = { completed: 'Mark completed', no_show: 'Mark no-show' }
const OTHER: Record<Mark, string> = { completed: 'Change to completed', no_show: 'Change to no-show' }

type MarkButtonsProps = { showing: ShowingRecord; onMarked: (showing: ShowingRecord) => Promise<void> }

/** How a showing may be marked now; nothing, where it may not. */
export function MarkButtons({ showing, onMarked }: MarkButtonsProps) {
  const [mark, setMark] = useState<Mark>()
  const { id, buyerName, status, marks } = showing
  const names = status === 'confirmed' ? NAMES : OTHER
  function close() {
    setMark(undefined)
    // The button that opened it may be gone.
    document.getElementById(`showing-${id}`)?.focus({ preventScroll: true })
  }
  return (
    <>
      {marks.map((one) => (
        <Button key={one} variant="secondary" onClick={() => setMark(one)}>
          {names[one]}
          <span className="visually-hidden">: {buyerName}</span>
        </Button>
      ))}
      {mark && <MarkDialog showing={showing} mark={mark} onMarked={onMarked} onClose={close} />}
    </>
  )
}
