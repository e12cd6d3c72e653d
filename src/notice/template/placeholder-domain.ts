/** The placeholders of a template, written `{name}` in its words. */
export const PLACEHOLDERS = ['name', 'address', 'time', 'agent'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

const BRACED = /\{([^{}]*)\}/g

export const isPlaceholder = (name: string | undefined): name is Placeholder =>
  PLACEHOLDERS.includes(name as Placeholder)

/** Returns the first text in braces that is not a placeholder. */
export const unknownPlaceholder = (words: string): string | undefined =>
  [...words.matchAll(BRACED)].find(([, name]) => !isPlaceholder(name))?.[0]

/** Puts a showing's values into a template's words. */
export const fillTemplate = (words: string, values: Record<Placeholder, string>): string =>
  words.replaceAll(BRACED, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole))
