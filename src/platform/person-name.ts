import * as t from './text/name.ts'

/** Returns as much of a name as a stranger may know, or `A visitor` in the reader's language. */
export const firstNameAndInitial = (name: string): string => knownName(name) ?? t.visitor()

/**
 * Returns as much of a name as a stranger may know: `Maria G.`. A one-word name has no initial. It drops a number, an
 * email address, or a link that was typed into the name.
 * @returns `null` if nothing is left
 */
export function knownName(name: string): string | null {
  const [first, ...others] = name.trim().split(/\s+/)
  const given = first && !NOT_A_NAME.test(first) ? first.replace(/[^\p{L}\p{M}'’-]/gu, '') : ''
  if (!/\p{L}/u.test(given)) return null
  const last = others.findLast((word) => /\p{L}/u.test(word) && !NOT_A_NAME.test(word))
  const initial = /\p{L}\p{M}*/u.exec(last ?? '')?.[0]
  return [...given].slice(0, 24).join('') + (initial ? ` ${initial.toUpperCase()}.` : '')
}

const NOT_A_NAME = /[@/\d]|\p{L}{2}\.\p{L}/u

/** Joins first and last name, or returns `null` if there is neither. */
export const personName = (first: string | null, last: string | null): string | null =>
  [first?.trim(), last?.trim()].filter(Boolean).join(' ') || null
