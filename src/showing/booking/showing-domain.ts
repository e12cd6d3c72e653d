import type { LetterMoney } from '../../money/payment/domain.ts'
import type { Showing } from '../../notice/area.ts'
import { instantOf } from '../../platform/instant.ts'
import { fullAddress, isProductDemo } from '../../property/property/domain.ts'

/** The payment of a showing. */
export type PaymentColumns = {
  payment_id: string
  payment_status:
    | 'opening'
    | 'open'
    | 'authorized'
    | 'capture_due'
    | 'succeeded'
    | 'refund_due'
    | 'refunded'
    | 'cancelled'
  payment_amount_cents: number
  payment_revision: number
}

/** What the ledger says about money that went back. */
export type ReturnedColumns = {
  /** `true` if we ever captured the money, instead of only authorizing it. */
  is_charged: boolean
  /** What went back to the buyer, through us, at the provider, or through a dispute. */
  returned_cents: number
  /** What the buyer's bank took back in a dispute and did not return. */
  disputed_cents: number
}

/** `null` for a showing that costs nothing: one at an agent's demo property, or one booked by hand for free. */
type PerhapsPaid = { [Column in keyof PaymentColumns]: PaymentColumns[Column] | null }

/** Returns whether a showing is sample data of an agent's demo property. No one booked it, so it sends no messages. */
export const isSampleData = (row: { is_demo: boolean; payment_id: string | null }): boolean =>
  row.is_demo && row.payment_id === null

/** A row of the view `showing`: a booking from its hold on, with its property, people, and money. */
export type ShowingRow = PerhapsPaid & {
  id: string
  property_id: string
  status: 'held' | 'lapsed' | 'pending' | 'confirmed' | 'completed' | 'no_show' | 'cancelled' | 'declined'
  starts_at: Date
  ends_at: Date
  showing_date: string
  showing_time: string
  time_zone: string
  requester_type: 'buyer' | 'buyers_agent' | 'other'
  buyer_name: string
  buyer_email: string
  buyer_phone: string
  buyer_agent_name: string | null
  buyer_agent_email: string | null
  buyer_agent_phone: string | null
  mail_upgrade: boolean
  special_requests: string | null
  amount_cents: number
  confirmation_number: string | null
  manage_token: string
  notice_token: string
  calendar_sequence: number
  decision_due_at: Date | null
  hold_expires_at: Date
  created_at: Date
  booked_at: Date | null
  updated_at: Date
  is_demo: boolean
  feedback: string | null
  /** When an approval or a move last renewed the notice to enter. */
  noticed_at: Date | null
  cancelled_by: 'agent' | 'buyer' | 'system' | null
  /** The start before the last move. */
  moved_from: Date | null
  refund_requested_at: Date | null
  refund_reason: string | null
  refund_decision: 'approved' | 'declined' | null
  refund_answer: string | null
  /** The agent's reason, as the buyer reads it. */
  reason_for_buyer: string | null
  /** Times that the agent offered when they declined the request, in order. */
  offered_times: Date[]
  /** `true` once the buyer has used their own move. */
  has_moved: boolean
  /** The newest proposal of the agent: the hold that kept its time, and its outcome. */
  proposal_id: string | null
  proposed_start: Date | null
  proposal_due_at: Date | null
  proposal_reason: string | null
  /** `null` while the proposal is open, or if there is none. */
  proposal_answer: 'agreed' | 'kept' | 'withdrawn' | 'unanswered' | 'ended' | null
  /** The number of this proposal among those for the showing, from 1. */
  proposal_turn: number | null
  /** How many minutes late the agent has said they are. */
  late_minutes: number | null
  /** Name of the person who gives the showing in place of the agent. `null` if the agent does. */
  shown_by: string | null
  slug: string
  owner_id: string
  address_line1: string
  unit_number: string | null
  city: string
  state: string
  zip_code: string
  photo_key: string | null
  occupancy_status: 'owner' | 'resident' | 'vacant'
  rent_amount: number | null
  showing_instructions: string | null
  property_listed: boolean
  agent_name: string | null
  agent_email: string | null
  agent_phone: string | null
  agent_license: string | null
  agent_brokerage: string | null
  resident_name: string | null
  resident_email: string | null
  resident_phone: string | null
  resident_text_consent: boolean
  /** Language of messages to the buyer, from src/platform/language.ts. */
  buyer_language: string
  resident_language: string
  /** `null` if the account has not chosen a language. */
  agent_language: string | null
  owner_name: string | null
  owner_email: string | null
  owner_phone: string | null
  intent_id: string | null
  client_secret: string | null
  /** Amount that the provider captured, in US cents. `null` until then. */
  paid_cents: number | null
  paid_at: Date | null
  client_address: string
  /** Account that booked the showing for a visitor who phoned. `null` if the visitor booked it. */
  booked_by: string | null
  /** When the visitor of such a booking agreed to the terms, on the page of their pay link. */
  terms_agreed_at: Date | null
}

/** A showing that has a payment. */
export type PaidShowingRow = ShowingRow & PaymentColumns

