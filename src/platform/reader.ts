import { AsyncLocalStorage } from 'node:async_hooks'
import { isLanguage, LANGUAGES, type Language, setLanguageSource } from './language.ts'

const [FALLBACK] = LANGUAGES
const reading = new AsyncLocalStorage<Language>()
setLanguageSource(() => reading.getStore() ?? FALLBACK)

/** Returns our language of that name. An unknown or missing language counts as our first one. */
export const languageOf = (language: string | null | undefined): Language =>
  isLanguage(language) ? language : FALLBACK

/** Runs `write` for a reader of this language. */
export const inLanguage = <T>(language: string | null | undefined, write: () => T): T =>
  reading.run(languageOf(language), write)
