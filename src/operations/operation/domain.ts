import type { Vendor } from './contract.ts'

/** Matches our own names, such as a table, a constraint, or a code, which stay even if they are quoted. */
const NAME = /^[a-z][a-z0-9_.-]{0,60}$/

/**
 * Returns the first line of an error without anything that may be about a person: addresses, numbers, secrets and
 * quoted texts. Row ids stay, so that an operator can find what the error is about.
 */
export function withoutPeople(error: string | null): string {
  const [line = ''] = (error ?? '').trim().split('\n')
  const cleaned = line
    .replace(/(["'`])([^"'`]*)\1/g, (quoted, _, inner: string) => (NAME.test(inner) ? quoted : '[…]'))
    .replace(/\S+@\S+/g, '[email]')
    .replace(/\bhttps?:\/\/\S+/g, '[address]')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, (id) => id.replaceAll('-', '\u0001'))
    .replace(/\+?\d[\d\s().-]{5,}\d/g, (number) => (number.includes('\u0001') ? number : '[number]'))
    .replace(/[^\s:,;()[\]]{24,}/g, (word) => (word.includes('\u0001') ? word : '[secret]'))
    .replaceAll('\u0001', '-')
  return cleaned.length > 200 ? `${cleaned.slice(0, 199)}…` : cleaned || 'No message'
}

type VendorReport = Pick<Vendor, 'lastOkAt' | 'lastFailureAt'> & { openUntil: string | null }

/** Returns a vendor's state from its latest calls. The circuit breaker never stops calls to an embedded vendor. */
export function stateOf(report: VendorReport | null, isEmbedded: boolean, now: Temporal.Instant): Vendor['state'] {
  if (!report || (report.lastOkAt === null && report.lastFailureAt === null)) return 'unknown'
  const isAfter = (one: string | null, other: string | null) =>
    one !== null &&
    (other === null || Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other)) > 0)
  if (!isEmbedded && isAfter(report.openUntil, now.toString())) return 'left_alone'
  return isAfter(report.lastFailureAt, report.lastOkAt) ? 'failing' : 'well'
}
