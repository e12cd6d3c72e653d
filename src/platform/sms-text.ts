/** Text messages in the alphabet of GSM 03.38 (3GPP TS 23.038): 160 characters in one message, 153 in each part of a longer one. */

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters that count as two. */
const EXTENDED = new Set('^{}\\[~]|€')

/** `typed=sent`, separated by spaces. */
const SPELLED = new Map(
  (
    "‘=' ’=' ‚=' `=' ´=' ʼ=' “=\" ”=\" „=\" «=\" »=\" ‐=- ‑=- –=- —=- −=- …=... •=- ·=- ×=x ½=1/2 ¼=1/4 №=No. " +
    'ł=l Ł=L đ=d Đ=D ð=d Ð=D þ=th Þ=Th ħ=h Ħ=H ı=i œ=oe Œ=OE ẞ=SS ə=e Ə=E'
  )
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

/**
 * Writes a text in the GSM alphabet on one line: letters lose accents that it lacks, and we drop other unknown
 * characters.
 */
export function toGsm(text: string): string {
  let out = ''
  for (const character of text.normalize('NFC')) {
    if (/\s/.test(character)) out += ' '
    else if (BASIC.has(character) || EXTENDED.has(character)) out += character
    else {
      for (const part of SPELLED.get(character) ?? character.normalize('NFKD')) if (BASIC.has(part)) out += part
    }
  }
  return out.replace(/ {2,}/g, ' ').trim()
}

/** Counts a text as carriers do. `units` are septets, or 16-bit units if a character forces UCS-2. */
export function countSegments(text: string): { encoding: 'gsm7' | 'ucs2'; units: number; segments: number } {
  let septets = 0
  for (const character of text) {
    if (BASIC.has(character)) septets += 1
    else if (EXTENDED.has(character)) septets += 2
    else return { encoding: 'ucs2', units: text.length, segments: text.length <= 70 ? 1 : Math.ceil(text.length / 67) }
  }
  return { encoding: 'gsm7', units: septets, segments: septets <= 160 ? 1 : Math.ceil(septets / 153) }
}

/** Shortens a GSM text to this many septets, at a word if possible, and ends it with `...`. */
export function trimToSeptets(text: string, septets: number): string {
  if (countSegments(text).units <= septets) return text
  let cut = ''
  for (const character of text) {
    if (countSegments(cut + character).units > septets - 3) break
    cut += character
  }
  const word = text[cut.length] === ' ' ? cut.length : cut.lastIndexOf(' ')
  return `${(word > cut.length / 2 ? cut.slice(0, word) : cut).replace(/[\s,;:.-]+$/, '')}...`
}

/**
 * Writes a person's words for a text message: in the GSM alphabet if that keeps every letter, digit, and symbol;
 * otherwise unchanged, which makes the segments shorter.
 */
export function asTexted(words: string): string {
  const line = words.normalize('NFC').replace(/\s+/g, ' ').trim()
  const gsm = toGsm(line)
  return countVisible(gsm) === countVisible(line) ? gsm : line
}

const countVisible = (text: string) => text.match(/[\p{L}\p{N}\p{S}]/gu)?.length ?? 0

/** Shortens a text to this many units of its own alphabet, at a word if possible, and ends it with `...`. */
export function trimToUnits(text: string, units: number): string {
  const counted = countSegments(text)
  if (counted.encoding === 'gsm7') return trimToSeptets(text, units)
  return counted.units <= units ? text : `${text.slice(0, units - 3).replace(/[\s\uD800-\uDBFF]+$/, '')}...`
}
