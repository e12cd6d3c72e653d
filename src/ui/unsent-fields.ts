import { keepText, keptText, unsentKey } from './tab-memory.ts'

export type Fields = Record<string, string | boolean>

/**
 * Stores the entries of a form with many fields until the person sends or discards it, but never a file or a card.
 * @param name of the form among all unsent texts
 * @param fields null to remove them
 */
export const keepFields = (name: string, fields: Fields | null): void =>
  keepText(unsentKey(name), fields && JSON.stringify(fields))

/** @returns the stored values of these fields, or null */
export const keptFields = <Known extends Fields>(name: string, known: Known): Partial<Known> | null =>
  fieldsIn(keptText(unsentKey(name)), known)

/**
 * Reads stored fields. A tab can be older than the form, so it leaves out fields that no longer exist or have another
 * type.
 */
export function fieldsIn<Known extends Fields>(text: string | null, known: Known): Partial<Known> | null {
  if (text === null) return null
  try {
    const fits = ([name, value]: [string, unknown]) => Object.hasOwn(known, name) && typeof value === typeof known[name]
    return Object.fromEntries(Object.entries(JSON.parse(text) ?? {}).filter(fits)) as Partial<Known>
  } catch {
    return null
  }
}
