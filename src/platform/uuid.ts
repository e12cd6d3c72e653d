const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Tells whether a text is a UUID in any case. Callers write either, and PostgreSQL accepts both. */
export const isUuid = (text: string): boolean => isWrittenUuid(text.toLowerCase())

/** Tells whether a text is a UUID in lower case, as PostgreSQL writes it. Cursors and file keys have only this form. */
export const isWrittenUuid = (text: string): boolean => UUID.test(text)

/** Creates a random ID (version 4) on any page. Browsers have `randomUUID` only over TLS or on localhost. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

/**
 * Returns the smallest ID of a row created at this moment (RFC 9562, version 7). Version 7 IDs sort by creation time.
 */
export function firstIdOf(moment: Temporal.Instant): string {
  const hex = Math.max(0, moment.epochMilliseconds).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}
