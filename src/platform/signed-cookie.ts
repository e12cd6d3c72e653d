import { createHmac } from 'node:crypto'
import { isSameSecret } from './constant-time.ts'
import { cookiesOf } from './cookie.ts'

/**
 * Returns the value of a cookie of the form `value.base64(HMAC-SHA-256(secret, value))`, URI-encoded, or null if it is
 * missing or its signature is wrong.
 */
export function signedCookie(header: string | null, name: string, secret: string): string | null {
  for (const sent of cookiesOf(header, name)) {
    const signed = decoded(sent)
    const dot = signed.lastIndexOf('.')
    if (dot <= 0) continue
    const value = signed.slice(0, dot)
    const given = Buffer.from(signed.slice(dot + 1), 'base64')
    if (isSameSecret(given, createHmac('sha256', secret).update(value).digest())) return value
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
