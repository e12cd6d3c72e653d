/**
 * A word of a prompt, folded to small Latin letters. `tie` follows a part of a typed word if a number comes next: `.` for
 * a ratio or a weight (`16:9`, `girl:.8`), and `-` for other marks between digits (`14-16`). `.` also follows the feet of a
 * height (`5'7`, `6' tall`).
 */
export type Word = { text: string; isEnd?: boolean; tie?: '.' | '-' }

const SMALL = 'one|two|three|four|five|six|seven|eight|nine|uno|un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve'
const TEENS =
  'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|' +
  'diez|once|doce|trece|catorce|quince|dieciseis|diecisiete'
/** Words before a small number that make it larger: `twenty one` and `treinta y cinco`. */
const TENS =
  'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|' +
  '(?:veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa) y'
const HUNDREDS = 'hundred|hundred and|ciento'
const NUMBER = `(?:0?[1-9]|1[0-7]|(?<!\\b(?:${HUNDREDS}) )(?:${TEENS}|(?<!\\b(?:${TENS}) )(?:${SMALL})))`
const ADULT = '1[89]|[2-9]\\d|eighteen|nineteen|twenty|dieciocho|diecinueve|veinte'
const RANGE = '-| (?:up to|to|through|thru|until|till|or|and|a|o|y|hasta)'
/**
 * `14-16`, `8 to 18`, and `14 18` begin with someone too young, but `2 22 year old women` counts women. If the second
 * number is below 18, it is found by itself.
 */
const AGE = `(?:${NUMBER}(?:(?:${RANGE}) (?:${NUMBER}|${ADULT}))?|(?:1[0-7]|${TEENS}) (?:${ADULT}))`
/** Words between `aged` and the age. */
const AROUND = 'of|from|between|range|group|about|around|only|just|de|desde|entre|unos'
/** People whose age is often written as a bare number. */
const PERSON = 'girl|boy|chica|chico|muchacha|muchacho'
const PEOPLE = `(?:(?:${PERSON}|female)s?)`
/** Words that give a person's age: `girl of 15`, `girls who are 15`, and `chica desnuda de quince`. */
const AGED =
  `(?:${PEOPLE}|(?:chic|muchach)[ao]s? \\w+),? (?:(?:(?:who|that|she|he|they) )?(?:is|are)|(?:who|she|he) s|they re|of|` +
  '(?:que )?(?:es|son|tienen?)|de)'
const ONLY = 'only|just|barely|solo|apenas'
const ABOUT = 'about|around|almost|nearly|casi|unos'
/** A number after such words. `9/10` and `9 out of 10` rate looks. */
const YOUNG = `(?!\\d+- 10\\b)(?:0?[3-9]|1[0-7]|${TEENS}|(?!one|two|un|dos)(?:${SMALL}))`
/** `10 years later` and `12 years of dance` are about time. */
const YEARS =
  '(?:years?|yrs?|anos?)\\b(?! (?:later|ago|after|before|apart|since|of|in the making|anniversary|reunion|retrospective)\\b)'
/** What a number counts, but not `topless` or `desnudas`. */
const COUNTED = '(?!(?:is|as|has|was|\\w+less)\\b|desnud)\\w+s\\b'
/**
 * What a number measures, with enough words around it: `girl 14 foot fetish`, `girl 14 stone wall`, and `girl 14 out of
 * school` state ages.
 */
const MEASURED = `(?:${[
  '(?<=\\b[4-7] )(?:feet|foot|ft)(?=,|$| \\d)',
  '(?:feet|foot|ft|meters?) (?:tall|high)',
  'and a half (?:feet|foot|ft|meters)',
  '(?:by|x) \\d+(?=,|$| (?:inch(?:es)?|cm|feet|ft|print|grid)\\b)',
  '(?:bit|star|panel) (?:style|art|hotel|rating|comic|grid|page)',
  '(?:stone|k)(?=,|$)',
  'inch|meter|cm|mm|fps|mp|percent|thousand|million|mil|century',
  'am|pm|o clock|de la (?:noche|tarde|manana|madrugada)',
  'out of (?:\\d+|ten)',
].join('|')})\\b`
/** `Girls, only 5 in the picture` counts girls. */
const ALL = '(?<=\\b\\d )in (?:all|total|(?:the|this) (?:picture|image|photo|scene|frame|shot))'

