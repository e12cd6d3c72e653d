import { AsyncLocalStorage } from 'node:async_hooks'
import { isLanguage, LANGUAGES, type Language, setLanguageSource } from './language.ts'

const [FALLBACK] = LANGUAGES
const reading = new AsyncLocalStorage<Language>()
setLanguageSource(() => reading.getStore() ?? FALLBACK)

/** Writes what `write` makes for a person who reads this language; an unknown or missing one is the first of ours. */
export const inLanguage = <T>(language: string | null | undefined, write: () => T): T =>
  reading.run(isLanguage(language) ? language : FALLBACK, write)
