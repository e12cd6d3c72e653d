import type { AgentProfile } from '../../../account/account/contract.ts'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import type { Issue } from '../../../platform/errors.ts'
import {
  createRecordEditor,
  type RecordEditor,
  type SaveFault,
  type Snapshot,
} from '../../../platform/record-editor.ts'
import { isSignedOut } from '../../../platform/signed-out.ts'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/property.ts'
import { effectOnBooked } from '../booked-domain.ts'
import type { Property } from '../contract.ts'
import { propertyIssues } from '../form-domain.ts'
import { fieldList } from './field-words.tsx'
import { isTypedName, type PropertyValues, valuesOf, wireOf } from './property-values.tsx'

/** Context that the list passes to the dialogs over it. */
export type PropertyDialogContext = {
  /** Query of the list's URL, which closing a dialog restores. */
  search: string
  account: { id: string; role: 'agent' | 'admin'; email: string; showingName: string }
  profile: AgentProfile
  onChanged: (property: Property) => void
}

/** Returns the catalogue's message for a change that was not stored. */
export const updateFailure = (error: unknown): string => sayFailed(messageOf(error))

const sayFailed = (message: string) => (message === t.signInToUpdate() ? message : t.updateFailed({ message }))
const messageOf = (error: unknown) => (isSignedOut(error) ? t.signInToUpdate() : (error as Error).message)

export const snapshotOf = (property: Property): Snapshot<PropertyValues> => ({
  version: property.version,
  values: valuesOf(property),
})

/** `search`: query of the list's URL, for links to other dialogs over it. */
export type PropertyEditor = RecordEditor<PropertyValues> & {
  search: string
  onStored: (property: Property) => void
}

/** Edits a stored property, field by field (booking.md section 4). */
export function createPropertyEditor(property: Property): PropertyEditor {
  const params = { path: { id: property.id } }
  let latest = property
  const editor: PropertyEditor = Object.assign(
    createRecordEditor<PropertyValues>({
      initial: snapshotOf(property),
      async save(change, version) {
        const body = { ...wireOf(change), version }
        const stored = bodyOf(await api.PUT('/api/showingbooker/properties/{id}', { params, body }))
        latest = stored
        editor.onStored(stored)
        return snapshotOf(stored)
      },
      load: async () => snapshotOf(bodyOf(await api.GET('/api/showingbooker/properties/{id}', { params }))),
      faultOf,
      isTyped: isTypedName,
      // A consent to texts belongs to the phone number that the agent saw. A new number must not inherit the old one's
      // consent.
      about: { resident_text_consent: 'resident_phone', resident_phone: 'resident_text_consent' },
      check: (change) => byField(propertyIssues(wireOf(change), { isNew: false })),
      onSaved(names, before) {
        const effect = effectOnBooked(names, property, latest)
        const bookings = { label: t.seeBookings(), to: `/properties/${property.id}/bookings${editor.search}` }
        showToast({
          kind: 'success',
          key: 'undo',
          text: SAVED[effect ?? 'only']({ fields: fieldList(names) }),
          ...(effect && { link: bookings }),
          action: { label: t.undo(), run: () => void editor.choose(before) },
        })
      },
      onFailed: ({ message }) => showToast({ kind: 'error', key: 'failed', text: sayFailed(message) }),
      onElsewhere: (names) => showToast({ kind: 'info', text: t.changedElsewhere({ fields: fieldList(names) }) }),
    }),
    { search: '', onStored: (_: Property) => undefined },
  )
  return editor
}

const SAVED = { only: t.savedFields, address: t.savedAddressOfBooked, resident: t.savedResidentOfBooked }

function faultOf(error: unknown): SaveFault {
  const api = error instanceof ApiError ? error : null
  return {
    message: messageOf(error),
    isStale: api?.code === 'edited_elsewhere',
    isRefused: api !== null && [400, 403, 409].includes(api.status),
    fields: byField(api?.issues ?? []),
  }
}

/** Returns the first message of each field. An error in a part of a field counts as the field's. */
function byField(issues: Issue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) fields[path.split('.')[0] ?? path] ??= message
  return fields
}
