/** The words of a search; more than ten find nothing more. */
export const searchWords = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 10)
