import { asTexted } from '../../platform/sms-text.ts'
import { bookingPath } from '../../property/share/domain.ts'
import { streetLine } from '../entry-notice/domain.ts'
import { BRAND } from '../message/mail-messages.ts'
import * as t from '../text/link-text.ts'

type Linked = { slug: string; address_line1: string; unit_number: string | null }

/** Writes the text. The agent passes it on, so it has the full link. */
export function linkTextWords({ slug, address_line1, unit_number }: Linked, publicUrl: string): string {
  const place = asTexted(streetLine({ addressLine1: address_line1, unitNumber: unit_number }))
  return `${BRAND}: ${t.smsYourLink({ place, url: publicUrl + bookingPath(slug) })} ${t.smsStop()}`
}
