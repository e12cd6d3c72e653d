import type { RefObject } from 'react'
import type { Mark } from '../../../platform/record-editor.ts'
import type { PropertyValues, TypedName, ValueName } from './property-values.tsx'

/**
 * What the form's sections need, whether a new property is added (kept until it is sent as a whole) or a stored one is
 * edited (each field saved separately).
 */
export type PropertyForm = {
  kind: 'add' | 'edit'
  /** Stored property, if there is one. */
  propertyId?: string
  isAdmin: boolean
  values: PropertyValues
  /** Called at every keystroke. */
  type: (name: TypedName, value: string) => void
  /** Called when the person leaves the field. */
  leave: (name: TypedName) => void
  /** Called for a selection, which takes effect at once. */
  choose: (change: Partial<PropertyValues>) => void
  /** Error of a field or of a part of it. */
  errorOf: (name: ValueName) => string | undefined
  markOf?: (name: ValueName) => FieldMark | undefined
  /** Waits for photos on their way. It returns how many failed. A form that is sent as a whole asks before it is sent. */
  uploads?: RefObject<() => Promise<number>>
}

/** Save state of a field, and what can be done about it. */
export type FieldMark = {
  mark: Mark<PropertyValues>
  /** Stored values, the other side of a conflict. */
  stored: PropertyValues
  retry: () => void
  resolveConflict: (choice: 'mine' | 'theirs') => void
}
