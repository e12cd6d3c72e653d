import { useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { isAway } from '../../../platform/connection.ts'
import { streetLine } from '../../../platform/postal-address.ts'
import * as kit from '../../../ui/text/kit.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/property.ts'
import type { Property } from '../contract.ts'
import { STATUSES } from './field-words.tsx'
import { updateFailure } from './property-editing.tsx'

type Status = Property['status']

/** Changes a property's status: shown at once, reverted on failure, with undo. */
export function useStatusSwitch(property: Property, onChanged: (property: Property) => void) {
  const [pending, setPending] = useState<Status>()
  const reload = useReloadAfterAct()
  const { search } = useLocation()

  async function change(next: Status, from: Property = property) {
    setPending(next)
    try {
      const stored = await saveStatus(from, next)
      onChanged(stored)
      void reload()
      const said = { address: streetLine(stored), status: labelOf(stored.status).toLowerCase() }
      const keepsShowings = from.status === 'listed' && next !== 'listed' && stored.next_showing !== null
      showToast({
        kind: 'success',
        key: 'undo',
        text: keepsShowings ? t.statusIsNowShowingsStay(said) : t.statusIsNow(said),
        ...(keepsShowings && { link: { label: t.seeBookings(), to: `/properties/${stored.id}/bookings${search}` } }),
        action: { label: t.undo(), run: () => void change(from.status, stored) },
      })
    } catch (error) {
      // Show the current status, not the old one, unless the server is down.
      if (!isAway(error)) void reload()
      const action = { label: kit.tryAgain(), run: () => void change(next, from) }
      showToast({ kind: 'error', text: updateFailure(error), action })
    } finally {
      setPending(undefined)
    }
  }
  return {
    shown: pending ?? property.status,
    isSaving: pending !== undefined,
    change: (next: Status) => void change(next),
  }
}

const labelOf = (status: Status) => STATUSES.find(({ value }) => value === status)?.label() ?? status

/** Saves the status. If the property was edited elsewhere, it tries again unless someone set a different status. */
async function saveStatus(seen: Property, status: Status): Promise<Property> {
  const params = { path: { id: seen.id } }
  const put = async (version: number) =>
    bodyOf(await api.PUT('/api/showingbooker/properties/{id}', { params, body: { status, version } }))
  try {
    return await put(seen.version)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'edited_elsewhere') throw error
    const now = bodyOf(await api.GET('/api/showingbooker/properties/{id}', { params }))
    if (now.status !== seen.status && now.status !== status) throw error
    return put(now.version)
  }
}
