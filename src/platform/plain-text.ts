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

/**
 * Returns what of the text before the caret fits, as `maxlength` does: what was just typed or pasted ends at the caret and
 * loses its end. But no emoji or letter is cut in two, and an emoji counts as for `lengthOf`.
 */
export function headWithin(most: number, text: string, caret: number): string {
  let room = most - lengthOf(text.slice(caret))
  let head = ''
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, caret))) {
    room -= lengthOf(segment)
    if (room < 0) break
    head += segment
  }
  return head
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Matches readable text: no control characters except line ends and tabs. */
export const isShowable = (text: string) => !CONTROL.test(text)

/** Removes unreadable characters, for when we cannot ask the writer to remove them. */
export const showable = (text: string): string => [...text.toWellFormed()].filter(isShowable).join('')
