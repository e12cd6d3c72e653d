import type { AppContext } from './http.ts'

/**
 * Returns a cookie's full name. Behind TLS, the prefix makes browsers refuse a cookie that a neighboring host set for
 * the domain, and send ours only to this host and only over TLS. Browsers accept the prefix only over TLS; without TLS
 * we use the plain name.
 */
export const cookieName = (name: string, isTls: boolean) => (isTls ? `__Host-${name}` : name)

/** Returns the first cookie of this name, as sent. */
export function cookieOf(header: string | null, name: string): string | null {
  if (!header?.includes(name)) return null
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at >= 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}

type Lifetime = {
  isTls: boolean
  /** If omitted, the cookie ends with the browser session. */
  maxAgeSeconds?: number
}

/** Returns a complete `Set-Cookie` value. @param value made only of characters that a cookie allows */
export function setCookieText(name: string, value: string, { isTls, maxAgeSeconds }: Lifetime): string {
  const age = maxAgeSeconds === undefined ? '' : ` Max-Age=${maxAgeSeconds};`
  return `${name}=${value};${age} Path=/; HttpOnly; SameSite=Lax${isTls ? '; Secure' : ''}`
}

/**
 * Adds complete `Set-Cookie` values. No cache may store an answer about a session, because it is for one person and
 * moment.
 */
export function withCookies<T>(c: AppContext, { body, cookies }: { body: T; cookies: string[] }): T {
  c.header('Cache-Control', 'no-store')
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
  return body
}
