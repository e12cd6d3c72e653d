export type Channel = 'sms' | 'email' | 'certified_mail'
export type Role = 'listing_agent' | 'resident' | 'buyer'

export type PostalAddress = {
  name: string
  address_line1: string
  address_line2: string | null
  address_city: string
  address_state: string
  address_zip: string
}

/** One message, ready to go. `id` is the idempotency key: the same id is sent once. */
export type OutgoingMessage = {
  id: string
  bookingId: string
  role: Role
  /** A mailbox for an e-mail, the return address for a letter; null: a text, sent from the vendor's number. */
  from: string | PostalAddress | null
  to: string | PostalAddress
  cc: string[]
  subject: string | null
  text: string
  html: string | null
  /** What those in `cc` get, as a delivery of their own that names `to` and `cc` alike. null: an ordinary Cc. */
  copy: { text: string; html: string } | null
  /** Key of the notice (PDF) in the file store; for a letter it is the letter. */
  attachmentKey: string | null
}

/** @returns the vendor's own id: message sid, message id or tracking number. */
export type MessageSender = { send(message: OutgoingMessage): Promise<{ reference: string }> }

export type MessageSenders = Record<Channel, MessageSender>

/** Prints a notice to enter. The same notice gives the same bytes. */
export type NoticePrinter = { print(notice: NoticeToEnter): Promise<Uint8Array> }

/** The words of a notice to enter, in order; `messages.ts` writes them. */
export type NoticeToEnter = {
  title: string
  /** RFC 3339; becomes the document's date. */
  preparedAt: string
  /** Name and postal address of whoever posts it, line by line. Empty: it is not posted by us. */
  sender: string[]
  /** Name and postal address of whom it is for, line by line. */
  addressee: string[]
  facts: { label: string; value: string }[]
  paragraphs: { heading: string | null; text: string }[]
  /** Who gives the notice, line by line. */
  givenBy: string[]
  /** What whoever hands the paper over ticks and signs. Empty: nobody hands it over. */
  deliveryOptions: string[]
  /** What the agent still has to do so that the notice counts: told to the agent, not printed. null: nothing. */
  agentTask: string | null
  footer: string
}
