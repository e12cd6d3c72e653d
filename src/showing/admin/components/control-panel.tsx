import { useState } from 'react'
import type { Page } from '../../../platform/api-list.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/admin.ts'
import type { Agent } from '../contract.ts'
import { SuperUserPanel } from './super-user-panel.tsx'

/** Opens the panel in a dialog, because its fields have the same names as the form that edits a property. */
export function ControlPanel({ first }: { first: Page<Agent> }) {
  const [isOpen, setIsOpen] = useState(false)
  const isAlive = useIsAlive()
  return (
    <>
      <Button variant="secondary" disabled={!isAlive} onClick={() => setIsOpen(true)}>
        {t.controlPanel()}
      </Button>
      {isOpen && (
        <Dialog wide title={t.controlPanel()} onClose={() => setIsOpen(false)}>
          <SuperUserPanel first={first} />
        </Dialog>
      )}
    </>
  )
}
