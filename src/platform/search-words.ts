/** Splits a search into words. Words after the tenth are ignored. */
export const searchWords = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 10)

/** The LIKE pattern of texts that contain this word. */
export const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`
