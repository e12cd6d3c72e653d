/** Splits `Lena Maria Listing` into `Lena Maria` and `Listing`; a single word is a first name. */
export function nameParts(name: string | null): { first_name: string | null; last_name: string | null } {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean)
  const last = words.length > 1 ? words.pop() : null
  return { first_name: words.join(' ') || null, last_name: last ?? null }
}
