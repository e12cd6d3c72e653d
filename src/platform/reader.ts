import { AsyncLocalStorage } from 'node:async_hooks'
import { isLanguage, LANGUAGES, type Language, setLanguageSource } from './language.ts'

const [FALLBACK] = LANGUAGES
const reading = new AsyncLocalStorage<Language>()
setLanguageSource(() => reading.getStore() ?? FALLBACK)

/** Runs `write` for a reader of this language. An unknown or missing language counts as our first one. */
export const inLanguage = <T>(language: string | null | undefined, write: () => T): T =>
  reading.run(isLanguage(language) ? language : FALLBACK, write)
