import { findPhoneNumbersInText, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Phone } from './phone-link.ts'
import { oneLine } from './plain-text.ts'

/** The country of numbers without a country code. */
const HERE = 'US'
/** The shape that the database checks. */
const E164 = /^\+[1-9]\d{6,14}$/

/** A label in front of a copied number: `Tel.:`, `tel:` from a link, `Cell`. */
const LABEL =
  /^(?:tel(?:ephone|[eé]fono)?|(?:tele)?phone|ph|cell?|celular|mobile|m[oó]vil|[cmpt])\s*[.:]*\s*(?=[+(\d])/i

/** Phones that we read recently. One request and its messages read the same two many times. */
const recent = new Map<string, Phone>()
const MOST_KEPT = 500
const LONGEST_KEPT = 60

/**
 * Reads any spelling of a phone number. Reading its own `text` again gives the same phone. It runs only on the server,
 * because the library knows the numbers of every country, which is too much for a page.
 */
export function readPhone(typed: string): Phone {
  const known = recent.get(typed)
  if (known) return known
  const phone = read(typed)
  if (recent.size === MOST_KEPT) recent.clear()
  if (typed.length <= LONGEST_KEPT) recent.set(typed, phone)
  return phone
}

function read(typed: string): Phone {
  const text = oneLine(typed)
  const number = parse(text.replace(LABEL, ''))
  if (number) {
    const { ext } = number
    return { text: shown(number) + (ext ? ` ext. ${ext}` : ''), e164: number.number, extension: ext ?? null }
  }
  // A number among other words: "call 213 555 0188 after 5". We keep the words, and the rules still get the number.
  const [found] = findPhoneNumbersInText(text, HERE)
  const e164 = found?.number.number ?? parse(text.replace(/[^\d+]/g, ''))?.number ?? null
  return { text, e164: e164 && E164.test(e164) ? e164 : null, extension: null }
}

/** Returns the key that is the same for all spellings of a phone: E.164, or the text if we cannot read a number. */
export const phoneKey = (typed: string): string => {
  const { e164, text } = readPhone(typed)
  return e164 ?? text
}

/** Returns the number that vendors dial, or null if it reaches no one. */
export const dialable = (typed: string): string | null => readPhone(typed).e164

type PhoneColumns<Name extends string> = Record<Name | `${Name}_e164` | `${Name}_extension`, string | null>

/** Returns a phone's three columns: `…_phone`, `…_phone_e164`, `…_phone_extension`. */
export function phoneColumns<Name extends string>(name: Name, typed: string | null): PhoneColumns<Name> {
  const phone = typed === null ? null : readPhone(typed)
  return {
    [name]: phone?.text ?? null,
    [`${name}_e164`]: phone?.e164 ?? null,
    [`${name}_extension`]: phone?.extension ?? null,
  } as PhoneColumns<Name>
}

function parse(text: string): PhoneNumber | null {
  // Many countries dial "00" where a plus belongs.
  const number = parsePhoneNumberFromString(text.replace(/^00(?=[1-9])/, '+'), { defaultCountry: HERE, extract: false })
  return number?.isPossible() && E164.test(number.number) ? number : null
}

const shown = (number: PhoneNumber): string =>
  number.countryCallingCode === '1'
    ? number.number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
    : (parsePhoneNumberFromString(number.number)?.formatInternational() ?? number.number)
