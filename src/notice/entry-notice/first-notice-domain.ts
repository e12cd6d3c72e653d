/** Identifies a message in the log. `vendorReference` is the vendor's ID; entries of earlier versions have none. */
type Named = { event: string; channel: string; role: string; vendorReference?: string | null }

/**
 * Finds the message that a vendor's report is about, by its `vendorReference`. Without one, it takes the latest message
 * of that event, channel, and role, which can be the wrong one: a showing that is moved and approved again has two
 * letters.
 * @returns its index, or -1
 */
export function findReported(messages: Named[], report: Named): number {
  const { vendorReference } = report
  const own = vendorReference ? messages.findLastIndex((one) => one.vendorReference === vendorReference) : -1
  if (own >= 0) return own
  return messages.findLastIndex(
    (one) =>
      !(vendorReference && one.vendorReference) &&
      one.event === report.event &&
      one.channel === report.channel &&
      one.role === report.role,
  )
}

/**
 * Moves each report behind the message that it names, because a report can arrive before we log that we sent the
 * message.
 */
export function withReportsLast<Entry extends Named>(entries: Entry[], isReport: (entry: Entry) => boolean): Entry[] {
  const logged = new Set(
    entries.filter((entry) => !isReport(entry)).flatMap(({ vendorReference }) => vendorReference ?? []),
  )
  const [first, last] = [false, true].map((isLast) =>
    entries.filter((entry) => (isReport(entry) && logged.has(entry.vendorReference ?? '')) === isLast),
  )
  return [...(first ?? []), ...(last ?? [])]
}

/** What the compliance log says about a message to the resident: whether we sent it, or its later delivery status. */
export type NoticeEvent = Named & {
  kind: 'notified' | 'delivery' | 'letter_cancelled' | 'letter_too_late'
  channel: 'sms' | 'email' | 'certified_mail'
  /** `Sent` or `Not sent`; for a delivery, the vendor's status. */
  state: string
  /** When we sent it, or when the report came (RFC 3339). */
  at: string
  /** The tracking number or the vendor's ID, as shown. Absent if the log has none. */
  reference?: string | null
}

/** Vendor statuses of messages that reached no one or were never mailed. */
const LOST = new Set(['undelivered', 'failed', 'rejected', 'deleted', 'returned_to_sender'])

/** Tells whether a vendor's status says that a message reached no one or was never mailed. */
export const isLost = (state: string): boolean => LOST.has(state)

/** Vendor statuses that prove that the post office has the letter. The first report with one of them counts. */
const POSTED = new Set([
  'mailed',
  'in_transit',
  'in_local_area',
  'processed_for_delivery',
  're-routed',
  'pickup_available',
  'delivered',
])

/** References of the embedded mailing service, which mails at once, begin with this. */
const EMBEDDED_LETTER = 'TEST-'

export type FirstNotices = {
  /** When the first text or email actually went to the resident. */
  notifiedAt: string | null
  /** When the post office got the letter. */
  mailedAt: string | null
  /** When the mailing service took the letter. It prints and mails it later. */
  letterAt: string | null
}

/**
 * Finds when the resident got the first text or email, and when the first letter went out. Only messages that a
 * vendor took and did not report as lost count. A letter counts as mailed when the post office has it, not when it was
 * ordered: the six days of Civil Code 1954(d)(1) run from the mailing. A resend does not change these times.
 * @param since when the showing was moved, if it was; earlier messages name another time
 */
export function firstNotices(events: NoticeEvent[], since: string | null = null): FirstNotices {
  type Attempt = Named & { isLetter: boolean; at: string; postedAt: string | null; isLost: boolean }
  const attempts: Attempt[] = []
  for (const entry of withReportsLast(events, ({ kind }) => kind !== 'notified')) {
    const { kind, event, channel, role, vendorReference, state, at, reference } = entry
    if (kind === 'notified' && state === 'Sent') {
      const isLetter = channel === 'certified_mail'
      const isPostedAtOnce = isLetter && reference?.startsWith(EMBEDDED_LETTER)
      const postedAt = isPostedAtOnce ? at : null
      attempts.push({ event, channel, role, vendorReference, isLetter, at, postedAt, isLost: false })
    } else {
      const attempt = attempts[findReported(attempts, entry)]
      // After a move, we recall only letters about an earlier time.
      const isOfOldTime = kind === 'letter_too_late' && since !== null
      if (attempt && (kind === 'letter_cancelled' || isOfOldTime || isLost(state))) attempt.isLost = true
      if (attempt && (state === 'mailed' || (POSTED.has(state) && !attempt.postedAt))) attempt.postedAt = at
    }
  }
  const kept = attempts.filter(({ isLost, at }) => !isLost && (since === null || Date.parse(at) >= Date.parse(since)))
  const letters = kept.filter(({ isLetter }) => isLetter)
  return {
    notifiedAt: firstOf(kept.filter(({ isLetter }) => !isLetter).map(({ at }) => at)),
    mailedAt: firstOf(letters.flatMap(({ postedAt }) => postedAt ?? [])),
    letterAt: firstOf(letters.map(({ at }) => at)),
  }
}

const firstOf = (moments: string[]): string | null =>
  moments.sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null
