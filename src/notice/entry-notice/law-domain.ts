import type { Occupancy } from '../../property/property/contract.ts'
import * as t from '../text/entry-notice.ts'

/**
 * A state's law on the notice that a tenant gets before an entry: its numbers and its texts. To add a state, add one
 * record here and its texts in messages/notice. Notices, judgments, deadlines, and proofs of service read the record.
 */
export type EntryLaw = {
  /** A notice delivered by hand or at the door is presumed reasonable this many hours ahead. */
  deliveredHours: number
  /** A mailed notice is presumed reasonable this many calendar days ahead. */
  mailedDays: number
  /** A written notice of sale allows oral notices for this many days. */
  saleNoticeDays: number
  /** When an entry needs no consent: from Monday to the last weekday (ISO), in local time. */
  businessHours: { lastWeekday: number; start: string; end: string }
  statute: () => string
  /** What a notice says to the tenant. */
  notice: {
    law: () => string
    ahead: (booked: { hours: number }) => string
    needsConsent: () => string
    wayMailed: () => string
  }
  /** What the agent must do. `mailBy` is missing if it is too late to mail. */
  task: (by: { deliverBy: string; mailBy?: string }) => string
  taskOutOfHours: () => string
  /** What a proof of service says about the law. */
  proof: () => string
  /** What a report on many showings says about the law. */
  report: () => string
  /** When a notice counts, for the person who records a service. */
  hints: Record<'delivered' | 'mailed' | 'oral' | 'electronic', () => string>
  /** Why a notice counts or does not. */
  reasons: {
    courtesyOnly: () => string
    outsideHours: () => string
    mailedInTime: () => string
    mailedLate: (ahead: { hours: number }) => string
  }
}

/**
 * California Civil Code section 1954. (d)(1): 24 hours if delivered, six days if mailed. (d)(2): an oral notice within
 * 120 days of a written notice of sale. (b) and (d)(1) say "normal business hours" without defining them; Monday to
 * Friday, 8 AM to 5 PM, is the usual cautious reading.
 */
export const california: EntryLaw = {
  deliveredHours: 24,
  mailedDays: 6,
  saleNoticeDays: 120,
  businessHours: { lastWeekday: 5, start: '08:00', end: '17:00' },
  statute: t.statute,
  notice: {
    law: () => t.californiaLaw({ legalHours: california.deliveredHours, mailedDays: california.mailedDays }),
    ahead: ({ hours }) => t.californiaAhead({ hours, legalHours: california.deliveredHours }),
    needsConsent: t.needsYourConsent,
    wayMailed: t.wayMailedEarly,
  },
  task({ deliverBy, mailBy }) {
    const law = { statute: t.statute(), legalHours: california.deliveredHours, deliverBy }
    return mailBy ? t.taskCaliforniaMail({ ...law, mailedDays: california.mailedDays, mailBy }) : t.taskCalifornia(law)
  },
  taskOutOfHours: t.taskOutOfHours,
  proof: () =>
    t.californiaProof({
      statute: t.statute(),
      legalNoticeHours: california.deliveredHours,
      mailedNoticeDays: california.mailedDays,
    }),
  report: () => t.californiaReport({ statute: t.statute() }),
  hints: {
    delivered: t.countsFrom24,
    mailed: t.countsFromSixDays,
    oral: t.oralHint,
    electronic: t.electronicHint,
  },
  reasons: {
    courtesyOnly: t.courtesyOnly,
    outsideHours: t.outsideHours,
    mailedInTime: t.mailedInTime,
    mailedLate: t.mailedLate,
  },
}

/** Laws by state. */
export const LAWS: Record<string, EntryLaw> = { CA: california }

const lawIn = (state: string) => LAWS[state.toUpperCase()]

/** An unmailed notice is never due earlier than this many hours before its showing. */
export const LONGEST_NOTICE_HOURS = Math.max(...Object.values(LAWS).map(({ deliveredHours }) => deliveredHours))

/** Where a property is and who lives there. */
export type Governed = { state: string; occupancy: Occupancy }

/** Describes, for a report, the laws by which we judge, and what we leave out. */
export const reportRules = (): string[] => [...Object.values(LAWS).map(({ report }) => report()), t.reportOtherwise()]

/** Returns the law of a property's state, or `null` if no tenant lives there or we do not know the state's law. */
export const lawOf = ({ state, occupancy }: Governed): EntryLaw | null =>
  (occupancy === 'resident' && lawIn(state)) || null

/** Returns the law by which we plan: that of the property's state or, if we do not know it, California's. */
export const planningLaw = ({ state }: Pick<Governed, 'state'>): EntryLaw => lawIn(state) ?? california