/** A showing of the same agent at another property at the same time. Instants are RFC 3339. */
export type Nearby = Pick<ShowingRow, 'id' | 'property_id' | 'status' | 'time_zone' | 'confirmation_number'> &
  Pick<ShowingRow, 'address_line1' | 'unit_number' | 'city' | 'state' | 'zip_code'> & {
    starts_at: string
    ends_at: string
  }
/** A showing with the state of its letter's price and the agent's showings at the same time. */
export type FoundRow = ShowingRow & { letter_money: LetterMoney; nearby: Nearby[] | null }

/** Converts a row to what messages, notices, and calendars get. */
export const toShowing = (row: ShowingRow & Partial<FoundRow>): Showing => ({
  id: row.id,
  propertyId: row.property_id,
  ownerId: row.owner_id,
  status: row.status,
  startsAt: instantOf(row.starts_at),
  endsAt: instantOf(row.ends_at),
  timeZone: row.time_zone,
  createdAt: instantOf(row.created_at),
  heldUntil: instantOf(row.hold_expires_at),
  bookedAt: row.booked_at && instantOf(row.booked_at),
  noticedAt: row.noticed_at && instantOf(row.noticed_at),
  decisionDueAt: row.decision_due_at && instantOf(row.decision_due_at),
  paidAt: row.paid_at && instantOf(row.paid_at),
  wantsRefund: row.refund_requested_at !== null && row.refund_decision !== 'declined',
  movedFrom: row.moved_from && instantOf(row.moved_from),
  calendarSequence: row.calendar_sequence,
  question:
    row.proposal_turn && row.proposal_due_at && row.proposal_answer === null
      ? { turn: row.proposal_turn, dueAt: instantOf(row.proposal_due_at) }
      : null,
  isRefundOpen: row.refund_requested_at !== null && row.refund_decision === null && row.status !== 'cancelled',
  isDemo: row.is_demo,
  isProductDemo: isProductDemo(row),
  confirmationNumber: row.confirmation_number,
  requesterType: row.requester_type,
  specialRequests: row.special_requests,
  amountCents: row.amount_cents,
  paidOtherCents: row.paid_cents === row.payment_amount_cents ? null : row.paid_cents,
  mailUpgrade: row.mail_upgrade,
  letterMoney: row.letter_money ?? null,
  manageToken: row.manage_token,
  noticeToken: row.notice_token,
  slug: row.slug,
  address: {
    address_line1: row.address_line1,
    unit_number: row.unit_number,
    city: row.city,
    state: row.state,
    zip_code: row.zip_code,
  },
  occupancy: row.occupancy_status,
  isRental: row.rent_amount !== null,
  isListed: row.property_listed,
  hasInstructions: Boolean(row.showing_instructions?.trim()),
  buyer: { name: row.buyer_name, phone: row.buyer_phone, email: row.buyer_email },
  buyersAgent: { name: row.buyer_agent_name, phone: row.buyer_agent_phone, email: row.buyer_agent_email },
  agent: {
    name: row.agent_name,
    phone: row.agent_phone,
    email: row.agent_email,
    license: row.agent_license,
    brokerage: row.agent_brokerage,
  },
  resident: {
    name: row.resident_name,
    phone: row.resident_phone,
    email: row.resident_email,
    textConsent: row.resident_text_consent,
  },
  owner: { name: row.owner_name, phone: row.owner_phone, email: row.owner_email },
  shownBy: row.shown_by,
  languages: { buyer: row.buyer_language, listing_agent: row.agent_language, resident: row.resident_language },
  overlaps: overlapping(row, row.nearby ?? []).map((other) => ({
    fullAddress: fullAddress(other),
    startsAt: Temporal.Instant.from(new Date(other.starts_at).toISOString()),
    timeZone: other.time_zone,
  })),
})

/**
 * Returns the paid or authorized amount that has not gone back, in US cents. A refund can fail at the bank days later.
 */
export function stillPaidOf({
  payment_status: status,
  amount_cents: amount,
  returned_cents: returned,
  is_charged: isCharged,
}: Pick<ShowingRow, 'payment_status' | 'amount_cents'> & ReturnedColumns): number {
  const isOver = status === null || status === 'cancelled' || (status === 'refunded' && !isCharged)
  return isOver ? 0 : Math.min(Math.max(amount - returned, 0), amount)
}

type Timed = { property_id: string; status: string; starts_at: Date | string; ends_at: Date | string }

/**
 * Finds the agent's showings at other properties at the same time, because no one can be at both. All warnings in lists
 * and messages use this rule.
 */
export function overlapping<Other extends Timed>(one: Timed, others: Other[]): Other[] {
  const ahead = ['pending', 'confirmed']
  const ms = (at: Date | string) => new Date(at).getTime()
  return others.filter(
    (other) =>
      [one, other].every(({ status }) => ahead.includes(status)) &&
      one.property_id !== other.property_id &&
      ms(one.starts_at) < ms(other.ends_at) &&
      ms(other.starts_at) < ms(one.ends_at),
  )
}
