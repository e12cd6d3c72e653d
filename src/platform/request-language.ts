import { createMiddleware } from 'hono/factory'
import { cookieOf } from './cookie.ts'
import type { AppEnv } from './http.ts'
import { isLanguage, LANGUAGES, type Language } from './language.ts'
import { inLanguage } from './reader.ts'

/** What the reader chose. It is kept for a year. */
export const LANGUAGE_COOKIE = 'language'
const YEAR_SECONDS = 31_536_000

const [FALLBACK] = LANGUAGES

/** The language of these that the header prefers (RFC 9110, section 12.5.4), or the first of ours. */
export function preferredLanguage(accepted: string | undefined): Language {
  if (!accepted || /^en\b/i.test(accepted)) return FALLBACK
  const ranked = accepted.split(',').map((one) => {
    const [range = '', quality = ''] = one.split(';')
    const [, q = '1'] = /^\s*q=([\d.]+)\s*$/i.exec(quality) ?? []
    return { language: range.trim().toLowerCase().split('-')[0], q: Number(q) }
  })
  ranked.sort((a, b) => b.q - a.q)
  for (const { language, q } of ranked) if (q > 0 && isLanguage(language)) return language
  return FALLBACK
}

/** The language that a visitor chose on this browser, or the one that the browser asks for. */
export function languageOf({
  cookie,
  acceptLanguage,
}: {
  cookie?: string | undefined
  acceptLanguage?: string | undefined
}): Language {
  const chosen = cookie ? cookieOf(cookie, LANGUAGE_COOKIE) : null
  return isLanguage(chosen) ? chosen : preferredLanguage(acceptLanguage)
}

/** `?lang=es`: a link into one language, which is a choice as well. */
export function askedLanguage(url: string): Language | null {
  const at = url.indexOf('lang=')
  if (at < 0) return null
  const asked = new URL(url, 'http://host').searchParams.get('lang')
  return isLanguage(asked) ? asked : null
}

/** The cookie that remembers the choice. */
export const languageCookie = (language: Language, isTls: boolean): string =>
  `${LANGUAGE_COOKIE}=${language}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${isTls ? '; Secure' : ''}`

/** Answers a request in the language of its reader. A call that a page makes is in the language of that page. */
export const speakLanguage = createMiddleware<AppEnv>((c, next) => {
  const known = c.env?.caller?.language ?? askedLanguage(c.req.url)
  const asksFor = () => languageOf({ cookie: c.req.header('cookie'), acceptLanguage: c.req.header('accept-language') })
  return inLanguage(known ?? asksFor(), next)
})
