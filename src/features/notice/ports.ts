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
