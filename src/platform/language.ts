/**
 * The product's languages. Each has its own name, its BCP 47 locale for `Intl`, and its texts in
 * `messages/<area>/<language>.json`. The others are translated from the first one.
 */
const KNOWN = {
  en: { name: 'English', locale: 'en-US' },
  es: { name: 'Español', locale: 'es-US' },
}

export type Language = keyof typeof KNOWN

export const LANGUAGES = Object.keys(KNOWN) as [Language, ...Language[]]

/** A value for a placeholder of a text. */
export type Value = string | number | bigint

export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language)

/** Returns our language of that name, or the first one if it is unknown or missing. */
export const languageOf = (language: string | null | undefined): Language =>
  isLanguage(language) ? language : LANGUAGES[0]

let readLanguage = (): Language => 'en'
let readOffer = (): readonly Language[] => LANGUAGES

/** Returns the current reader's language. */
export const language = (): Language => readLanguage()

/** Returns the languages that this person may choose. */
export const offeredLanguages = (): readonly Language[] => readOffer()

/** Sets where `language` comes from and which languages we offer, once per process or page. */
export function setLanguageSource(read: () => Language, offer = readOffer): void {
  readLanguage = read
  readOffer = offer
}

export const languageName = (of: Language): string => KNOWN[of].name

/** Returns the current language's BCP 47 locale, for `Intl`. */
export const locale = (): string => KNOWN[language()].locale

/** Returns the address of a page that opens in the language of the text that links to it. */
export const inSameLanguage = (url: string): string => (language() === LANGUAGES[0] ? url : `${url}?lang=${language()}`)

const made = new Map<string, unknown>()

/** Creates a formatter once for each language, because creating one costs a hundred times more than using it. */
export function oncePerLocale<T>(name: string, make: (locale: string) => T): T {
  const key = `${locale()} ${name}`
  const known = made.get(key) as T | undefined
  if (known) return known
  const formatter = make(locale())
  made.set(key, formatter)
  return formatter
}

export const formatNumber = (value: number): string =>
  oncePerLocale('number', (at) => new Intl.NumberFormat(at)).format(value)

const listFormat = () => oncePerLocale('list', (at) => new Intl.ListFormat(at))

/** `a, b, and c` */
export const formatList = (values: string[]): string => listFormat().format(values)

/** `a`, `, `, `b`, `, and `, `c` */
export const listParts = (values: string[]): string[] =>
  listFormat()
    .formatToParts(values)
    .map(({ value }) => value)

/** `a, b, or c` */
export const formatChoices = (values: string[]): string =>
  oncePerLocale('choices', (at) => new Intl.ListFormat(at, { type: 'disjunction' })).format(values)

/** Returns the form of a text for that number: `one`, `other`, or an exact `=0`. */
export function plural(count: number, forms: Record<string, () => string>): string {
  const category = oncePerLocale('plural', (at) => new Intl.PluralRules(at)).select(count)
  return (forms[`=${count}`] ?? forms[category] ?? forms.other)?.() ?? ''
}

/** Returns the form of a text for that case. */
export const choose = (name: string, forms: Record<string, () => string>): string =>
  (forms[name] ?? forms.other)?.() ?? ''
