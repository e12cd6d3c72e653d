/** Writes words as a search compares them, without case and accents. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Checks that each word of a search begins a word of a text. */
export function holdsWords(text: string, search: string): boolean {
  const words = folded(text).split(/[^\p{L}\p{N}]+/u)
  return folded(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .every((wanted) => words.some((word) => word.startsWith(wanted)))
}
