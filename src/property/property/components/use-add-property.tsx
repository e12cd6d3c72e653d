import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { isAway, noteFailure } from '../../../platform/connection.ts'
import { isSignedOut } from '../../../platform/signed-out.ts'
import { unsentKey } from '../../../ui/tab-memory.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useRetryKey } from '../../../ui/use-retry-key.ts'
import * as t from '../../text/property.ts'
import type { PropertyValues } from './property-values.tsx'
import { addedWire, useAddForm } from './use-add-form.tsx'
import { useDraft } from './use-draft.tsx'

export type AddFailure = { message: string; isSignedOut: boolean; isAway: boolean }

type AddOptions = { accountId: string; isAdmin: boolean; start: PropertyValues }

/** Adds a property. The form checks first, the server decides, and this browser keeps the draft until it is stored. */
export function useAddProperty({ accountId, isAdmin, start }: AddOptions) {
  const add = useAddForm(isAdmin, start)
  const draft = useDraft(accountId, add.form.values, start)
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<AddFailure>()
  const sending = useRetryKey(unsentKey('property'))

  async function submit() {
    if (isBusy) return
    setFailure(undefined)
    if (add.form.addChosenDate.current()) return
    const issues = add.check()
    if (issues.length > 0) return add.show(issues)
    setIsBusy(true)
    try {
      const failed = (await add.form.uploads?.current()) ?? 0
      if (failed > 0) {
        setIsBusy(false)
        return add.show([{ path: 'photos', message: t.photosNotUploaded({ count: failed }) }], true)
      }
      const body = addedWire(add.latest.current)
      const headers = sending.headersFor(body)
      const { id } = bodyOf(await api.POST('/api/showingbooker/properties', { body, headers }))
      sending.forget()
      draft.finish()
      showToast({ kind: 'success', text: t.added() })
      await navigate('/properties', { state: { added: id } })
    } catch (error) {
      noteFailure(error)
      setFailure(failureOf(error))
      if (error instanceof ApiError && error.issues.length > 0) add.show(error.issues, true)
      setIsBusy(false)
    }
  }

  return { ...add, draft, isBusy, failure, submit }
}

export type AddProperty = ReturnType<typeof useAddProperty>

function failureOf(error: unknown): AddFailure {
  const needsSignIn = isSignedOut(error)
  const message = needsSignIn ? t.signInToAdd() : t.addFailed({ message: (error as Error).message })
  return { message, isSignedOut: needsSignIn, isAway: isAway(error) }
}
