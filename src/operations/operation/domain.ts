import { invalid } from '../../platform/errors.ts'
import { isWrittenUuid } from '../../platform/uuid.ts'
import type { Vendor } from './contract.ts'

/** Texts in quotation marks stay when they are names of ours: a table, a constraint, a code. */
const NAME = /^[a-z][a-z0-9_.-]{0,60}$/

/**
 * The first line of an error without what may be of a person: addresses, numbers, secrets and whatever is quoted. Ids of rows
 * stay: by them an operator finds what it is about.
 */
export function withoutPeople(error: string | null): string {
  const [line = ''] = (error ?? '').trim().split('\n')
  const told = line
    .replace(/(["'`])([^"'`]*)\1/g, (quoted, _, inner: string) => (NAME.test(inner) ? quoted : '[…]'))
    .replace(/\S+@\S+/g, '[email]')
    .replace(/\bhttps?:\/\/\S+/g, '[address]')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, (id) => id.replaceAll('-', '\u0001'))
    .replace(/\+?\d[\d\s().-]{5,}\d/g, (number) => (number.includes('\u0001') ? number : '[number]'))
    .replace(/[^\s:,;()[\]]{24,}/g, (word) => (word.includes('\u0001') ? word : '[secret]'))
    .replaceAll('\u0001', '-')
  return told.length > 200 ? `${told.slice(0, 199)}…` : told || 'No message'
}

type Heard = Pick<Vendor, 'lastOkAt' | 'lastFailureAt'> & { openUntil: string | null }

/** How a vendor does, by the last that was heard of it. The embedded ones are never left alone. */
export function stateOf(heard: Heard | null, isEmbedded: boolean, now: Temporal.Instant): Vendor['state'] {
  if (!heard || (heard.lastOkAt === null && heard.lastFailureAt === null)) return 'unknown'
  const isAfter = (one: string | null, other: string | null) =>
    one !== null &&
    (other === null || Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other)) > 0)
  if (!isEmbedded && isAfter(heard.openUntil, now.toString())) return 'left_alone'
  return isAfter(heard.lastFailureAt, heard.lastOkAt) ? 'failing' : 'well'
}

const CURSOR = 'This cursor is not one of ours'
const refuse = () => invalid([{ path: 'cursor', message: CURSOR }])

/** @throws DomainError invalid */
export function readId(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  if (!isWrittenUuid(cursor)) throw refuse()
  return cursor
}

/** @throws DomainError invalid */
export function readNumber(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  if (!/^[1-9]\d{0,17}$/.test(cursor)) throw refuse()
  return cursor
}

/** A place in a list by time: its instant and the names behind it, divided by blanks. */
export const writePlace = (at: string, ...names: string[]): string => [at, ...names].join(' ')

/** @param count how many names stand behind the instant @throws DomainError invalid */
export function readPlace(cursor: string | undefined, count: number): { at: string; names: string[] } | null {
  if (cursor === undefined) return null
  const [at = '', ...names] = cursor.split(' ')
  const time = new Date(at)
  const isOurs = time.getTime() > 0 && /^\d{4}-/.test(at) && time.toISOString() === at && names.length === count
  if (!isOurs || names.some((name) => !/^[\w:.-]{1,120}$/.test(name))) throw refuse()
  return { at, names }
}
