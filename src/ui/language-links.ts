import { LANGUAGES, language } from '../platform/language.ts'

/** Query of the link into a language. The first one needs none. */
const queryOf = (one: string) => (one === LANGUAGES[0] ? '' : `?lang=${one}`)

/**
 * Head of a page in every language: the address of this one, and those of the others for search engines.
 * @param url without a query
 */
export const languageLinks = (url: string) => [
  { tagName: 'link', rel: 'canonical', href: url + queryOf(language()) },
  ...LANGUAGES.map((one) => ({ tagName: 'link', rel: 'alternate', hrefLang: one, href: url + queryOf(one) })),
  { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: url },
]
