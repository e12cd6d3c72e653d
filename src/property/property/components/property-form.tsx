import type { RefObject } from 'react'
import type { Mark } from '../../../platform/record-editor.ts'
import type { PropertyValues, TypedName, ValueName } from './property-values.tsx'

/**
 * The interface that the form's sections use, both to add a property (kept until the form is sent as a whole) and to
 * edit a stored one (which saves each field separately).
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
  /**
   * Called for a selection, which takes effect at once. An edit form resolves with the reason if it could not store it.
   */
  choose: (change: Partial<PropertyValues>) => Promise<string | undefined>
  /** Error of a field or of a part of it. */
  errorOf: (name: ValueName) => string | undefined
  markOf?: (name: ValueName) => FieldMark | undefined
  /**
   * Waits for photos that are uploading, and returns how many failed. A form that is sent as a whole calls it first.
   */
  uploads?: RefObject<() => Promise<number>>
  /**
   * Adds the date that the person chose but did not add. Returns why it cannot, which the field then also says. A form
   * calls it before it is sent or closes.
   */
  addChosenDate: RefObject<() => string | undefined>
}

/** Save state of a field, and the possible actions. */
export type FieldMark = {
  mark: Mark<PropertyValues>
  /** Stored values, the other side of a conflict. */
  stored: PropertyValues
  retry: () => void
  resolveConflict: (choice: 'mine' | 'theirs') => void
}
