/** Splits a search into words, and ignores words after the tenth. */
export const searchWords = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 10)

/** Letters of Latin, Greek, and Cyrillic names. */
const LETTERS: [first: number, last: number][] = [
  [0xc0, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1fff],
]
/** Letters that Unicode does not decompose. */
const WHOLE: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ı: 'i' }
const MARK = '[\u0300-\u036f]'
const MARKS = new RegExp(MARK, 'g')

/** In lowercase. `unmarked` does the same in SQL. */
export const withoutAccents = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(/[øłđħı]/g, (letter) => WHOLE[letter] ?? letter)
    .normalize('NFC')

const accented = new Map<string, string>()
for (const [first, last] of LETTERS)
  for (let code = first; code <= last; code++) {
    const letter = String.fromCodePoint(code)
    const plain = withoutAccents(letter)
    if (plain !== letter.toLowerCase()) accented.set(plain, `${accented.get(plain) ?? ''}${letter}`)
  }

/**
 * Returns a regular expression that matches this word with any accents in lowercase text: `jose` also finds `josé`, and
 * `josé` finds `jose`. PostgreSQL matches a text in about a microsecond. Removing the accents of each text would take
 * seven, and adding a column without accents would rewrite a table while people book.
 */
export const patternOf = (word: string): string =>
  [...withoutAccents(word)]
    .map((letter) => {
      const others = accented.get(letter)
      const one = others ? `[${letter}${others}]` : letter.replace(/[\\^$.|?*+()[\]{}]/, '\\$&')
      return /\p{L}/u.test(letter) ? `${one}${MARK}*` : one
    })
    .join('')
