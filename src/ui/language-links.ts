import { LANGUAGES, language, offeredLanguages } from '../platform/language.ts'

/** Returns the query for a language. The first language needs none. */
const queryOf = (one: string) => (one === LANGUAGES[0] ? '' : `?lang=${one}`)

/**
 * Returns the links for a page's head: the address in this language, and the addresses in the others for search
 * engines.
 * @param url without a query
 */
export function languageLinks(url: string) {
  const canonical = { tagName: 'link', rel: 'canonical', href: url + queryOf(language()) }
  const offered = offeredLanguages()
  if (offered.length === 1) return [canonical]
  return [
    canonical,
    ...offered.map((one) => ({ tagName: 'link', rel: 'alternate', hrefLang: one, href: url + queryOf(one) })),
    { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: url },
  ]
}
