import { keepText, keptText, unsentKey } from './tab-memory.ts'

type Fields = Record<string, string | boolean>

/**
 * Keeps what somebody entered in a form of many fields until it is sent or given up: never a file, never a card.
 * @param name of the form among all unsent texts
 * @param fields null to keep none
 */
export const keepFields = (name: string, fields: Fields | null): void =>
  keepText(unsentKey(name), fields && JSON.stringify(fields))

/** @returns what the tab keeps of these fields; null if it keeps nothing */
export const keptFields = <Known extends Fields>(name: string, known: Known): Partial<Known> | null =>
  fieldsIn(keptText(unsentKey(name)), known)

/** Reads kept fields. A tab can be older than the form, so fields that are gone, or of another kind, are left out. */
export function fieldsIn<Known extends Fields>(text: string | null, known: Known): Partial<Known> | null {
  if (text === null) return null
  try {
    const fits = ([name, value]: [string, unknown]) => Object.hasOwn(known, name) && typeof value === typeof known[name]
    return Object.fromEntries(Object.entries(JSON.parse(text) ?? {}).filter(fits)) as Partial<Known>
  } catch {
    return null
  }
}
