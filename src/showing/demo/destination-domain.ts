import type { Phone } from '../../platform/phone-link.ts'
import { oneLine } from '../../platform/plain-text.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import type { DemoForm } from './contract.ts'

export type DestinationKind = 'email' | 'phone' | 'address'

/** Where a demo's messages go. `folded` is the same for all spellings of a destination. */
export type Destination = { kind: DestinationKind; recipient: string | PostalAddress; folded: string }

export const textOf = (text: string | null | undefined) => oneLine(text ?? '')

export const stateOf = (form: DemoForm) => (textOf(form.demoMailState) || 'CA').toUpperCase()

/** Folds an email to one lower-case spelling per mailbox. Drops a tag after a plus and, for Gmail, the dots. */
function foldedEmail(email: string): string {
  const address = email.toLowerCase()
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at).replace(/(?<=.)\+.*$/, ''), address.slice(at + 1)]
  return `${/^(gmail|googlemail)\.com$/.test(domain) ? local.replaceAll('.', '') : local}@${domain}`
}

/** Lists the destinations of a valid form, in the form's order. @param phone the parsed phone for the texts */
export function destinationsOf(form: DemoForm, phone: Phone | null): Destination[] {
  const email = textOf(form.demoRecipientEmail)
  const street = textOf(form.demoMailAddress)
  const address: PostalAddress = {
    name: 'Demo Resident',
    address_line1: street,
    address_line2: null,
    address_city: textOf(form.demoMailCity),
    address_state: stateOf(form),
    address_zip: textOf(form.demoMailZip),
  }
  return [
    ...(email ? [{ kind: 'email' as const, recipient: email, folded: foldedEmail(email) }] : []),
    ...(phone?.e164 ? [{ kind: 'phone' as const, recipient: phone.text, folded: phone.e164 }] : []),
    ...(street ? [{ kind: 'address' as const, recipient: address, folded: foldedAddress(address) }] : []),
  ]
}

const SPELLINGS: Record<string, string> = {
  STREET: 'ST',
  AVENUE: 'AVE',
  AV: 'AVE',
  BOULEVARD: 'BLVD',
  ROAD: 'RD',
  DRIVE: 'DR',
  LANE: 'LN',
  COURT: 'CT',
  PLACE: 'PL',
  TERRACE: 'TER',
  CIRCLE: 'CIR',
  HIGHWAY: 'HWY',
  PARKWAY: 'PKWY',
  SQUARE: 'SQ',
  WAY: 'WY',
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
  NORTHEAST: 'NE',
  NORTHWEST: 'NW',
  SOUTHEAST: 'SE',
  SOUTHWEST: 'SW',
  APARTMENT: '#',
  APT: '#',
  UNIT: '#',
  SUITE: '#',
  STE: '#',
  NO: '#',
  NUMBER: '#',
}

/** Folds the street to one spelling, plus the five-digit ZIP code, which implies the city. */
function foldedAddress({ address_line1: street, address_zip: zip }: PostalAddress): string {
  const words = street
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/['.]/g, '')
    .replace(/#/g, ' # ')
    .replace(/[^\p{L}\d#]+/gu, ' ')
    .trim()
    .split(' ')
  const spelled = words
    .map((word) => SPELLINGS[word] ?? word)
    .filter((word, at, all) => word !== '#' || all[at - 1] !== '#')
  return `${spelled.join(' ')} ${zip.slice(0, 5)}`
}

/** Masks a destination for pages that other people may see: `jo…@example.com`, `…0142`, `CA 90012`. */
export function hinted(recipient: string | PostalAddress): string {
  if (typeof recipient !== 'string') return `${recipient.address_state} ${recipient.address_zip}`
  const at = recipient.lastIndexOf('@')
  if (at > 0) return `${recipient.slice(0, Math.min(2, at - 1))}…${recipient.slice(at)}`
  return `…${recipient.replace(/\D/g, '').slice(-4)}`
}
