import type { LetterMoney } from '../../money/payment/domain.ts'

/** The words of a notice to enter, in order; `messages.ts` writes them. */
export type NoticeToEnter = {
  kind: 'notice'
  title: string
  /** RFC 3339; becomes the document's date. */
  preparedAt: string
  /** The sender's name and postal address, line by line. Empty: we do not mail this notice. */
  sender: string[]
  /** The recipient's name and postal address, line by line. */
  addressee: string[]
  facts: { label: string; value: string }[]
  paragraphs: { heading: string | null; text: string }[]
  /** Who gives the notice, line by line. */
  givenBy: string[]
  /** The ways of delivery that the server of the notice ticks and signs. Empty: no one delivers it in person. */
  deliveryOptions: string[]
  /** What the agent must still do for the notice to count. The agent reads it; it is not printed. null: nothing. */
  agentTask: string | null
  footer: string
}

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

/** null: a demo showing of an agent's demo home, which nobody pays for. */
type PerhapsPaid = { [Column in keyof PaymentColumns]: PaymentColumns[Column] | null }

/**
 * What notices and messages are told of a showing, as the view `showing` has it: a booking from its hold on, with its
 * home, people and money.
 */
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
  /** The start before its one move. */
  moved_from: Date | null
  refund_requested_at: Date | null
  refund_reason: string | null
  refund_decision: 'approved' | 'declined' | null
  refund_answer: string | null
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
  owner_name: string | null
  owner_email: string | null
  owner_phone: string | null
  intent_id: string | null
  client_secret: string | null
  /** What the provider took, once it did. */
  paid_cents: number | null
  paid_at: Date | null
  client_address: string
}

/** A showing that has a payment. */
export type PaidShowingRow = ShowingRow & PaymentColumns

/** A showing of the same agent at another property, a few hours away at the most. Instants are RFC 3339. */
export type Nearby = Pick<ShowingRow, 'id' | 'property_id' | 'status' | 'time_zone' | 'confirmation_number'> &
  Pick<ShowingRow, 'address_line1' | 'unit_number' | 'city' | 'state' | 'zip_code'> & {
    starts_at: string
    ends_at: string
  }
/** A showing with where the price of its certified letter is, and what its agent has near it. */
export type FoundRow = ShowingRow & { letter_money: LetterMoney; nearby: Nearby[] | null }
