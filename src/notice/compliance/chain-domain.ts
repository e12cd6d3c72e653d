import * as t from '../text/compliance.ts'

/** An entry of a chain, as stored. */
export type Entry = {
  property_id: string
  sequence: number
  booking_id: string | null
  event: string
  at: string
  payload: string
  previous_hash: string
  hash: string
}

/** Builds the text that an entry's hash covers. The SQL function append_compliance writes the same. */
export const hashedText = (entry: Entry): string =>
  [
    entry.previous_hash,
    entry.property_id,
    entry.booking_id ?? '',
    entry.sequence,
    entry.event,
    entry.at,
    entry.payload,
  ].join('\n')

/** `brokenAt`: the first entry that does not match the one before it. */
export type Proof = { valid: boolean; entries: number; brokenAt?: number }

/** Says whether the chain is intact, for a person. */
export const proofWords = ({ valid, entries, brokenAt }: Proof): string =>
  valid ? t.proved({ count: entries }) : t.brokenAt({ at: brokenAt ?? '', count: entries })
