import { AsyncLocalStorage } from 'node:async_hooks'
import { LANGUAGES, type Language, languageOf, setLanguageSource } from './language.ts'

const [FALLBACK] = LANGUAGES
const reading = new AsyncLocalStorage<Language>()
setLanguageSource(() => reading.getStore() ?? FALLBACK)

/** Runs `write` with this language as the reader's. */
export const inLanguage = <T>(language: string | null | undefined, write: () => T): T =>
  reading.run(languageOf(language), write)
