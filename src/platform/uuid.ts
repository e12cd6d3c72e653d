const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Checks for a UUID in any case, as callers write it and PostgreSQL accepts it. */
export const isUuid = (text: string): boolean => isWrittenUuid(text.toLowerCase())

/** Checks for a UUID in lower case, as PostgreSQL writes it. Cursors and file keys have only this form. */
export const isWrittenUuid = (text: string): boolean => UUID.test(text)

/** Makes a random id (version 4) on any page. Browsers have `randomUUID` only over TLS or on localhost. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** The smallest id that a row made at this moment can have (RFC 9562, version 7): rows are in the order of their making. */
export function firstIdOf(moment: Temporal.Instant): string {
  const hex = Math.max(0, moment.epochMilliseconds).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}
