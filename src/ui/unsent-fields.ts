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

/** Changes to a form of stored values, and the values that were stored when the person made them. */
export type Changes<Stored> = { typed: Partial<Stored>; seen: Partial<Stored> }

const seenName = (name: string) => `${name}-seen`

export function keepChanges<Stored extends Fields>(name: string, { typed, seen }: Changes<Stored>): void {
  const isAny = Object.keys(typed).length > 0
  keepFields(name, isAny ? (typed as Fields) : null)
  keepFields(seenName(name), isAny ? (seen as Fields) : null)
}

/** @returns the kept changes that are still to be stored, or null if nothing was kept */
export function keptChanges<Stored extends Fields>(name: string, stored: Stored): Changes<Stored> | null {
  const typed = keptFields(name, stored)
  return typed && unstoredIn({ typed, seen: keptFields(seenName(name), stored) ?? {} }, stored)
}

/** Leaves out changes that are stored, and those of fields that have changed since the person saw them. */
export function unstoredIn<Stored extends Fields>({ typed, seen }: Changes<Stored>, stored: Stored): Changes<Stored> {
  const isOpen = ([name, value]: [string, unknown]) => value !== stored[name] && seen[name] === stored[name]
  return { typed: Object.fromEntries(Object.entries(typed).filter(isOpen)) as Partial<Stored>, seen }
}
