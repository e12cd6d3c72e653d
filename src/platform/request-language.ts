import { createMiddleware } from 'hono/factory'
import { cookieOf } from './cookie.ts'
import type { AppEnv } from './http.ts'
import type { Language } from './language.ts'
import { inLanguage } from './reader-language.ts'

/** The reader's choice. The cookie lasts a year. */
export const LANGUAGE_COOKIE = 'language'
const YEAR_SECONDS = 31_536_000

type Offer = readonly Language[]

const find = (offer: Offer, name: string | null | undefined) => offer.find((one) => one === name)

/** Returns the language that we offer and the header prefers (RFC 9110, section 12.5.4), or the first one. */
export function preferredLanguage(accepted: string | undefined, offer: Offer): Language {
  const [first = 'en'] = offer
  if (!accepted || offer.length === 1) return first
  const ranked = accepted.split(',').map((one) => {
    const [range = '', quality = ''] = one.split(';')
    const [, q = '1'] = /^\s*q=([\d.]+)\s*$/i.exec(quality) ?? []
    return { language: range.trim().toLowerCase().split('-')[0], q: Number(q) }
  })
  ranked.sort((a, b) => b.q - a.q)
  const best = ranked.find(({ language, q }) => q > 0 && find(offer, language))
  return find(offer, best?.language) ?? first
}

/** Returns the language that a visitor chose in this browser, or the one that the browser prefers. */
export function languageOf(
  { cookie, acceptLanguage }: { cookie?: string | undefined; acceptLanguage?: string | undefined },
  offer: Offer,
): Language {
  const chosen = cookie ? find(offer, cookieOf(cookie, LANGUAGE_COOKIE)) : undefined
  return chosen ?? preferredLanguage(acceptLanguage, offer)
}

/** Returns the language that a link chooses: `?lang=es`. */
export function askedLanguage(url: string, offer: Offer): Language | null {
  const at = url.indexOf('lang=')
  if (at < 0) return null
  return find(offer, new URL(url, 'http://host').searchParams.get('lang')) ?? null
}

/** Returns the cookie that remembers the choice. */
export const languageCookie = (language: Language, isTls: boolean): string =>
  `${LANGUAGE_COOKIE}=${language}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${isTls ? '; Secure' : ''}`

/** Answers a request in its reader's language. A call that a page makes uses the page's language. */
export const speakLanguage = (offer: Offer) =>
  createMiddleware<AppEnv>((c, next) => {
    const known = c.env?.caller?.language ?? askedLanguage(c.req.url, offer)
    const asksFor = () =>
      languageOf({ cookie: c.req.header('cookie'), acceptLanguage: c.req.header('accept-language') }, offer)
    return inLanguage(known ?? asksFor(), next)
  })
