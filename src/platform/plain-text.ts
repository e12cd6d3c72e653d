/**
 * Invisible marks: those that turn the reading direction of everything after them, which phones and chat programs paste
 * along with a number, and the zero-width space. The zero-width joiner stays, because emoji and some scripts need it.
 */
const UNSEEN = /[\u200b\u202a-\u202e\u2066-\u2069]/g

/** Returns the visible text without surrounding space. Line breaks stay. */
export const plainText = (text: string): string => text.replace(UNSEEN, '').trim()

/** The same on one line: a name, an address, a number. */
export const oneLine = (text: string): string => plainText(text.replace(/\s+/g, ' '))

/** Counts characters as PostgreSQL does: an emoji is one, though it has two UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length

/** Returns the limit for a browser, which counts UTF-16 units, that leaves a text room for this many characters. */
export const unitsFor = (most: number, text: string): number => most + text.length - lengthOf(text)

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Matches readable text: no control characters except line ends and tabs. */
export const isShowable = (text: string) => !CONTROL.test(text)

/** Removes unreadable characters, for when we cannot ask the writer to remove them. */
export const showable = (text: string): string => [...text.toWellFormed()].filter(isShowable).join('')
