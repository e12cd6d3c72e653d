/** Maps a member to the member that it depends on, such as a consent to its phone number. */
export type About<Values> = Partial<Record<keyof Values & string, keyof Values & string>>

/** The result of merging a record that changed here and elsewhere. */
export type Rebased<Values> = {
  /** Merged values: mine if I changed them, otherwise theirs. */
  values: Values
  /**
   * Fields that changed differently here and elsewhere, or that depend on a member that changed elsewhere. A person
   * must choose.
   */
  conflicts: (keyof Values & string)[]
  /** Fields that changed elsewhere. */
  news: (keyof Values & string)[]
}

/**
 * Merges three versions, member by member.
 * @param base the version that both sides started from
 * @param theirs the stored version
 * @param mine the version in the form
 * @param about members that depend on another member. My change to one is a conflict if the other changed elsewhere
 */
export function rebase<Values extends Record<string, unknown>>(sides: {
  base: Values
  theirs: Values
  mine: Values
  about?: About<Values> | undefined
}): Rebased<Values> {
  const { base, theirs, mine } = sides
  const about: About<Values> = sides.about ?? {}
  const values = { ...theirs }
  const conflicts: (keyof Values & string)[] = []
  const news: (keyof Values & string)[] = []
  for (const name of Object.keys(theirs) as (keyof Values & string)[]) {
    if (isSame(theirs[name], mine[name])) continue
    if (isSame(base[name], theirs[name])) {
      values[name] = mine[name]
      const other = about[name]
      if (other && !isSame(base[other], theirs[other])) conflicts.push(name)
      continue
    }
    news.push(name)
    if (isSame(base[name], mine[name])) continue
    conflicts.push(name)
    values[name] = mine[name]
  }
  return { values, conflicts, news }
}

/** Lists the members in which two records differ. */
export const differences = <Values extends Record<string, unknown>>(one: Values, other: Values) =>
  (Object.keys(one) as (keyof Values & string)[]).filter((name) => !isSame(one[name], other[name]))

/** Tells whether two plain values (JSON) are equal, in any order of their members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name as never], other[name as never]))
  )
}
