import { asTexted } from '../../platform/sms-text.ts'
import { bookingPath } from '../../property/share/domain.ts'
import { streetLine } from '../entry-notice/domain.ts'
import { BRAND } from '../message/mail-messages.ts'
import * as t from '../text/link-text.ts'
import type { LinkText } from './contract.ts'
import type { LinkTextRow } from './repository.ts'

/** Texts a day for one account, and for one phone, whoever asks. */
export const MOST_A_DAY = 5

/** A text that is queued for longer has lost its job. */
export const GIVEN_UP_AFTER = { minutes: 15 }

/** Says what became of a text. One whose job is lost counts as failed before anybody writes that down. */
export function linkTextOf({ id, status, created_at, ended_at }: LinkTextRow, now: Temporal.Instant): LinkText {
  const lostAt = created_at.toTemporalInstant().add(GIVEN_UP_AFTER)
  const isLost = status === 'queued' && Temporal.Instant.compare(lostAt, now) <= 0
  return {
    id,
    status: isLost ? 'failed' : status,
    createdAt: created_at.toISOString(),
    endedAt: isLost ? lostAt.toString({ fractionalSecondDigits: 3 }) : (ended_at?.toISOString() ?? null),
  }
}

type Linked = { slug: string; address_line1: string; unit_number: string | null }

/** Writes the text. It is what the agent passes on, so the link is whole. */
export function linkTextWords({ slug, address_line1, unit_number }: Linked, publicUrl: string): string {
  const place = asTexted(streetLine({ addressLine1: address_line1, unitNumber: unit_number }))
  return `${BRAND}: ${t.smsYourLink({ place, url: publicUrl + bookingPath(slug) })} ${t.smsStop()}`
}
