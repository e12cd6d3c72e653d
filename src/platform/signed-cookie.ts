import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Returns the value of a cookie of the form `value.base64(HMAC-SHA-256(secret, value))`, URI-encoded, or null if it is
 * missing or its signature is wrong.
 */
export function signedCookie(header: string | null, name: string, secret: string): string | null {
  if (!header?.includes(name)) return null
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at < 0 || pair.slice(0, at).trim() !== name) continue
    const signed = decoded(pair.slice(at + 1).trim())
    const dot = signed.lastIndexOf('.')
    if (dot <= 0) continue
    const value = signed.slice(0, dot)
    const given = Buffer.from(signed.slice(dot + 1), 'base64')
    const expected = createHmac('sha256', secret).update(value).digest()
    if (given.length === expected.length && timingSafeEqual(given, expected)) return value
  }
  return null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
