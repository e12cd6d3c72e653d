import type { Mark } from '../../../platform/record-editor.ts'
import type { PropertyValues, TypedName, ValueName } from './property-values.tsx'

/**
 * What the sections of the form need, whether a home is being added (kept until it is sent as a whole) or edited (each
 * field saved by itself).
 */
export type PropertyForm = {
  kind: 'add' | 'edit'
  /** The stored home, where there is one. */
  propertyId?: string
  isAdmin: boolean
  values: PropertyValues
  /** A keystroke. */
  type: (name: TypedName, value: string) => void
  /** The field has been left. */
  leave: (name: TypedName) => void
  /** A selection: done at once. */
  choose: (change: Partial<PropertyValues>) => void
  /** What is wrong with a field, or with a part of it. */
  errorOf: (name: ValueName) => string | undefined
  markOf?: (name: ValueName) => FieldMark | undefined
}

/** How it stands with the saving of a field, and what can be done about it. */
export type FieldMark = {
  mark: Mark<PropertyValues>
  /** The other side of a conflict. */
  stored: PropertyValues
  retry: () => void
  settle: (choice: 'mine' | 'theirs') => void
}
