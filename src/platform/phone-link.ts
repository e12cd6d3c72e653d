/**
 * A stored phone number (docs/decisions/0046-phones-are-read-once.md).
 * - `text`: for people, `(213) 555-0188 ext. 7`; as typed, if we cannot read the whole number
 * - `e164`: what every rule compares and what we dial, `+12135550188`; null if we cannot read a number
 * - `extension`: its digits; an extension cannot get texts
 */
export type Phone = { text: string; e164: string | null; extension: string | null }

/** Tells whether a number is North American. Only a fee pays for texts to other countries. */
export const isNorthAmerican = (e164: string | null): boolean => /^\+1[2-9]\d{9}$/.test(e164 ?? '')

/**
 * Returns the link that dials a phone, from the text that people read (`(213) 555-0188 ext. 7`), as RFC 3966 writes it:
 * `tel:+12135550188;ext=7`. Returns null if there are too few digits to dial.
 */
export function phoneLink(text: string): string | null {
  const number = dialed(text)
  const extension = EXTENSION.exec(text)?.[1]
  return number && `tel:${number}${extension ? `;ext=${extension}` : ''}`
}

/** Returns the link that starts a text message, or null for an extension, which cannot get texts. */
export function textLink(text: string): string | null {
  const number = dialed(text)
  return number && `sms:${number}`
}

const EXTENSION = / ext\. (\d+)$/

function dialed(text: string): string | null {
  const number = text.replace(EXTENSION, '').trim()
  const digits = number.replace(/\D/g, '')
  if (digits.length < 7) return null
  if (number.startsWith('+')) return `+${digits}`
  return /^\(\d{3}\) \d{3}-\d{4}$/.test(number) ? `+1${digits}` : digits
}
