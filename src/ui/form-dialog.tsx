import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../platform/api-client.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'
import * as t from './text/kit.ts'
import { useLateAnswer } from './use-late-answer.tsx'

type FormDialogProps = {
  title: string
  submitLabel: string
  /** Label of the button that changes nothing. */
  closeLabel?: string
  /** Name of the field that can be wrong. Other errors show next to the buttons. */
  field: string
  /** @param error why the server refused the field */
  children: (error: string | undefined) => ReactNode
  /** Returns why the field is wrong, before anything is sent. */
  check?: () => string | null
  /** If it throws, the dialog stays and shows the error. */
  onSubmit: () => Promise<unknown>
  /** Runs if the server says that the action is no longer possible. The dialog then only closes. */
  onStale?: () => Promise<void>
  onClose: () => void
}

/** Asks for one thing and sends it. */
export function FormDialog({
  title,
  submitLabel,
  closeLabel = t.cancel(),
  field,
  children,
  check = () => null,
  onSubmit,
  onStale,
  onClose,
}: FormDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<ApiError>()
  const late = useLateAnswer(title)
  const form = useRef<HTMLFormElement>(null)
  const fieldFault = fault?.issues.find(({ path }) => path === field)?.message
  const isOver = onStale !== undefined && fault?.status === 409
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [fault])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const message = check()
    setFault(message ? new ApiError(400, { issues: [{ path: field, message }] }) : undefined)
    if (message) return
    setIsBusy(true)
    try {
      await onSubmit()
      if (late.isOpen()) onClose()
    } catch (error) {
      setIsBusy(false)
      if (!(error instanceof ApiError)) throw error
      if (late.failed(error.message)) return
      setFault(error)
      if (error.status === 409) await onStale?.()
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} method="post" noValidate onSubmit={submit} onChange={() => fieldFault && setFault(undefined)}>
        {children(fieldFault)}
        <DialogActions fault={fieldFault ? undefined : fault?.message}>
          <Button variant="secondary" onClick={onClose}>
            {isOver ? t.close() : closeLabel}
          </Button>
          {!isOver && (
            <Button type="submit" busy={isBusy}>
              {submitLabel}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
