/** What a link to a showing tells the dialog that it opens. */
export type ShowingLinkState = {
  /** The page below is in the history, so closing goes back to it. */
  isOpenedHere: true
  /** The first new message is wanted in sight. */
  isToMessage?: boolean
}

export const OPENED_HERE: ShowingLinkState = { isOpenedHere: true }
