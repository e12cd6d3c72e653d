import { useEffect, useRef, useState } from 'react'
import type { Mark, ShowingRecord } from '../../booking/contract.ts'
import { MarkDialog } from './mark-dialog.tsx'

type Asked = { showing: ShowingRecord; mark: Mark }

/**
 * The dialog that marks a showing of a list. It stands beside the list, not in the row: a row that moves or goes while
 * somebody writes takes nothing with it.
 */
export function useMarking(onMarked: (showing: ShowingRecord) => Promise<void>) {
  const [asked, setAsked] = useState<Asked>()
  const returnsTo = useRef<HTMLElement | null>(null)
  useEffect(() => {
    // Nothing outside can have the focus while the dialog is open.
    if (!asked) returnsTo.current?.focus({ preventScroll: true })
  }, [asked])
  return {
    ask(showing: ShowingRecord, mark: Mark) {
      returnsTo.current = document.activeElement as HTMLElement | null
      setAsked({ showing, mark })
    },
    dialog: asked && (
      <MarkDialog
        {...asked}
        onMarked={async (showing) => {
          await onMarked(showing)
          // The button that opened it is about to become another one.
          returnsTo.current = document.getElementById(`showing-${showing.id}`)
        }}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}
