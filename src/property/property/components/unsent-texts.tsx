import { keepFields, keptFields } from '../../../ui/unsent-fields.ts'
import type { PropertyEditor } from './property-editing.tsx'
import { isTypedName, type PropertyValues, type TypedName } from './property-values.tsx'

/** Texts of a property, and the consent that belongs to one of them. */
type Texts = Record<TypedName, string> & Pick<PropertyValues, 'resident_text_consent'>

const typedKey = (id: string) => `property:${id}`
/** Names the stored values from when the person typed. */
const seenKey = (id: string) => `property-seen:${id}`

/** Keeps in this tab the texts that the editor has not stored, and forgets those that it has. */
export function keepTexts(id: string, editor: PropertyEditor): void {
  const { values, stored } = editor.read()
  const names = Object.keys(editor.unsaved()).filter(isTypedName)
  const isAny = names.length > 0
  keepFields(typedKey(id), isAny ? pick(values, names) : null)
  keepFields(seenKey(id), isAny ? pick(stored, [...names, 'resident_text_consent']) : null)
}

/** Returns the kept texts of a property, and the values that were stored when the person typed. */
function keptTexts(id: string, { read }: PropertyEditor) {
  const { stored } = read()
  const known = pick(stored, [...Object.keys(stored).filter(isTypedName), 'resident_text_consent'])
  const typed = keptFields(typedKey(id), known)
  return typed && { typed, seen: keptFields(seenKey(id), known) ?? {} }
}

/** Does the same after the form has closed. If the person has signed out since, nothing is kept, and stays so. */
export function keepFewerTexts(id: string, editor: PropertyEditor): void {
  if (keptTexts(id, editor)) keepTexts(id, editor)
}

/** Shows the kept texts in a new editor. */
export function resumeTexts(id: string, editor: PropertyEditor): void {
  const kept = keptTexts(id, editor)
  if (kept) editor.resume(kept.typed, kept.seen)
}

const pick = (values: PropertyValues, names: (keyof Texts)[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Texts
