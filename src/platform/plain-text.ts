/**
 * Invisible marks: the zero-width space, and the marks that change the reading direction of all following text, which
 * phones and chat apps paste along with a number. The zero-width joiner stays, because emoji and some scripts need it.
 */
const UNSEEN = /[\u200b\u202a-\u202e\u2066-\u2069]/g

/** Returns the visible text, trimmed. Line breaks stay. */
export const plainText = (text: string): string => text.replace(UNSEEN, '').trim()

/** Returns the same on one line, for a name, an address, or a number. */
export const oneLine = (text: string): string => plainText(text.replace(/\s+/g, ' '))

/** Counts characters as PostgreSQL does: an emoji is one, though it has two UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length

/**
 * Shortens the text before the caret until the whole text fits, as `maxlength` does: text that was just typed or pasted
 * ends at the caret and loses its end. Unlike `maxlength`, it never splits an emoji or letter, and counts as
 * `lengthOf`.
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Tells whether a text has no control characters except line ends and tabs. */
export const isShowable = (text: string) => !CONTROL.test(text)

/** Removes control characters where we cannot ask the writer to do so. */
export const showable = (text: string): string => [...text.toWellFormed()].filter(isShowable).join('')
