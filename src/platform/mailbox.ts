/** `ShowingBooker <hello@example.com>` → name and address; a bare address has no name. */
export function readMailbox(text: string): { name: string | null; address: string } {
  const [, name, address] = /^(.*)<([^<>]+)>\s*$/.exec(text) ?? []
  if (address === undefined) return { name: null, address: text.trim() }
  return { name: name?.replaceAll('"', '').trim() || null, address: address.trim() }
}

/** An address that can stand in a header or in a calendar as it is: anything else would have to be quoted. */
export const isPlainAddress = (text: string): boolean => /^[^\s<>()[\]",;:\\@]+@[^\s<>()[\]",;:\\@]+$/u.test(text)
