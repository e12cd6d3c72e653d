import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ApiError, api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import * as kit from '../../../ui/text/kit.ts'
import * as t from '../../text/access.ts'
import type { ProtectedApp } from '../contract.ts'
import { codeIssues } from '../domain.ts'

type AccessDialogProps = {
  app: ProtectedApp
  /** Name of the app that the code opens, such as `Image studio`. */
  title: string
  onGranted: () => void
  /** Runs on Cancel, Close and Escape. */
  onCancel: () => void
}

const NAME = 'access-code'

/** Asks for the access code of a protected app. The server decides, and grants access with the cookie in its answer. */
export function AccessDialog({ app, title, onGranted, onCancel }: AccessDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [waitSeconds, setWaitSeconds] = useState(0)
  const [toldSeconds, setToldSeconds] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const field = () => form.current?.querySelector('input')
  // `autoFocus` runs while the dialog is still closed, when nothing in it can take the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: this runs once, when the dialog opens.
  useEffect(() => field()?.focus(), [])
  useEffect(() => {
    if (waitSeconds <= 0) return
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1_000)
    return () => clearTimeout(timer)
  }, [waitSeconds])

  function refuse(error: unknown) {
    if (!(error instanceof ApiError)) return setFault((error as Error).message)
    // The session has ended. After a reload, the page itself redirects to the sign-in.
    if (error.status === 401) return window.location.reload()
    if (error.status === 429) {
      setFault(error.message)
      const seconds = error.retryAfterSeconds ?? 60
      setWaitSeconds(seconds)
      setToldSeconds(seconds)
      // The button is disabled, and would lose the focus.
      return field()?.focus()
    }
    if (error.status >= 500 || error.status === 0) return setFault(error.message)
    setWrong(error.message)
    field()?.select()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || waitSeconds > 0) return
    const code = String(new FormData(event.currentTarget).get(NAME))
    setFault(undefined)
    const [issue] = codeIssues(code)
    setWrong(issue?.message)
    if (issue) return field()?.focus()
    setIsBusy(true)
    try {
      await api.POST('/api/access/{app}', { params: { path: { app } }, body: { code } })
      onGranted()
    } catch (error) {
      setIsBusy(false)
      refuse(error)
    }
  }

  return (
    <Dialog title={title} onClose={onCancel}>
      <form ref={form} method="post" noValidate onSubmit={submit}>
        <p>{t.dialogIntro()}</p>
        <p>{rich(t.noCode({ link: (inner) => <a href="/contact">{inner}</a> }))}</p>
        <Field
          name={NAME}
          label={t.accessCode()}
          type="password"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          required
          hint={t.caseSensitive()}
          error={wrong}
        />
        <p className="visually-hidden" role="status">
          {isBusy ? t.checking() : (wrong ?? '')}
        </p>
        {fault && (
          <Notice kind="error" title={fault} role="alert">
            {waitSeconds > 0 && (
              <>
                <p className="visually-hidden">{t.tryAgainIn({ count: toldSeconds })}</p>
                {/* The countdown is only for the eye. A screen reader would read the whole notice again every second. */}
                <p aria-hidden="true">{t.tryAgainIn({ count: waitSeconds })}</p>
              </>
            )}
          </Notice>
        )}
        <DialogActions>
          <Button variant="secondary" onClick={onCancel}>
            {kit.cancel()}
          </Button>
          <Button type="submit" busy={isBusy} disabled={waitSeconds > 0}>
            {t.accessApp()}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
