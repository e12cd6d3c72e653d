import type { Mark } from '../../../platform/record-editor.ts'
import type { PropertyValues, TypedName, ValueName } from './property-values.tsx'

/**
 * What the sections of the form need, whether a home is being added (kept until it is sent as a whole) or edited (each
 * field saved by itself).
 */
export type PropertyForm = {
  kind: 'add' | 'edit'
  /** Stored property, if there is one. */
  propertyId?: string
  isAdmin: boolean
  values: PropertyValues
  /** A keystroke. */
  type: (name: TypedName, value: string) => void
  /** The field has been left. */
  leave: (name: TypedName) => void
  /** A selection: done at once. */
  choose: (change: Partial<PropertyValues>) => void
  /** Error of a field or of a part of it. */
  errorOf: (name: ValueName) => string | undefined
  markOf?: (name: ValueName) => FieldMark | undefined
}

/** Save state of a field, and what can be done about it. */
export type FieldMark = {
  mark: Mark<PropertyValues>
  /** Stored value on the other side of a conflict. */
  stored: PropertyValues
  retry: () => void
  settle: (choice: 'mine' | 'theirs') => void
}
