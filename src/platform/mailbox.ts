/** `ShowingBooker <hello@example.com>` → name and address; a bare address has no name. */
export function readMailbox(text: string): { name: string | null; address: string } {
  const [, name, address] = /^(.*)<([^<>]+)>\s*$/.exec(text) ?? []
  if (address === undefined) return { name: null, address: text.trim() }
  return { name: name?.replaceAll('"', '').trim() || null, address: address.trim() }
}

/** Matches an address that needs no quoting in a header or calendar. */
export const isPlainAddress = (text: string): boolean => /^[^\s<>()[\]",;:\\@]+@[^\s<>()[\]",;:\\@]+$/u.test(text)