/** Ages below 18. A comma stands where a clause ends, but also for a mark that hides the age: `15! yo`. */
const AGES = [
  `${AGE},? ?(?:y,? ?(?:os?|olds?)|(?:yr|year)s?(?:,? ?olds?| \\w+ olds?|,? of age| (?:${PERSON}|female)))`,
  // `8 years to 18 years`, also without `old`
  `${NUMBER},? ?(?:years?|yrs?|anos?)(?:-|,? (?:to|and|until|till|through|a|y|hasta))? (?:${NUMBER}|${ADULT}),? ?(?:years?|yrs?|anos?)(?!,? (?:later|apart|ago|after|before|of marriage|despues|antes|atras))`,
  // `Under 12 candles` and `under 3 meter arches` count something else.
  `(?:under|below|younger than|menor(?:es)? de|menos de),? (?:(?:the )?age (?:of )?|edad )?(?:0?[3-9]|1[0-8]|three|four|five|six|seven|eight|nine|eighteen|dieciocho|${TEENS})(?=,|$| (?:years?|yrs?|anos?|(?:and|or|y|o) (?!\\d|${SMALL}|${TEENS})|(?:on|at|with|en|con)\\b))`,
  // `14 / f` and `14 female`; `12 female dancers` counts people, and `14 m` is a length.
  '(?:[6-9]|1[0-7])[-,]? (?:f|female)(?=,|$)',
  // `Female, 16 mm film` and `female, 5 foot 7` measure something else.
  `female,? (?:0?[3-9]|1[0-7]|(?!ten)(?:${TEENS}))(?=,|$)`,
  '\\d{1,2},? (?:day|week|month)s?,? olds?',
  // `hace 12 años` and `12 años después` are about time.
  `(?<!\\b(?:hace|desde|durante|tras|cada|aniversario de) )${AGE},? ?(?:anos?|anitos)(?!,? (?:despues|atras|antes|luz))`,
  `(?<!\\b(?:stone|bronze|iron|ice|golden|middle|dark|through the) )(?:age|aged|ages|edad|edades),? (?:(?:${AROUND}),? )?${NUMBER}`,
  // `Turns around 8 times` and `turns from 3 sides` count something else.
  `(?:turning|turns|cumple|cumpliendo),? (?:(?:of|de) )?${NUMBER}`,
  `(?:turning|turns|cumple|cumpliendo),? (?:${AROUND}),? ${NUMBER}(?! (?!years\\b|anos\\b)\\w+s\\b)`,
  // A bare number may also be a weight, a ratio, or a count, above all 1 and 2. `Una chica 10` and `ten out of ten` rate looks.
  `(?:${PERSON}),? (?:0?[3-9]|1[0-7]|(?!ten|diez)(?:${TEENS}))(?<!chic[ao] 10)-?(?:,|$|(?= (?!of\\b|year|${MEASURED}|${COUNTED})))`,
  // `Girl of 7 colors` counts something else, and `chica de 10` and `chica es 10` rate looks.
  `${AGED}(?: (?:${ONLY}|${ABOUT}))? ${YOUNG}(?:(?:${RANGE}) (?:${NUMBER}|${ADULT}))?(?<! (?:de|es|son) (?:10|diez))(?=,|$| ${YEARS}| (?!years?\\b|(?:or|and|to|o|y|a) (?:${NUMBER}|${ADULT})\\b|of\\b|${MEASURED}|${COUNTED}))`,
  `${PEOPLE},? (?:${ONLY}|${ABOUT}) ${YOUNG}(?=,|$| ${YEARS})`,
  `${PEOPLE},? (?:${ONLY}) ${YOUNG} (?!${ALL})(?:in|on|at|with|and|en|con|y)(?! (?:${NUMBER}|${ADULT}))`,
  `${PEOPLE},? ${YOUNG},? ?${YEARS}`,
  `(?:${PERSON}|female)s,? (?:0?[6-9]|1[0-7]|(?!ten|diez)(?:${TEENS}))(?=,|$|- 1[1-9])`,
  // A smaller number before a person counts people.
  `(?<!\\. )(?:0?[6-9]|1[0-7]|${TEENS}|(?<!\\b(?:${TENS}) )(?:six|seven|eight|nine)) (?:girl|boy)`,
  'sweet (?:16|sixteen)',
  '(?:[1-9]|1[0-7])(?:st|nd|rd|th) birthday',
  '(?:[1-9](?:st|nd|rd|th)|1[0-2]th|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth) graders?',
].map((pattern) => new RegExp(`\\b${pattern}(?![a-z0-9])`))

/**
 * Finds an age below 18 in words or digits, in English or Spanish: `12 year old`, `15yo`, `aged fifteen`, `14-16 years
 * old`, `under 16`, `de doce años`, `girl, 13`, or `14 / f`.
 */
export function findAge(words: Word[]): { at: number; length: number } | null {
  const text = words.map(({ text, isEnd, tie = '' }) => `${text}${isEnd ? ',' : tie}`).join(' ')
  for (const pattern of AGES) {
    const found = pattern.exec(text)
    if (found)
      return { at: text.slice(0, found.index).split(' ').length - 1, length: found[0].trim().split(' ').length }
  }
  return null
}

const IS_NUMBER = new RegExp(`^(?:\\d+|${SMALL}|${TEENS}|${ADULT})$`)
/** Also `18yo`. */
const STARTS_WITH_NUMBER = new RegExp(`^(?:\\d|(?:${SMALL}|${TEENS}|${ADULT})$)`)
/** `twenty-one` is one number. */
const IS_TEN = new RegExp(`^(?:${TENS})$`)
/** Marks that stand alone between two numbers of a range: `8 - 18`. */
const BETWEEN = /^[\p{Pd}~\u2212\u223c\u301c/&.]+$/u

const isRange = (first: Word, second: Word | undefined) =>
  IS_NUMBER.test(first.text) && !IS_TEN.test(first.text) && STARTS_WITH_NUMBER.test(second?.text ?? '')

/** Ties a number to the one after it if only marks of a range, with blanks around them, are between the two. */
export function tieRange(before: Word | undefined, marks: string, next: Word | undefined): void {
  if (before && !before.isEnd && marks !== '.' && BETWEEN.test(marks) && isRange(before, next)) before.tie = '-'
}

/** A height or the view `3/4`. After an opening quote, the mark only closes it: `'7'`. */
const RATIO = /^\(?(?:[4-7]['’′]|3\/4(?!\d))/

/** Sets the ties of the parts of one typed word. */
export function tieNumbers(parts: Word[], word: string): void {
  const typed = word.match(/[a-z0-9]+[^a-z0-9]*/g) ?? []
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1]
    if (at === 0 && RATIO.test(word)) part.tie = '.'
    else if (/^\d/.test(next?.text ?? '') && /(?:\d[:.]|:\.)$/.test(typed[at] ?? '')) part.tie = '.'
    else if ((/\d$/.test(part.text) && /^\d/.test(next?.text ?? '')) || isRange(part, next)) part.tie = '-'
  }
}
