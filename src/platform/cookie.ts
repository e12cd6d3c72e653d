import type { AppContext } from './http.ts'

/**
 * Returns a cookie's full name. Behind TLS, the prefix makes browsers refuse a cookie that a neighboring host set for
 * the domain, and send ours only to this host and only over TLS. Browsers accept the prefix only over TLS; without TLS
 * we use the plain name.
 */
export const cookieName = (name: string, isTls: boolean) => (isTls ? `__Host-${name}` : name)

/** Returns the values of all cookies of this name, as sent: a neighboring host may have set another for the domain. */
export function cookiesOf(header: string | null, name: string): string[] {
  if (!header?.includes(name)) return []
  return header.split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at >= 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : []
  })
}

/** Returns the first cookie of this name, as sent. */
export const cookieOf = (header: string | null, name: string): string | null => cookiesOf(header, name)[0] ?? null

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
