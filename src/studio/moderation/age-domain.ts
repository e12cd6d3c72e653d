/** A word of a prompt, folded to small Latin letters. */
type Word = { text: string; isEnd?: boolean }

const NUMBERS =
  '[1-9]|1[0-7]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|' +
  'seventeen|uno|un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieciseis|diecisiete'
/** `14-16` and `14 to 18` begin with someone of 14. */
const RANGE = '(?: (?:(?:to|or|and|a|o|y) )?(?:[1-9]|1[0-9]|2[0-4]|eighteen|nineteen|twenty|dieciocho|veinte))?'
/** People whose age is often written as a bare number. */
const PERSON = 'girl|boy|chica|chico|muchacha|muchacho'

/** Ages below 18. A comma stands where a clause ends. */
const AGES = [
  `(?:${NUMBERS})${RANGE}(?: ?(?:y ?o|(?:yr|year)s?(?: ?old| \\w+ old| of age| (?:${PERSON}))))`,
  '\\d{1,2} (?:day|week|month)s? old',
  // `hace 12 años` and `12 años después` are about time.
  `(?<!\\b(?:hace|desde|durante|tras|cada) )(?:${NUMBERS})${RANGE} ?(?:anos?|anitos)(?!,? (?:despues|atras|antes|luz))`,
  `(?:age|aged|edad|turning|turns|cumple|cumpliendo),? (?:of |de )?(?:${NUMBERS})`,
  `(?:${PERSON}),? (?:${NUMBERS})(?:,|$|(?= (?!of\\b|year|\\w+s\\b)))`,
  // A smaller number before a person counts people.
  `(?:[6-9]|1[0-7]|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen) (?:girl|boy)`,
  'sweet (?:16|sixteen)',
  '(?:[1-9]|1[0-7])(?:st|nd|rd|th) birthday',
  '(?:[1-9](?:st|nd|rd|th)|1[0-2]th|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth) graders?',
].map((pattern) => new RegExp(`\\b${pattern}(?![a-z0-9])`))

/**
 * Finds an age below 18 in words or digits, in English or Spanish: `12 year old`, `15yo`, `aged fifteen`, `14-16 years
 * old`, `de doce años`, or `girl, 13`.
 */
export function findAge(words: Word[]): { at: number; length: number } | null {
  const text = words.map((word) => (word.isEnd ? `${word.text},` : word.text)).join(' ')
  for (const pattern of AGES) {
    const found = pattern.exec(text)
    if (found)
      return { at: text.slice(0, found.index).split(' ').length - 1, length: found[0].trim().split(' ').length }
  }
  return null
}
