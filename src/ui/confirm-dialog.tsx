import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'
import * as t from './text/kit.ts'
import { useLateAnswer } from './use-late-answer.tsx'

type ConfirmDialogProps = {
  title: string
  children: ReactNode
  confirmLabel: string
  /** Label of the button that changes nothing. */
  closeLabel?: string
  variant?: 'primary' | 'danger'
  /** `true` if the action is no longer possible, so that there is nothing to confirm. */
  isOver?: boolean
  /** If it throws, the dialog stays and shows the error. If it returns false, the dialog stays and a field shows the error. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation before something is lost. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  closeLabel = t.cancel(),
  variant = 'danger',
  isOver,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [isWrong, setIsWrong] = useState(false)
  const late = useLateAnswer(title)
  const safe = useRef<HTMLButtonElement>(null)
  // We do not use `autoFocus`: it applies while the dialog is still closed, and nothing in it can have the focus then.
  useEffect(() => safe.current?.focus(), [])
  useEffect(() => {
    if (!isWrong) return
    safe.current?.closest('dialog')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    setIsWrong(false)
  }, [isWrong])
  async function confirm() {
    setIsBusy(true)
    setFault(undefined)
    try {
      const isDone = (await onConfirm()) !== false
      if (!late.isOpen()) return
      if (isDone) return onClose()
      setIsBusy(false)
      setIsWrong(true)
    } catch (error) {
      const { message } = error as Error
      if (late.failed(message)) return
      setFault(message)
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div>
        {children}
        <DialogActions fault={fault}>
          <Button variant="secondary" ref={safe} onClick={onClose}>
            {isOver ? t.close() : closeLabel}
          </Button>
          {!isOver && (
            <Button variant={variant} busy={isBusy} onClick={confirm}>
              {confirmLabel}
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}
